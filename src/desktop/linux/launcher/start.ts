import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { PortError, type ProcessIdentity } from '../../port.ts'
import { identify } from '../processes.ts'
import { accessibleEnvironment, accessibleFlags } from './accessibility.ts'
import type { Entry } from './entries.ts'
import { execArguments, programIndex } from './exec.ts'

export interface Started {
  readonly process: ProcessIdentity
  /** Resolves when it ends, with its exit code; `undefined` after a signal. */
  readonly ended: Promise<number | undefined>
}

/** Meant for our own process, and read by others: Electron apps are Node as well. */
const OURS = ['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_PATH', 'SUREHAND_CONFIG', 'XDG_ACTIVATION_TOKEN']

/**
 * Starts an app without a shell, in a session of its own, so that it lives on when we end and hears none of our signals.
 * @throws PortError `rejected`: nothing was started
 */
export async function startEntry(
  entry: Entry,
  url: string | undefined,
  startupId: string,
  env: NodeJS.ProcessEnv,
): Promise<Started> {
  const [program, ...args] = await commandOf(entry, url, env)
  const child = spawn(program, args, {
    cwd: entry.folder ?? (env.HOME || homedir()),
    env: environmentOf(env, startupId),
    detached: true,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit').then(
    ([code]) => (typeof code === 'number' ? code : undefined),
    () => undefined,
  )
  try {
    await once(child, 'spawn')
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? 'unknown fault'
    throw new PortError('rejected', `${entry.name} could not be started: ${program}: ${why}`, { cause })
  }
  child.unref()
  const process = identify(child.pid as number)
  if (process === undefined) throw new PortError('rejected', `${entry.name} ended as soon as it was started`)
  return { process, ended }
}

async function commandOf(
  entry: Entry,
  url: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<readonly [string, ...string[]]> {
  const { name, file, icon } = entry
  try {
    const args = [
      ...execArguments(entry.exec, { name, file, ...(icon && { icon }), ...(url !== undefined && { url }) }),
    ]
    const at = programIndex(args)
    args.splice(at + 1, 0, ...(await accessibleFlags(args[at] ?? '', env)))
    return args as [string, ...string[]]
  } catch (cause) {
    throw new PortError('rejected', `${name} could not be started: ${cause instanceof Error ? cause.message : ''}`, {
      cause,
    })
  }
}

function environmentOf(env: NodeJS.ProcessEnv, startupId: string): NodeJS.ProcessEnv {
  const unset = new Set<string>([...accessibleEnvironment.unset, ...OURS])
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !unset.has(name))),
    ...accessibleEnvironment.set,
    DESKTOP_STARTUP_ID: startupId,
  }
}
