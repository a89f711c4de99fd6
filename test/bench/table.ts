import type { Machine } from './machine.ts'
import type { Result } from './result.ts'

const COLUMNS = ['benchmark', 'rounds', 'median ms', 'p95 ms', 'floor ms', '× floor', 'over floor ms', 'peers'] as const

/** The results for a person. */
export function tableOf({ cpu, cores, load, kernel, node }: Machine, results: readonly Result[]): string {
  const rows = results.map((result) => {
    const peers = Object.entries(result.peers).map(
      ([name, { median_ms }]) => `${name} ${short(median_ms)} ms (× ${short(median_ms / result.median_ms)})`,
    )
    return [
      result.name,
      String(result.rounds),
      ...[result.median_ms, result.p95_ms, result.floor_ms, result.ratio, result.over_floor_ms].map(short),
      peers.join(', '),
    ]
  })
  const widths = COLUMNS.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => (isText(index) ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd()
  return [`${cpu}, ${cores} cores, load ${load}, ${kernel}, Node ${node}`, '', line(COLUMNS), ...rows.map(line)].join(
    '\n',
  )
}

const isText = (column: number): boolean => column === 0 || column === COLUMNS.length - 1

const short = (number: number): string => number.toFixed(2)
