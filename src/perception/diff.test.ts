import { describe, expect, it } from 'vitest'
import { diffSnapshots } from './diff.ts'
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import type { Snapshot } from './model.ts'
import { fakeWindow } from './testing/fake-desktop.ts'

const line = (id: string, label: string, children: readonly IdentifiedNode[] = []): IdentifiedNode => {
  const parts = { role: 'push button', label, states: [], actions: [], secret: false }
  return { id, parts, cuts: [], children, merged: false } as unknown as IdentifiedNode
}

/** A look at a window `e0` with these lines in it, and these popups. */
function lookAt(
  children: readonly IdentifiedNode[],
  popups: readonly IdentifiedNode[] = [],
  over: Partial<Snapshot> = {},
): IdentifiedSnapshot {
  const main = line('e0', 'W', children)
  const flat = (node: IdentifiedNode): IdentifiedNode[] => [node, ...node.children.flatMap(flat)]
  const nodes = new Map([main, ...popups].flatMap(flat).map((node) => [node.id, node]))
  const snapshot = { window: fakeWindow(), scoped: false, skeleton: false, coverage: 'complete', ...over }
  return { snapshot, generation: 1, main, popups, ids: new Map(), nodes } as unknown as IdentifiedSnapshot
}

/** The same with buttons: id → label. */
const look = (labels: Readonly<Record<string, string>>, over: Partial<Snapshot> = {}): IdentifiedSnapshot =>
  lookAt(
    Object.entries(labels).map(([id, label]) => line(id, label)),
    [],
    over,
  )

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

  it('stands below the line around it, parents first', () => {
    const known = (...inside: IdentifiedNode[]) => [
      line('e1', 'A', inside),
      ...['e2', 'e3', 'e4', 'e5'].map((id) => line(id, 'x')),
    ]
    const before = lookAt(known(line('e6', 'old'), line('e8', 'y')))
    const after = lookAt(known(line('e6', 'new'), line('e9', 'Row', [line('e7', 'Cell')]), line('e8', 'y')), [
      line('e10', 'Menu', [line('e11', 'Item')]),
    ])
    expect(diffSnapshots(before, after)).toMatchObject({
      lines: [
        '~ e6 push button "new"',
        '+ e9 push button "Row"',
        '+   e7 push button "Cell"',
        '--- popup ---',
        '+ e10 push button "Menu"',
        '+   e11 push button "Item"',
      ],
    })
  })

  it.each([
    ['exactly half of the nodes', 9, 5, 'diff'],
    ['one more than half', 9, 6, 'full'],
    ['half of an odd number, rounded down', 10, 5, 'diff'],
    ['half of an odd number, rounded up', 10, 6, 'full'],
    ['all but the window', 2, 2, 'full'],
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
    const frame = { x: 100, y: 50, width: 640, height: 480 }
    const geometry = (scaleX: number) => ({ scaleX, scaleY: 1, frame, view: frame }) as never
    const at = (scale: number) => ({ ...look(ids(9)), geometry: geometry(scale) })
    expect(diffSnapshots(at(1), at(0.5)).kind).toBe('full')
    expect(diffSnapshots(at(1), at(1)).kind).toBe('unchanged')
  })

  it('is told as a whole when the pictures begin elsewhere, not when one only goes further', () => {
    const frame = { x: 100, y: 50, width: 640, height: 480 }
    const showing = (view: object) => ({
      ...look(ids(9)),
      geometry: { scaleX: 1, scaleY: 1, frame, view: { ...frame, ...view } } as never,
    })
    expect(diffSnapshots(showing({}), showing({ x: 80, width: 660 })).kind).toBe('full')
    expect(diffSnapshots(showing({}), showing({ width: 700 })).kind).toBe('unchanged')
  })
})
