import type { Connection } from '../x11/connection.ts'
import type { XRequest } from './requests.ts'

const USE_EXTENSION = 0
const GET_STATE = 4
const LATCH_LOCK_STATE = 5
const CORE_KEYBOARD = 0x100
const CAPS_LOCK = 2

/** What would turn typed keys into others: Caps Lock, and the layout that is switched on. */
export interface PersonLocks {
  readonly isOn: boolean
  /** Puts them back; for this connection, or another whose client pointer is the person's and that uses XKEYBOARD. */
  readonly restoring: XRequest
  readonly clearing: XRequest
}

/** @returns `undefined` on a server without XKEYBOARD */
export async function readPersonLocks(connection: Connection): Promise<PersonLocks | undefined> {
  const { present, majorOpcode: major } = await connection.ask<{ present: number; majorOpcode: number }>((X, done) =>
    X.QueryExtension('XKEYBOARD', done),
  )
  if (present === 0) return undefined
  await connection.raw({ major, minor: USE_EXTENSION }, Buffer.from([1, 0, 0, 0]), () => undefined)
  const device = Buffer.alloc(4)
  device.writeUInt16LE(CORE_KEYBOARD, 0)
  const state = await connection.raw({ major, minor: GET_STATE }, device, (reply) => ({
    caps: reply.readUInt8(3) & CAPS_LOCK,
    group: reply.readUInt8(5),
  }))
  const locking = (caps: number, group: number): XRequest => {
    const body = Buffer.alloc(12)
    body.writeUInt16LE(CORE_KEYBOARD, 0)
    body[2] = CAPS_LOCK
    body[3] = caps
    body[4] = 1
    body[5] = group
    return { major, minor: LATCH_LOCK_STATE, body }
  }
  return {
    isOn: state.caps !== 0 || state.group !== 0,
    restoring: locking(state.caps, state.group),
    clearing: locking(0, 0),
  }
}
