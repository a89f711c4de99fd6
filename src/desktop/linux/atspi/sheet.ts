import type { AccessibleHandle, AccessibleRecord, Budget, Rect } from '../../port.ts'
import { cellName, cellNames, type Place } from './cell-names.ts'
import { pointCall, readExtents } from './extents.ts'
import type { ChildList } from './graph.ts'
import { cellHandle, handleFromReference } from './handles.ts'
import { pool } from './pool.ts'
import { ACCESSIBLE, accessibleCall, propertyCall, readRecord, unlessFatal } from './record.ts'
import { accessibleOf, type CellLink } from './sheet-cells.ts'
import { statesFromReply } from './states.ts'

/** A table with fewer children is listed like any other container. */
const LEAST_CHILDREN = 10_000
/** Cells, rows and columns of one sheet that are read at most; a screen holds some 60 rows of 30 columns. */
const MOST_CELLS = 2_000
const MOST_LINES = 300
/** Questions in flight at a time. */
const WIDTH = 64
/** From the corner of the table, in pixels: within the first and the last cell in view. */
const INSET = 3

/** Cells of a sheet, in reading order. */
export interface SheetRead {
  readonly list: ChildList
  readonly records: readonly AccessibleRecord[]
}

/**
 * The cells in view of a sheet: a table that claims more cells than anybody could list and makes their accessibles anew each
 * time (LibreOffice Calc: 2³¹). Each is asked for by row and column, and for nothing else that its neighbours tell: role and
 * interfaces are those of the first one, names those of the first row and column put together, states are asked only where
 * some cell is focused or selected. What is acted on is proved by itself.
 * @returns undefined for what is no such table, or does not tell what is in view
 */
export async function readSheet(
  link: CellLink,
  table: AccessibleRecord,
  budget: Budget,
): Promise<SheetRead | undefined> {
  if (!mayBeSheet(table) || !(await isSheet(link, table.handle, budget))) return undefined
  const corners = await cornersInView(link, table.handle, budget).catch(unlessFatal)
  if (corners === undefined) return undefined
  const { first, last, columns, rows: allRows } = corners
  const [rowsInView, columnsInView] = await Promise.all([
    linesInView(link, table.handle, budget, range(first.row, last.row), (row) => ({ row, column: first.column })),
    linesInView(link, table.handle, budget, range(first.column, last.column), (column) => ({ row: first.row, column })),
  ])
  const template = await readRecord(link, cellHandle({ table: table.handle, ...first }), budget)
  if (template === undefined) return undefined
  const rows = rowsInView.slice(0, Math.max(1, Math.floor(MOST_CELLS / Math.max(1, columnsInView.length))))
  const places = rows.flatMap(({ line: row }) => columnsInView.map(({ line: column }) => ({ row, column })))
  const found = await pool(places, WIDTH, (place) => find(link, table.handle, place, budget))
  const cells = places.filter((_, index) => found[index] !== undefined)
  const [names, states] = await Promise.all([
    namesOf(link, table.handle, cells, first, rows, columnsInView, budget),
    statesOf(link, table, cells, budget),
  ])
  const records = cells.map((place, index) => ({
    ...template,
    handle: cellHandle({ table: table.handle, ...place }),
    parent: table.handle,
    name: names[index] ?? '',
    states: states[index] ?? template.states,
    indexInParent: indexOf(place, columns),
  }))
  const handles = records.map(({ handle }) => handle)
  return { list: { handles, more: allRows * columns - handles.length, how: 'sampled' }, records }
}

export function mayBeSheet({ childCount, states, interfaces }: AccessibleRecord): boolean {
  // −1 is "not told": a bulk read of LibreOffice says so of its sheets.
  return (
    (childCount > LEAST_CHILDREN || childCount < 0) &&
    states.has('manages-descendants') &&
    interfaces.has('Table') &&
    interfaces.has('Component')
  )
}

/** Of the cell that has the cursor the accessible stays: one of these may be it. */
const ASKED_TWICE: readonly Place[] = [
  { row: 0, column: 0 },
  { row: 1, column: 1 },
]

/** Whether a cell that is asked for twice is two accessibles. */
export async function isSheet(link: CellLink, table: AccessibleHandle, budget: Budget): Promise<boolean> {
  const known = link.sheets.get(table)
  if (known !== undefined) return known
  const isMadeAnew = async (place: Place) => {
    const ask = () => accessibleOf(link, { table, ...place }, budget)
    const [one, other] = await Promise.all([ask(), ask()])
    return one !== undefined && other !== undefined && one !== other
  }
  const told = await Promise.all(ASKED_TWICE.map(isMadeAnew)).catch(unlessFatal)
  if (told === undefined) return false
  const answer = told.includes(true)
  link.sheets.set(table, answer)
  return answer
}

interface Corners {
  readonly first: Place
  readonly last: Place
  /** Of the whole sheet. */
  readonly rows: number
  readonly columns: number
}

/** Only the app knows what is where: it is asked what is at the corners of the table. */
async function cornersInView(link: CellLink, table: AccessibleHandle, budget: Budget): Promise<Corners | undefined> {
  const count = async (of: string) =>
    Number((await link.call(propertyCall(table, 'org.a11y.atspi.Table', of), budget)).body[0])
  const [extents, rows, columns] = await Promise.all([
    readExtents(link, table, 'screen', budget),
    count('NRows'),
    count('NColumns'),
  ])
  if (extents === undefined || !(rows * columns > LEAST_CHILDREN)) return undefined
  const [first, last] = await Promise.all(
    cornersOf(extents).map((point) => cellAt(link, table, point, columns, budget)),
  )
  return first === undefined || last === undefined ? undefined : { first, last, rows, columns }
}

const cornersOf = ({ x, y, width, height }: Rect) => [
  { x: x + INSET, y: y + INSET },
  { x: x + width - 1 - INSET, y: y + height - 1 - INSET },
]

async function cellAt(
  link: CellLink,
  table: AccessibleHandle,
  point: { readonly x: number; readonly y: number },
  columns: number,
  budget: Budget,
): Promise<Place | undefined> {
  const accessible = handleFromReference((await link.call(pointCall(table, point, 'screen'), budget)).body[0])
  return accessible === undefined ? undefined : placeOf(link, table, accessible, columns, budget)
}

/**
 * The row and column of a cell's accessible. Its index is cut to 32 bits on the way, so that beyond row 131,072 it is
 * another cell's: the name must be that of the cell that is there.
 */
export async function placeOf(
  link: CellLink,
  table: AccessibleHandle,
  accessible: AccessibleHandle,
  columns: number,
  budget: Budget,
): Promise<Place | undefined> {
  const [index, name] = await Promise.all([
    link.call(accessibleCall(accessible, 'GetIndexInParent'), budget).then(({ body }) => body[0]),
    readName(link, accessible, budget),
  ])
  if (typeof index !== 'number') return undefined
  const whole = index >>> 0
  const place = { row: Math.floor(whole / columns), column: whole % columns }
  const told = await readName(link, cellHandle({ table, ...place }), budget).catch(unlessFatal)
  return told === name ? place : undefined
}

async function readName(link: CellLink, handle: AccessibleHandle, budget: Budget): Promise<string> {
  const [name] = (await link.call(propertyCall(handle, ACCESSIBLE, 'Name'), budget)).body
  return typeof name === 'string' ? name : ''
}

/** A row or a column in view, and the name of its first cell. */
interface Line {
  readonly line: number
  readonly name: string
}

/** Rows and columns that are hidden have no size. */
async function linesInView(
  link: CellLink,
  table: AccessibleHandle,
  budget: Budget,
  lines: readonly number[],
  cellIn: (line: number) => Place,
): Promise<readonly Line[]> {
  const read = await pool(lines, WIDTH, async (line) => {
    const handle = cellHandle({ table, ...cellIn(line) })
    const [extents, name] = await Promise.all([
      readExtents(link, handle, 'screen', budget).catch(unlessFatal),
      readName(link, handle, budget).catch(unlessFatal),
    ])
    return extents && { line, name: name ?? '' }
  })
  return read.filter((line) => line !== undefined)
}

async function find(link: CellLink, table: AccessibleHandle, place: Place, budget: Budget): Promise<true | undefined> {
  // Its place is what it was made for: it is the same cell as long as it lives.
  if (link.isLeased({ table, ...place })) return true
  const accessible = await accessibleOf(link, { table, ...place }, budget).catch(unlessFatal)
  if (accessible === undefined) return undefined
  link.lease({ table, ...place }, accessible)
  return true
}

/** Put together where the last cell proves that this is how this app names cells; else each is asked. */
async function namesOf(
  link: CellLink,
  table: AccessibleHandle,
  cells: readonly Place[],
  first: Place,
  rows: readonly Line[],
  columns: readonly Line[],
  budget: Budget,
): Promise<readonly (string | undefined)[]> {
  const last = cells.at(-1)
  const composed = cellNames(first, rows, columns)
  if (last !== undefined && composed !== undefined) {
    const told = await readName(link, cellHandle({ table, ...last }), budget).catch(unlessFatal)
    if (told === cellName(composed, last)) return cells.map((place) => cellName(composed, place))
  }
  return pool(cells, WIDTH, (place) => readName(link, cellHandle({ table, ...place }), budget).catch(unlessFatal))
}

/** Asked of each cell only where one of them differs: the sheet says that it has the focus, or that cells are selected. */
async function statesOf(
  link: CellLink,
  table: AccessibleRecord,
  cells: readonly Place[],
  budget: Budget,
): Promise<readonly (AccessibleRecord['states'] | undefined)[]> {
  const selected = table.interfaces.has('Selection')
    ? (
        await link
          .call(propertyCall(table.handle, 'org.a11y.atspi.Selection', 'NSelectedChildren'), budget)
          .catch(unlessFatal)
      )?.body[0]
    : undefined
  if (selected === 0 && !table.states.has('focused')) return []
  return pool(cells, WIDTH, async (place) => {
    const handle = cellHandle({ table: table.handle, ...place })
    const reply = await link.call(accessibleCall(handle, 'GetState'), budget).catch(unlessFatal)
    return reply && statesFromReply(reply.body[0])
  })
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, Math.min(to - from + 1, MOST_LINES)) }, (_, offset) => from + offset)
}

/** As the app counts; −1 where that does not fit into the 32 bits that it has on the bus. */
function indexOf({ row, column }: Place, columns: number): number {
  const index = row * columns + column
  return index < 2 ** 31 ? index : -1
}
