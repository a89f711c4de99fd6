/** One line of a journal: whose it is, what happened, those details that matter, and whether it may come again at once. */
export type Line = readonly [
  control: string,
  event: string,
  detail?: Readonly<Record<string, unknown>>,
  times?: 'once or more',
]

/** The app is wholly behind the person's window, or beside it. */
export type Place = 'covered' | 'visible'

/** The tools that change something. */
export type Tool =
  | 'click'
  | 'type_text'
  | 'set_value'
  | 'press_key'
  | 'scroll'
  | 'drag'
  | 'select_text'
  | 'perform_secondary_action'
  | 'manage_window'
  | 'open_app'
  | 'open_url'
  | 'write_clipboard'

/** Who, beside the app and the person, sees what a call did: see `witnesses.ts`. */
export type Witness = 'clipboard' | 'frame' | 'windows' | 'handler'

/** A pixel, from the middle of a control. */
export interface Spot {
  readonly of: string
  readonly dx?: number
  readonly dy?: number
}

/** From one pixel to another. */
export interface Way {
  readonly from: Spot
  readonly to: Spot
}

/** How a call says where: by an element's id, by pixels, or not at all. */
export type Address = 'element' | 'point' | 'none'

/** One call and what is true of it, written down by hand from how the control is built. */
export interface Row {
  readonly tool: Tool
  /** Accessible id of the control, or the label of a row or an item without one. Absent: the app, or the desktop. */
  readonly on?: string | Way
  /** Further arguments. In `expect`, `element` is an accessible id that becomes `element_id`. */
  readonly args?: Readonly<Record<string, unknown>>
  /** Default: all that the tool takes, one after the other. */
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
  /** What the app's own journal holds of this call, and after it what the witness saw: all of it, in this order. */
  readonly journal: readonly Line[]
  /** Lines that may come as well, any number of times among the others. */
  readonly alongside?: readonly Line[]
  /** The line that shows that what was asked for happened. Absent: it never happens, or already was so. */
  readonly intended?: Line
  readonly witness?: Witness
  /** Where it is true, if not everywhere. */
  readonly place?: Place
  /**
   * What may become of the person's focus; absent: nothing. `returned`: the app may take it, and it is back within
   * 50 ms. `moved`: the call may take it away, as it was allowed to. Both must be reported when it happens.
   */
  readonly focus?: 'returned' | 'moved'
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

/** For `test.each`: a row once for each way in which its tool can be told where. */
export function addressed(row: Row): [name: string, address: Address, row: Row][] {
  const addresses = row.by === undefined ? addressesOf(row) : [row.by]
  return addresses.map((address) => [nameOf(row), address, row])
}

function addressesOf({ tool, on }: Row): readonly Address[] {
  if (on === undefined) return ['none']
  if (typeof on !== 'string') return ['point']
  return tool === 'click' || tool === 'scroll' ? ['element', 'point'] : ['element']
}

/** A name for tests and tables. */
export function nameOf({ tool, on, args = {}, meanwhile = [] }: Row): string {
  const where =
    on === undefined ? [] : [typeof on === 'string' ? on : `${spotInWords(on.from)} to ${spotInWords(on.to)}`]
  const shown = Object.entries(args).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return [tool, ...where, ...shown, ...(meanwhile.length > 0 ? [`after ${meanwhile.join(', ')}`] : [])].join(' ')
}

const spotInWords = ({ of, dx = 0, dy = 0 }: Spot): string => (dx === 0 && dy === 0 ? of : `${of}(${dx},${dy})`)
