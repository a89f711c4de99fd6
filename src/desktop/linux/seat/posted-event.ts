import type { Point } from '../../port.ts'

/** Codes of core events, and the masks of those who listen to them. */
export const POSTED = {
  'key-press': { code: 2, mask: 1 << 0 },
  'key-release': { code: 3, mask: 1 << 1 },
  'button-press': { code: 4, mask: 1 << 2 },
  'button-release': { code: 5, mask: 1 << 3 },
} as const

export interface PostedEvent {
  readonly kind: keyof typeof POSTED
  /** Key code or button number. */
  readonly detail: number
  /** The server's, in milliseconds; toolkits compare it with other events'. */
  readonly time: number
  readonly root: number
  readonly window: number
  readonly onScreen: Point
  readonly inWindow: Point
  /** Modifiers and buttons that were down before it. */
  readonly state: number
}

/** The 32 bytes of a key or button event. */
export function packPosted({ kind, detail, time, root, window, onScreen, inWindow, state }: PostedEvent): Buffer {
  const event = Buffer.alloc(32)
  event[0] = POSTED[kind].code
  event[1] = detail
  event.writeUInt32LE(time >>> 0, 4)
  event.writeUInt32LE(root, 8)
  event.writeUInt32LE(window, 12)
  event.writeInt16LE(onScreen.x, 20)
  event.writeInt16LE(onScreen.y, 22)
  event.writeInt16LE(inWindow.x, 24)
  event.writeInt16LE(inWindow.y, 26)
  event.writeUInt16LE(state, 28)
  const sameScreen = 1
  event[30] = sameScreen
  return event
}

/** The bit that a held button has in the state of later events. */
export const stateOfButton = (button: number): number => (button <= 5 ? 1 << (7 + button) : 0)
