/** One line of a journal: whose it is, what happened, and those details that matter. */
export type Line = readonly [control: string, event: string, detail?: Readonly<Record<string, unknown>>]

/** The app is wholly behind the person's window, or beside it. */
export type Place = 'covered' | 'visible'

/** One call and what is true of it, written down by hand from how the control is built. */
export interface Row {
  readonly tool: 'click' | 'set_value' | 'type_text' | 'perform_secondary_action'
  /** Accessible id of the control, or the label of a row or an item without one. */
  readonly on: string
  /** Further arguments. In `expect`, `element` is an accessible id that becomes `element_id`. */
  readonly args?: Readonly<Record<string, unknown>>
  /** How a click names the element: by its id, or by a pixel in its middle. Default: both, one after the other. */
  readonly by?: 'element' | 'point'
  /** Closed containers that have to be looked into, one after the other, to see the element. */
  readonly inside?: readonly string[]
  /** Commands to the app between the look and the call. */
  readonly meanwhile?: readonly string[]
  /** Commands to the app after the verdict, so that the next row finds it as it was. */
  readonly afterwards?: readonly string[]
  /** Verdict or code of refusal. */
  readonly truth: string
  /** Of the verdict `success`: the app did not take it literally, and the answer must say so. */
  readonly appSpecific?: true
  /** What the app's own journal holds of this call: all of it, in this order. */
  readonly journal: readonly Line[]
  /** The line that shows that what was asked for happened. Absent: it never happens, or already was so. */
  readonly intended?: Line
  /** The app must have been watched for some seconds, or quiet cannot be told from not yet changed. */
  readonly needsHistory?: true
  /** Why this is the truth, where the row does not show it. */
  readonly because?: string
}

type Journalled = Pick<Row, 'journal' | 'intended'>

/** These lines, of which the last one is what was asked for. */
export const done = (...journal: readonly Line[]): Journalled => {
  const intended = journal.at(-1)
  return { journal, ...(intended && { intended }) }
}

/** These lines, and what was asked for is not among them. */
export const only = (...journal: readonly Line[]): Journalled => ({ journal })

/** The app never hears of it. */
export const nothing: Journalled = { journal: [] }

/** A name for tests and tables. */
export function nameOf({ tool, on, args = {}, meanwhile = [] }: Row): string {
  const shown = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return [tool, on, ...shown, ...(meanwhile.length > 0 ? [`after ${meanwhile.join(', ')}`] : [])].join(' ')
}
