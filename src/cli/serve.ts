import { randomUUID } from 'node:crypto'
import { Command } from 'commander'
import { serveOverStdio } from '../mcp/stdio.ts'
import { version } from '../version.ts'
import { openEngine } from './compose.ts'
import { takeStdout } from './protocol-stdout.ts'

export const command = (): Command =>
  new Command('serve').description('serve MCP over stdin and stdout, until stdin ends').action(serve)

async function serve(): Promise<void> {
  const stdout = takeStdout()
  const { engine, logger } = await openEngine()
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
  process.exit(0)
}
