import type { JournalEntry } from '../support/journal.ts'

/** One call. Its target is named by accessible id or label; without one it goes to the app. */
export interface Step {
  readonly tool: string
  readonly on?: string
  /** Of several with that label the one with this role. */
  readonly role?: string
  /** Its target is this pixel of a new picture, where accessibility knows no elements. */
  readonly at?: Pixel
  /** Of the window that the picture is of; else it is the one that get_app_state chooses. */
  readonly window?: string
  /** Its target is the middle of a popup that only the picture shows. */
  readonly popup?: true
  readonly args?: Readonly<Record<string, unknown>>
  /** Of a drag, in pixels around the middle of its target. */
  readonly drag?: { readonly from: Offset; readonly to: Offset }
  /** Whatever the address of the cell is, this step names its target so. */
  readonly by?: 'element' | 'point'
}

export interface Pixel {
  readonly x: number
  readonly y: number
}

interface Offset {
  readonly dx: number
  readonly dy: number
}

/** What is done for an action, and the line of the app's journal that proves that it arrived. */
export interface Deed {
  /** Calls that bring the app to where the action makes sense. Not judged by a verdict, but by what the person notices. */
  readonly before?: readonly Step[]
  readonly steps: readonly [Step, ...Step[]]
  readonly proves: (line: JournalEntry) => boolean
}

export const line =
  (control: string, event: string, detail: Readonly<Record<string, unknown>> = {}) =>
  (entry: JournalEntry): boolean =>
    entry.control === control &&
    entry.event === event &&
    Object.entries(detail).every(([key, value]) => entry[key] === value)

export const TYPED = 'Größe 日本 😀'

/** How far a drag goes, in pixels around the middle of its target. */
export const DRAG = { from: { dx: -40, dy: -6 }, to: { dx: 35, dy: 8 } }
