import { type Generator, line, never, type Plan, refused, type Target, type Truth } from '../plan.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

/** By its id, or by a pixel near its middle. */
export const somewhere = (random: Random, control: string): Target =>
  random.chance(0.5) ? { element: control } : { pixel: control, dx: random.whole(-2, 2), dy: random.whole(-2, 2) }

const click = (random: Random, control: string, truth: Truth, more: Partial<Plan> = {}): Plan => ({
  tool: 'click',
  control,
  at: somewhere(random, control),
  args: {},
  truth,
  ...more,
})

const counting = ['honest-button', 'tiny-button', 'quick-button', 'late-button', 'slow-button', 'rebuilder'] as const
const ordinary = ['honest-button', 'liar-button', 'quick-button', 'tiny-button'] as const

/** What a press of this button does. */
function pressed(control: string, world: World): Truth {
  if (control === 'liar-button') return never
  if (control === 'relabel-button') return line(control, 'effect', { label: world.started ? 'Start' : 'Stop' })
  return line(control, 'effect')
}

export const presses: readonly Generator[] = [
  {
    tool: 'click',
    weight: 10,
    make: (random, world) => {
      const control = random.pick(counting)
      return click(random, control, pressed(control, world))
    },
  },
  { tool: 'click', weight: 6, make: (random) => click(random, 'liar-button', never) },
  { tool: 'click', weight: 2, make: (random) => click(random, 'disabled-button', never) },
  { tool: 'click', weight: 1, only: 'gtk3', make: (random) => click(random, 'enabled-insensitive-button', never) },
  {
    tool: 'click',
    weight: 3,
    make: (random, world) => click(random, 'relabel-button', pressed('relabel-button', world)),
  },
  {
    tool: 'click',
    weight: 5,
    make: (random, world) => {
      const control = random.pick(['honest-button', 'quick-button', 'late-button', 'slow-button'])
      const count = (world.counts[control] ?? 0) + (random.chance(0.3) ? 2 : 1)
      const readout = control.replace('button', 'count')
      const truth = line(control, 'effect', { count })
      return click(random, control, truth, { expect: { element: readout, name: String(count) } })
    },
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) => {
      const name = random.pick(['saved', 'unchanged'])
      return click(random, 'liar-button', never, { expect: { element: 'liar-readout', name } })
    },
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) =>
      click(random, 'self-disabling-button', line('self-disabling-button', 'effect', { sensitive: false }), {
        afterwards: ['enable self-disabling-button'],
      }),
  },
  {
    tool: 'click',
    weight: 1,
    make: (random, world) => {
      if (world.removed) return undefined
      const effect = line('self-removing-button', 'effect', { removed: true })
      const confirmed = random.chance(0.5)
      const truth = confirmed ? effect : refused('CONFIRMATION_REQUIRED')
      return click(random, 'self-removing-button', truth, { args: confirmed ? { confirm: true } : {} })
    },
  },
  {
    tool: 'click',
    weight: 3,
    make: (random) =>
      click(random, 'honest-button', line('honest-button', 'effect', {}, { times: 2 }), { args: { click_count: 2 } }),
  },
  {
    tool: 'click',
    weight: 1,
    make: (random) =>
      click(random, 'honest-button', never, { args: { mouse_button: random.pick(['middle', 'right']) } }),
  },
  {
    tool: 'click',
    weight: 2,
    make: (random) =>
      click(random, 'honest-button', never, {
        meanwhile: ['disable honest-button'],
        afterwards: ['enable honest-button'],
      }),
  },
  {
    tool: 'click',
    weight: 2,
    make: (_random, _world, toolkit): Plan => ({
      tool: 'click',
      control: 'dialog-button',
      at: { element: 'dialog-button' },
      args: {},
      truth: line('dialog', 'open'),
      touches: ['dialog'],
      // A new GTK 4 window says that the person has just used it, whatever the app wants.
      ...(toolkit === 'gtk4' && { takesFocus: true }),
    }),
  },
  {
    tool: 'perform_secondary_action',
    weight: 5,
    make: (random, world) => {
      const control = random.pick(ordinary)
      const at = { element: control }
      return {
        tool: 'perform_secondary_action',
        control,
        at,
        args: { action: 'click' },
        truth: pressed(control, world),
      }
    },
  },
  {
    tool: 'perform_secondary_action',
    weight: 1,
    make: (random) => {
      const control = random.pick(ordinary)
      const truth = refused('ACTION_NOT_FOUND')
      return {
        tool: 'perform_secondary_action',
        control,
        at: { element: control },
        args: { action: 'levitate' },
        truth,
      }
    },
  },
]

/** The only thing to do while the dialog is open. */
export function closeDialog(random: Random): Plan {
  const control = random.pick(['dialog-ok', 'dialog-cancel'])
  const truth = line('dialog', 'close', { answer: control })
  return { tool: 'click', control, at: { element: control }, args: {}, truth, touches: ['dialog'] }
}

/** Elements that are no longer what they were when they were looked at. */
export const stale: readonly Generator[] = [
  {
    tool: 'click',
    weight: 3,
    make: () => ({
      tool: 'click',
      control: 'rebuilder',
      at: { element: 'rebuilder' },
      args: {},
      meanwhile: ['rebuild'],
      truth: refused('STALE_ELEMENT'),
    }),
  },
  {
    tool: 'click',
    weight: 3,
    make: (random) => ({
      tool: 'click',
      control: 'sort-list',
      // Not the middle one, which stays in its place.
      at: { element: random.pick(['Alder', 'Birch', 'Elm', 'Fir']) },
      args: {},
      meanwhile: ['resort'],
      truth: refused('STALE_ELEMENT'),
    }),
  },
  {
    tool: 'perform_secondary_action',
    weight: 2,
    make: () => ({
      tool: 'perform_secondary_action',
      control: 'honest-button',
      at: { element: 'honest-button' },
      args: { action: 'click' },
      meanwhile: ['set-label honest-button Other'],
      afterwards: ['set-label honest-button Count'],
      truth: refused('STALE_ELEMENT'),
    }),
  },
]
