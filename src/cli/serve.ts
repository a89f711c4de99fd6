import { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { takeStdout } from './protocol-stdout.ts'

export const command = (): Command =>
  new Command('serve')
    .description('serve MCP over stdin and stdout, until stdin ends')
    .addHelpText('after', exitCodes({ 0: 'stdin ended, or a signal asked for the end', 1: 'it could not start' }))
    .action(serve)

async function serve(): Promise<void> {
  const stdout = takeStdout()
  // Loaded only now: libraries may print while they are loaded.
  const { serveSession } = await import('./serve-session.ts')
  await serveSession(stdout)
  process.exit(0)
}
