import type { Event } from 'x11'
import { inputMajor } from './devices.ts'
import { words } from './raw.ts'
import type { XServer } from './server.ts'

const SELECT_EVENTS = 46
const FOCUS_IN = 9
const FOCUS_OUT = 10
const GENERIC_EVENT = 35

/** An XInput2 FocusIn or FocusOut of one window. */
export interface FocusNotice {
  readonly direction: 'in' | 'out'
  /** The window that was told, one on which we selected. */
  readonly window: number
  readonly mode: number
  readonly detail: number
}

/** Asks for focus events of one keyboard on one window; other masters' focus (an agent's) makes no sound. */
export function selectFocus(server: XServer, window: number, keyboard: number): Promise<void> {
  const body = words(window, 1, 0, (1 << FOCUS_IN) | (1 << FOCUS_OUT))
  body.writeUInt16LE(keyboard, 8)
  body.writeUInt16LE(1, 10)
  return server.connection.rawVoid({ major: inputMajor(server), minor: SELECT_EVENTS }, body)
}

/** Reads the event as it came over the wire (xXIFocusInEvent); npm `x11` leaves it unparsed. */
export function parseFocusNotice(event: Event, extension: number): FocusNotice | undefined {
  const { rawData: raw } = event
  if (event.type !== GENERIC_EVENT || raw[1] !== extension) return undefined
  const type = raw.readUInt16LE(8)
  if (type !== FOCUS_IN && type !== FOCUS_OUT) return undefined
  return {
    direction: type === FOCUS_IN ? 'in' : 'out',
    mode: raw.readUInt8(18),
    detail: raw.readUInt8(19),
    window: raw.readUInt32LE(24),
  }
}

const MODE_NORMAL = 0
const MODE_GRAB = 1
const MODE_UNGRAB = 2
const MODE_WHILE_GRABBED = 3

const DETAIL_INFERIOR = 2
const DETAIL_NONLINEAR = 3
const DETAIL_POINTER = 5
const DETAIL_POINTER_ROOT = 6
const DETAIL_NONE = 7

/** Not the notice of a grab, which leaves the focus where it is. */
export function isMove({ mode }: FocusNotice): boolean {
  return mode === MODE_NORMAL || mode === MODE_WHILE_GRABBED
}

/** Someone has grabbed the keyboard for this window, a menu mostly. Shortcuts, which are grabs while they are down, say otherwise. */
export function isGrab({ direction, mode, detail, window }: FocusNotice, root: number): boolean {
  return direction === 'in' && mode === MODE_GRAB && window !== root && detail !== DETAIL_POINTER
}

export const isUngrab = ({ direction, mode }: FocusNotice): boolean => direction === 'out' && mode === MODE_UNGRAB

/** The focus moved while the keyboard was grabbed: keys still go to the window that it is grabbed for. */
export const isWhileGrabbed = ({ mode }: FocusNotice): boolean => mode === MODE_WHILE_GRABBED

/**
 * What a notice says of the focus among top-level windows.
 *
 * A grab (a menu opens, a shortcut is pressed) tells the focus window "out, mode Grab" and later "in, mode Ungrab" while the
 * focus stays where it is: these are no moves. A SetInputFocus during a grab is one (mode WhileGrabbed). Inferior is a
 * move inside one top-level; Pointer goes to windows that happen to lie under the pointer.
 * @returns `entered` this window, `left` it, `nowhere`: no window has the focus now, or `undefined`: no move.
 */
export function judgeFocusNotice(notice: FocusNotice, root: number): 'entered' | 'left' | 'nowhere' | undefined {
  const { detail } = notice
  if (!isMove(notice)) return undefined
  if (notice.window === root) {
    const isEnd =
      detail === DETAIL_POINTER_ROOT ||
      detail === DETAIL_NONE ||
      detail === DETAIL_INFERIOR ||
      detail === DETAIL_NONLINEAR
    return notice.direction === 'in' && isEnd ? 'nowhere' : undefined
  }
  if (detail === DETAIL_INFERIOR || detail === DETAIL_POINTER) return undefined
  return notice.direction === 'in' ? 'entered' : 'left'
}
