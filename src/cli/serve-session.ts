import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { serveOverStdio } from '../mcp/stdio.ts'
import { version } from '../version.ts'
import { openEngine } from './compose.ts'

/** Serves one client over stdin and the given stream until stdin ends or a signal comes, and leaves nothing open. */
export async function serveSession(stdout: Writable): Promise<void> {
  const { engine, logger } = await openEngine({ usual: 'info' })
  const caller = { id: `stdio:${randomUUID()}` }
  const served = serveOverStdio(engine, caller, version(), {
    input: process.stdin,
    output: stdout,
    onError: (error) => logger.warn({ fault: error.name }, 'protocol error'),
  })
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await ended
  await served.close()
  await engine.close()
}
