import { constants } from 'node:fs'
import { access, readdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import { type KeyFile, parseKeyFile, splitList, unescapeValue } from './desktop-file.ts'
import { programIndex, splitArguments } from './exec.ts'

type Environment = NodeJS.ProcessEnv

/** An installed app, by its desktop entry. */
export interface Entry {
  /** Desktop file id, `org.gnome.Calculator.desktop`. */
  readonly id: string
  readonly file: string
  /** Localised. */
  readonly name: string
  readonly plainName: string
  /** Exec value, string escapes undone. */
  readonly exec: string
  readonly executable: string
  readonly folder?: string
  readonly icon?: string
  /** WM_CLASS of its windows, if it says so. */
  readonly windowClass?: string
  readonly mimeTypes: readonly string[]
  /** It is not meant to be shown among the apps; it may still be what opens a file or a URL. */
  readonly isHelper: boolean
}

/** Folders that hold `applications/`, the most important first (XDG Base Directory Specification). */
export function dataFolders(env: Environment): readonly string[] {
  const own = env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local/share')
  return [own, ...(env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(delimiter)].filter(isAbsolute)
}

/** Every app that can be started. An entry in a more important folder replaces or hides that of the same id in others. */
export async function readEntries(env: Environment): Promise<readonly Entry[]> {
  const byId = new Map<string, Entry | undefined>()
  for (const folder of dataFolders(env)) {
    const applications = join(folder, 'applications')
    const files = await readdir(applications, { recursive: true }).catch(() => [])
    const found = files
      .filter((file) => file.endsWith('.desktop'))
      .map((file) => [idOf(file), join(applications, file)])
    const fresh = found.filter((pair): pair is [string, string] => pair[0] !== undefined && !byId.has(pair[0]))
    const entries = await Promise.all(fresh.map(([id, file]) => readEntry(id, file, env)))
    for (const [index, [id]] of fresh.entries()) byId.set(id, entries[index])
  }
  return [...byId.values()].filter((entry) => entry !== undefined)
}

/** Folders below `applications/` are part of the id. */
const idOf = (file: string): string => file.replaceAll('/', '-')

async function readEntry(id: string, file: string, env: Environment): Promise<Entry | undefined> {
  try {
    const entry = describeEntry(id, file, parseKeyFile(await readFile(file, 'utf8')), env)
    if (entry === undefined) return undefined
    return (await isInPath(entry.tryExec ?? entry.program, env)) ? entry : undefined
  } catch {
    // Unreadable, or its Exec line is against the specification: it cannot be started, so it is not there.
    return undefined
  }
}

type Described = Entry & { readonly program: string; readonly tryExec?: string }

/**
 * Pure. `undefined`: nothing that can be started without a terminal.
 * @throws Error for a malformed Exec line
 */
export function describeEntry(id: string, file: string, keys: KeyFile, env: Environment): Described | undefined {
  const group = keys.get('Desktop Entry')
  const exec = group?.get('Exec')
  const plainName = group?.get('Name')
  if (group === undefined || exec === undefined || plainName === undefined) return undefined
  const isTrue = (key: string) => group.get(key) === 'true'
  if (group.get('Type') !== 'Application' || isTrue('Hidden') || isTrue('Terminal')) return undefined
  const line = unescapeValue(exec)
  const args = splitArguments(line)
  const program = args[programIndex(args)]
  if (program === undefined) return undefined
  const text = (key: string, name: string) => {
    const value = group.get(key)
    return value === undefined || value === '' ? {} : { [name]: unescapeValue(value) }
  }
  return {
    id,
    file,
    name: unescapeValue(localised(group, 'Name', env) ?? plainName),
    plainName: unescapeValue(plainName),
    exec: line,
    executable: basename(program),
    ...text('Path', 'folder'),
    ...text('Icon', 'icon'),
    ...text('StartupWMClass', 'windowClass'),
    mimeTypes: splitList(group.get('MimeType') ?? ''),
    isHelper: isTrue('NoDisplay'),
    program,
    ...text('TryExec', 'tryExec'),
  }
}

/** `de_AT.UTF-8` reads Name[de_AT], then Name[de]. */
function localised(group: ReadonlyMap<string, string>, key: string, env: Environment): string | undefined {
  const locale = (env.LC_ALL || env.LC_MESSAGES || env.LANG || '').replace(/\..*?(?=@|$)/, '')
  const [, language, country, modifier] = /^([^_@]+)(_[^@]+)?(@.+)?$/.exec(locale) ?? []
  if (language === undefined) return undefined
  const tried = [`${language}${country ?? ''}${modifier ?? ''}`, `${language}${country ?? ''}`, language]
  return tried.map((name) => group.get(`${key}[${name}]`)).find((value) => value !== undefined)
}

async function isInPath(program: string, env: Environment): Promise<boolean> {
  const candidates = isAbsolute(program)
    ? [program]
    : (env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  const found = await Promise.all(
    candidates.map((path) =>
      access(path, constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}
