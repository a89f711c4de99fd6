/** The identity table's files: one for each generation of ids, made once and never changed. */
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AccessibleHandle, ProcessIdentity, Rect, WindowHandle } from '../desktop/port.ts'
import type { Fingerprint } from './fingerprint.ts'
import type { Geometry } from './model.ts'

/** What an id stands for. */
export interface IdentityEntry {
  readonly handle: AccessibleHandle
  readonly fingerprint: Fingerprint
  /** The accessible that it must still be inside of. */
  readonly boundary: AccessibleHandle
  /** The window that it is drawn in; of what is in a popup, the popup. */
  readonly window: WindowHandle
  /** The window that was looked at. */
  readonly seenIn: WindowHandle
  /** Root accessible of the app. */
  readonly app?: AccessibleHandle
  readonly process?: ProcessIdentity
  /** A line of several texts: there is nothing to act on. */
  readonly merged: boolean
}

/** Pictures that are remembered, of all callers and apps together. */
const MOST_PICTURED = 200

/** The window that a caller saw last, and how its picture lies on the screen. */
export interface Pictured {
  readonly window: WindowHandle
  readonly geometry: Geometry
  /** Popups that the picture shows over the window, rearmost first. */
  readonly popups: readonly { readonly window: WindowHandle; readonly frame: Rect }[]
}

/** The ids of one capture that were new in it: `e1` … `eN` are `entries` 0 … N−1. */
export interface Generation {
  readonly number: number
  /** Hash of the caller that may use them. */
  readonly owner: string
  readonly entries: readonly IdentityEntry[]
}

const fingerprint = z.object({
  role: z.string(),
  identifier: z.string().optional(),
  label: z.string().optional(),
  text: z.string().optional(),
  row: z.number().optional(),
})
const generationFile = z.object({
  version: z.literal(2),
  owner: z.string(),
  app: z.string().optional(),
  process: z.object({ pid: z.number(), startTime: z.string() }).optional(),
  /** Boundary, the window that it is drawn in, the window that was looked at. */
  places: z.array(z.tuple([z.string(), z.string(), z.string()])),
  /** Handle, place's index, merged, fingerprint. */
  entries: z.array(z.tuple([z.string(), z.number(), z.boolean(), fingerprint])),
})
type GenerationFile = z.infer<typeof generationFile>

const rect = { x: z.number(), y: z.number(), width: z.number(), height: z.number() }
const picturedFile = z.object({
  window: z.string(),
  geometry: z.object({
    frame: z.object(rect),
    view: z.object(rect),
    width: z.number(),
    height: z.number(),
    scaleX: z.number(),
    scaleY: z.number(),
    windowScale: z.number(),
  }),
  popups: z.array(z.object({ window: z.string(), frame: z.object(rect) })),
})

const NAME = /^s([1-9][0-9]{0,14})\.json$/

export class IdentityFiles {
  /** As last read, by key. */
  readonly #pictured = new Map<string, { readonly version: string; readonly pictured: Pictured }>()
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Makes the folder, for its owner only. */
  static open(runtimeDir: string): IdentityFiles {
    mkdirSync(runtimeDir, { recursive: true, mode: 0o700 })
    const folder = join(runtimeDir, 'identities')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    chmodSync(folder, 0o700)
    return new IdentityFiles(folder)
  }

  numbers(): number[] {
    return readdirSync(this.#folder)
      .map((name) => NAME.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => a - b)
  }

  /** Undefined where there is no such generation, or its file is damaged: its ids are then unknown, never guessed. */
  read(number: number): Generation | undefined {
    const parsed = this.#parse(this.#path(number), generationFile)
    if (!parsed) return undefined
    const entries: IdentityEntry[] = []
    for (const [handle, index, merged, print] of parsed.entries) {
      const place = parsed.places[index]
      if (place === undefined) return undefined
      const [boundary, window, seenIn] = place
      entries.push({
        handle: handle as AccessibleHandle,
        boundary: boundary as AccessibleHandle,
        window: window as WindowHandle,
        seenIn: seenIn as WindowHandle,
        ...(parsed.app !== undefined && { app: parsed.app as AccessibleHandle }),
        ...(parsed.process && { process: parsed.process }),
        merged,
        fingerprint: withoutUndefined(print),
      })
    }
    return { number, owner: parsed.owner, entries }
  }

  /**
   * Writes under the first free number from `from` on, and tells which that was. A number is taken by linking a finished
   * file to it, which fails where it is taken: two processes never share a generation and nobody reads half of one.
   */
  create(from: number, owner: string, entries: readonly IdentityEntry[]): number {
    const [first] = entries
    if (!first) throw new Error('a generation has at least one id')
    const keyOf = ({ boundary, window, seenIn }: IdentityEntry) => JSON.stringify([boundary, window, seenIn])
    const keys = [...new Set(entries.map(keyOf))]
    const file: GenerationFile = {
      version: 2,
      owner,
      ...(first.app !== undefined && { app: first.app }),
      ...(first.process && { process: first.process }),
      places: keys.map((key) => JSON.parse(key) as [string, string, string]),
      entries: entries.map((entry) => [entry.handle, keys.indexOf(keyOf(entry)), entry.merged, entry.fingerprint]),
    }
    const draft = this.#draft()
    writeFileSync(draft, JSON.stringify(file), { mode: 0o600, flag: 'wx' })
    try {
      for (let number = from; ; number++) {
        try {
          linkSync(draft, this.#path(number))
          return number
        } catch (error) {
          if (!isCode(error, 'EEXIST')) throw error
        }
      }
    } finally {
      unlinkSync(draft)
    }
  }

  /** Marks a generation as still in use. */
  touch(number: number, now: Date): void {
    try {
      utimesSync(this.#path(number), now, now)
    } catch (error) {
      if (!isCode(error, 'ENOENT')) throw error
    }
  }

  /** When it was last in use, in milliseconds since 1970; undefined where it is gone. */
  usedAt(number: number): number | undefined {
    try {
      return statSync(this.#path(number)).mtimeMs
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  remove(number: number): void {
    rmSync(this.#path(number), { force: true })
  }

  readPictured(key: string): Pictured | undefined {
    const path = join(this.#folder, `picture-${key}.json`)
    // A file is never written to, only put in the place of another.
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    if (!stat) return undefined
    const version = `${stat.ino} ${stat.mtimeNs}`
    const known = this.#pictured.get(key)
    if (known?.version === version) return known.pictured
    const parsed = this.#parse(path, picturedFile)
    if (!parsed) return undefined
    const popups = parsed.popups.map(({ window, frame }) => ({ window: window as WindowHandle, frame }))
    const pictured = { geometry: parsed.geometry, window: parsed.window as WindowHandle, popups }
    if (this.#pictured.size >= MOST_PICTURED) this.#pictured.clear()
    this.#pictured.set(key, { version, pictured })
    return pictured
  }

  writePictured(key: string, pictured: Pictured): void {
    const draft = this.#draft()
    writeFileSync(draft, JSON.stringify(pictured), { mode: 0o600, flag: 'wx' })
    renameSync(draft, join(this.#folder, `picture-${key}.json`))
  }

  /** Removes what a process that died in mid-write left behind, and geometries of pictures not taken since `before`. */
  sweep(before: number): void {
    for (const name of readdirSync(this.#folder)) {
      if (!name.startsWith('picture-') && !name.endsWith('.draft')) continue
      const path = join(this.#folder, name)
      try {
        if (statSync(path).mtimeMs < before) rmSync(path, { force: true })
      } catch (error) {
        if (!isCode(error, 'ENOENT')) throw error
      }
    }
  }

  #path(number: number): string {
    return join(this.#folder, `s${number}.json`)
  }

  #drafts = 0
  #draft(): string {
    return join(this.#folder, `${process.pid}-${process.hrtime.bigint()}-${this.#drafts++}.draft`)
  }

  #parse<T>(path: string, schema: z.ZodType<T>): T | undefined {
    try {
      return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch (error) {
      if (isCode(error, 'ENOENT') || error instanceof SyntaxError || error instanceof z.ZodError) return undefined
      throw error
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function withoutUndefined(print: z.infer<typeof fingerprint>): Fingerprint {
  const { role, identifier, label, text, row } = print
  return {
    role,
    ...(identifier !== undefined && { identifier }),
    ...(label !== undefined && { label }),
    ...(text !== undefined && { text }),
    ...(row !== undefined && { row }),
  }
}
