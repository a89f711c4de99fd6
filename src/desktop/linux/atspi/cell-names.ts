/** Names of cells, put together from those of the first row and column in view. Pure. */
export interface Place {
  readonly row: number
  readonly column: number
}

interface Named {
  readonly line: number
  readonly name: string
}

/** What all cells of a column, or of a row, have in their names. */
export interface CellNames {
  readonly column: ReadonlyMap<number, string>
  readonly row: ReadonlyMap<number, string>
}

/** `AB12`: letters for the column, digits for the row. */
const NAME = /^(\D+)(\d+)$/

/**
 * @param rows the first cell of each row in view @param columns that of each column in view
 * @returns undefined where names are not of the form column-row, or the two lines contradict each other
 */
export function cellNames(first: Place, rows: readonly Named[], columns: readonly Named[]): CellNames | undefined {
  const row = new Map<number, string>()
  const column = new Map<number, string>()
  for (const { line, name } of rows) {
    const digits = NAME.exec(name)?.[2]
    if (digits === undefined) return undefined
    row.set(line, digits)
  }
  for (const { line, name } of columns) {
    const letters = NAME.exec(name)?.[1]
    if (letters === undefined) return undefined
    column.set(line, letters)
  }
  const names = { row, column }
  const corner = rows.find(({ line }) => line === first.row)
  return corner !== undefined && cellName(names, first) === corner.name ? names : undefined
}

export function cellName({ row, column }: CellNames, place: Place): string | undefined {
  const [letters, digits] = [column.get(place.column), row.get(place.row)]
  return letters === undefined || digits === undefined ? undefined : letters + digits
}
