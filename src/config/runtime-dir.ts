import { mkdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './load.ts'
import type { Config } from './schema.ts'

/**
 * The private folder for element ids: made 0700 if it is not there.
 * @throws {ConfigError} when somebody else owns it or could look into it
 */
export function runtimeDir(config: Config, env: NodeJS.ProcessEnv = process.env): string {
  const dir = config.runtime_dir ?? defaultDir(env)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { uid, mode } = statSync(dir)
  const mine = process.getuid?.()
  if (mine !== undefined && uid !== mine)
    throw new ConfigError(
      `The runtime directory ${dir} belongs to user ${uid}, not to ${mine}. Set runtime_dir to a folder of your own.`,
    )
  if ((mode & 0o077) !== 0)
    throw new ConfigError(
      `The runtime directory ${dir} can be read by others (mode ${(mode & 0o777).toString(8)}). Run: chmod 700 ${dir}`,
    )
  return dir
}

function defaultDir(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_RUNTIME_DIR
  return base ? join(base, 'surehand') : join(tmpdir(), `surehand-${process.getuid?.() ?? 'user'}`)
}
