import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { explainIssues, inWords } from '../explain-issues.ts'
import { type Config, configSchema } from './schema.ts'

/** The configuration cannot be used. The message names the file, the key, what was expected and what came. */
export class ConfigError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConfigError'
  }
}

export interface LoadedConfig {
  readonly config: Config
  /** The file it came from; absent when there is none and the defaults hold. */
  readonly file?: string
}

/**
 * Reads `$SUREHAND_CONFIG`, else `./surehand.yaml`, else `~/.config/surehand/surehand.yaml`; none of them = defaults.
 * A file named by `SUREHAND_CONFIG` must exist.
 * @throws {ConfigError}
 */
export function loadConfig(env: NodeJS.ProcessEnv = process.env, cwd = process.cwd()): LoadedConfig {
  const named = env.SUREHAND_CONFIG
  const candidates = named
    ? [named]
    : [
        join(cwd, 'surehand.yaml'),
        join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'surehand', 'surehand.yaml'),
      ]
  for (const file of candidates) {
    const text = readIfThere(file)
    if (text !== undefined) return { config: parseConfig(text, file), file }
    if (named) throw new ConfigError(`SUREHAND_CONFIG names ${file}, which does not exist.`)
  }
  return { config: configSchema.parse({}) }
}

/** @throws {ConfigError} */
export function parseConfig(text: string, file: string): Config {
  const document = parseDocument(text, { prettyErrors: true })
  const fault = document.errors[0]
  if (fault !== undefined) throw new ConfigError(`${file} is not valid YAML: ${fault.message}`)
  // A key without anything behind it, as a section whose keys are all commented out, is as if it were not there.
  const input: unknown = document.toJS({ reviver: (_, value) => value ?? undefined })
  const parsed = configSchema.safeParse(input ?? {}, { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = explainIssues(parsed.error, configSchema, { whole: 'the file', entry: 'key' })
  throw new ConfigError(problems.map((problem) => `${file}: ${inWords(problem)}`).join('\n'))
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(`${file} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}
