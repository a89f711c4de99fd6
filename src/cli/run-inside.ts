import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import type { EmbeddedDesktop } from '../desktop/linux/embedded/desktop.ts'

/** Exit code for a fault of our own, as `env`, `timeout` and `docker run` have it. */
export const cannotRun = 125
export const notExecutable = 126
export const notFound = 127

/** Milliseconds that a command gets to end after a signal was passed on to it. */
const grace = 5_000

/**
 * Runs a command inside a desktop and ends the desktop after it. Resolves with the command's exit code, or 128 + n
 * when signal n ended it. Signals that we get are passed on; a second one, or 5 s, ends everything.
 */
export async function runInside(desktop: EmbeddedDesktop, [program, ...args]: readonly string[]): Promise<number> {
  // Ctrl-C goes to every process of the terminal's foreground group. There the command must stay in our group, to be
  // able to use the terminal, and has the signal already. Elsewhere it gets a group of its own that we signal as a whole.
  const foreground = inForeground()
  let passedOn = 0
  const passOn = (signal: NodeJS.Signals) => {
    const delivered = foreground && (signal === 'SIGINT' || signal === 'SIGQUIT')
    if (delivered) return
    passedOn += 1
    if (passedOn > 1) void desktop.stop()
    else setTimeout(() => desktop.stop(), grace).unref()
    send(child, signal, foreground)
  }
  // before the command runs, which may at once make somebody signal us
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, passOn)
  const child = spawn(program as string, args, { env: desktop.env, stdio: 'inherit', detached: !foreground })
  const finished = once(child, 'close').then(([code, signal]) => exitCode(code, signal), spawnFailure)
  let lost = false
  void desktop.broken.then((what) => {
    lost = true
    process.stderr.write(`surehand: the desktop ended early: ${what}\n`)
    return desktop.stop() // and with it the command
  })
  const code = await finished
  await desktop.stop()
  return lost ? cannotRun : code
}

function inForeground(): boolean {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return group === foregroundGroup
}

function send(child: ChildProcess, signal: NodeJS.Signals, sharesOurGroup: boolean): void {
  if (child.pid === undefined) return
  try {
    process.kill(sharesOurGroup ? child.pid : -child.pid, signal)
  } catch {
    // it has ended
  }
}

function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return code ?? 128 + (signal ? constants.signals[signal] : 0)
}

function spawnFailure(error: NodeJS.ErrnoException): number {
  process.stderr.write(`surehand: cannot run ${error.path ?? 'the command'}: ${error.code ?? error.message}\n`)
  return error.code === 'ENOENT' ? notFound : notExecutable
}
