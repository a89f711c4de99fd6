import { expect, test } from 'vitest'
import type { Toolkit } from './cells.ts'
import { playMatrix } from './matrix.ts'

async function playCovered(toolkit: Toolkit, actions: readonly string[]) {
  const cells = []
  const selection = { toolkits: [toolkit], placements: ['covered'], modes: ['background'], actions } as const
  for await (const cell of playMatrix(selection)) cells.push(cell)
  return cells
}

/** The short form of `npm run matrix`: what no other suite acts on, where it is hardest to reach. */
test.each(['qt', 'chromium'] as const)(
  '%s, wholly covered: what is claimed is what arrived',
  async (toolkit) => {
    const actions = ['left', 'type', 'scroll', 'set value', 'select text']
    const cells = await playCovered(toolkit, actions)
    expect(cells.filter(({ faults }) => faults.length > 0)).toEqual([])
    expect(cells.map(({ result }) => result)).toEqual(Array(7).fill('delivered'))
  },
  180_000,
)

/** One or two cells of each that is hardest: keys into a terminal, and a menu that would take the person's keyboard. */
test.each<[Toolkit, readonly string[], number]>([
  ['firefox', ['key'], 1],
  ['xterm', ['type'], 1],
  ['vte', ['type'], 1],
  ['tk', ['context menu', 'child window'], 2],
])(
  '%s, wholly covered: %s arrives',
  async (toolkit, actions, count) => {
    const cells = await playCovered(toolkit, actions)
    expect(cells.filter(({ faults }) => faults.length > 0)).toEqual([])
    expect(cells.map(({ result }) => result)).toEqual(Array(count).fill('delivered'))
  },
  90_000,
)
