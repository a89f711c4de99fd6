import { randomUUID } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { Desktop } from '../desktop/port.ts'
import { ResultFiles } from '../mcp/result-files.ts'
import { ClientFault, serveOverStdio } from '../mcp/stdio.ts'
import type { Logger } from '../observability/log.ts'
import { type MetricsServer, type Source, serveMetrics } from '../observability/metrics/server.ts'
import { version } from '../version.ts'
import { openEngine } from './compose.ts'
import type { Measured } from './measure.ts'

/** How long a client that has closed its end still gets answers, in milliseconds; then what was not sent is cancelled. */
const ANSWERS_MS = 3_000
/** For the last answers to be written, in milliseconds. */
const LAST_WORDS_MS = 500

/** Loaded only where metrics are wanted: it costs the start 20 ms. */
const measure = async (desktop: Desktop): Promise<Measured> => (await import('./measure.ts')).measure(desktop)

/**
 * Serves one client over stdin and the given stream until stdin ends or a signal comes, and leaves nothing open. What was
 * asked before is answered first; a signal cuts that short, and only what has been sent runs to its verdict then.
 */
export async function serveSession(stdout: Writable): Promise<void> {
  const { engine, logger, results, metrics } = await openEngine({ usual: 'info' }, { measure })
  const endpoint = metrics && (await offer(metrics.source, metrics.port, logger))
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
  await endpoint?.close()
  files.remove()
}

/** Another server of this machine may have the port; that is no reason not to serve. */
async function offer(source: Source, port: number, logger: Logger): Promise<MetricsServer | undefined> {
  try {
    const server = await serveMetrics(source, port)
    logger.info({ url: `http://127.0.0.1:${port}/metrics` }, 'metrics')
    return server
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    logger.error({ port, code }, 'no metrics: nothing can listen on this port; give each server a port of its own')
    return undefined
  }
}
