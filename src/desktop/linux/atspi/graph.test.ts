import { describe, expect, test } from 'vitest'
import type { AccessibleHandle, AccessibleRecord, TreeNode } from '../../port.ts'
import { assemble, type ChildList, type Graph, graphFromItems, type Limits } from './graph.ts'
import { statesFromWords } from './states.ts'

const handle = (path: string) => `:1.7/${path}` as AccessibleHandle
const SHOWING = 2 ** 25
const MANAGES_DESCENDANTS = 2 ** 31

function record(path: string, more: Partial<AccessibleRecord> & { readonly bits?: number } = {}): AccessibleRecord {
  const { bits = 0, ...rest } = more
  return {
    handle: handle(path),
    role: 'panel',
    name: path,
    description: '',
    states: statesFromWords(bits, 0),
    interfaces: new Set(),
    childCount: 0,
    indexInParent: -1,
    ...rest,
  }
}

/** `child('b', 'a', 1)`: b is child number 1 of a. */
const child = (path: string, parent: string, indexInParent: number, more: Parameters<typeof record>[1] = {}) =>
  record(path, { parent: handle(parent), indexInParent, ...more })

const graphOf = (...records: readonly AccessibleRecord[]) =>
  graphFromItems(
    records.map((one) => ({ record: one })),
    new Map(),
  )
const limits = (some: Partial<Limits> = {}): Limits => ({ maxNodes: 100, maxDepth: 10, enter: () => true, ...some })

function assembleFrom(
  graph: Graph,
  root: string,
  some: Partial<Limits> = {},
  gapCut: 'nodes' | 'deadline' = 'deadline',
) {
  return assemble(graph, graph.records.get(handle(root)) as AccessibleRecord, limits(some), gapCut)
}

/** `a(b(c) d)`, with `!cut:unread` behind what was not read whole. */
function print(node: TreeNode): string {
  const cut = node.cut === undefined ? '' : `!${node.cut}:${node.unread}`
  const children = node.children.length === 0 ? '' : `(${node.children.map(print).join(' ')})`
  return node.record.name + children + cut
}

const printed = (graph: Graph, root: string, some: Partial<Limits> = {}, gapCut: 'nodes' | 'deadline' = 'deadline') =>
  print(assembleFrom(graph, root, some, gapCut).root)

describe('an app that keeps items of what was asked for once', () => {
  const application = (childCount: number) => record('app', { role: 'application', childCount })

  test('is asked for the children of all that has any', () => {
    const items = [
      child('w', 'app', 0, { childCount: 1 }),
      child('old', 'w', 0, { childCount: 0 }),
      child('x', 'old', 0),
    ]
    const { root, gaps } = assembleFrom(graphOf(application(0), ...items), 'w')
    expect(gaps.map(({ name }) => name)).toEqual(['w'])
    expect(print(root)).toBe('w(old)')
  })

  test('is told from one that has windows and says so', () => {
    const items = [child('w', 'app', 0, { childCount: 1 }), child('b', 'w', 0)]
    expect(assembleFrom(graphOf(application(1), ...items), 'w').gaps).toEqual([])
  })
})

test('a menu that is open is asked for its items, one that is closed is not', () => {
  const menu = (path: string, bits: number) => child(path, 'bar', 0, { role: 'menu', childCount: -1, bits })
  const SELECTED = 2 ** 23
  const graph = graphOf(record('bar', { childCount: 2 }), menu('closed', SHOWING), menu('open', SHOWING + SELECTED))
  expect(assembleFrom(graph, 'bar').gaps.map(({ name }) => name)).toEqual(['open'])
})

describe('the order of children', () => {
  test('is their index, in whatever order the items come', () => {
    const graph = graphOf(child('c', 'a', 2), child('b', 'a', 1), record('a', { childCount: 3 }), child('x', 'a', 0))
    expect(printed(graph, 'a')).toBe('a(x b c)')
  })

  test('without an index is that of their numbers, in the places between those with one', () => {
    const items = [
      child('10', 'a', -1),
      child('9', 'a', -1),
      child('50', 'a', 0),
      child('2', 'a', 2),
      child('11', 'a', -1),
    ]
    expect(printed(graphOf(record('a', { childCount: -1 }), ...items), 'a')).toBe('a(50 9 2 10 11)')
  })

  test('is kept where indices leave holes or meet', () => {
    const items = [child('b', 'a', 5), child('c', 'a', 2), child('d', 'a', 2)]
    expect(printed(graphOf(record('a', { childCount: 3 }), ...items), 'a')).toBe('a(d c b)')
  })

  test('in the older format is the list, which also says what is missing', () => {
    const graph = graphFromItems(
      [
        { record: record('a', { childCount: 2 }), children: [handle('z'), handle('b')] },
        { record: child('b', 'a', -1) },
      ],
      new Map(),
    )
    expect(printed(graph, 'a')).toBe('a(b)!deadline:1')
  })
})

describe('limits', () => {
  const graph = graphOf(
    record('a', { childCount: 2 }),
    child('b', 'a', 0, { childCount: 2 }),
    child('c', 'b', 0),
    child('d', 'b', 1),
    child('e', 'a', 1),
  )

  test('nodes are counted depth first, and both parents of what is missing say so', () => {
    expect(printed(graph, 'a', { maxNodes: 3 })).toBe('a(b(c)!nodes:1)!nodes:1')
    expect(assembleFrom(graph, 'a', { maxNodes: 3 }).count).toBe(3)
  })

  test('exactly as many nodes as there are cut nothing', () => {
    expect(printed(graph, 'a', { maxNodes: 5 })).toBe('a(b(c d) e)')
  })

  test('depth', () => {
    expect(printed(graph, 'a', { maxDepth: 1 })).toBe('a(b!depth:2 e)')
    expect(printed(graph, 'a', { maxDepth: 0 })).toBe('a!depth:2')
  })

  test('what the caller declines', () => {
    expect(printed(graph, 'a', { enter: ({ name }) => name !== 'b' })).toBe('a(b!declined:2 e)')
  })
})

describe('what is not known yet', () => {
  const gapsOf = (graph: Graph, root: string, some: Partial<Limits> = {}) =>
    assembleFrom(graph, root, some).gaps.map(({ name }) => name)
  const set = (graph: Graph, path: string, list: Partial<ChildList>) =>
    graph.children.set(handle(path), { handles: [], more: 0, how: 'complete', ...list })

  test('an accessible with more children than items is a gap', () => {
    const graph = graphOf(record('a', { childCount: 3 }), child('b', 'a', 0), child('c', 'a', 1, { childCount: 1 }))
    expect(gapsOf(graph, 'a')).toEqual(['a', 'c'])
    expect(printed(graph, 'a')).toBe('a(b c!deadline:1)!deadline:1')
  })

  test('nothing below a declined or too deep accessible is one', () => {
    const graph = graphOf(record('a', { childCount: 1 }), child('b', 'a', 0, { childCount: 9 }))
    expect(gapsOf(graph, 'a', { enter: ({ name }) => name !== 'b' })).toEqual([])
    expect(gapsOf(graph, 'a', { maxDepth: 1 })).toEqual([])
  })

  test('a menu whose items have no index is asked for their order, once', () => {
    const items = [record('menu', { childCount: -1 }), child('1', 'menu', -1), child('2', 'menu', -1)]
    expect(gapsOf(graphOf(...items), 'menu')).toEqual(['menu'])
    const orders = new Map([[handle('menu'), [handle('2'), handle('1')]]])
    const again = graphFromItems(
      items.map((one) => ({ record: one })),
      orders,
    )
    expect(gapsOf(again, 'menu')).toEqual([])
    expect(printed(again, 'menu')).toBe('menu(2 1)')
  })

  test('an open menu is asked again, and so is one with another item', () => {
    const orders = new Map([[handle('menu'), [handle('2'), handle('1')]]])
    const open = [record('menu', { childCount: -1 }), child('1', 'menu', -1, { bits: SHOWING }), child('2', 'menu', -1)]
    const other = [record('menu', { childCount: -1 }), child('1', 'menu', -1), child('3', 'menu', -1)]
    for (const items of [open, other]) {
      expect(
        gapsOf(
          graphFromItems(
            items.map((one) => ({ record: one })),
            orders,
          ),
          'menu',
        ),
      ).toEqual(['menu'])
    }
  })

  test('a virtual container is one whatever its items are', () => {
    const table = record('table', { childCount: -1, bits: MANAGES_DESCENDANTS })
    expect(gapsOf(graphOf(table), 'table')).toEqual(['table'])
    expect(gapsOf(graphOf(table, child('cell', 'table', 0)), 'table')).toEqual(['table'])
  })

  test('a list from the app ends the gap; a sample says how many more there are', () => {
    const graph = graphOf(record('a', { childCount: 30_000 }), child('b', 'a', 40))
    set(graph, 'a', { handles: [handle('b')], more: 29_999, how: 'sampled' })
    expect(gapsOf(graph, 'a')).toEqual([])
    expect(printed(graph, 'a')).toBe('a(b)!nodes:29999')
  })

  test('children that could not be read: gone ones are nothing, failed ones are unread', () => {
    const graph = graphOf(record('a', { childCount: 3 }), child('b', 'a', 0))
    set(graph, 'a', { handles: [handle('b'), handle('dead'), handle('broken')] })
    graph.lost.set(handle('dead'), 'gone')
    graph.lost.set(handle('broken'), 'failed')
    expect(printed(graph, 'a')).toBe('a(b)!failed:1')
  })

  test('an accessible whose list failed keeps its count', () => {
    const graph = graphOf(record('a', { childCount: 7 }))
    set(graph, 'a', { how: 'failed' })
    expect(printed(graph, 'a')).toBe('a!failed:7')
  })
})

describe('trees that are none', () => {
  test('a cycle is stopped', () => {
    const graph = graphOf(child('a', 'b', 0, { childCount: 1 }), child('b', 'a', 0, { childCount: 1 }))
    expect(printed(graph, 'a')).toBe('a(b)')
  })

  test('its own parent is no child', () => {
    expect(printed(graphOf(child('a', 'a', 0)), 'a')).toBe('a')
  })

  test('a child of two parents stays with the first', () => {
    const graph = graphOf(record('a', { childCount: 2 }), child('b', 'a', 0, { childCount: 1 }), child('c', 'b', 0))
    graph.children.set(handle('a'), { handles: [handle('b'), handle('c')], more: 0, how: 'complete' })
    expect(printed(graph, 'a')).toBe('a(b(c))')
  })
})
