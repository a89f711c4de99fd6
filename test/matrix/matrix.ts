import { type Cell, cellsOf, type Mode, modes, type Placement, placements, type Toolkit, toolkits } from './cells.ts'
import { type CellResult, judge } from './judge.ts'
import { perform } from './perform.ts'
import { setScene } from './scene.ts'
import { makesSense } from './scope.ts'

export interface Selection {
  readonly toolkits?: readonly Toolkit[]
  readonly placements?: readonly Placement[]
  readonly modes?: readonly Mode[]
  readonly actions?: readonly string[]
}

/** Plays the cells, each mode with an app that nothing was done to yet, and hands each on as it is judged. */
export async function* playMatrix(selection: Selection = {}): AsyncGenerator<CellResult> {
  for (const toolkit of selection.toolkits ?? toolkits) {
    for (const placement of selection.placements ?? placements) {
      for (const mode of selection.modes ?? modes) {
        const scene = await setScene(toolkit, placement)
        try {
          for (const cell of cellsOf({ toolkit, placement, mode }).filter(makesSense).filter(isSelected(selection)))
            yield judge(await perform(scene, cell))
        } finally {
          await scene.strike()
        }
      }
    }
  }
}

const isSelected =
  ({ actions }: Selection) =>
  ({ action }: Cell): boolean =>
    actions === undefined || actions.includes(action)
