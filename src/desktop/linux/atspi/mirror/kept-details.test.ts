import { describe, expect, test } from 'vitest'
import type { AccessibleEvent, AccessibleHandle, AccessibleRecord, WindowHandle, WindowInfo } from '../../../port.ts'
import { statesFromWords } from '../states.ts'
import { KeptDetails } from './kept-details.ts'

const TRANSIENT = 1 << 28
const record = (name: string, parent: string, states = 0): AccessibleRecord => ({
  handle: name as AccessibleHandle,
  parent: parent as AccessibleHandle,
  role: 'label',
  name,
  description: '',
  states: statesFromWords(states, 0),
  interfaces: new Set(),
  childCount: 0,
  indexInParent: 0,
})
const [a, b, c] = [record('a', 'pane'), record('b', 'pane'), record('c', 'bar')]
const told = (kind: AccessibleEvent['kind'], source: AccessibleRecord): AccessibleEvent => ({
  sequence: 1,
  at: 0,
  source: source.handle,
  kind,
  detail: '',
})
const window = { handle: 'w' as WindowHandle, scale: 1, frame: { x: 5, y: 5, width: 100, height: 50 } } as WindowInfo
const parents = new Map([['pane', 'bar']])
const parentOf = (handle: AccessibleHandle) => parents.get(handle) as AccessibleHandle | undefined
const box = (x: number) => ({ x, y: 0, width: 10, height: 10 })

describe('details', () => {
  test('are known until something is told of their accessible', () => {
    const details = new KeptDetails()
    expect(details.learn(a, 'help', { help: 'this' }, details.now)).toBe(true)
    details.hear(told('caret', b))
    expect(details.known(a.handle, 'help')).toEqual({ help: 'this' })
    details.hear(told('description', a))
    expect(details.known(a.handle, 'help')).toBeUndefined()
  })

  test('of another kind than content hold while somebody types', () => {
    const details = new KeptDetails()
    details.learn(a, 'help', { help: 'this' }, details.now)
    details.learn(a, 'text 500', { text: { characterCount: 1, content: 'x', selections: [] } }, details.now)
    details.hear(told('text', a))
    expect(details.known(a.handle, 'help')).toEqual({ help: 'this' })
    expect(details.known(a.handle, 'text 500')).toBeUndefined()
  })

  test('that were asked for before the app spoke are not kept', () => {
    const details = new KeptDetails()
    const askedAt = details.now
    details.hear(told('caret', a))
    details.learn(a, 'help', { help: 'old' }, askedAt)
    expect(details.known(a.handle, 'help')).toBeUndefined()
  })

  test('that changed without a word are a contradiction', () => {
    const details = new KeptDetails()
    details.learn(a, 'help', { help: 'this' }, details.now)
    expect(details.learn(a, 'help', { help: 'this' }, details.now)).toBe(true)
    expect(details.learn(a, 'help', { help: 'that' }, details.now)).toBe(false)
  })

  test('tell how long a text is at least', () => {
    const details = new KeptDetails()
    const text = { text: { characterCount: 10, content: '0123456789', selections: [] } }
    expect(details.leastText(a.handle)).toBe(0)
    details.learn(a, 'text 500', text, details.now)
    details.hear({ ...told('text', a), detail: 'insert', length: 4 })
    expect(details.leastText(a.handle)).toBe(10)
    details.hear({ ...told('text', a), detail: 'delete', length: 3 })
    expect(details.leastText(a.handle)).toBe(7)
    details.hear({ ...told('text', a), detail: 'delete' })
    expect(details.leastText(a.handle)).toBe(0)
  })

  test('of cells are not kept', () => {
    const cell = record('cell', 'table', TRANSIENT)
    const details = new KeptDetails()
    details.learn(cell, 'help', { help: 'this' }, details.now)
    expect(details.known(cell.handle, 'help')).toBeUndefined()
  })
})

describe('boxes', () => {
  const placed = () => {
    const details = new KeptDetails()
    details.place(
      window,
      [
        [a.handle, box(0)],
        [b.handle, box(20)],
        [c.handle, box(40)],
      ],
      true,
    )
    return details
  }

  test('are read of one in each container, of what moved, and of what is new', () => {
    const details = placed()
    expect([...details.boxesToRead(window, [a, b, c], parentOf)]).toEqual(['c', 'b'])
    details.hear(told('bounds', b))
    expect([...details.boxesToRead(window, [a, b, c, record('d', 'pane')], parentOf)]).toEqual(['d', 'b'])
  })

  test('hold in the window in which they were seen, as long as that keeps its size', () => {
    const details = placed()
    const moved = { ...window, frame: { x: 50, y: 9, width: 100, height: 50 } } as WindowInfo
    const wider = { ...window, frame: { x: 5, y: 5, width: 101, height: 50 } } as WindowInfo
    expect(details.box(moved, a.handle)).toEqual(box(0))
    expect(details.box(wider, a.handle)).toBeUndefined()
  })

  test('that lie elsewhere are told of', () => {
    const details = placed()
    expect(details.place(window, [[a.handle, box(0)]], true)).toBe(true)
    expect(details.place(window, [[a.handle, box(1)]], true)).toBe(false)
  })
})
