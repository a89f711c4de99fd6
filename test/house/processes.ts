import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** What /proc says, read without any of surehand's code. */

/** `pid command` of every running process that has `NAME=value` in its environment; zombies have none left. */
export function processesWith(name: string, value: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      const variables = read(pid, 'environ').split('\0')
      return variables.includes(`${name}=${value}`) ? [`${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`] : []
    })
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

/** Looks until the condition holds and gives what made it hold; the last resort where nothing tells of the change. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const deadline = performance.now() + 15_000
  for (;;) {
    const seen = await look()
    if (seen !== undefined && seen !== false) return seen
    if (performance.now() > deadline) throw new Error(`waited 15 s in vain: ${what}`)
    await delay(20)
  }
}
