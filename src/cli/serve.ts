import { Command } from 'commander'
import { takeStdout } from './protocol-stdout.ts'

export const command = (): Command =>
  new Command('serve').description('serve MCP over stdin and stdout, until stdin ends').action(serve)

async function serve(): Promise<void> {
  const stdout = takeStdout()
  // Loaded only now: libraries may print while they are loaded.
  const { serveSession } = await import('./serve-session.ts')
  await serveSession(stdout)
  process.exit(0)
}
