import { readlinkSync } from 'node:fs'
import type { ProcessIdentity } from '../../port.ts'
import { identify, isAlive } from '../processes.ts'

/**
 * Names of our master devices: `surehand NAMESPACE-PID-START-N`. They say whose they are, so that a later process can tell
 * those that somebody left behind: pids mean something in one pid namespace only, and are used again.
 */
export interface SeatOwner {
  readonly namespace: string
  readonly process: ProcessIdentity
}

const PREFIX = 'surehand '
const FORM = /^surehand (\d+)-(\d+)-(\d+)-\d+$/

let count = 0

/** Another name each time: one process may have a seat on each of several displays, or one after the other. */
export function newSeatName(): string {
  const own = identify(process.pid)
  count += 1
  return `${PREFIX}${pidNamespace()}-${process.pid}-${own?.startTime ?? 0}-${count}`
}

/** `undefined` for a name that is not ours. */
export function ownerOf(seatName: string): SeatOwner | undefined {
  const [, namespace, pid, startTime] = FORM.exec(seatName) ?? []
  if (namespace === undefined || pid === undefined || startTime === undefined) return undefined
  return { namespace, process: { pid: Number(pid), startTime } }
}

/** Ours, and its process has certainly ended. A process of another namespace may live, for all that we can see. */
export function isOrphan(seatName: string): boolean {
  const owner = ownerOf(seatName)
  return owner !== undefined && owner.namespace === pidNamespace() && !isAlive(owner.process)
}

/** The name that the server gives to the pointer of an `XIAddMaster`. */
export const pointerName = (seatName: string): string => `${seatName} pointer`

export function seatOfPointer(deviceName: string): string | undefined {
  const suffix = ' pointer'
  if (!deviceName.startsWith(PREFIX) || !deviceName.endsWith(suffix)) return undefined
  const name = deviceName.slice(0, -suffix.length)
  return ownerOf(name) === undefined ? undefined : name
}

/** Inode of the pid namespace; 0 where the kernel has none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}
