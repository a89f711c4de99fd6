import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProcessIdentity } from '../port.ts'

/** What /proc tells of one process. All reads are of kernel memory, none waits for the process. */

/** `undefined` when no such process exists. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = statOf(pid)?.startTime
  return startTime === undefined ? undefined : { pid, startTime }
}

export function isAlive(process: ProcessIdentity): boolean {
  const stat = statOf(process.pid)
  // A zombie has ended; only its parent has not looked yet.
  return stat !== undefined && stat.startTime === process.startTime && stat.state !== 'Z'
}

/** Stopped by a signal or a debugger, so that it cannot answer or draw. */
export function isStopped(pid: number): boolean {
  const state = statOf(pid)?.state
  return state === 'T' || state === 't'
}

/** Basename of the executable; absent for processes of other users. */
export function executableOf(pid: number): string | undefined {
  try {
    // The kernel marks a file that was replaced while it runs, as package upgrades do.
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, ''))
  } catch {
    return undefined
  }
}

/** What it has loaded, as /proc/PID/maps tells; `undefined` where it cannot be looked into. */
export function mapsOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/maps`, 'latin1')
  } catch {
    return undefined
  }
}

/** Programs in Tk have any name, and tell accessibility nothing. */
export function loadsTk(pid: number): boolean {
  return /\/libtk\d/.test(mapsOf(pid) ?? '')
}

/** The session that it belongs to; `undefined` when no such process exists. */
export function sessionOf(pid: number): number | undefined {
  return statOf(pid)?.session
}

export interface ProcessStat {
  readonly state: string
  readonly session: number
  readonly startTime: string
}

function statOf(pid: number): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return undefined
  }
}

/** proc(5): the second field is the name in parentheses and may hold spaces and parentheses; field 3 follows the last. */
export function parseStat(line: string): ProcessStat | undefined {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [state] = fields
  const startTime = fields[22 - 3]
  return state === undefined || startTime === undefined
    ? undefined
    : { state, session: Number(fields[6 - 3]), startTime }
}
