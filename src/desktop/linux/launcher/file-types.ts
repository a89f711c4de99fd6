import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * MIME types of a file: URL by the name of the file, the fitting one first, then those that it is a kind of (Shared MIME-info
 * Database, `globs2` and `subclasses`). The content is not looked at.
 */
export async function typeOfFile(url: string, dataFolders: readonly string[]): Promise<readonly string[]> {
  const path = fileURLToPath(url)
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (isFolder) return ['inode/directory']
  const read = async (name: string) => {
    const texts = dataFolders.map((folder) => readFile(join(folder, 'mime', name), 'utf8').catch(() => ''))
    return (await Promise.all(texts)).join('\n')
  }
  const type = typeByName(basename(path), await read('globs2'))
  return type === undefined ? [] : withParents(type, await read('subclasses'))
}

/** The heaviest pattern that fits, of these the longest. Patterns with wildcards elsewhere than in front are rare and left out. Pure. */
export function typeByName(name: string, globs: string): string | undefined {
  let best: { readonly weight: number; readonly length: number; readonly type: string } | undefined
  for (const line of globs.split('\n')) {
    const [weight, type, glob, flags] = line.split(':')
    if (line.startsWith('#') || type === undefined || glob === undefined) continue
    if (!fits(name, glob, flags === 'cs')) continue
    const candidate = { weight: Number(weight), length: glob.length, type }
    const isBetter =
      best === undefined ||
      candidate.weight > best.weight ||
      (candidate.weight === best.weight && candidate.length > best.length)
    if (isBetter) best = candidate
  }
  return best?.type
}

function fits(name: string, glob: string, caseMatters: boolean): boolean {
  const [subject, pattern] = caseMatters ? [name, glob] : [name.toLowerCase(), glob.toLowerCase()]
  if (!pattern.startsWith('*')) return subject === pattern
  const end = pattern.slice(1)
  return !/[*?[]/.test(end) && subject.endsWith(end)
}

/** Text is text, whatever it is called. Pure. */
export function withParents(type: string, subclasses: string): readonly string[] {
  const parents = new Map<string, string[]>()
  for (const line of subclasses.split('\n')) {
    const [child, parent] = line.trim().split(' ')
    if (child !== undefined && parent !== undefined) parents.set(child, [...(parents.get(child) ?? []), parent])
  }
  const found = [type]
  for (const each of found) found.push(...(parents.get(each) ?? []).filter((parent) => !found.includes(parent)))
  if (type.startsWith('text/') && !found.includes('text/plain')) found.push('text/plain')
  return found
}
