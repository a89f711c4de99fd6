import type { JournalEntry } from '../../support/journal.ts'
import { type Generator, lastLine, never, type Plan, refused, type Truth } from '../plan.ts'
import type { Random } from '../random.ts'
import type { World } from '../world.ts'

const words = [
  'otter',
  'Größe',
  'ñandú',
  '日本語',
  '😀',
  'x',
  '“quoted”',
  'шум',
  'a b c',
  '100 %',
  'tab\tstop',
  'é',
  'ﬁn',
]
const small = words.filter((word) => [...word].length <= 5)

/** Words without anything that a one-line field would not take. */
function sentence(random: Random, most: number): string {
  return Array.from({ length: random.whole(1, most) }, () => random.pick(words).replace('\t', ' ')).join(' ')
}

const holds = (control: string, text: string, world: World): Truth =>
  lastLine(control, 'text', (line) => line.text === text, { already: world.texts[control] === text })

/** The text before with `typed` put in somewhere, or in the place of what was selected. */
export function isTyped(before: string, typed: string, after: string): boolean {
  for (let at = after.indexOf(typed); at >= 0; at = after.indexOf(typed, at + 1)) {
    const head = after.slice(0, at)
    const tail = after.slice(at + typed.length)
    if (before.startsWith(head) && before.endsWith(tail) && head.length + tail.length <= before.length) return true
  }
  return false
}

const types = (control: string, typed: string, world: World): Truth => {
  const before = world.texts[control] ?? ''
  return lastLine(control, 'text', (line) => isTyped(before, typed, String(line.text)))
}

/** A text view that grows or shrinks takes room from the others. */
const touched = (control: string): Partial<Plan> => (control === 'text-view' ? { touches: ['long-text'] } : {})

const setting = (control: string, value: string, truth: Truth, args = {}): Plan => ({
  tool: 'set_value',
  control,
  at: { element: control },
  args: { value, ...args },
  truth,
  ...touched(control),
})

const typing = (control: string, text: string, truth: Truth, args = {}): Plan => ({
  tool: 'type_text',
  control,
  at: { element: control },
  args: { text, ...args },
  truth,
  ...touched(control),
})

/** Fields that grow without end would make every later answer longer. */
const tooLong = (control: string, world: World): boolean => [...(world.texts[control] ?? '')].length > 200

const free = ['text-entry', 'text-view', 'tab-first', 'tab-second'] as const

export const texts: readonly Generator[] = [
  {
    tool: 'set_value',
    weight: 8,
    make: (random, world) => {
      const control = random.pick(free)
      const text = control === 'text-view' && random.chance(0.5) ? `one\n\t${sentence(random, 3)}` : sentence(random, 4)
      return setting(control, text, holds(control, text, world))
    },
  },
  {
    tool: 'set_value',
    weight: 2,
    make: (random, world) => {
      const control = random.pick(free)
      if (world.texts[control] === '') return undefined
      const confirmed = random.chance(0.6)
      const truth = confirmed ? holds(control, '', world) : refused('CONFIRMATION_REQUIRED')
      return setting(control, '', truth, confirmed ? { confirm: true } : {})
    },
  },
  {
    tool: 'set_value',
    weight: 4,
    make: (random, world) => {
      const fits = random.chance(0.5)
      const text = fits ? random.pick(small) : `${random.pick(words)} too long`
      return setting('limited-entry', text, fits ? holds('limited-entry', text, world) : never)
    },
  },
  {
    tool: 'set_value',
    weight: 3,
    make: (random, world) => {
      const text = random.pick(['LOUD', 'quiet', 'GRÖSSE', 'mixed Case'])
      return setting('upper-entry', text, text === text.toUpperCase() ? holds('upper-entry', text, world) : never)
    },
  },
  {
    tool: 'set_value',
    weight: 3,
    make: (random, world) => {
      const text = random.pick(['fixed', 'other', 'more'])
      return setting('rejecting-entry', text, text === 'fixed' ? holds('rejecting-entry', text, world) : never)
    },
  },
  {
    tool: 'set_value',
    weight: 2,
    make: (random, world, toolkit) => {
      const text = random.pick(['correct horse', 'battery staple'])
      const plan = setting('password-entry', text, holds('password-entry', text, world), { confirm: true })
      // Where GTK has no accessible ids, a look tells of a secret only its label.
      return toolkit === 'gtk4' ? { ...plan, at: { element: 'Password' } } : plan
    },
  },
  { tool: 'set_value', weight: 1, make: (random) => setting('keystroke-input', random.pick(words), never) },
  {
    tool: 'type_text',
    weight: 8,
    make: (random, world) => {
      const control = random.pick(free)
      if (tooLong(control, world)) return undefined
      const text = sentence(random, 2)
      return typing(control, text, types(control, text, world), random.chance(0.4) ? { method: 'keys' } : {})
    },
  },
  {
    tool: 'type_text',
    weight: 3,
    make: (random, world) => {
      const text = random.pick(words.filter((word) => !word.includes('\t')))
      return typing('keystroke-input', text, {
        ...lastLine('keystroke-input', 'effect', (line) => line.text === world.keystrokes + text),
      })
    },
  },
  {
    tool: 'type_text',
    weight: 2,
    make: (random) => typing('rejecting-entry', random.pick(['!', 'more']), never),
  },
  {
    tool: 'type_text',
    weight: 3,
    make: (random, world) => {
      const control = random.pick(['text-entry', 'tab-third'] as const)
      if (tooLong(control, world)) return undefined
      const text = sentence(random, 2)
      const plan = typing(control, text, types(control, text, world))
      // Not every toolkit tells which field has the focus while its window has not.
      return { ...plan, at: 'app', prepare: [`focus ${control}`], mayRefuse: ['NO_FOCUSED_FIELD'] }
    },
  },
  {
    tool: 'select_text',
    weight: 6,
    make: (random, world) => {
      const whole = world.texts['select-entry'] ?? ''
      const text = random.pick(['the', 'quick', 'fox', 'lazy dog', 'o', 'unheard of'])
      const occurrence = random.whole(1, 2)
      const start = nth(whole, text, occurrence)
      const position = random.pick(['select', 'select', 'before', 'after'] as const)
      const asked =
        position === 'select'
          ? { start, end: start + text.length }
          : position === 'before'
            ? { start, end: start }
            : { start: start + text.length, end: start + text.length }
      const { selection } = world
      const already = selection.start === asked.start && selection.end === asked.end
      const is = (line: JournalEntry) => line.start === asked.start && line.end === asked.end
      const truth = start < 0 ? refused('TEXT_NOT_FOUND') : lastLine('select-entry', 'selection', is, { already })
      const args = { text, occurrence, position }
      return { tool: 'select_text', control: 'select-entry', at: { element: 'select-entry' }, args, truth }
    },
  },
]

function nth(whole: string, text: string, occurrence: number): number {
  let at = -1
  for (let count = 0; count < occurrence; count += 1) {
    at = whole.indexOf(text, at + 1)
    if (at < 0) return -1
  }
  return at
}
