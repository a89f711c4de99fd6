import { closeSync, openSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../desktop/linux/embedded/desktop.ts'
import { exitCodes } from './exit-codes.ts'
import { cannotRun, notExecutable, notFound, runInside } from './run-inside.ts'

interface DesktopFlags {
  readonly wm: string
  readonly size: { readonly width: number; readonly height: number }
}

/** Width and height of a screen, in pixels: room for one window, and what an X server takes memory for without a thought. */
const LEAST = 100
const MOST = 8_192

/** `surehand desktop exec` and `surehand desktop start`. */
export function command(): Command {
  const desktop = new Command('desktop')
    .description('run a command, or stay, inside a fresh desktop of its own')
    .addHelpText('after', exitCodes({}, 'any other is that of the subcommand'))
    .enablePositionalOptions()
  withFlags(desktop.command('exec'))
    .description('run COMMAND in a fresh desktop, then end the desktop; exits as COMMAND does')
    .usage('[options] -- COMMAND [ARGUMENT...]')
    .argument('<command...>', 'what to run, with its arguments')
    .passThroughOptions()
    .addHelpText(
      'after',
      exitCodes(
        {
          [cannotRun]: 'the desktop did not start, or broke',
          [notExecutable]: 'COMMAND cannot be run',
          [notFound]: 'COMMAND was not found',
        },
        'any other is that of COMMAND, 128 + n when signal n ended it',
      ),
    )
    .action(async (words: string[], flags: DesktopFlags) => {
      process.exitCode = await exec(words, flags)
    })
  withFlags(desktop.command('start'))
    .description('start a desktop, print its environment, and keep it until SIGINT or SIGTERM')
    .option('--json', 'print one JSON object instead of shell commands for eval')
    .addHelpText('after', exitCodes({ 0: 'a signal ended it', 1: 'it did not start, or broke' }))
    .action(start)
  return desktop
}

function withFlags(subcommand: Command): Command {
  return subcommand
    .option('--wm <command>', 'window manager: a command that speaks EWMH, or none', 'openbox')
    .addOption(
      new Option('--size <WxH>', 'of the screen in pixels')
        .argParser(parseSize)
        .default({ width: 1280, height: 800 }, '1280x800'),
    )
}

function parseSize(text: string): DesktopFlags['size'] {
  const [width = 0, height = 0] = /^(\d+)x(\d+)$/.exec(text)?.slice(1).map(Number) ?? []
  const fits = (length: number) => length >= LEAST && length <= MOST
  if (!fits(width) || !fits(height))
    throw new InvalidArgumentError(`Expected WIDTHxHEIGHT in pixels, each from ${LEAST} to ${MOST}, such as 1280x800.`)
  return { width, height }
}

async function exec(words: readonly string[], flags: DesktopFlags): Promise<number> {
  let desktop: EmbeddedDesktop
  try {
    desktop = await startEmbeddedDesktop({ windowManager: flags.wm, size: flags.size })
  } catch (error) {
    process.stderr.write(`surehand: ${(error as Error).message}\n`)
    return cannotRun
  }
  return runInside(desktop, words)
}

async function start(flags: DesktopFlags & { readonly json?: true }): Promise<void> {
  const desktop = await startEmbeddedDesktop({ windowManager: flags.wm, size: flags.size })
  const signalled = new Promise<undefined>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(undefined))
  })
  const text = flags.json ? asJson(desktop) : asShell(desktop)
  await new Promise((resolve) => process.stdout.write(text, resolve))
  letReaderGo()
  const broken = await Promise.race([desktop.broken, signalled])
  await desktop.stop()
  if (broken) throw new Error(`the desktop ended early: ${broken}`)
}

/** `{display, pid, env, unset}`: what to set and unset to be inside; `pid` is the process to signal to end it. */
function asJson({ display, change }: EmbeddedDesktop): string {
  return `${JSON.stringify({ display, pid: process.pid, env: change.set, unset: change.unset })}\n`
}

function asShell({ change }: EmbeddedDesktop): string {
  const lines = Object.entries(change.set).map(([name, value]) => `export ${name}=${quote(value)}`)
  return `${[...lines, `unset ${change.unset.join(' ')}`, `SUREHAND_DESKTOP_PID=${process.pid}`].join('\n')}\n`
}

function quote(value: string): string {
  return `'${value.replaceAll("'", "'\\''")}'`
}

/** Ends our standard output, so that `eval "$(surehand desktop start &)"` has all there will be and goes on. */
function letReaderGo(): void {
  closeSync(1)
  openSync('/dev/null', 'w') // takes the lowest free number, which is 1: nothing else must get it
}
