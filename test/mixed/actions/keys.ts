import { type Generator, line, type Plan, type Truth } from '../plan.ts'

/** As the tool takes them, and as the key area names them. */
const chords: Readonly<Record<string, string>> = {
  a: 'a',
  'ctrl+shift+a': 'ctrl+shift+a',
  'alt+x': 'alt+x',
  'ctrl+s': 'ctrl+s',
  Return: 'return',
  Escape: 'escape',
  Tab: 'tab',
  Page_Down: 'page_down',
  'ctrl+Left': 'ctrl+left',
  F5: 'f5',
  'shift+F1': 'shift+f1',
  Delete: 'delete',
  space: 'space',
}

const order = ['tab-first', 'tab-second', 'tab-third'] as const

const press = (control: string, key: string, truth: Truth, more: Partial<Plan> = {}): Plan => ({
  tool: 'press_key',
  control,
  at: 'app',
  args: { key },
  truth,
  ...more,
})

export const keys: readonly Generator[] = [
  {
    tool: 'press_key',
    weight: 8,
    make: (random) => {
      const [key, chord] = random.pick(Object.entries(chords))
      return press('key-area', key, line('key-area', 'chord', { chord }), { prepare: ['focus key-area'] })
    },
  },
  {
    tool: 'press_key',
    weight: 5,
    make: (random) => {
      const back = random.chance(0.4)
      const from = back ? random.pick(order.slice(1)) : random.pick(order.slice(0, 2))
      const to = order[order.indexOf(from) + (back ? -1 : 1)] ?? ''
      return press(to, back ? 'shift+Tab' : 'Tab', line(to, 'focus'), { prepare: [`focus ${from}`] })
    },
  },
  {
    tool: 'press_key',
    weight: 2,
    make: (random) => {
      const key = random.pick(['q', 'Z', '7'])
      const echoed = line('keystroke-input', 'effect')
      return press('keystroke-input', key, echoed, { prepare: ['focus keystroke-input'] })
    },
  },
  {
    tool: 'press_key',
    weight: 2,
    make: () => press('honest-button', 'space', line('honest-button', 'effect'), { prepare: ['focus honest-button'] }),
  },
]
