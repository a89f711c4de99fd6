import type { Readable, Writable } from 'node:stream'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller, Engine } from '../dispatch/engine.ts'
import { ClientFault, LineTransport } from './line-transport.ts'
import { createMcpServer, type Results } from './server.ts'

export { ClientFault }

export interface StdioParts {
  readonly results: Results
  readonly input: Readable
  readonly output: Writable
  readonly onError: (error: Error) => void
}

/** One client, served. */
export interface StdioSession {
  /** Resolves when nothing more will come from the client, or it takes no more from us. */
  readonly ended: Promise<void>
  /** Resolves when every request has been answered, when nobody is left to answer to, or after `ms` milliseconds. */
  answered(ms: number): Promise<void>
  /** Drops what has not been answered. */
  close(): Promise<void>
}

/** Serves one client, of either protocol era, over a pair of streams. */
export function serveOverStdio(engine: Engine, caller: Caller, version: string, parts: StdioParts): StdioSession {
  const transport = new LineTransport(parts.input, parts.output)
  const served = serveStdio(() => createMcpServer(engine, caller, version, parts.results), {
    transport,
    onerror: parts.onError,
  })
  return {
    ended: transport.ended,
    answered: (ms) => transport.answered(ms),
    close: () => served.close(),
  }
}
