import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'

const CREATE_WINDOW = 1
const INPUT_ONLY = 2
const EVENT_MASK = 1 << 11
const PROPERTY_CHANGE = 0x400000
const PROPERTY_NOTIFY = 28
const APPEND = 2
const STRING = 31

/** Tells the server's own time in milliseconds, which requests to window managers and events must carry. */
export type ServerClock = () => Promise<number>

/** ICCCM 2.1: an append of nothing to a property is told with the time at which it happened. */
export async function openServerClock(connection: Connection): Promise<ServerClock> {
  const window = connection.allocateId()
  const geometry = Buffer.alloc(12)
  geometry.writeUInt16LE(1, 4)
  geometry.writeUInt16LE(1, 6)
  geometry.writeUInt16LE(INPUT_ONLY, 10)
  await connection.rawVoid(
    { major: CREATE_WINDOW, minor: 0 },
    Buffer.concat([words(window, connection.root), geometry, words(0, EVENT_MASK, PROPERTY_CHANGE)]),
  )
  return async () => {
    let time: number | undefined
    const listening = connection.onEvent(({ type, rawData: raw }) => {
      if ((type & 0x7f) === PROPERTY_NOTIFY && raw.readUInt32LE(4) === window) time = raw.readUInt32LE(12)
    })
    try {
      // The event comes before the answer by which the request is known to be done.
      await connection.ask<void>((X, done) =>
        X.ChangeProperty(APPEND, window, STRING, STRING, 8, Buffer.alloc(0), done),
      )
    } finally {
      listening.close()
    }
    return time ?? 0
  }
}
