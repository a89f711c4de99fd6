import { describe, expect, test } from 'vitest'
import type { AccessibleEvent, AccessibleHandle, AccessibleRecord, WindowHandle, WindowInfo } from '../../../port.ts'
import { emptyGraph, type Graph } from '../graph.ts'
import type { Call, Link } from '../link.ts'
import { statesFromWords } from '../states.ts'
import { TreeMirror } from './tree-mirror.ts'

const SHOWING = 1 << 25
const handle = (name: string) => `:1.5/${name}` as AccessibleHandle

function record(name: string, label: string, parent?: string): AccessibleRecord {
  return {
    handle: handle(name),
    ...(parent && { parent: handle(parent) }),
    role: name === 'app' ? 'application' : 'push button',
    name: label,
    description: '',
    states: statesFromWords(SHOWING, 0),
    interfaces: new Set(['Component']),
    childCount: name === 'app' ? 2 : 0,
    indexInParent: 0,
  }
}

function graph(label = 'Press'): Graph {
  const read = emptyGraph()
  for (const one of [record('app', ''), record('button', label, 'app'), record('other', 'Other', 'app')])
    read.records.set(one.handle, one)
  return read
}

let sequence = 0
const event = (kind: AccessibleEvent['kind'], source: string, detail = ''): AccessibleEvent => ({
  sequence: ++sequence,
  at: 0,
  source: handle(source),
  kind,
  detail,
})

/** An app that answers every question about one accessible, and counts how often it was asked. */
function appWith(label: string, whileAsked: () => void = () => {}) {
  const asked: string[] = []
  const answer = ({ member, body }: Call): readonly unknown[] => {
    if (member === 'GetRole') return [43]
    if (member === 'GetState') return [[SHOWING, 0]]
    if (member === 'GetInterfaces') return [['org.a11y.atspi.Component']]
    return body?.[1] === 'Name' ? [label] : body?.[1] === 'ChildCount' ? [0] : ['']
  }
  const link = {
    call: async (call: Call) => {
      if (asked.length === 0) whileAsked()
      asked.push(call.path)
      return { body: answer(call), sequence: 0, at: 0 }
    },
  } as unknown as Link
  return { link, asked }
}

const budget = { deadline: Number.POSITIVE_INFINITY }
const nobody = appWith('').link

/** A mirror that keeps the tree and has been tried twice, so that the next look is answered from memory. */
async function kept(read = graph()): Promise<TreeMirror> {
  const mirror = new TreeMirror()
  mirror.beginRead(performance.now()).keep(read)
  for (let look = 1; look <= 2; look++) expect(await mirror.tree(nobody, budget)).toBeUndefined()
  return mirror
}

describe('a tree that is kept', () => {
  test('is all there is to a look at an app that told nothing; the fourth look tries the app again', async () => {
    const read = graph()
    const mirror = await kept(read)
    expect(await mirror.tree(nobody, budget)).toBe(read)
    expect(await mirror.tree(nobody, budget)).toBeUndefined()
  })

  test('has one record read again after its event, and no other', async () => {
    const mirror = await kept()
    mirror.hear(event('name', 'button'))
    expect(mirror.isCurrent).toBe(false)
    const app = appWith('Press again')
    const tree = await mirror.tree(app.link, budget)
    expect(tree?.records.get(handle('button'))?.name).toBe('Press again')
    expect(new Set(app.asked)).toEqual(new Set(['/button']))
    expect(mirror.isCurrent).toBe(true)
  })

  test('is out of date again when the app speaks while it answers', async () => {
    const mirror = await kept()
    mirror.hear(event('name', 'button'))
    await mirror.tree(appWith('Press again', () => mirror.hear(event('name', 'button'))).link, budget)
    expect(mirror.isCurrent).toBe(false)
  })

  test.each([
    ['something was added', event('children', 'app', 'add')],
    ['something that it does not know has spoken', event('name', 'stranger')],
  ])('is dropped when %s', async (_why, told) => {
    const mirror = await kept()
    mirror.hear(told)
    expect(await mirror.tree(nobody, budget)).toBeUndefined()
  })

  test('is not kept when the app changed while it was read', async () => {
    const mirror = new TreeMirror()
    const reading = mirror.beginRead(performance.now())
    mirror.hear(event('children', 'app', 'add'))
    reading.keep(graph())
    expect(mirror.kept).toBeUndefined()
  })

  test('is not kept when events may have been missed while it was read', () => {
    const mirror = new TreeMirror()
    const reading = mirror.beginRead(performance.now())
    mirror.lose()
    reading.keep(graph())
    expect(mirror.kept).toBeUndefined()
  })

  test('is dropped when a box lies elsewhere than it was seen', async () => {
    const mirror = await kept()
    const window = { handle: 'x' as WindowHandle, scale: 1 } as WindowInfo
    const at = (y: number) => [[handle('button'), { x: 0, y, width: 10, height: 10 }]] as const
    mirror.place(window, at(5), true)
    mirror.place(window, at(5), true)
    expect(mirror.isCurrent).toBe(true)
    mirror.place(window, at(6), true)
    expect(mirror.isCurrent).toBe(false)
  })
})

describe('an app that changed what it had not told of', () => {
  test('is not believed again', async () => {
    const mirror = await kept()
    mirror.beginRead(performance.now()).keep(graph('Something else'))
    expect(mirror.isBelieved).toBe(false)
    expect(mirror.kept).toBeUndefined()
    mirror.beginRead(performance.now()).keep(graph())
    expect(mirror.kept).toBeUndefined()
  })

  test('is believed when it has told', async () => {
    const mirror = await kept()
    mirror.hear(event('name', 'button'))
    mirror.beginRead(performance.now()).keep(graph('Something else'))
    expect(mirror.isBelieved).toBe(true)
    expect(mirror.kept?.graph.records.get(handle('button'))?.name).toBe('Something else')
  })
})
