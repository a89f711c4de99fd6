import type { Readable, Writable } from 'node:stream'
import { type StdioServerHandle, StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller, Engine } from '../dispatch/engine.ts'
import { createMcpServer } from './server.ts'

export interface StdioStreams {
  readonly input: Readable
  readonly output: Writable
  readonly onError: (error: Error) => void
}

/** Serves one client, of either protocol era, over a pair of streams until the input ends. */
export function serveOverStdio(
  engine: Engine,
  caller: Caller,
  version: string,
  streams: StdioStreams,
): StdioServerHandle {
  return serveStdio(() => createMcpServer(engine, caller, version), {
    transport: new StdioServerTransport(streams.input, streams.output),
    onerror: streams.onError,
  })
}
