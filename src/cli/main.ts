import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Command, CommanderError } from 'commander'
import { version } from '../version.ts'
import { exitCodes, WRONG_USAGE } from './exit-codes.ts'

/** One subcommand. Its module is loaded only when it is the one that runs, so that no start pays for the others. */
interface Subcommand {
  readonly summary: string
  /** It works in a checkout only; elsewhere no help shows it. */
  readonly checkoutOnly?: true
  readonly load: () => Promise<{ command(): Command }>
}

const subcommands: Readonly<Record<string, Subcommand>> = {
  serve: {
    summary: 'serve MCP over stdin and stdout',
    load: () => import('./serve.ts'),
  },
  call: {
    summary: 'call one tool, or several in a row',
    load: () => import('./call.ts'),
  },
  demo: {
    summary: 'show it at work on an app made for it',
    checkoutOnly: true,
    load: () => import('./demo.ts'),
  },
  doctor: {
    summary: 'say what works on this machine, what is missing, and how to mend it',
    load: () => import('./doctor.ts'),
  },
  tools: {
    summary: 'print the catalog of tools',
    load: () => import('./tools.ts'),
  },
  audit: {
    summary: 'look at the record of everything that was done',
    load: () => import('./audit.ts'),
  },
  policy: {
    summary: "check, test and explain the operator's policy",
    load: () => import('./policy.ts'),
  },
  desktop: {
    summary: 'run a command, or stay, inside a fresh desktop of its own',
    load: () => import('./desktop.ts'),
  },
}

// Halves the time to start. The cache lies with the code, because whoever may write it decides what runs; where that
// folder cannot be written, there is none.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/surehand', import.meta.url)))

// Who reads us may leave at any time, as `| head` does. What runs must come to its end all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const program = new Command('surehand')
  .description('Lets AI agents use real desktop apps, with outcomes that were observed.')
  .version(version(), '--version', 'print the version')
  .helpOption('-h, --help', 'print help')
  .helpCommand('help [command]', 'print help for a command')
  .addHelpText('after', exitCodes({ 0: 'done', 1: 'refused or failed' }))
  .enablePositionalOptions()
  .showHelpAfterError('Run it with --help to see what it takes.')
  .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'surehand: ')) })
  .exitOverride()

const [first, second] = process.argv.slice(2)
const asked = first === 'help' ? second : first
const isCheckout = existsSync(new URL('../../fixture-app/run', import.meta.url))
for (const [name, { summary, checkoutOnly = false, load }] of Object.entries(subcommands)) {
  const command = name === asked ? (await load()).command() : new Command(name).description(summary)
  program.addCommand(inherit(command, program), { hidden: checkoutOnly && !isCheckout })
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : WRONG_USAGE
  else {
    process.stderr.write(`surehand: ${error instanceof Error ? error.message : error}\n`)
    process.exitCode ||= 1
  }
}

/** Commander passes settings on only to commands that it makes itself. */
function inherit(command: Command, from: Command): Command {
  command.copyInheritedSettings(from)
  for (const each of command.commands) inherit(each, command)
  return command
}
