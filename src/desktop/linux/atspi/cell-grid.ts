import type { AccessibleHandle, Rect } from '../../port.ts'
import { type CellAddress, cellHandle } from './handles.ts'

type Read = (handle: AccessibleHandle) => Promise<Rect | undefined>

interface Line {
  /** Of the first cell of it that was asked for. */
  readonly first: CellAddress
  readonly extents: Promise<Rect | undefined>
}

/**
 * Extents of cells, of which there are hundreds: a row's and a column's are asked of the first cell of each that comes, the
 * rest lie where these cross. So a cell that spans several others is told right only where it is the first.
 */
export class CellGrid {
  readonly #read: Read
  readonly #rows = new Map<string, Line>()
  readonly #columns = new Map<string, Line>()

  constructor(read: Read) {
    this.#read = read
  }

  async extents(cell: CellAddress): Promise<Rect | undefined> {
    const row = this.#line(this.#rows, `${cell.table}#${cell.row}`, cell)
    const column = this.#line(this.#columns, `${cell.table}#${cell.column}`, cell, row)
    const [across, down] = await Promise.all([column.extents, row.extents])
    if (across === undefined || down === undefined) return undefined
    return { x: across.x, width: across.width, y: down.y, height: down.height }
  }

  /** @param other a line that begins with the same cell has its extents already */
  #line(lines: Map<string, Line>, key: string, first: CellAddress, other?: Line): Line {
    const known = lines.get(key)
    if (known !== undefined) return known
    const extents = other?.first === first ? other.extents : this.#read(cellHandle(first))
    const line = { first, extents }
    lines.set(key, line)
    return line
  }
}
