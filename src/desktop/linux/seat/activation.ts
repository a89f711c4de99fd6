import type { XServer } from '../x11/server.ts'

const SUBSTRUCTURE_REDIRECT_AND_NOTIFY = 0x180000
const CLIENT_MESSAGE = 33
const FORMAT_32 = 32
/** EWMH: the request comes from a pager or the like, on a person's behalf, and is not a window pushing itself forward. */
const FROM_PAGER = 2

/** Asks the window manager to make a window the active one. It may raise it, and it may refuse. */
export async function requestActivation(
  { connection, atoms }: XServer,
  window: number,
  time: number,
  currentlyActive: number,
): Promise<void> {
  const event = Buffer.alloc(32)
  event[0] = CLIENT_MESSAGE
  event[1] = FORMAT_32
  event.writeUInt32LE(window, 4)
  event.writeUInt32LE(atoms._NET_ACTIVE_WINDOW, 8)
  event.writeUInt32LE(FROM_PAGER, 12)
  event.writeUInt32LE(time, 16)
  event.writeUInt32LE(currentlyActive, 20)
  await connection.ask<void>((X, done) =>
    X.SendEvent(connection.root, 0, SUBSTRUCTURE_REDIRECT_AND_NOTIFY, event, done),
  )
}
