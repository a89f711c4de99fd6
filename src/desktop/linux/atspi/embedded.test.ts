import { describe, expect, test } from 'vitest'
import { type AccessibleHandle, PortError } from '../../port.ts'
import { addEmbedded } from './embedded.ts'
import { graphFromItems } from './graph.ts'
import { readItems } from './items.ts'
import { readLineage } from './lineage.ts'
import type { Call, Link } from './link.ts'
import { statesFromWords } from './states.ts'

const NAME = 'org.webkit.app.Sandboxed.WebProcess-1'
const NONE = [':1.2', '/org/a11y/atspi/null']
const ROOT = '/org/a11y/atspi/accessible/root'
const budget = { deadline: Number.POSITIVE_INFINITY }

/** What WebKitGTK 2.50 answers; `plugged`: what the socket names as its first child. */
function webView(plugged: unknown) {
  const children: Record<string, readonly string[][]> = {
    ':1.2/socket': [],
    ':1.3/plug': [[':1.3', '/pane']],
    ':1.3/pane': [[':1.3', '/page']],
  }
  const parents: Record<string, readonly string[]> = {
    ':1.3/plug': [':1.2', '/socket'],
    ':1.3/pane': [':1.3', '/plug'],
    ':1.2/socket': [':1.2', ROOT],
    [`:1.2${ROOT}`]: [':1.1', ROOT],
  }
  const answer = ({ bus, path, member, body }: Call): unknown => {
    const at = bus + path
    if (member === 'GetNameOwner') return body?.[0] === NAME ? ':1.3' : undefined
    if (member === 'GetChildAtIndex' && at === ':1.2/socket') return plugged
    if (member === 'GetChildren') return children[at]
    if (member === 'GetRole') return 20
    if (member === 'GetState') return [0, 0]
    if (member === 'GetInterfaces') return []
    if (member === 'GetItems')
      return [[[':1.3', '/plug'], [':1.2', ROOT], [':1.2', '/socket'], 0, -1, [], '', 20, '', [0, 0]]]
    const property = body?.[1]
    if (property === 'Parent') return parents[at]
    if (property === 'ChildCount') return children[at]?.length ?? 0
    if (property === 'Name' || property === 'Description') return ''
    throw new PortError('gone', 'no such object')
  }
  const call = async (asked: Call) => ({ body: [answer(asked)], sequence: 0, at: 0 })
  return { call } as unknown as Link
}

const socket = {
  handle: ':1.2/socket' as AccessibleHandle,
  parent: `:1.2${ROOT}` as AccessibleHandle,
  role: 'filler',
  name: '',
  description: '',
  states: statesFromWords(0, 0),
  interfaces: new Set<string>(),
  childCount: 1,
  indexInParent: 0,
}
const graphWith = (record = socket) => graphFromItems([{ record }], new Map())

describe('a web view', () => {
  test('holds the page of another process, which may show although its wrappers do not say so', async () => {
    const graph = graphWith()
    await addEmbedded(webView([NAME, '/plug']), graph, budget)
    expect(graph.hasEmbedded).toBe(true)
    expect([...graph.records.values()].map(({ handle, embeds }) => [handle, embeds])).toEqual([
      [':1.2/socket', true],
      [':1.3/plug', true],
      [':1.3/pane', true],
    ])
    expect(graph.children.get(socket.handle)?.handles).toEqual([':1.3/plug'])
  })

  test('of which nothing can be told is not read whole', async () => {
    const graph = graphWith()
    await addEmbedded(webView(NONE), graph, budget)
    expect(graph.hasEmbedded).toBe(true)
    expect(graph.children.get(socket.handle)?.how).toBe('failed')
  })

  test('in a tab that is not selected is not shown, and nothing is kept of its app', async () => {
    const tab = { ...socket, handle: ':1.2/tab' as AccessibleHandle, role: 'page tab', childCount: 1 }
    const graph = graphFromItems([{ record: tab }, { record: { ...socket, parent: tab.handle } }], new Map())
    await addEmbedded(webView([NAME, '/plug']), graph, budget)
    expect(graph.hasEmbedded).toBe(true)
    expect(graph.records.get(socket.handle)).not.toHaveProperty('embeds')
  })

  test('is not what has one child of its own process', async () => {
    const graph = graphWith()
    await addEmbedded(webView([':1.2', '/label']), graph, budget)
    expect(graph.hasEmbedded).toBe(false)
    expect(graph.records.size).toBe(1)
  })

  test('tells of its page by asking alone: the items of that process are not all', async () => {
    expect(await readItems(webView(NONE), ':1.3', budget)).toBeUndefined()
  })
})

describe('the lineage of what lies in a page', () => {
  const pane = ':1.3/pane' as AccessibleHandle
  test('goes on in the app around it', async () => {
    const line = await readLineage(webView([NAME, '/plug']), new Map(), pane, budget)
    expect(line).toEqual([':1.3/plug', ':1.2/socket', `:1.2${ROOT}`])
  })

  test('ends with the page where another one is plugged in', async () => {
    const line = await readLineage(webView([NAME, '/other']), new Map(), pane, budget)
    expect(line).toEqual([':1.3/plug'])
  })
})
