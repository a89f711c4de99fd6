/** Why no element of an app can be read, and how to go on. Pure. */
import type { AppInfo } from '../desktop/port.ts'
import { named } from './text.ts'

const OTHERWISE = 'Act by x and y on the picture, or by press_key.'
/** Keys can hang an app that waits in a dialog which an accessibility action opened. */
const BY_POINTER = 'Act by x and y on the picture; do not press keys.'

/** For a look that has no elements at all; sentences for the reader. */
export function whyUnreadable({ name, root, unreadable }: AppInfo): string {
  if (unreadable === 'no-bus')
    return `surehand reaches no accessibility bus, so it can read the elements of no app. ${OTHERWISE} Ask the person to run \`surehand doctor\`: it says how to mend it.`
  if (root === undefined) return `The app is not on the accessibility bus, so its elements cannot be read. ${OTHERWISE}`
  return `${named(name)} does not answer accessibility requests, so its elements cannot be read: it may be busy, stopped, or waiting in a dialog of its own. ${BY_POINTER}`
}

/** A few words for a list of apps or windows, where one is not accessible. */
export function unreadableMark({ root, unreadable }: AppInfo): string | undefined {
  if (unreadable === 'no-bus') return undefined // is said once, of all
  if (unreadable === 'silent') return 'accessibility does not answer'
  return root === undefined ? 'no accessibility' : undefined
}
