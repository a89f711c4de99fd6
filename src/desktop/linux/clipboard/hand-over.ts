import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** How long the end of surehand may wait for the new holder, in milliseconds. */
const WITHIN = 3_000

/** Starts a process that holds this text in the clipboard from now on, and resolves once it does. Never rejects. */
export async function handOver(text: string, env: NodeJS.ProcessEnv): Promise<void> {
  const own = fileURLToPath(import.meta.url)
  const program = own.replace(/hand-over(\.[jt]s)$/, 'holder$1')
  const child = spawn(process.execPath, [program], { env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] })
  // Without a holder the clipboard is empty, as after the end of any other app.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  const taken = once(child.stdout.resume(), 'close', { signal: AbortSignal.timeout(WITHIN) }).catch(() => undefined)
  child.stdin.end(text)
  await taken
  child.stdout.destroy()
  child.unref()
}
