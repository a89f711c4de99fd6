import { counted, type Placement, placements, type Toolkit } from './cells.ts'
import type { CellResult } from './judge.ts'

/** Share of cells in background mode that must arrive. */
const asked: Record<Placement, number> = { visible: 0.95, covered: 0.65 }

export interface Reach {
  readonly placement: Placement
  readonly delivered: number
  readonly cells: number
  readonly asked: number
}

const isCounted = ({ toolkit }: CellResult): boolean => (counted as readonly Toolkit[]).includes(toolkit)

export function reachOf(cells: readonly CellResult[]): readonly Reach[] {
  return placements
    .map((placement) => {
      const those = cells.filter(
        (cell) => isCounted(cell) && cell.placement === placement && cell.mode === 'background',
      )
      const delivered = those.filter(({ result }) => result === 'delivered').length
      return { placement, delivered, cells: those.length, asked: asked[placement] }
    })
    .filter(({ cells: count }) => count > 0)
}

/** What keeps the matrix from holding; empty where it holds. */
export function shortfalls(cells: readonly CellResult[]): readonly string[] {
  const count = (fits: (cell: CellResult) => boolean, what: string) => {
    const found = cells.filter(fits).length
    return found === 0 ? [] : [`${found} ${what}`]
  }
  return [
    ...reachOf(cells)
      .filter(({ delivered, cells: all, asked: share }) => delivered / all < share)
      .map(
        ({ placement, delivered, cells: all, asked: share }) =>
          `${placement}: ${delivered} of ${all} arrived in the background, ${share * 100} % are asked`,
      ),
    ...count(({ result }) => result === 'failed', 'failed'),
    ...count(({ disagrees }) => disagrees, 'in which verdict and oracle disagree'),
    ...count(({ faults }) => faults.length > 0, 'not as expected'),
  ]
}
