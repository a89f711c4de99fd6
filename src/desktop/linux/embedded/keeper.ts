/**
 * The keeper of one desktop, a process of its own: `keeper ID ROOT`. It waits until the pipe on its standard input
 * closes, which happens when the owner asks for the end and also when the owner dies in whatever way, SIGKILL included.
 * Then it ends every process of the desktop and removes its folder. This is the only way down, so a quiet end takes the
 * same path as a crash.
 *
 * Why not PR_SET_PDEATHSIG: it reaches direct children only, not what the bus activates or what an app leaves behind.
 * Why not a PID namespace: it needs privileges, and pids inside would differ from those that a person sees.
 */
import { rm } from 'node:fs/promises'
import { isDesktopRoot } from './folders.ts'
import { endProcesses } from './processes.ts'

const [id, root] = process.argv.slice(2)
if (!id || !root || !isDesktopRoot(root)) throw new Error('usage: keeper ID ROOT, where ROOT is a folder of a desktop')

// only the pipe decides: a signal that is meant for the whole group must not leave the desktop without a keeper
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})

process.stdin.on('error', () => {})
process.stdin.on('close', async () => {
  const left = await endProcesses(id)
  await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  process.exitCode = left.length === 0 ? 0 : 1
})
process.stdin.resume()
