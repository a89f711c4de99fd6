import { describe, expect, it } from 'vitest'
import { diffSnapshots } from './diff.ts'
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import type { Snapshot } from './model.ts'
import { fakeWindow } from './testing/fake-desktop.ts'

/** A look whose lines are buttons: id → label. */
function look(labels: Readonly<Record<string, string>>, over: Partial<Snapshot> = {}): IdentifiedSnapshot {
  const nodes = Object.entries(labels).map(([id, label]) => {
    const parts = { role: 'push button', label, states: [], actions: [], secret: false }
    return [id, { id, parts, cuts: [], children: [], merged: false } as unknown as IdentifiedNode] as const
  })
  const snapshot = { window: fakeWindow(), scoped: false, skeleton: false, coverage: 'complete', ...over }
  return { snapshot, generation: 1, popups: [], ids: new Map(), nodes: new Map(nodes) } as unknown as IdentifiedSnapshot
}

const ids = (count: number, label = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`e${index}@s1`, label]))

describe('what changed between two looks', () => {
  it('is nothing when every line is the same', () => {
    expect(diffSnapshots(look(ids(3)), look(ids(3)))).toEqual({ kind: 'unchanged' })
  })

  it('is marked line by line, in the order of the window, what is gone last', () => {
    const before = look({ e1: 'A', e2: 'B', e3: 'C', e4: 'D', e5: 'E', e6: 'F' })
    const after = look({ e1: 'A', e9: 'New', e2: 'B2', e4: 'D', e5: 'E', e6: 'F' })
    expect(diffSnapshots(before, after)).toEqual({
      kind: 'diff',
      lines: ['+ e9 push button "New"', '~ e2 push button "B2"', '- e3 push button'],
      changed: ['e2'],
      appeared: ['e9'],
      gone: ['e3'],
    })
  })

  it.each([
    ['exactly half of the nodes', 10, 5, 'diff'],
    ['one more than half', 10, 6, 'full'],
    ['half of an odd number, rounded down', 9, 4, 'diff'],
    ['half of an odd number, rounded up', 9, 5, 'full'],
    ['all', 1, 1, 'full'],
  ])('%s', (_name, nodes, changed, kind) => {
    expect(diffSnapshots(look(ids(nodes)), look({ ...ids(nodes), ...ids(changed, 'y') })).kind).toBe(kind)
  })

  it.each<[string, Partial<Snapshot>]>([
    ['another window', { window: fakeWindow({ handle: 'window:2' as never }) }],
    ['a moved window', { window: fakeWindow({ frame: { x: 101, y: 50, width: 640, height: 480 } }) }],
    ['a resized window', { window: fakeWindow({ frame: { x: 100, y: 50, width: 641, height: 480 } }) }],
    ['another title', { window: fakeWindow({ title: 'Other' }) }],
    ['a part of the window', { scoped: true }],
    ['a skeleton', { skeleton: true }],
    ['a window not read whole', { coverage: 'partial' }],
    ['an unstable window', { coverage: 'unstable' }],
  ])('is told as a whole for %s', (_name, over) => {
    expect(diffSnapshots(look(ids(9)), look(ids(9), over)).kind).toBe('full')
  })

  it('is told as a whole when the pictures have different scales', () => {
    const geometry = (scaleX: number) => ({ scaleX, scaleY: 1, width: 640, height: 480, windowScale: 1 }) as never
    const at = (scale: number) => ({ ...look(ids(9)), geometry: geometry(scale) })
    expect(diffSnapshots(at(1), at(0.5)).kind).toBe('full')
    expect(diffSnapshots(at(1), at(1)).kind).toBe('unchanged')
  })
})
