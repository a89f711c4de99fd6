import { closeSync, type FSWatcher, openSync, readSync, watch } from 'node:fs'

/** One line that a fixture app wrote about itself. See fixture-app/README.md. */
export interface JournalEntry {
  /** CLOCK_MONOTONIC in microseconds: `process.hrtime.bigint() / 1000n` reads the same clock. */
  readonly t: number
  readonly seq: number
  readonly control: string
  readonly event: string
  readonly [detail: string]: unknown
}

/** A place in a journal: what was written before it, and what after. */
type Mark = number

interface Waiter {
  next: number
  readonly matches: (entry: JournalEntry) => boolean
  readonly resolve: (entry: JournalEntry) => void
}

/** Follows a journal file as it grows. Woken by the file system, never by a timer. */
export class Journal {
  readonly path: string
  readonly #fd: number
  readonly #watcher: FSWatcher
  readonly #entries: JournalEntry[] = []
  readonly #waiters = new Set<Waiter>()
  readonly #chunk = Buffer.alloc(65_536)
  #partial = Buffer.alloc(0)

  /** Creates the file when it is not there. */
  constructor(path: string) {
    this.path = path
    this.#fd = openSync(path, 'a+', 0o600)
    this.#watcher = watch(path, () => this.#read())
    this.#read()
  }

  /** Everything up to now lies before the mark. */
  mark(): Mark {
    this.#read()
    return this.#entries.length
  }

  since(mark: Mark): readonly JournalEntry[] {
    this.#read()
    return this.#entries.slice(mark)
  }

  /** The first matching entry after `from`, already written or still to come. Rejects after `timeoutMs`. */
  until(matches: (entry: JournalEntry) => boolean, timeoutMs: number, from: Mark = 0): Promise<JournalEntry> {
    return new Promise((resolve, reject) => {
      const late = () => {
        this.#waiters.delete(waiter)
        const tail = this.since(Math.max(from, this.#entries.length - 10)).map((entry) => JSON.stringify(entry))
        reject(
          new Error(`${this.path}: nothing matched ${matches} in ${timeoutMs} ms; last entries:\n${tail.join('\n')}`),
        )
      }
      const timer = setTimeout(late, timeoutMs)
      const found = (entry: JournalEntry) => {
        clearTimeout(timer)
        resolve(entry)
      }
      const waiter: Waiter = { next: from, matches, resolve: found }
      this.#waiters.add(waiter)
      this.#read()
      this.#serve(waiter)
    })
  }

  close(): void {
    this.#watcher.close()
    closeSync(this.#fd)
  }

  #read(): void {
    const before = this.#entries.length
    for (;;) {
      const size = readSync(this.#fd, this.#chunk)
      if (size === 0) break
      this.#partial = Buffer.concat([this.#partial, this.#chunk.subarray(0, size)])
      for (let end = this.#partial.indexOf(10); end >= 0; end = this.#partial.indexOf(10)) {
        this.#entries.push(JSON.parse(this.#partial.toString('utf8', 0, end)) as JournalEntry)
        this.#partial = this.#partial.subarray(end + 1)
      }
    }
    if (this.#entries.length > before) for (const waiter of this.#waiters) this.#serve(waiter)
  }

  #serve(waiter: Waiter): void {
    if (!this.#waiters.has(waiter)) return
    for (; waiter.next < this.#entries.length; waiter.next += 1) {
      const entry = this.#entries[waiter.next] as JournalEntry
      if (!waiter.matches(entry)) continue
      this.#waiters.delete(waiter)
      waiter.resolve(entry)
      return
    }
  }
}

/** For `Journal.until`: entries of one control, of one kind, with these details. */
export function entry(control: string, event: string, detail: Record<string, unknown> = {}) {
  return (candidate: JournalEntry): boolean =>
    candidate.control === control &&
    candidate.event === event &&
    Object.entries(detail).every(([key, value]) => candidate[key] === value)
}
