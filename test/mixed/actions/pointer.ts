import { type Generator, lastLine, line, never, type Plan, type Truth } from '../plan.ts'
import type { Random } from '../random.ts'

/** A spot inside of an area of at least 100×16 px around its middle. */
const spot = (random: Random, of: string) => ({ pixel: of, dx: random.whole(-40, 40), dy: random.whole(-6, 6) })

const click = (random: Random, control: string, args: Plan['args'], truth: Truth): Plan => ({
  tool: 'click',
  control,
  at: random.chance(0.3) ? { element: control } : spot(random, control),
  args,
  truth,
})

/** Bare pixels: what accessibility knows nothing of. */
export const pointer: readonly Generator[] = [
  {
    tool: 'click',
    weight: 6,
    make: (random) => {
      const button = random.pick(['left', 'middle', 'right'] as const)
      return click(random, 'canvas', { mouse_button: button }, line('canvas', 'effect', { button }))
    },
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) =>
      click(random, 'canvas', { click_count: 2 }, line('canvas', 'effect', { button: 'left', presses: 2 })),
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) => {
      const middle = random.chance(0.6)
      const truth = middle ? line('middle-area', 'effect') : never
      return click(random, 'middle-area', { mouse_button: middle ? 'middle' : 'left' }, truth)
    },
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) => {
      const double = random.chance(0.6)
      return click(
        random,
        'double-area',
        { click_count: double ? 2 : 1 },
        double ? line('double-area', 'effect') : never,
      )
    },
  },
  { tool: 'click', weight: 2, make: (random) => click(random, 'inert-area', {}, never) },
  {
    tool: 'drag',
    weight: 5,
    make: (random) => {
      const from = { of: 'drag-pad', dx: random.whole(-30, 30), dy: random.whole(-15, 15) }
      const to = { of: 'drag-pad', dx: random.whole(-30, 30), dy: random.whole(-15, 15) }
      if (Math.abs(to.dx - from.dx) + Math.abs(to.dy - from.dy) < 10) return undefined
      const near = (is: unknown, asked: number) => Math.abs(Number(is) - asked) <= 2
      const truth = lastLine(
        'drag-pad',
        'drag-drop',
        (line) => near(line.dx, to.dx - from.dx) && near(line.dy, to.dy - from.dy),
      )
      return { tool: 'drag', control: 'drag-pad', at: { from, to }, args: {}, truth }
    },
  },
  {
    tool: 'drag',
    weight: 3,
    make: (random): Plan => {
      const from = { of: 'Parcel', dx: random.whole(-3, 3), dy: 0 }
      const to = { of: 'Drop here', dx: random.whole(-3, 3), dy: 0 }
      const truth = line('drop-target', 'drop', { text: 'Parcel' })
      return { tool: 'drag', control: 'drop-target', at: { from, to }, args: {}, truth, touches: ['drag-source'] }
    },
  },
  {
    tool: 'drag',
    weight: 1,
    make: (random) => {
      const from = { of: 'inert-area', dx: -random.whole(5, 30), dy: 0 }
      const to = { of: 'inert-area', dx: random.whole(5, 30), dy: 0 }
      return { tool: 'drag', control: 'inert-area', at: { from, to }, args: {}, truth: never }
    },
  },
]
