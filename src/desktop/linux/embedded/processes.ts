import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { markerVariable, roleVariable } from './environment.ts'

/** What /proc says of one process. */
export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** Field 22 of /proc/PID/stat: with the pid, an identity that a later process cannot have. */
  readonly startTime: string
  /** Desktops that it belongs to, outermost first. */
  readonly desktops: readonly string[]
  /** Part of the desktop itself: X server, bus, a service that the bus started, window manager. */
  readonly service: boolean
}

/** Every process that is still running; a zombie has ended. */
export function readProcesses(): ProcessEntry[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
}

function readProcess(pid: number): ProcessEntry[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // the command name is in parentheses and may itself hold spaces and parentheses
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return []
    const variables = readEnvironment(pid)
    return [
      {
        pid,
        parent: Number(parent),
        startTime: rest[17] ?? '',
        desktops: variable(variables, markerVariable)?.split(':') ?? [],
        service: variable(variables, roleVariable) === 'services',
      },
    ]
  } catch {
    return [] // ended while we looked
  }
}

/** Another user's environment is not readable, and no process of ours. */
function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
  } catch {
    return []
  }
}

function variable(variables: readonly string[], name: string): string | undefined {
  return variables.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1)
}

/**
 * The processes of one desktop: those that carry its id, and whatever descends from them (a program may overwrite its
 * environment, as Chromium's children do). `earlier` members stay members when their parent has gone.
 */
export function membersOf(
  id: string,
  all: readonly ProcessEntry[],
  earlier: ReadonlyMap<number, ProcessEntry> = new Map(),
): Map<number, ProcessEntry> {
  const members = new Map<number, ProcessEntry>()
  const isEarlier = (entry: ProcessEntry) => earlier.get(entry.pid)?.startTime === entry.startTime
  for (const entry of all) {
    if (entry.desktops.includes(id) || isEarlier(entry)) members.set(entry.pid, earlier.get(entry.pid) ?? entry)
  }
  for (let found = -1; found !== members.size; ) {
    found = members.size
    for (const entry of all) {
      const parent = members.get(entry.parent)
      if (parent && !members.has(entry.pid)) members.set(entry.pid, { ...entry, service: parent.service })
    }
  }
  return members
}

/** Milliseconds that processes get to end by themselves after SIGTERM, and then to vanish after SIGKILL. */
const grace = 1_000
const patience = 5_000
const lookAgain = 15

/**
 * Ends every process of a desktop: its apps first, while the display that they draw on is still there, then the
 * desktop's own services. Resolves when none is left, or with the pids of those that even SIGKILL did not end.
 */
export async function endProcesses(id: string): Promise<number[]> {
  const apps = await endGroup(id, (entry) => !entry.service)
  const services = await endGroup(id, () => true)
  return [...new Set([...apps, ...services])]
}

async function endGroup(id: string, belongs: (entry: ProcessEntry) => boolean): Promise<number[]> {
  const started = performance.now()
  const asked = new Set<number>()
  let members = membersOf(id, readProcesses())
  for (;;) {
    const left = [...members.values()].filter((entry) => belongs(entry) && entry.pid !== process.pid)
    const spent = performance.now() - started
    if (left.length === 0 || spent > grace + patience) return left.map((entry) => entry.pid)
    for (const { pid } of left) {
      if (spent > grace) send(pid, 'SIGKILL')
      else if (!asked.has(pid)) {
        asked.add(pid)
        send(pid, 'SIGTERM')
        send(pid, 'SIGCONT') // a stopped process would not see the request
      }
    }
    await delay(lookAgain)
    members = membersOf(id, readProcesses(), members)
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // ended meanwhile
  }
}
