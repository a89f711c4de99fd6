import { PortError } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import { parseDevices } from '../x11/devices.ts'

const QUERY_VERSION = 47
const QUERY_DEVICE = 48
const VERSION_2_2 = Buffer.from([2, 0, 2, 0])
const ALL_DEVICES = Buffer.alloc(4)

const MASTER_POINTER = 1
const SLAVE_KEYBOARD = 4

/** The keyboard that the person's apps know, and the devices that feed it. Ids of XInput. */
export interface PersonKeyboards {
  readonly master: number
  readonly slaves: readonly number[]
}

export async function findPersonKeyboards(connection: Connection): Promise<PersonKeyboards> {
  const extension = await connection.ask<{ present: number; majorOpcode: number }>((X, done) =>
    X.QueryExtension('XInputExtension', done),
  )
  if (extension.present === 0)
    throw new PortError('unavailable', 'this X server lacks XInput, which lists its keyboards')
  const major = extension.majorOpcode
  const [, devices] = await Promise.all([
    connection.raw({ major, minor: QUERY_VERSION }, VERSION_2_2, () => undefined),
    connection.raw({ major, minor: QUERY_DEVICE }, ALL_DEVICES, parseDevices),
  ])
  // The server creates the person's pair first and gives out ids in ascending order.
  const [pointer] = devices.filter(({ use }) => use === MASTER_POINTER).sort((a, b) => a.id - b.id)
  if (pointer === undefined) throw new PortError('failed', 'the X server lists no master pointer')
  const master = pointer.attachment
  const below = devices.filter(({ use, attachment }) => use === SLAVE_KEYBOARD && attachment === master)
  return { master, slaves: below.map(({ id }) => id) }
}
