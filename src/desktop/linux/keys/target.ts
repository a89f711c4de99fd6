import { readFileSync } from 'node:fs'
import type { XServer } from '../x11/server.ts'
import { pidsByConnection } from '../x11/window-pids.ts'

/** Where keys are to arrive. */
export interface Target {
  /** XID of the app's window. */
  readonly window: number
  /**
   * Its app takes Shift, Caps Lock and group from the person's keyboard, whichever keyboard a key came from. So nothing may
   * depend on them.
   */
  readonly looksAtPerson: boolean
}

/** Qt 5 keeps one XKB state, of the core keyboard, and translates all keys by it; Qt 6 keeps one for each keyboard. */
const LOOKS_AT_PERSON = /\/libQt5XcbQpa\.so/

/** An app that cannot be looked into is treated with care. */
export async function describeTarget(server: XServer, window: number): Promise<Target> {
  const pid = (await pidsByConnection(server, [window])).get(window)
  return { window, looksAtPerson: pid === undefined || looksAtPerson(readMaps(pid)) }
}

/** @param maps /proc/PID/maps; undefined: not readable. */
export function looksAtPerson(maps: string | undefined): boolean {
  return maps === undefined || LOOKS_AT_PERSON.test(maps)
}

function readMaps(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'utf8')
  } catch {
    return undefined
  }
}
