import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BareBus } from './bare-bus.ts'

type Environment = Readonly<Record<string, string>>

const READY_WITHIN_MS = 30_000
/** Fewer accessibles are not yet, or not, the whole of Mousepad's window. */
const WHOLE_WINDOW = 200

export interface RunningApp {
  readonly pid: number
  stop(): Promise<void>
}

/** Mousepad with a short text, its window complete on the accessibility bus. */
export async function startMousepad(env: Environment, accessibilityBus: string, folder: string): Promise<RunningApp> {
  const file = join(folder, 'notes.txt')
  writeFileSync(
    file,
    Array.from({ length: 12 }, (_, line) => `Line ${line + 1} of a text that nobody changes.\n`).join(''),
  )
  const child = spawn('mousepad', ['--disable-server', file], { env, stdio: 'ignore' })
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`mousepad does not start (${error}); it is the Debian package mousepad`)
  })
  await Promise.race([once(child, 'spawn'), failed])
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  try {
    await complete(accessibilityBus, child.pid ?? -1)
    return { pid: child.pid ?? -1, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A window says nowhere that all of it has been built: it has, when two looks find the same. */
async function complete(accessibilityBus: string, pid: number): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  let before = -1
  for (;;) {
    const count = await countItems(accessibilityBus, pid)
    if (count >= WHOLE_WINDOW && count === before) return
    if (performance.now() > deadline) throw new Error(`mousepad shows ${count} accessibles after ${READY_WITHIN_MS} ms`)
    before = count
    await delay(300)
  }
}

async function countItems(accessibilityBus: string, pid: number): Promise<number> {
  let bus: BareBus | undefined
  try {
    bus = await BareBus.connect(accessibilityBus, pid)
    return (await bus.items()).length
  } catch {
    return 0 // not on the bus yet
  } finally {
    await bus?.close()
  }
}
