import { addresses, modes, placements, toolkits } from './cells.ts'
import type { CellResult } from './judge.ts'
import { reachOf } from './reach.ts'

const signs = { delivered: 'yes', refused: 'no', failed: 'FAIL' } as const

/** Actions down, toolkits across; each square holds visible and covered, in the background and by takeover. */
export function renderTable(cells: readonly CellResult[]): string {
  const known = toolkits.filter((toolkit) => cells.some((cell) => cell.toolkit === toolkit))
  const columns = known.flatMap((toolkit) =>
    modes.flatMap((mode) => placements.map((placement) => ({ toolkit, mode, placement }))),
  )
  const used = columns.filter((column) => cells.some((cell) => isIn(cell, column)))
  const head = [
    'action',
    'address',
    ...used.map(({ toolkit, mode, placement }) => `${toolkit} ${placement}${mode === 'takeover' ? ' (takeover)' : ''}`),
  ]
  const rows = Object.entries(addresses).flatMap(([action, known]) =>
    known.map((address) => [
      action,
      address,
      ...used.map((column) => {
        const cell = cells.find((one) => one.action === action && one.address === address && isIn(one, column))
        return cell === undefined ? '–' : `${signs[cell.result]}${cell.disagrees ? '!' : ''}`
      }),
    ]),
  )
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  const reach = reachOf(cells).map(
    ({ placement, delivered, cells: all, asked }) =>
      `${placement}, in the background: ${delivered} of ${all} arrived (${((delivered / all) * 100).toFixed(1)} %; ${asked * 100} % are asked)`,
  )
  const faults = cells.flatMap(({ toolkit, action, address, placement, mode, faults: all }) =>
    all.map((fault) => `${toolkit} ${action} by ${address}, ${placement}, ${mode}: ${fault}`),
  )
  return [
    line(head),
    line(widths.map((width) => '─'.repeat(width))),
    ...rows.map(line),
    '',
    ...reach,
    ...faults,
    '',
  ].join('\n')
}

const isIn = (cell: CellResult, column: Pick<CellResult, 'toolkit' | 'mode' | 'placement'>): boolean =>
  cell.toolkit === column.toolkit && cell.mode === column.mode && cell.placement === column.placement
