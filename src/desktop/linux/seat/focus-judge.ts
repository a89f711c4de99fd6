import type { Instant } from '../../port.ts'
import type { PersonClick } from './person.ts'

/** Who moved the person's focus. */
export type FocusMover =
  /** The target took it, or its window manager gave it to a window of the target. */
  | 'target'
  /** The person went there. */
  | 'person'
  /** Somebody else; not ours to judge. */
  | 'other'

export interface FocusMove {
  readonly at: Instant
  /** The window that had it, or has it now, is of the target's process. */
  readonly fromTarget: boolean
  readonly toTarget: boolean
  /** The child of the root that had it before. */
  readonly fromTop: number | undefined
  readonly lastClick: PersonClick | undefined
  readonly lastShortcut: Instant | undefined
}

/** A window manager acts on a click or shortcut within this time. */
const REACTION = 400

/**
 * Plain typing moves no focus between windows, so a person who types is not why the target has it now. A click does unless
 * it went to the window that had the focus already; a key with Control, Alt or Super does.
 */
export function judgeMove({ at, fromTarget, toTarget, fromTop, lastClick, lastShortcut }: FocusMove): FocusMover {
  // A person who is in the target's app already sees its dialogs come up as ever.
  if (!toTarget || fromTarget) return 'other'
  const isRecent = (then: Instant | undefined) => then !== undefined && at - then < REACTION
  const clickedElsewhere = isRecent(lastClick?.at) && lastClick?.top !== fromTop
  return clickedElsewhere || isRecent(lastShortcut) ? 'person' : 'target'
}
