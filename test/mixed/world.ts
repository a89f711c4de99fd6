import type { JournalEntry } from '../support/journal.ts'

/** What the app is like, as its own journal tells it. Never read through the server. */
export interface World {
  readonly toggled: boolean
  readonly wrapped: boolean
  readonly colour: string
  readonly fruit: string
  readonly texts: Readonly<Record<string, string>>
  readonly keystrokes: string
  /** What each counter stands at. */
  readonly counts: Readonly<Record<string, number>>
  readonly values: Readonly<Record<string, number>>
  /** The row that is selected in each list; absent: none. */
  readonly selected: Readonly<Record<string, string>>
  /** First row or line in view, counted from 1, and pixels hidden at the left. */
  readonly scrolled: Readonly<Record<'row-list' | 'long-text', { readonly first: number; readonly left: number }>>
  readonly selection: { readonly start: number; readonly end: number }
  readonly focused: string
  readonly started: boolean
  readonly removed: boolean
  readonly dialogOpen: boolean
  readonly size: { readonly width: number; readonly height: number }
  /** Of the content, on the screen; GTK 4 does not tell it. */
  readonly place?: { readonly x: number; readonly y: number }
}

/** As `fixture-app/README.md` says that it starts. */
export const startingWorld: World = {
  toggled: false,
  wrapped: false,
  colour: 'Red',
  fruit: 'Apple',
  texts: {
    'text-entry': 'initial',
    'limited-entry': '',
    'upper-entry': '',
    'rejecting-entry': 'fixed',
    'password-entry': '',
    'text-view': 'first line\nsecond line',
    'select-entry': 'the quick brown fox and the lazy dog',
    'tab-first': '',
    'tab-second': '',
    'tab-third': '',
  },
  keystrokes: '',
  counts: {},
  values: { 'plain-slider': 20, 'snap-slider': 20, 'clamp-slider': 20, 'stuck-slider': 50, spin: 1 },
  selected: {},
  scrolled: { 'row-list': { first: 1, left: 0 }, 'long-text': { first: 1, left: 0 } },
  selection: { start: 0, end: 0 },
  focused: '',
  started: false,
  removed: false,
  dialogOpen: false,
  size: { width: 900, height: 600 },
}

export function after(world: World, entries: readonly JournalEntry[]): World {
  return entries.reduce(afterOne, world)
}

function afterOne(world: World, entry: JournalEntry): World {
  const { control, event } = entry
  switch (event) {
    case 'toggle':
      return control === 'toggle-box' ? { ...world, toggled: entry.on === true } : world
    case 'menu':
      return control === 'menu-wrap' ? { ...world, wrapped: entry.on === true } : world
    case 'choose':
      return control === 'colour-radio'
        ? { ...world, colour: String(entry.option) }
        : { ...world, fruit: String(entry.option) }
    case 'text':
      return control === 'clipboard' ? world : { ...world, texts: { ...world.texts, [control]: String(entry.text) } }
    case 'value':
      return { ...world, values: { ...world.values, [control]: Number(entry.settled) } }
    case 'select':
      return { ...world, selected: { ...world.selected, [control]: String(entry.row) } }
    case 'scroll': {
      const place = placeOf(entry)
      return { ...world, scrolled: { ...world.scrolled, [control]: place } }
    }
    case 'selection':
      return { ...world, selection: { start: Number(entry.start), end: Number(entry.end) } }
    case 'focus':
      return { ...world, focused: control }
    case 'effect':
      return afterEffect(world, entry)
    case 'open':
      return { ...world, dialogOpen: true }
    case 'close':
      return { ...world, dialogOpen: false }
    case 'configure': {
      const { width, height, x, y } = entry as unknown as { width: number; height: number; x?: number; y?: number }
      return { ...world, size: { width, height }, ...(x !== undefined && y !== undefined && { place: { x, y } }) }
    }
    default:
      return world
  }
}

function afterEffect(world: World, entry: JournalEntry): World {
  switch (entry.control) {
    case 'relabel-button':
      return { ...world, started: entry.label === 'Stop' }
    case 'self-removing-button':
      return { ...world, removed: true }
    case 'keystroke-input':
      return { ...world, keystrokes: String(entry.text) }
    default:
      return { ...world, counts: { ...world.counts, [entry.control]: Number(entry.count) } }
  }
}

/** Where a `scroll` line of either scrolled control stands. */
export function placeOf(entry: JournalEntry): { first: number; left: number } {
  const row = typeof entry.first === 'string' ? Number(entry.first.slice('Row '.length)) : Number(entry.line)
  return { first: row, left: Number(entry.left ?? 0) }
}
