import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type KeyFile, parseKeyFile, splitList } from './desktop-file.ts'
import { dataFolders, type Entry } from './entries.ts'
import { typeOfFile } from './file-types.ts'

/** The app that opens this URL: the person's choice, else the system's, else any that can. */
export async function findHandler(
  url: string,
  entries: readonly Entry[],
  env: NodeJS.ProcessEnv,
): Promise<Entry | undefined> {
  const lists = await readLists(env)
  for (const type of await typesOf(url, env)) {
    const handler = chooseHandler(type, lists, entries)
    if (handler !== undefined) return handler
  }
  return undefined
}

/** A file's own type, then those that it is a kind of; of every other URL its scheme. */
async function typesOf(url: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { protocol } = new URL(url)
  const scheme = `x-scheme-handler/${protocol.slice(0, -1)}`
  return protocol === 'file:' ? [...(await typeOfFile(url, dataFolders(env))), scheme] : [scheme]
}

/** MIME Applications Associations 1.0.1. `lists`: most important first. Pure. */
export function chooseHandler(type: string, lists: readonly KeyFile[], entries: readonly Entry[]): Entry | undefined {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const named = (list: KeyFile, group: string) => splitList(list.get(group)?.get(type) ?? '')
  const existing = (ids: readonly string[]) => ids.flatMap((id) => byId.get(id) ?? [])
  const defaults = existing(lists.flatMap((list) => named(list, 'Default Applications')))
  if (defaults[0] !== undefined) return defaults[0]
  const removed = new Set<string>()
  const added: string[] = []
  for (const list of lists) {
    added.push(...named(list, 'Added Associations').filter((id) => !removed.has(id)))
    for (const id of named(list, 'Removed Associations')) removed.add(id)
  }
  return existing(added)[0] ?? entries.find(({ id, mimeTypes }) => mimeTypes.includes(type) && !removed.has(id))
}

async function readLists(env: NodeJS.ProcessEnv): Promise<readonly KeyFile[]> {
  const own = env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config')
  const configFolders = [own, ...(env.XDG_CONFIG_DIRS || '/etc/xdg').split(delimiter)]
  const folders = [...configFolders, ...dataFolders(env).map((folder) => join(folder, 'applications'))]
  const desktops = (env.XDG_CURRENT_DESKTOP ?? '').split(':').filter((name) => name !== '')
  const names = [...desktops.map((name) => `${name.toLowerCase()}-mimeapps.list`), 'mimeapps.list']
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.filter((text) => text !== '').map(parseKeyFile)
}
