import { type Generator, line, never, type Plan } from '../plan.ts'
import { somewhere } from './presses.ts'

const colours = ['Red', 'Green', 'Blue'] as const
const fruits = ['Apple', 'Banana', 'Cherry'] as const
const items = { 'menu-archive': 'Archive', 'menu-restore': 'Restore', 'menu-deep': 'Deep item' } as const

/** Check boxes, radio buttons, a combo box, menus and rows. */
export const choices: readonly Generator[] = [
  {
    tool: 'click',
    weight: 6,
    make: (random, world) => ({
      tool: 'click',
      control: 'toggle-box',
      at: somewhere(random, 'toggle-box'),
      args: {},
      truth: line('toggle-box', 'toggle', { on: !world.toggled }),
    }),
  },
  {
    tool: 'set_value',
    weight: 5,
    make: (random, world) => {
      const on = random.chance(0.5)
      const truth = line('toggle-box', 'toggle', { on }, { already: world.toggled === on })
      const args = { value: random.pick(on ? ['true', '1', 'on'] : ['false', '0', 'off']) }
      return { tool: 'set_value', control: 'toggle-box', at: { element: 'toggle-box' }, args, truth }
    },
  },
  {
    tool: 'click',
    weight: 3,
    make: (random) => ({
      tool: 'click',
      control: 'stubborn-box',
      at: somewhere(random, 'stubborn-box'),
      args: {},
      truth: never,
    }),
  },
  {
    tool: 'set_value',
    weight: 3,
    make: (random) => {
      const on = random.chance(0.7)
      const truth = on ? never : line('stubborn-box', 'toggle', { on: false }, { already: true })
      return {
        tool: 'set_value',
        control: 'stubborn-box',
        at: { element: 'stubborn-box' },
        args: { value: `${on}` },
        truth,
      }
    },
  },
  {
    tool: 'click',
    weight: 4,
    make: (random, world) => {
      const option = random.pick(colours)
      const at = somewhere(random, `colour-radio-${option.toLowerCase()}`)
      const truth = line('colour-radio', 'choose', { option }, { already: world.colour === option })
      return { tool: 'click', control: 'colour-radio', at, args: {}, truth }
    },
  },
  {
    tool: 'set_value',
    weight: 3,
    make: (random, world) => {
      const option = random.pick(colours)
      const at = { element: `colour-radio-${option.toLowerCase()}` }
      const truth = line('colour-radio', 'choose', { option }, { already: world.colour === option })
      return { tool: 'set_value', control: 'colour-radio', at, args: { value: 'true' }, truth }
    },
  },
  {
    tool: 'click',
    weight: 2,
    only: 'gtk3',
    make: (random, world) => {
      const option = random.pick(fruits)
      const at = { element: option, inside: ['fruit-combo'] }
      const truth = line('fruit-combo', 'choose', { option }, { already: world.fruit === option })
      return { tool: 'click', control: 'fruit-combo', at, args: {}, truth }
    },
  },
  {
    tool: 'click',
    weight: 2,
    only: 'gtk3',
    make: (random) => {
      const control = random.pick(['menu-archive', 'menu-restore', 'menu-deep'] as const)
      const at = {
        element: control,
        inside: control === 'menu-deep' ? ['menu-actions', 'menu-more'] : ['menu-actions'],
      }
      return { tool: 'click', control, at, args: {}, truth: line(control, 'menu', { label: items[control] }) }
    },
  },
  {
    tool: 'perform_secondary_action',
    weight: 2,
    only: 'gtk4',
    make: (random) => {
      const control = random.pick(['menu-archive', 'menu-restore', 'menu-deep'] as const)
      const args = { action: `fixture.${control}` }
      const truth = line(control, 'menu', { label: items[control] })
      return { tool: 'perform_secondary_action', control, at: { element: 'menu-bar' }, args, truth }
    },
  },
  {
    tool: 'perform_secondary_action',
    weight: 1,
    make: (): Plan => ({
      tool: 'perform_secondary_action',
      control: 'context-target',
      at: { element: 'context-target' },
      args: {},
      truth: line('context-target', 'popup'),
    }),
  },
  {
    tool: 'click',
    weight: 6,
    make: (random, world) => {
      const number = world.scrolled['row-list'].first + random.whole(1, 8)
      if (number > 500) return undefined
      const row = `Row ${String(number).padStart(3, '0')}`
      const truth = line('row-list', 'select', { row }, { already: world.selected['row-list'] === row })
      return { tool: 'click', control: 'row-list', at: somewhere(random, row), args: {}, truth }
    },
  },
  {
    tool: 'click',
    weight: 3,
    make: (random, world) => {
      const row = `Row ${String(world.scrolled['row-list'].first + random.whole(1, 8)).padStart(3, '0')}`
      const truth = line('row-list', 'activate', { row })
      return { tool: 'click', control: 'row-list', at: somewhere(random, row), args: { click_count: 2 }, truth }
    },
  },
  {
    tool: 'click',
    weight: 4,
    make: (random, world) => {
      const row = random.pick(['Alder', 'Birch', 'Cedar', 'Elm', 'Fir'])
      const truth = line('sort-list', 'select', { row }, { already: world.selected['sort-list'] === row })
      return { tool: 'click', control: 'sort-list', at: somewhere(random, row), args: {}, truth }
    },
  },
]
