import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { endProcesses } from './processes.ts'

/** Watches over a desktop from outside this process. */
export interface Keeper {
  readonly pid: number
  /** Ends every process of the desktop and removes its folder; resolves when that is done. Idempotent. */
  end(): Promise<void>
}

/** Starts the keeper. From now on the desktop cannot outlive this process, however it ends. */
export function startKeeper(id: string, root: string): Keeper {
  const own = fileURLToPath(import.meta.url)
  const program = own.replace(/keep(\.[jt]s)$/, 'keeper$1')
  // in a session of its own, so that Ctrl-C or a signal to our process group does not reach it
  const child = spawn(process.execPath, [program, id, root], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.on('error', () => {}) // it has gone before us; `end` does its work
  const exited = once(child, 'close').then(
    ([code]) => code === 0,
    () => false,
  )
  const end = async () => {
    child.stdin.end()
    if (await exited) return
    const left = await endProcesses(id)
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    if (left.length > 0) throw new Error(`the desktop ended, but processes ${left.join(', ')} could not be killed`)
  }
  let ending: Promise<void> | undefined
  return {
    get pid() {
      return child.pid ?? -1
    },
    end: () => (ending ??= end()),
  }
}
