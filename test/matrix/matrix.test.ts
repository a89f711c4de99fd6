import { expect, test } from 'vitest'
import type { Toolkit } from './cells.ts'
import { playMatrix } from './matrix.ts'

/** The short form of `npm run matrix`: what no other suite acts on, where it is hardest to reach. */
test.each(['qt', 'chromium'] as const)(
  '%s, wholly covered: what is claimed is what arrived',
  async (toolkit) => {
    const actions = ['left', 'type', 'scroll', 'set value', 'select text']
    const cells = []
    for await (const cell of playMatrix({
      toolkits: [toolkit],
      placements: ['covered'],
      modes: ['background'],
      actions,
    }))
      cells.push(cell)
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
    const cells = []
    for await (const cell of playMatrix({
      toolkits: [toolkit],
      placements: ['covered'],
      modes: ['background'],
      actions,
    }))
      cells.push(cell)
    expect(cells.filter(({ faults }) => faults.length > 0)).toEqual([])
    expect(cells.map(({ result }) => result)).toEqual(Array(count).fill('delivered'))
  },
  90_000,
)
