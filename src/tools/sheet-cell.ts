import type { Accessibility, AccessibleHandle, AccessibleRecord, AppInfo, Key } from '../desktop/port.ts'
import type { Gesture } from '../ladder/gestures.ts'
import { typeGesture } from '../ladder/gestures.ts'
import { type Aim, agentSeatRung, takeoverRung } from '../ladder/seat-rungs.ts'
import { profileOf, type SheetCells } from '../ladder/toolkits.ts'
import type { TargetFields } from '../outcome/observation.ts'
import { alreadyThere, disabled } from '../outcome/settled.ts'
import { unsupported } from '../outcome/verdict.ts'
import { isSheetCell } from '../perception/index.ts'
import type { Decision, ToolContext } from './define.ts'

/** A cell, and what it is to hold. */
export interface CellWriting {
  readonly app: AppInfo
  readonly record: AccessibleRecord
  readonly before: TargetFields
  /** Any point of the window: keys go where the cell cursor is. */
  readonly aim: Aim
  readonly text: string
  readonly takeover: boolean
}

/** How cells of this app are written into; undefined for what is no such cell. */
export function sheetCellsOf(app: AppInfo, record: AccessibleRecord): SheetCells | undefined {
  return isSheetCell(record) ? profileOf(app).sheetCells : undefined
}

/** What ends a cell, and what goes on to the next one. */
const LEAVES_CELL = /[\n\r\t]/

/**
 * Writes a cell of a sheet: the cell cursor is put on it, the text is typed and the input ended. What it held is replaced, as
 * it is when a person types. Judged by the cell's own text alone: what the app made a number or a formula of is not "as typed".
 */
export function planCell(writing: CellWriting, cells: SheetCells, context: ToolContext): Decision {
  const { app, before, aim, record, takeover } = writing
  const text = writing.text.replace(/\n$/, '')
  if (before.disabled) return { settled: disabled }
  if (before.text === text) return { settled: alreadyThere('the cell holds this text') }
  if (text === '')
    return {
      settled: unsupported('A cell is not emptied by writing nothing: click it, then press Delete.', 'coercion'),
    }
  if (LEAVES_CELL.test(text))
    return {
      settled: unsupported('A line feed or tab ends the input of a cell: write each cell by its own id.', 'coercion'),
    }
  const { accessibility, keyNames } = context.desktop
  const { signal } = context.budget
  const keys = chordsOf(cells.commit, keyNames.parse)
  const gesture = cellGesture(accessibility, record.handle, text, keys, signal)
  const isHeard = profileOf(app).hearsPersonBesideSeat.works
  return {
    intent: { type: 'set-text', text },
    leftOut: takeover ? ['global-cursor-requested'] : ['interface-missing'],
    rungs: (budget) =>
      takeover && isHeard
        ? [takeoverRung(context.desktop, 'tier4-global-keyboard', aim, gesture, budget)]
        : [agentSeatRung(context.desktop, aim, gesture, budget)],
  }
}

function chordsOf(names: readonly string[], parse: ToolContext['desktop']['keyNames']['parse']): readonly Key[][] {
  return names.map((name) => {
    const parsed = parse(name)
    if ('problem' in parsed) throw new Error(`a toolkit profile names a key that is none: ${name}`)
    return [...parsed.keys]
  })
}

/** Time to put the cell cursor on a cell, in milliseconds. */
const REACH_MS = 1_000

/** Types only once the app has said that the cell cursor is there: what comes next would write into another cell. */
export const cellGesture =
  (
    accessibility: Pick<Accessibility, 'act'>,
    cell: AccessibleHandle,
    text: string,
    keys: readonly (readonly Key[])[],
    signal?: AbortSignal,
  ): Gesture =>
  async (seat) => {
    const budget = { deadline: performance.now() + REACH_MS }
    const isThere = await accessibility.act(cell, { type: 'grab-focus' }, budget).then(
      () => true,
      () => false,
    )
    if (!isThere) return { shortfall: 'Nothing was typed: the app did not put its cell cursor on the cell.' }
    const typed = await typeGesture(text, { click: false, signal })(seat)
    // Half a text is not entered.
    if (typed.shortfall !== undefined) return typed
    for (const chord of keys) await seat.chord(chord)
    return {}
  }
