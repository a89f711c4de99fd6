import { PortError } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import type { SeatExtensions } from './extensions.ts'
import { pointerName, seatOfPointer } from './names.ts'
import { unheard } from './unheard.ts'
import { type InputDevice, MASTER_POINTER, XInput2 } from './xinput2.ts'
import { XTest } from './xtest.ts'

/** A master pointer and its keyboard. */
export interface Masters {
  readonly pointer: number
  readonly keyboard: number
}

export async function createMasters(input: XInput2, seatName: string): Promise<Masters> {
  await input.addMaster(seatName)
  const masters = await findMasters(input, seatName)
  if (masters === undefined) {
    throw new PortError('failed', 'the X server made no second pointer and keyboard, and told no error')
  }
  return masters
}

export async function findMasters(input: XInput2, seatName: string): Promise<Masters | undefined> {
  const devices = await input.devices()
  const pointer = devices.find(({ name }) => name === pointerName(seatName))
  return pointer && { pointer: pointer.id, keyboard: pointer.attachment }
}

/** The person's: the server creates them first and gives out ids in ascending order. */
export function personMasters(devices: readonly InputDevice[]): Masters {
  const [pointer] = devices.filter(({ use }) => use === MASTER_POINTER).sort((a, b) => a.id - b.id)
  if (pointer === undefined) throw new PortError('failed', 'the X server lists no master pointer')
  return { pointer: pointer.id, keyboard: pointer.attachment }
}

/** Names of all seats of ours whose devices are on this server. */
export function seatsAmong(devices: readonly InputDevice[]): readonly string[] {
  return devices
    .filter(({ use }) => use === MASTER_POINTER)
    .map(({ name }) => seatOfPointer(name))
    .filter((name) => name !== undefined)
}

/**
 * Releases, on behalf of a process that cannot any more, whatever its devices hold down.
 * @param isHidden The pointer is put away: no window shall hear of it.
 */
export async function releaseHeld(
  connection: Connection,
  extensions: SeatExtensions,
  { pointer, keyboard }: Masters,
  isHidden: boolean,
): Promise<void> {
  const input = new XInput2(connection, extensions.input)
  const test = new XTest(connection, extensions.test)
  await input.setClientPointer(pointer)
  const [keys, devices] = await Promise.all([connection.ask<Buffer>((X, done) => X.QueryKeymap(done)), input.devices()])
  const buttons = devices.find(({ id }) => id === pointer)?.buttonsDown ?? []
  await Promise.all(buttons.map((button) => test.button(button, false)))
  const release = () => Promise.all(keysIn(keys).map((code) => test.key(code, false)))
  if (isHidden) await unheard(input, keyboard, connection.root, release)
  else await release()
  await input.setClientPointer(personMasters(devices).pointer)
}

/** Key codes of the bits that are set. */
export function keysIn(bits: Buffer): readonly number[] {
  return Array.from({ length: bits.length * 8 }, (_, code) => code).filter(
    (code) => ((bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0,
  )
}
