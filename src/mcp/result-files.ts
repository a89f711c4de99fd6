/** What was too large for a result: files that only their owner can read, bounded in number and size. */
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type ResultType = 'text/plain' | 'application/json'

/** Something whole that a result shows only in part. */
export interface Whole {
  /** What it is, for a list. */
  readonly title: string
  readonly type: ResultType
  readonly text: string
}

export interface Kept {
  /** The same text has the same id. */
  readonly id: string
  readonly title: string
  readonly type: ResultType
  readonly path: string
  /** Bytes. */
  readonly size: number
}

export interface KeepBounds {
  readonly files: number
  readonly bytes: number
}

/** What calls from the shell leave behind stays so long, in milliseconds: their process has ended when it is read. */
const SHELL_KEEPS_MS = 60 * 60_000
const SHELL = 'shell'
const SESSION = /^session-(\d+)-/
const EXTENSION: Readonly<Record<ResultType, string>> = { 'text/plain': 'txt', 'application/json': 'json' }

export class ResultFiles {
  readonly #folder: string
  readonly #bounds: KeepBounds
  /** Of a session: in the order of last use, oldest first. */
  readonly #kept = new Map<string, Kept>()

  private constructor(folder: string, bounds: KeepBounds) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    this.#folder = folder
    this.#bounds = bounds
  }

  /** Of one client's session: nobody else is told of them, and they go with it. */
  static ofSession(runtimeDir: string, bounds: KeepBounds): ResultFiles {
    const results = join(runtimeDir, 'results')
    sweep(results, Date.now())
    return new ResultFiles(join(results, `session-${process.pid}-${randomUUID()}`), bounds)
  }

  /** Of calls from the shell: they stay for an hour, within the same bounds. */
  static ofShell(runtimeDir: string, bounds: KeepBounds): ResultFiles {
    const results = join(runtimeDir, 'results')
    sweep(results, Date.now())
    const files = new ResultFiles(join(results, SHELL), bounds)
    files.#adopt()
    return files
  }

  /** The oldest make way. Undefined: it alone is larger than all may be together. */
  keep({ title, type, text }: Whole): Kept | undefined {
    const content = Buffer.from(text)
    if (content.length > this.#bounds.bytes || this.#bounds.files === 0) return undefined
    const id = createHash('sha256').update(`${type}\n`).update(content).digest('hex').slice(0, 16)
    const path = join(this.#folder, `${id}.${EXTENSION[type]}`)
    const kept = { id, title, type, path, size: content.length }
    const draft = join(this.#folder, `${randomUUID()}.draft`)
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' })
    renameSync(draft, path)
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    this.#makeRoom()
    return kept
  }

  /** Newest first. */
  list(): readonly Kept[] {
    return [...this.#kept.values()].reverse()
  }

  /** Undefined where it is not kept, or not any more. */
  read(id: string): { readonly kept: Kept; readonly text: string } | undefined {
    const kept = this.#kept.get(id)
    if (kept === undefined) return undefined
    try {
      return { kept, text: readFileSync(kept.path, 'utf8') }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      this.#kept.delete(id)
      return undefined
    }
  }

  /** Removes all of a session's. */
  remove(): void {
    this.#kept.clear()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #makeRoom(): void {
    let bytes = [...this.#kept.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [id, { path, size }] of this.#kept) {
      if (bytes <= this.#bounds.bytes && this.#kept.size <= this.#bounds.files) return
      rmSync(path, { force: true })
      this.#kept.delete(id)
      bytes -= size
    }
  }

  /** Counts what earlier calls have left. */
  #adopt(): void {
    const found = readdirSync(this.#folder).flatMap((name) => {
      const [, id, extension] = /^([0-9a-f]{16})\.(txt|json)$/.exec(name) ?? []
      const path = join(this.#folder, name)
      const facts = id === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
      if (id === undefined || facts === undefined) return []
      const type: ResultType = extension === 'json' ? 'application/json' : 'text/plain'
      return [{ at: facts.mtimeMs, kept: { id, title: 'Result of an earlier call', type, path, size: facts.size } }]
    })
    for (const { kept } of found.sort((a, b) => a.at - b.at)) this.#kept.set(kept.id, kept)
  }
}

/** Removes what sessions left that did not end by themselves, and what the shell has had its hour to read. */
function sweep(results: string, now: number): void {
  mkdirSync(results, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(results)) {
    const pid = SESSION.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(results, name), { recursive: true, force: true })
  }
  const shell = join(results, SHELL)
  if (statSync(shell, { throwIfNoEntry: false }) === undefined) return
  for (const name of readdirSync(shell)) {
    const path = join(shell, name)
    const facts = statSync(path, { throwIfNoEntry: false })
    if (facts !== undefined && facts.mtimeMs < now - SHELL_KEEPS_MS) rmSync(path, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
