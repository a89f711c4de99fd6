import { type AccessibleHandle, type Budget, type Instant, PortError } from '../../port.ts'
import { addressOf, type CellAddress, cellHandle, cellOf, handleFromReference, handleOf } from './handles.ts'
import type { Call, Link, Reply, Signal } from './link.ts'
import { isGone } from './record.ts'

/**
 * An accessible that was asked for is used this long, in milliseconds. at-spi2-atk keeps one that nothing else refers to for
 * 30 s (measured with LibreOffice 7.4: the path is unknown after that).
 */
const LEASE = 10_000
const MEMORY_LIMIT = 20_000

interface Lease {
  readonly path: string
  readonly until: Instant
}

/** A link on which cells of sheets can be called by their place, however short-lived their accessibles are. */
export interface CellLink extends Link {
  /** Tables that answered twice to the same question with different accessibles. What a table is made of does not change. */
  readonly sheets: Map<AccessibleHandle, boolean>
  /** The accessible of a cell, which the app has just told. */
  lease(cell: CellAddress, accessible: AccessibleHandle): void
  /** The app told of its accessible so lately that it can be called. */
  isLeased(cell: CellAddress): boolean
  /** The cell that an accessible was told to be. */
  cellAt(accessible: AccessibleHandle): AccessibleHandle | undefined
}

/**
 * LibreOffice makes the accessible of a cell each time somebody asks for it, with a path of its own, and forgets it when
 * nobody has asked for half a minute. What stays is the sheet's table, and in it the cell's row and column: these are the
 * handle, and the accessible is asked for when it is called. Its events are told as the cell's.
 */
export function withCells(link: Link): CellLink {
  const leases = new Map<AccessibleHandle, Lease>()
  const cells = new Map<AccessibleHandle, AccessibleHandle>()
  const pending = new Map<AccessibleHandle, Promise<string>>()
  const sheets = new Map<AccessibleHandle, boolean>()

  const lease = (cell: CellAddress, accessible: AccessibleHandle): void => {
    if (leases.size >= MEMORY_LIMIT || cells.size >= MEMORY_LIMIT) {
      leases.clear()
      cells.clear()
    }
    const handle = cellHandle(cell)
    leases.set(handle, { path: addressOf(accessible).path, until: performance.now() + LEASE })
    cells.set(accessible, handle)
  }
  const askFor = async (cell: CellAddress, budget: Budget): Promise<string> => {
    const accessible = await accessibleOf(link, cell, budget)
    if (accessible === undefined) throw new PortError('gone', 'the sheet has no such cell any more')
    lease(cell, accessible)
    return addressOf(accessible).path
  }
  const pathOf = (handle: AccessibleHandle, cell: CellAddress, budget: Budget): Promise<string> => {
    const asked = pending.get(handle) ?? askFor(cell, budget).finally(() => pending.delete(handle))
    pending.set(handle, asked)
    return asked
  }
  const callCell = async (cell: CellAddress, call: Call, budget: Budget, limit?: number): Promise<Reply> => {
    const handle = cellHandle(cell)
    const path = await pathOf(handle, cell, budget)
    return link.call({ ...call, path }, budget, limit)
  }

  return {
    get closed() {
      return link.closed
    },
    names: link.names,
    sheets,
    lease,
    isLeased: (cell) => (leases.get(cellHandle(cell))?.until ?? 0) > performance.now(),
    cellAt: (accessible) => cells.get(accessible),
    call(call, budget, limit) {
      const handle = handleOf(call.bus, call.path)
      const cell = cellOf(handle)
      if (cell === undefined) return link.call(call, budget, limit)
      const leased = leases.get(handle)
      if (leased === undefined || leased.until < performance.now()) return callCell(cell, call, budget, limit)
      return link.call({ ...call, path: leased.path }, budget, limit).catch((error: unknown) => {
        // An object that is not there has done nothing.
        if (!isGone(error)) throw error
        leases.delete(handle)
        return callCell(cell, call, budget, limit)
      })
    },
    onSignal: (listener) => link.onSignal((signal) => listener(asOfCell(signal, cells))),
    onClosed: (listener) => link.onClosed(listener),
    forget(sender) {
      for (const known of [leases, cells, sheets])
        for (const handle of known.keys()) if (handle.startsWith(`${sender}/`)) known.delete(handle)
      link.forget(sender)
    },
    close: () => link.close(),
  }
}

function asOfCell(signal: Signal, cells: ReadonlyMap<AccessibleHandle, AccessibleHandle>): Signal {
  const cell = cells.size === 0 ? undefined : cells.get(handleOf(signal.sender, signal.path))
  return cell === undefined ? signal : { ...signal, path: addressOf(cell).path }
}

/** The app's present accessible of a cell. */
export async function accessibleOf(
  link: Link,
  { table, row, column }: CellAddress,
  budget: Budget,
): Promise<AccessibleHandle | undefined> {
  const call = tableCall(table, 'GetAccessibleAt', row, column)
  return handleFromReference((await link.call(call, budget)).body[0])
}

export function tableCall(table: AccessibleHandle, member: string, ...numbers: number[]): Call {
  return {
    ...addressOf(table),
    iface: 'org.a11y.atspi.Table',
    member,
    signature: 'i'.repeat(numbers.length),
    body: numbers,
  }
}
