import { constants } from 'node:fs'
import { type FileHandle, open, readdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, type Link, seal } from './chain.ts'
import { claim } from './claim.ts'
import { writeHead } from './head.ts'
import { currentFile, filesOf, fullFile, headFile, lockFile, MOST_CHAINS } from './names.ts'
import { oldestKept, readTail } from './tail.ts'

export interface Bounds {
  /** Of one file. */
  readonly bytes: number
  /** Full files that stay beside the current one. */
  readonly files: number
}

interface Waiting {
  readonly entry: Entry
  /** It must be on disk, not only written. */
  readonly durable: boolean
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** A file that is open for writing, and where its chain is. */
interface Current {
  readonly file: FileHandle
  readonly head: FileHandle
  readonly size: number
  readonly ordinal: number
  readonly link: Link
  /** Goes before the next record: ends a torn line. */
  readonly prefix: string
  /** Go before the next entry: what was found here. */
  readonly notes: readonly Entry[]
}

/**
 * The only writer of one chain of a folder. What is appended while the disk works on something else goes there together.
 * After a failure it looks anew at what is there with the next entry, so a disk that has room again is used again.
 */
export class ChainWriter {
  readonly #folder: string
  readonly #chain: number
  readonly #lock: FileHandle
  readonly #bounds: Bounds
  /** Content of the record that tells of a new process. */
  readonly #opening: Omit<Entry, 'type'>
  #current: Current | undefined
  #isFirst = true
  #fault: string | undefined
  #lost = 0
  #waiting: Waiting[] = []
  #working: Promise<void> | undefined
  #isClosed = false

  private constructor(folder: string, chain: number, lock: FileHandle, bounds: Bounds, opening: Omit<Entry, 'type'>) {
    this.#folder = folder
    this.#chain = chain
    this.#lock = lock
    this.#bounds = bounds
    this.#opening = opening
  }

  /** Takes the first chain that no other process holds. */
  static async open(folder: string, bounds: Bounds, opening: Omit<Entry, 'type'>): Promise<ChainWriter> {
    for (let chain = 1; chain <= MOST_CHAINS; chain++) {
      const lock = await claim(join(folder, lockFile(chain)))
      if (lock !== undefined) return new ChainWriter(folder, chain, lock, bounds, opening)
    }
    throw new Error(`${MOST_CHAINS} processes write to ${folder} already`)
  }

  /** Resolves once the entry is written, and on disk if it is `durable`. Rejects with what the system says. */
  append(entry: Entry, { durable }: { readonly durable: boolean }): Promise<void> {
    // The lock is gone: another process may write here.
    if (this.#isClosed) return Promise.reject(new Error('the audit log is closed'))
    const appended = new Promise<void>((done, failed) => {
      this.#waiting.push({ entry, durable, done, failed })
    })
    this.#working ??= this.#work()
    return appended
  }

  /** Everything to disk, and the chain free for others. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#working
    const current = this.#current
    this.#current = undefined
    try {
      if (current !== undefined) {
        await current.file.datasync()
        await writeHead(current.head, current.link)
        await closeAll(current)
      }
    } finally {
      await this.#lock.close()
    }
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#write(batch)
        for (const { done } of batch) done()
        await this.#moveHead(batch)
      } catch (error) {
        this.#fault = (error as NodeJS.ErrnoException).code ?? 'failed'
        this.#lost += batch.filter(({ entry }) => entry.type === 'outcome').length
        for (const { failed } of batch) failed(error)
      }
    }
    this.#working = undefined
  }

  /** Only a help to see later what is missing: nobody waits for it, and without it the records are as good. */
  async #moveHead(batch: readonly Waiting[]): Promise<void> {
    const current = this.#current
    if (current !== undefined && batch.some(isDurable))
      await writeHead(current.head, current.link).catch(() => undefined)
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    let current = this.#current ?? (await this.#open())
    this.#current = undefined
    const entries = batch.map(({ entry }) => entry)
    let bytes = sealAll(current, entries)
    // What was found wrong with a file belongs into that file.
    if (current.size > 0 && current.notes.length === 0 && current.size + bytes.length > this.#bounds.bytes) {
      current = await this.#rotate(current)
      bytes = sealAll(current, entries)
    }
    try {
      await writeWhole(current.file, bytes.content)
      if (batch.some(isDurable)) await current.file.datasync()
    } catch (error) {
      // Nobody was told that this was written. Where even that fails, the next look finds the line torn.
      await current.file.truncate(current.size).catch(() => undefined)
      await closeAll(current)
      throw error
    }
    this.#isFirst = false
    this.#fault = undefined
    this.#lost = 0
    this.#current = { ...current, size: current.size + bytes.length, link: bytes.link, prefix: '', notes: [] }
  }

  /** Looks at what is there, whatever was before: another process, a crash, a failed write, a full file. */
  async #open(): Promise<Current> {
    const { torn, missing, needsLineFeed, ...tail } = await readTail(this.#folder, this.#chain)
    const failure = this.#fault === undefined ? {} : { fault: this.#fault, lost: this.#lost }
    const recovered = { ...(torn && { torn }), ...(missing !== undefined && { missing }), ...failure }
    const notes: Entry[] = []
    if (tail.size === 0 && tail.ordinal > 0) notes.push(await this.#continued(tail))
    if (Object.keys(recovered).length > 0) notes.push({ type: 'recovered', ...recovered })
    if (this.#isFirst) notes.push({ type: 'opened', ...this.#opening })
    return { ...(await this.#files()), ...tail, prefix: needsLineFeed ? '\n' : '', notes }
  }

  /** The first record of a file says what came before, and from where on nothing may be missing. */
  async #continued({ ordinal, link }: Pick<Current, 'ordinal' | 'link'>): Promise<Entry> {
    const full = filesOf(this.#chain, await readdir(this.#folder)).filter((name) => name !== currentFile(this.#chain))
    const kept_from = (await oldestKept(this.#folder, full)) ?? link.seq + 1
    return { type: 'continued', after: fullFile(this.#chain, ordinal), kept_from }
  }

  /** The current file becomes a full one, the oldest full ones go, and a new one follows. */
  async #rotate(current: Current): Promise<Current> {
    try {
      await current.file.datasync()
      await rename(this.#path(currentFile(this.#chain)), this.#path(fullFile(this.#chain, current.ordinal + 1)))
    } finally {
      await closeAll(current)
    }
    const full = filesOf(this.#chain, await readdir(this.#folder))
    for (const name of full.slice(0, Math.max(0, full.length - this.#bounds.files))) await unlink(this.#path(name))
    return this.#open()
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }

  async #files(): Promise<Pick<Current, 'file' | 'head'>> {
    const file = await open(this.#path(currentFile(this.#chain)), 'a', 0o600)
    try {
      const head = await open(this.#path(headFile(this.#chain)), constants.O_CREAT | constants.O_WRONLY, 0o600)
      // A new name is on disk only when its folder is.
      const folder = await open(this.#folder, 'r')
      await folder.sync().finally(() => folder.close())
      return { file, head }
    } catch (error) {
      await file.close()
      throw error
    }
  }
}

const isDurable = ({ durable }: Waiting): boolean => durable

/** As they would be written now. */
function sealAll({ link, prefix, notes }: Current, entries: readonly Entry[]) {
  let last = link
  let text = prefix
  const time = new Date()
  for (const entry of [...notes, ...entries]) {
    const sealed = seal(entry, last, time)
    text += sealed.line
    last = sealed.link
  }
  const content = Buffer.from(text)
  return { content, length: content.length, link: last }
}

async function writeWhole(file: FileHandle, content: Buffer): Promise<void> {
  for (let written = 0; written < content.length; )
    written += (await file.write(content, written, content.length - written)).bytesWritten
}

async function closeAll({ file, head }: Current): Promise<void> {
  await Promise.allSettled([file.close(), head.close()])
}
