import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ChainCheck, type Verdict } from './check.ts'
import { readHead } from './head.ts'
import { linesOf } from './lines.ts'
import { chainsOf, currentFile, filesOf, headFile, parseName } from './names.ts'

export interface CheckedChain extends Verdict {
  readonly name: string
  readonly files: readonly string[]
}

/** A file may become a full one, and get another name, between the look at the folder and the look into it. */
const ATTEMPTS = 5

/** All chains of a folder. Empty when there are none. */
export async function verifyFolder(folder: string, anchors: readonly string[]): Promise<readonly CheckedChain[]> {
  const checked: CheckedChain[] = []
  for (const chain of chainsOf(await namesIn(folder))) checked.push(await verifyChain(folder, chain, anchors))
  return checked
}

/** Files by themselves, such as copies; those of one chain belong together, and what was before them may be elsewhere. */
export async function verifyFiles(files: readonly string[], anchors: readonly string[]) {
  const checked: CheckedChain[] = []
  const known = Map.groupBy(files, (file) => {
    const chain = parseName(basename(file))?.chain
    return chain === undefined ? file : join(dirname(file), `audit-${chain}`)
  })
  for (const [name, together] of known) {
    const chain = parseName(basename(together[0] ?? ''))?.chain
    const inOrder = chain === undefined ? together : ordered(chain, together)
    checked.push(await check(name, inOrder, new ChainCheck({ file: basename(name), fromBeginning: false, anchors })))
  }
  return checked
}

function ordered(chain: number, files: readonly string[]): readonly string[] {
  const names = filesOf(
    chain,
    files.map((file) => basename(file)),
  )
  return [...files].sort((a, b) => names.indexOf(basename(a)) - names.indexOf(basename(b)))
}

async function verifyChain(folder: string, chain: number, anchors: readonly string[]): Promise<CheckedChain> {
  for (let attempt = 1; ; attempt++) {
    // Before the lines: what is written meanwhile is longer than it says, and not shorter.
    const head = await readHead(join(folder, headFile(chain)))
    const files = filesOf(chain, await namesIn(folder)).map((name) => join(folder, name))
    const checking = new ChainCheck({ file: currentFile(chain), fromBeginning: true, anchors, ...(head && { head }) })
    try {
      return await check(join(folder, `audit-${chain}`), files, checking)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === ATTEMPTS) throw error
    }
  }
}

async function check(name: string, files: readonly string[], checking: ChainCheck): Promise<CheckedChain> {
  for (const file of files)
    for await (const { bytes, offset, line, whole } of linesOf(file))
      checking.line(bytes, { file: basename(file), line }, offset, whole)
  return { name, files, ...checking.end() }
}

/** A folder that is not there holds nothing. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
