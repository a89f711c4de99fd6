import type { Budget } from '../../port.ts'
import type { AtomName } from './atoms.ts'
import { openInbox } from './inbox.ts'
import { ownWindow } from './own-window.ts'
import type { XServer } from './server.ts'

const CLIENT_MESSAGE = 33
/** Items of a message are 32 bits wide. */
const WORDS = 32
/** Where window managers listen (ICCCM 4.1.4, EWMH): SubstructureRedirect | SubstructureNotify of the root. */
const OF_WINDOW_MANAGER = 0x180000
/** To the client that owns the window, whatever it listens to. */
const OF_OWNER = 0

/** A request about a window, to the window manager. */
export const requestOfWindowManager = (
  server: XServer,
  window: number,
  type: AtomName,
  data: readonly number[],
): Promise<void> => send(server, server.connection.root, OF_WINDOW_MANAGER, window, type, data)

/** A message to the client that owns the window. */
export const sendToClient = (server: XServer, window: number, type: AtomName, data: readonly number[]): Promise<void> =>
  send(server, window, OF_OWNER, window, type, data)

const FOCUS_CHANGE = 0x200000
export const NONLINEAR = 3
export const NONLINEAR_VIRTUAL = 4

/** A focus event of the core protocol, to those who listen to such events of the window. It moves no focus. */
export function postFocus(
  { connection }: XServer,
  window: number,
  type: number,
  detail: typeof NONLINEAR | typeof NONLINEAR_VIRTUAL = NONLINEAR,
): Promise<void> {
  const event = Buffer.alloc(32)
  event[0] = type
  event[1] = detail
  event.writeUInt32LE(window, 4)
  return connection.ask<void>((X, done) => X.SendEvent(window, 0, FOCUS_CHANGE, event, done))
}

function send(
  { connection, atoms }: XServer,
  destination: number,
  mask: number,
  window: number,
  type: AtomName,
  data: readonly number[],
): Promise<void> {
  const event = Buffer.alloc(32)
  event[0] = CLIENT_MESSAGE
  event[1] = WORDS
  event.writeUInt32LE(window, 4)
  event.writeUInt32LE(atoms[type], 8)
  for (const [index, value] of data.entries()) event.writeUInt32LE(value >>> 0, 12 + index * 4)
  return connection.ask<void>((X, done) => X.SendEvent(destination, 0, mask, event, done))
}

/** Longest wait for a window manager's answer, in milliseconds. Idle ones answer in 1 ms, mutter minimises in 70. */
const HANDLED_WITHIN = 500

/**
 * Resolves when the window manager has handled everything that was asked of it so far: it reads messages in order, and
 * this is one more that it must answer (_NET_REQUEST_FRAME_EXTENTS). One that answers nothing is waited for in vain.
 */
export async function handled(server: XServer, { signal }: Budget): Promise<void> {
  const { connection, atoms } = server
  const window = await ownWindow(server)
  const inbox = openInbox(connection, (event) =>
    event.name === 'PropertyNotify' && event.wid === window && event.atom === atoms._NET_FRAME_EXTENTS
      ? true
      : undefined,
  )
  try {
    await requestOfWindowManager(server, window, '_NET_REQUEST_FRAME_EXTENTS', [])
    const budget = { deadline: performance.now() + HANDLED_WITHIN, signal }
    await inbox.next(budget, 'hear from the window manager').catch(() => undefined)
  } finally {
    inbox.close()
  }
}
