import { type AccessibleHandle, PortError } from '../../port.ts'

/** Where an accessible lives: the unique name of its app's bus connection, and its object path there. */
export interface Address {
  readonly bus: string
  readonly path: string
}

/** The path of every app's own root accessible, by AT-SPI convention. */
export const ROOT_PATH = '/org/a11y/atspi/accessible/root'

const NULL_PATH = '/org/a11y/atspi/null'

/** A unique bus name is never given out twice in the life of a bus, so name + path never come to mean something else. */
export function handleOf(bus: string, path: string): AccessibleHandle {
  return (bus + path) as AccessibleHandle
}

/** @throws PortError `gone` for text that names no accessible; it may come from a table on disk. */
export function addressOf(handle: AccessibleHandle): Address {
  const slash = handle.indexOf('/')
  if (slash < 2 || !handle.startsWith(':')) {
    throw new PortError('gone', 'expected an accessible handle like ":1.5/org/a11y/…", got something else')
  }
  return { bus: handle.slice(0, slash), path: handle.slice(slash) }
}

/** A cell of a sheet by its place, for apps that make its accessible anew each time it is asked for; see `sheet-cells.ts`. */
export interface CellAddress {
  readonly table: AccessibleHandle
  /** Counted from 0. */
  readonly row: number
  readonly column: number
}

/** No object path holds a `#`. */
const CELL = /^([^#]+)#(\d+),(\d+)$/

export function cellHandle({ table, row, column }: CellAddress): AccessibleHandle {
  return `${table}#${row},${column}` as AccessibleHandle
}

/** @returns undefined for everything but a cell by its place */
export function cellOf(handle: string): CellAddress | undefined {
  const match = CELL.exec(handle)
  if (match === null) return undefined
  return { table: match[1] as AccessibleHandle, row: Number(match[2]), column: Number(match[3]) }
}

/** The bus name in a handle; the empty string where there is none. */
export function busOf(handle: AccessibleHandle): string {
  const slash = handle.indexOf('/')
  return slash < 0 ? '' : handle.slice(0, slash)
}

/** D-Bus `(so)`. AT-SPI says "none" by an empty name or by its null path. */
export function handleFromReference(reference: unknown): AccessibleHandle | undefined {
  if (!Array.isArray(reference)) return undefined
  const [bus, path] = reference as [unknown, unknown]
  if (typeof bus !== 'string' || typeof path !== 'string') return undefined
  if (bus === '' || path === NULL_PATH) return undefined
  return handleOf(bus, path)
}
