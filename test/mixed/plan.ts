import type { JournalEntry } from '../support/journal.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export type Toolkit = 'gtk3' | 'gtk4'

/** A control, by the id or label under which a look shows it, or one of its pixels. */
export type Target =
  | { readonly element: string /** Closed containers to look into on the way. */; readonly inside?: readonly string[] }
  /** From its middle, in pixels. */
  | { readonly pixel: string; readonly dx?: number; readonly dy?: number }
  | { readonly from: Pixel; readonly to: Pixel }
  /** Whatever has the focus inside the app, or no control at all. */
  | 'app'
  /** Not even the app. */
  | 'nothing'

export interface Pixel {
  readonly of: string
  readonly dx: number
  readonly dy: number
}

/**
 * What is true of a call, judged by what the app journalled of it.
 * - `effect`: `shown` finds the line by which what was asked for had come about, or undefined. `already`: it was so
 *   before. `literal: false`: the app makes something else of it, which an answer of success must say.
 * - `never`: whatever the app journals, it is not what was asked for.
 * - `refused`: with this code, and nothing reaches the app.
 */
export type Truth =
  | {
      readonly kind: 'effect'
      readonly shown: (lines: readonly JournalEntry[]) => JournalEntry | undefined
      readonly already: boolean
      readonly literal: boolean
      /** What the app may make of it instead, where its own limits are not known; an answer of success must say so. */
      readonly otherwise?: (lines: readonly JournalEntry[]) => JournalEntry | undefined
      /** How many lines of `shown`'s kind are right; more mean that it was done twice. Absent: not countable. */
      readonly repeats?: (lines: readonly JournalEntry[]) => boolean
      /** It may come after the answer; the next call must not begin before. */
      readonly late: boolean
    }
  | { readonly kind: 'never' }
  | { readonly kind: 'refused'; readonly code: string }

export interface Plan {
  readonly tool: string
  readonly control: string
  readonly at: Target
  readonly args: Readonly<Record<string, unknown>>
  /** What the caller says should come of it: decides alone. */
  readonly expect?: { readonly element: string; readonly name: string }
  readonly truth: Truth
  /** Codes with which the call may honestly be refused; nothing may reach the app then. */
  readonly mayRefuse?: readonly string[]
  /** The app itself takes the person's focus. It must be reported then; keys and buttons it must not cost. */
  readonly takesFocus?: true
  /** Other controls that may journal something of their own because of this call. */
  readonly touches?: readonly string[]
  /** Commands to the app before it is looked at, between look and call, and after the call. */
  readonly prepare?: readonly string[]
  readonly meanwhile?: readonly string[]
  readonly afterwards?: readonly string[]
  /** A command after the answer by which the app finds out, and journals, what the call has left behind. */
  readonly probe?: string
}

/** Makes calls of one kind. Undefined: there is none in this world. */
export interface Generator {
  readonly tool: string
  readonly weight: number
  /** Absent: for every toolkit. */
  readonly only?: Toolkit
  make(random: Random, world: World, toolkit: Toolkit): Plan | undefined
}

type Detail = Readonly<Record<string, unknown>>

const matches = (control: string, event: string, detail: Detail) => (line: JournalEntry) =>
  line.control === control &&
  line.event === event &&
  Object.entries(detail).every(([key, value]) => line[key] === value)

/** The `times`-th line of this kind; more than `times` are too many. */
export function line(control: string, event: string, detail: Detail = {}, { already = false, times = 1 } = {}): Truth {
  const all = (lines: readonly JournalEntry[]) => lines.filter(matches(control, event, detail))
  return {
    kind: 'effect',
    shown: (lines) => all(lines)[times - 1],
    already,
    literal: true,
    repeats: (lines) => all(lines).length > times,
    late: true,
  }
}

/** The last line of this kind, if it satisfies: for what is reached in several steps. */
export function lastLine(
  control: string,
  event: string,
  satisfies: (line: JournalEntry) => boolean,
  { already = false, literal = true } = {},
): Truth {
  return {
    kind: 'effect',
    shown: (lines) => {
      const last = lines.filter(matches(control, event, {})).at(-1)
      return last !== undefined && satisfies(last) ? last : undefined
    },
    already,
    literal,
    late: false,
  }
}

export const never: Truth = { kind: 'never' }
export const refused = (code: string): Truth => ({ kind: 'refused', code })
