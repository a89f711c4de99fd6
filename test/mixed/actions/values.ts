import { type Generator, lastLine, never, type Plan, type Truth } from '../plan.ts'
import type { World } from '../world.ts'

const asking = (control: string, value: number | string, truth: Truth): Plan => ({
  tool: 'set_value',
  control,
  at: { element: control },
  args: { value: String(value) },
  truth,
})

/** It comes to rest at `settled`; `literal` where that is what was asked for. */
const settles = (control: string, world: World, settled: number, literal = true): Truth =>
  lastLine(control, 'value', (line) => line.settled === settled, {
    already: literal && world.values[control] === settled,
    literal,
  })

export const values: readonly Generator[] = [
  {
    tool: 'set_value',
    weight: 8,
    make: (random, world) => {
      const control = random.pick(['plain-slider', 'spin'] as const)
      const value = random.whole(0, control === 'spin' ? 20 : 100)
      return asking(control, value, settles(control, world, value))
    },
  },
  {
    tool: 'set_value',
    weight: 1,
    make: (random) => asking(random.pick(['plain-slider', 'spin']), random.pick([101, -1, 'loud']), never),
  },
  {
    tool: 'set_value',
    weight: 5,
    make: (random, world) => {
      const value = random.whole(0, 100)
      const settled = Math.round(value / 10) * 10
      const stays = settled !== value && world.values['snap-slider'] === settled
      return asking('snap-slider', value, stays ? never : settles('snap-slider', world, settled, settled === value))
    },
  },
  {
    tool: 'set_value',
    weight: 5,
    make: (random, world) => {
      const value = random.whole(0, 100)
      if (value <= 60) return asking('clamp-slider', value, settles('clamp-slider', world, value))
      // One step beside what was asked for is the app's way of doing it; further away is not.
      const near = value === 61 && world.values['clamp-slider'] !== 60
      return asking('clamp-slider', value, near ? settles('clamp-slider', world, 60, false) : never)
    },
  },
  {
    tool: 'set_value',
    weight: 3,
    make: (random, world) => {
      const value = random.chance(0.2) ? 50 : random.whole(0, 100)
      return asking('stuck-slider', value, value === 50 ? settles('stuck-slider', world, 50) : never)
    },
  },
]
