import { PortError } from '../../port.ts'
import type { XLink } from '../x11/link.ts'
import { readWords } from '../x11/properties.ts'
import { readProperty } from '../x11/window-list.ts'
import type { LockAnswer, LockSource } from './lock-source.ts'

/** xscreensaver keeps `_SCREENSAVER_STATUS` on the root: the state as an atom, since when, and which pictures run. */
export function xscreensaverSource(x: XLink): LockSource {
  return {
    name: 'xscreensaver',
    ask: (budget) =>
      x.use(budget, 'read the state of xscreensaver', async (server) => {
        const property = await readProperty(server, server.connection.root, '_SCREENSAVER_STATUS')
        return judgeStatus(readWords(property), server.atoms)
      }),
  }
}

/** Blanked is not locked: a key press ends it without a password. */
export function judgeStatus(
  status: readonly number[] | undefined,
  atoms: { readonly LOCK: number; readonly BLANK: number },
): LockAnswer {
  if (status === undefined) return { state: 'absent', detail: 'xscreensaver has not run on this display' }
  const [state] = status
  if (state === atoms.LOCK) return { state: 'locked' }
  if (state === atoms.BLANK || state === 0) return { state: 'unlocked' }
  throw new PortError('failed', `expected LOCK, BLANK or 0 in _SCREENSAVER_STATUS, got atom ${state}`)
}
