import { PortError } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'

/** Opcodes on this server. */
export interface SeatExtensions {
  readonly input: number
  readonly test: number
  readonly shape: number
  /** Code of ShapeNotify. */
  readonly shapeEvent: number
}

const NAMES = { input: 'XInputExtension', test: 'XTEST', shape: 'SHAPE' } as const

const QUERY_VERSION = 47
/** 2.2: since then grabs may be replayed for one device. */
const VERSION = Buffer.from([2, 0, 2, 0])

/**
 * Looks the extensions up, and announces XInput 2.2 for this connection.
 * @throws PortError `unavailable`, naming those that are missing.
 */
export async function findSeatExtensions(connection: Connection): Promise<SeatExtensions> {
  const keys = Object.keys(NAMES) as (keyof typeof NAMES)[]
  const found = await Promise.all(
    keys.map((key) =>
      connection.ask<{ present: number; majorOpcode: number; firstEvent: number }>((X, done) =>
        X.QueryExtension(NAMES[key], done),
      ),
    ),
  )
  const missing = keys.filter((_, index) => found[index]?.present === 0)
  if (missing.length > 0) {
    const names = missing.map((key) => NAMES[key]).join(', ')
    throw new PortError('unavailable', `this X server lacks ${names}; a pointer and keyboard of our own need it`)
  }
  const [input = 0, test = 0, shape = 0] = found.map(({ majorOpcode }) => majorOpcode)
  const [major, minor] = await connection.raw({ major: input, minor: QUERY_VERSION }, VERSION, (reply) => [
    reply.readUInt16LE(0),
    reply.readUInt16LE(2),
  ])
  if (major === undefined || minor === undefined || major < 2 || (major === 2 && minor < 2)) {
    throw new PortError('unavailable', `this X server has XInput ${major}.${minor}; a pointer of our own needs 2.2`)
  }
  return { input, test, shape, shapeEvent: found[2]?.firstEvent ?? 0 }
}
