/** Which id means which accessible, for each caller; on disk, so that ids outlive this process. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AppInfo, ProcessIdentity } from '../desktop/port.ts'
import { difference } from './fingerprint.ts'
import { type Generation, type IdentityEntry, IdentityFiles, type Pictured } from './identity-files.ts'

export interface Found {
  readonly id: string
  readonly entry: IdentityEntry
}

/** `unknown`: never given, or long forgotten. `malformed`: not of the form `e12@s3`. */
export type Lookup = Found | 'unknown' | 'other-caller' | 'malformed'

const ID = /^e([1-9][0-9]{0,8})@s([1-9][0-9]{0,14})$/
/** Generations beyond this are removed, those unused for longest first. */
const MOST_GENERATIONS = 512
/** A generation that was in use within this time is kept whatever their number, up to ten times the above. */
const KEPT_FOR = 60 * 60_000
/** How often a generation in use is marked as such. */
const MARK_EVERY = 60_000

export class IdentityTable {
  readonly #files: IdentityFiles
  readonly #generations = new Map<number, Generation>()
  /** Owner, process and window → handle → the newest id of that accessible. */
  readonly #known = new Map<string, Map<string, Found>>()
  readonly #marked = new Map<number, number>()

  private constructor(files: IdentityFiles) {
    this.#files = files
  }

  /** The table in this runtime directory; made where it does not exist, readable by its owner only. */
  static open(runtimeDir: string): IdentityTable {
    const files = IdentityFiles.open(runtimeDir)
    files.sweep(Date.now() - 24 * KEPT_FOR)
    const table = new IdentityTable(files)
    table.#refresh()
    return table
  }

  lookup(caller: string, id: string): Lookup {
    const match = ID.exec(id)
    if (!match) return 'malformed'
    const number = Number(match[2])
    const generation = this.#generations.get(number) ?? this.#load(number)
    if (!generation) return 'unknown'
    if (generation.owner !== hash(caller)) return 'other-caller'
    const entry = generation.entries[Number(match[1]) - 1]
    return entry ? { id, entry } : 'unknown'
  }

  /**
   * An id for each entry, in their order. An accessible that had one under the same caller, process and window, and
   * whose fingerprint is the same, keeps it; all others get a new one, and these are on disk before this returns. One
   * that is among the entries twice has one id.
   */
  assign(caller: string, entries: readonly IdentityEntry[]): { ids: readonly string[]; generation: number } {
    this.#refresh()
    const owner = hash(caller)
    const fresh: IdentityEntry[] = []
    const numbers = new Map<string, number>()
    const ids = entries.map((entry): string | number => {
      const before = this.#known.get(place(owner, entry))?.get(entry.handle)
      if (before && isSame(before.entry, entry)) return before.id
      const key = JSON.stringify(entry)
      const number = numbers.get(key) ?? fresh.push(entry)
      numbers.set(key, number)
      return number
    })
    this.#mark(ids.filter((id) => typeof id === 'string'))
    let generation = this.#newest()
    if (fresh.length > 0) {
      generation = this.#files.create(generation + 1, owner, fresh)
      this.#remember({ number: generation, owner, entries: fresh })
      this.#prune()
    }
    return { ids: ids.map((id) => (typeof id === 'string' ? id : `e${id}@s${generation}`)), generation }
  }

  /** Coordinates that this caller gives for the app from now on are pixels of this picture. */
  setPicture(caller: string, app: AppInfo, pictured: Pictured): void {
    const key = hash(`${caller}\0${appKey(app)}`)
    if (!isDeepStrictEqual(this.#files.readPictured(key), pictured)) this.#files.writePictured(key, pictured)
  }

  /** What coordinates of this caller for the app mean; undefined before its first look at a window of the app. */
  lastPicture(caller: string, app: AppInfo): Pictured | undefined {
    return this.#files.readPictured(hash(`${caller}\0${appKey(app)}`))
  }

  /** Forgets the ids of processes that have ended. */
  forgetDead(isAlive: (process: ProcessIdentity) => boolean): void {
    this.#refresh()
    const newest = this.#newest()
    for (const { number, entries } of [...this.#generations.values()]) {
      const process = entries[0]?.process
      if (process && number !== newest && !isAlive(process)) this.#forget(number)
    }
  }

  #newest(): number {
    return Math.max(0, ...this.#generations.keys())
  }

  /** Reads generations that other processes have written, and drops those they have removed. */
  #refresh(): void {
    const present = new Set(this.#files.numbers())
    for (const number of [...this.#generations.keys()]) if (!present.has(number)) this.#drop(number)
    for (const number of present) if (!this.#generations.has(number)) this.#load(number)
  }

  #load(number: number): Generation | undefined {
    const generation = this.#files.read(number)
    if (generation) this.#remember(generation)
    return generation
  }

  #remember(generation: Generation): void {
    this.#generations.set(generation.number, generation)
    generation.entries.forEach((entry, index) => {
      const key = place(generation.owner, entry)
      const known = this.#known.get(key) ?? new Map<string, Found>()
      this.#known.set(key, known)
      const id = `e${index + 1}@s${generation.number}`
      const before = known.get(entry.handle)
      if (!before || generationOf(before.id) < generation.number) known.set(entry.handle, { id, entry })
    })
  }

  #mark(ids: readonly string[]): void {
    const now = Date.now()
    for (const number of new Set(ids.map(generationOf))) {
      if (now - (this.#marked.get(number) ?? 0) < MARK_EVERY) continue
      this.#marked.set(number, now)
      this.#files.touch(number, new Date(now))
    }
  }

  /** The newest generation always stays: numbers are counted on from it. */
  #prune(): void {
    if (this.#generations.size <= MOST_GENERATIONS) return
    const newest = this.#newest()
    const byUse = [...this.#generations.keys()]
      .filter((number) => number !== newest)
      .map((number) => ({ number, used: this.#files.usedAt(number) ?? 0 }))
      .sort((a, b) => a.used - b.used)
    const surplus = this.#generations.size - MOST_GENERATIONS
    const limit = Date.now() - KEPT_FOR
    const excess = this.#generations.size - 10 * MOST_GENERATIONS
    byUse.slice(0, surplus).forEach(({ number, used }, index) => {
      if (used < limit || index < excess) this.#forget(number)
    })
  }

  #forget(number: number): void {
    this.#files.remove(number)
    this.#drop(number)
  }

  #drop(number: number): void {
    const generation = this.#generations.get(number)
    this.#generations.delete(number)
    this.#marked.delete(number)
    for (const entry of generation?.entries ?? []) {
      const key = place(generation?.owner ?? '', entry)
      const known = this.#known.get(key)
      const before = known?.get(entry.handle)
      if (before && generationOf(before.id) === number) known?.delete(entry.handle)
      if (known?.size === 0) this.#known.delete(key)
    }
  }
}

function isSame(then: IdentityEntry, now: IdentityEntry): boolean {
  return (
    then.boundary === now.boundary &&
    then.seenIn === now.seenIn &&
    then.merged === now.merged &&
    difference(then.fingerprint, now.fingerprint) === undefined
  )
}

function place(owner: string, entry: IdentityEntry): string {
  return `${owner}\0${entry.process?.pid}\0${entry.process?.startTime}\0${entry.window}`
}

function appKey({ id, process }: AppInfo): string {
  return process ? `${process.pid}\0${process.startTime}` : id
}

function generationOf(id: string): number {
  return Number(id.slice(id.indexOf('@s') + 2))
}

/** Callers may be named by tokens: the disk holds only a hash. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
