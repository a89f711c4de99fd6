import { closeSync, openSync } from 'node:fs'
import { Command, InvalidArgumentError, Option } from 'commander'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../desktop/linux/embedded/desktop.ts'
import { cannotRun, runInside } from './run-inside.ts'

interface DesktopFlags {
  readonly wm: string
  readonly size: { readonly width: number; readonly height: number }
}

/** `surehand desktop exec` and `surehand desktop start`. */
export function command(): Command {
  const desktop = new Command('desktop')
    .description('run a command, or stay, inside a fresh desktop of its own')
    .enablePositionalOptions()
  withFlags(desktop.command('exec'))
    .description('run COMMAND in a fresh desktop, then end the desktop; exits as COMMAND does')
    .usage('[options] -- COMMAND [ARGUMENT...]')
    .argument('<command...>', 'what to run, with its arguments')
    .passThroughOptions()
    .action(async (words: string[], flags: DesktopFlags) => {
      process.exitCode = await exec(words, flags)
    })
  withFlags(desktop.command('start'))
    .description('start a desktop, print its environment, and keep it until SIGINT or SIGTERM')
    .option('--json', 'print one JSON object instead of shell commands for eval')
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
  const [, width, height] = /^(\d{2,5})x(\d{2,5})$/.exec(text) ?? []
  if (!width || !height) throw new InvalidArgumentError('Expected WIDTHxHEIGHT in pixels, such as 1280x800.')
  return { width: Number(width), height: Number(height) }
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
