import { mapsOf } from '../processes.ts'
import type { XServer } from '../x11/server.ts'
import { pidsByConnection } from '../x11/window-pids.ts'

/** Where keys are to arrive, and what is known of how they are read there. */
export interface Target {
  /** XID of the app's window. */
  readonly window: number
  /**
   * Its app takes Shift, Caps Lock and group from the person's keyboard, whichever keyboard a key came from. So nothing may
   * depend on them.
   */
  readonly looksAtPerson: boolean
  /**
   * Its app learns of a new key map in the order of its events: keys that were sent before a change come out by the old map,
   * those after it by the new one. Xlib's own lookup takes a new map for all that it has not looked up yet, Qt 5 the old one
   * for some that come later.
   */
  readonly keepsOrder: boolean
  /** Takes some characters for the beginning of a compose sequence; see `looksDead`. It offers to enter any by its number. */
  readonly confusesDead: boolean
}

/** Qt 5 keeps one XKB state, of the core keyboard, and translates all keys by it; Qt 6 keeps one for each keyboard. */
const LOOKS_AT_PERSON = /\/libQt5XcbQpa\.so/

/** GDK; measured: 300 layout switches while typing, none came out otherwise. */
const KEEPS_ORDER = /\/(?:libgdk-3|libgtk-4)\.so/

/** Chromium and Electron load GTK for its looks and read keys themselves. */
const READS_BY_ITSELF = /\/icudtl\.dat|_100_percent\.pak/

const CONFUSES_DEAD = /\/libgtk-3\.so/

/** An app that cannot be looked into is treated with care. */
export async function describeTarget(server: XServer, window: number): Promise<Target> {
  const pid = (await pidsByConnection(server, [window])).get(window)
  return { window, ...readingOf(pid === undefined ? undefined : mapsOf(pid)) }
}

/** @param maps /proc/PID/maps; undefined: not readable. */
export function readingOf(maps: string | undefined): Omit<Target, 'window'> {
  return {
    looksAtPerson: maps === undefined || LOOKS_AT_PERSON.test(maps),
    keepsOrder: maps !== undefined && KEEPS_ORDER.test(maps) && !READS_BY_ITSELF.test(maps),
    confusesDead: maps !== undefined && CONFUSES_DEAD.test(maps),
  }
}
