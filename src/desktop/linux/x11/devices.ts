import { type Point, PortError } from '../../port.ts'
import type { XServer } from './server.ts'

/** XInput2 requests about the person's devices that npm `x11` lacks. */
const QUERY_POINTER = 40
const QUERY_DEVICE = 48
const GET_FOCUS = 50

const ALL_MASTERS = 1
const MASTER_POINTER = 1
const MASTER_KEYBOARD = 2

/** The virtual core pointer and keyboard: the person's seat. Other masters belong to agents. */
export interface CoreDevices {
  readonly pointer: number
  readonly keyboard: number
}

interface Master {
  readonly id: number
  readonly use: number
  readonly attachment: number
}

const found = new WeakMap<XServer, CoreDevices>()

/**
 * The server creates the core pair first and gives out ids in ascending order, so it has the lowest ids. It cannot be
 * removed, so it is looked for once.
 */
export async function findCoreDevices(server: XServer): Promise<CoreDevices> {
  const known = found.get(server)
  if (known !== undefined) return known
  const body = Buffer.alloc(4)
  body.writeUInt16LE(ALL_MASTERS, 0)
  const masters = await server.connection.raw({ major: inputMajor(server), minor: QUERY_DEVICE }, body, parseDevices)
  const pointer = masters.filter(({ use }) => use === MASTER_POINTER).sort((a, b) => a.id - b.id)[0]
  const keyboard = masters.find(({ use, id }) => use === MASTER_KEYBOARD && id === pointer?.attachment)
  if (pointer === undefined || keyboard === undefined) {
    throw new PortError('failed', 'the X server lists no master pointer with a keyboard')
  }
  const core = { pointer: pointer.id, keyboard: keyboard.id }
  found.set(server, core)
  return core
}

/** For each device: id, use, attachment, number of classes, name length, enabled; then name and classes. */
export function parseDevices(reply: Buffer): readonly Master[] {
  const devices: Master[] = []
  let offset = 24
  for (let left = reply.readUInt16LE(0); left > 0; left--) {
    devices.push({
      id: reply.readUInt16LE(offset),
      use: reply.readUInt16LE(offset + 2),
      attachment: reply.readUInt16LE(offset + 4),
    })
    const classes = reply.readUInt16LE(offset + 6)
    const name = reply.readUInt16LE(offset + 8)
    offset += 12 + Math.ceil(name / 4) * 4
    for (let index = 0; index < classes; index++) offset += reply.readUInt16LE(offset + 2) * 4
  }
  return devices
}

/** XID of the window that holds this keyboard's focus; 0 none, 1 whatever is under the pointer. */
export function readFocusWindow(server: XServer, keyboard: number): Promise<number> {
  const body = Buffer.alloc(4)
  body.writeUInt16LE(keyboard, 0)
  return server.connection.raw({ major: inputMajor(server), minor: GET_FOCUS }, body, (reply) => reply.readUInt32LE(0))
}

/** Where this pointer is, in root coordinates. */
export function readPointer(server: XServer, pointer: number): Promise<Point> {
  const body = Buffer.alloc(8)
  body.writeUInt32LE(server.connection.root, 0)
  body.writeUInt16LE(pointer, 4)
  return server.connection.raw({ major: inputMajor(server), minor: QUERY_POINTER }, body, (reply) => ({
    // 16.16 fixed point; the pixel is the whole part.
    x: reply.readInt32LE(8) >> 16,
    y: reply.readInt32LE(12) >> 16,
  }))
}

const ALT_AND_SUPER = 0x08 | 0x40

/** Are they at this moment using what windows are chosen with: a mouse button, Alt or Super? */
export function isSwitching(server: XServer, pointer: number): Promise<boolean> {
  const body = Buffer.alloc(8)
  body.writeUInt32LE(server.connection.root, 0)
  body.writeUInt16LE(pointer, 4)
  return server.connection.raw({ major: inputMajor(server), minor: QUERY_POINTER }, body, (reply) => {
    const buttons = reply.subarray(48, 48 + reply.readUInt16LE(26) * 4)
    return buttons.some((bits) => bits !== 0) || (reply.readUInt32LE(28) & ALT_AND_SUPER) !== 0
  })
}

export function inputMajor(server: XServer): number {
  const { input } = server.extensions
  if (input === undefined) {
    throw new PortError('unavailable', 'this X server lacks XInput 2, which tells the focus and pointer of the person')
  }
  return input.major
}
