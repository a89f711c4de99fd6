import type { JournalEntry } from '../../support/journal.ts'
import { type Generator, never, type Truth } from '../plan.ts'
import { placeOf, type World } from '../world.ts'
import { somewhere } from './presses.ts'

type Direction = 'up' | 'down' | 'left' | 'right'
type Scrolled = 'row-list' | 'long-text'

/** Beyond this one it may be at its end; where exactly that is depends on the size of the window. */
const NEAR_END: Readonly<Record<Scrolled, number>> = { 'row-list': 440, 'long-text': 190 }
const NEAR_RIGHT = 200

function moved(control: Scrolled, direction: Direction, world: World): Truth {
  const was = world.scrolled[control]
  const further = (line: JournalEntry) => {
    const is = placeOf(line)
    if (direction === 'down') return is.first > was.first
    if (direction === 'up') return is.first < was.first
    return direction === 'right' ? is.left > was.left : is.left < was.left
  }
  const atEnd = {
    up: was.first === 1,
    down: was.first >= NEAR_END[control],
    left: was.left === 0,
    right: was.left >= NEAR_RIGHT,
  }[direction]
  return {
    kind: 'effect',
    shown: (lines) => {
      const last = lines.filter((line) => line.control === control && line.event === 'scroll').at(-1)
      return last !== undefined && further(last) ? last : undefined
    },
    already: atEnd,
    literal: true,
    late: false,
  }
}

export const scrolls: readonly Generator[] = [
  {
    tool: 'scroll',
    weight: 8,
    make: (random, world) => {
      const direction = random.pick(['up', 'down', 'down'] as const)
      const args = { direction, pages: random.pick([0.5, 1, 2, 5]) }
      const row = `Row ${String(world.scrolled['row-list'].first + 3).padStart(3, '0')}`
      const at = random.chance(0.5) ? { element: 'row-list' } : somewhere(random, row)
      return { tool: 'scroll', control: 'row-list', at, args, truth: moved('row-list', direction, world) }
    },
  },
  {
    tool: 'scroll',
    weight: 8,
    make: (random, world) => {
      const direction = random.pick(['up', 'down', 'down', 'left', 'right'] as const)
      const at = somewhere(random, 'long-text')
      const args = { direction, pages: random.pick([0.5, 1, 3]) }
      return { tool: 'scroll', control: 'long-text', at, args, truth: moved('long-text', direction, world) }
    },
  },
  {
    tool: 'scroll',
    weight: 3,
    make: (random, world) => {
      const down = random.chance(0.5)
      const args = { delta_y: down ? 200 : -200 }
      const truth = moved('long-text', down ? 'down' : 'up', world)
      return { tool: 'scroll', control: 'long-text', at: somewhere(random, 'long-text'), args, truth }
    },
  },
  {
    tool: 'scroll',
    weight: 3,
    make: (random) => ({
      tool: 'scroll',
      control: 'inert-scroll-probe',
      at: somewhere(random, 'Does not scroll'),
      args: { direction: 'down' },
      truth: never,
    }),
  },
]
