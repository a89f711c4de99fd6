import type { Rect } from '../../port.ts'
import type { XServer } from './server.ts'
import { readScreen } from './window-list.ts'

const GET_MONITORS = 42
const ONLY_ACTIVE = 1

/** What people can see of the root window: its monitors, or all of it where the server knows none. */
export async function readDisplays(server: XServer): Promise<readonly Rect[]> {
  const { randr } = server.extensions
  const { connection } = server
  if (randr === undefined) return [await readScreen(server)]
  const body = Buffer.alloc(8)
  body.writeUInt32LE(connection.root, 0)
  body[4] = ONLY_ACTIVE
  const monitors = await connection.raw({ major: randr.major, minor: GET_MONITORS }, body, parseMonitors)
  return monitors.length > 0 ? monitors : [await readScreen(server)]
}

/** RandR 1.5: a time, how many there are, and for each: name, flags, how many outputs, place and size, outputs. Pure. */
export function parseMonitors(reply: Buffer): readonly Rect[] {
  const monitors: Rect[] = []
  let offset = 24
  for (let left = reply.readUInt32LE(4); left > 0; left--) {
    monitors.push({
      x: reply.readInt16LE(offset + 8),
      y: reply.readInt16LE(offset + 10),
      width: reply.readUInt16LE(offset + 12),
      height: reply.readUInt16LE(offset + 14),
    })
    offset += 24 + reply.readUInt16LE(offset + 6) * 4
  }
  return monitors
}
