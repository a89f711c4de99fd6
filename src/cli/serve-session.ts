import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import { ResultFiles } from '../mcp/result-files.ts'
import { ClientFault, serveOverStdio } from '../mcp/stdio.ts'
import { version } from '../version.ts'
import { openEngine } from './compose.ts'

/** How long a client that has closed its end still gets answers, in milliseconds; then what was not sent is cancelled. */
const ANSWERS_MS = 3_000
/** For the last answers to be written, in milliseconds. */
const LAST_WORDS_MS = 500

/**
 * Serves one client over stdin and the given stream until stdin ends or a signal comes, and leaves nothing open. What was
 * asked before is answered first; a signal cuts that short, and only what has been sent runs to its verdict then.
 */
export async function serveSession(stdout: Writable): Promise<void> {
  const { engine, logger, results } = await openEngine({ usual: 'info' })
  const files = ResultFiles.ofSession(results.runtimeDir, results.bounds)
  const caller = { id: `stdio:${randomUUID()}` }
  const session = serveOverStdio(engine, caller, version(), {
    results: { maxBytes: results.maxBytes, files },
    input: process.stdin,
    output: stdout,
    onError: (error) =>
      logger.warn({ fault: error.name }, error instanceof ClientFault ? error.message : 'protocol error'),
  })
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  await Promise.race([session.ended.then(() => session.answered(ANSWERS_MS)), signalled])
  await engine.close()
  await session.answered(LAST_WORDS_MS)
  await session.close()
  files.remove()
}
