import { accessSync, constants, mkdirSync, type Stats, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from './load.ts'
import type { Config } from './schema.ts'

/**
 * The private folder for element ids: made 0700 if it is not there.
 * @throws {ConfigError} when it cannot be made or written, or somebody else owns it or could look into it
 */
export function runtimeDir(config: Config, env: NodeJS.ProcessEnv = process.env): string {
  const [dir, origin] = chooseDir(config, env)
  const { uid, mode } = makeWritable(dir, origin)
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

function makeWritable(dir: string, origin: string): Stats {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK | constants.X_OK)
    return statSync(dir)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new ConfigError(
      `The runtime directory ${dir} (from ${origin}) cannot be made or written: ${code}. ` +
        'Set runtime_dir in surehand.yaml to a folder that you can write.',
      { cause },
    )
  }
}

/** The folder, and what named it. */
function chooseDir(config: Config, env: NodeJS.ProcessEnv): readonly [string, string] {
  if (config.runtime_dir !== undefined) return [config.runtime_dir, 'runtime_dir']
  const base = env.XDG_RUNTIME_DIR
  if (base) return [join(base, 'surehand'), 'XDG_RUNTIME_DIR']
  return [join(tmpdir(), `surehand-${process.getuid?.() ?? 'user'}`), 'the temp folder']
}
