import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { handleOf } from '../../src/desktop/linux/atspi/handles.ts'
import type { AtspiApplication } from '../../src/desktop/linux/atspi/index.ts'
import type { AccessibleRecord } from '../../src/desktop/port.ts'
import { run } from '../support/oracles.ts'
import { flat, nodes, PYTHON, type SeenByPyatspi, Stage, script, seenByPyatspi, within } from './stage.ts'

// Real apps, read by us and by pyatspi, which asks for every accessible one by one.

let stage: Stage
let mousepad: AtspiApplication
let calculator: AtspiApplication

beforeAll(async () => {
  stage = await Stage.open()
  mousepad = (await stage.start('mousepad', 'mousepad')).app
  calculator = (await stage.start('gnome-calculator', 'gnome-calculator')).app
}, 60_000)

afterAll(async () => stage?.close())

const ours = ({ handle, role, name, description, states }: AccessibleRecord) => ({
  path: handle.slice(handle.indexOf('/')),
  role,
  name,
  description,
  states: [...states.list()].sort(),
})
const theirs = ({ path, role, name, description, states }: SeenByPyatspi) => ({ path, role, name, description, states })
const byPath = (a: { readonly path: string }, b: { readonly path: string }) => (a.path < b.path ? -1 : 1)

describe.each(['mousepad', 'gnome-calculator'])('the tree of %s', (name) => {
  test('holds what pyatspi sees, each with the same role, name, description and states', async () => {
    const app = name === 'mousepad' ? mousepad : calculator
    const seen = seenByPyatspi(stage, name)
    const records = await stage.records(app)
    expect(records.length).toBeGreaterThan(90)
    expect(records.map(ours).sort(byPath)).toEqual(seen.map(theirs).sort(byPath))
  })

  test('holds the children in the order of the app', async () => {
    const app = name === 'mousepad' ? mousepad : calculator
    const seen = new Map(seenByPyatspi(stage, name).map((one) => [one.path, one.children]))
    const { root } = await stage.atspi.readTree({ root: app.root, maxNodes: 5_000, maxDepth: 100 }, within())
    for (const node of nodes(root)) {
      const children = node.children.map(({ record }) => ours(record).path)
      expect(children, node.record.name).toEqual(seen.get(ours(node.record).path))
    }
  })
})

test('a fresh read of every accessible says what the bulk read said', async () => {
  const records = await stage.records(calculator)
  const fresh = await stage.atspi.readRecords(
    records.map(({ handle }) => handle),
    within(10_000),
  )
  for (const record of records) expect(ours(fresh.get(record.handle) as AccessibleRecord)).toEqual(ours(record))
})

describe('limits', () => {
  const read = (maxNodes: number, maxDepth: number) =>
    stage.atspi.readTree({ root: mousepad.root, maxNodes, maxDepth }, within())

  test('nodes: no more than asked, and the rest is accounted for', async () => {
    const all = await read(5_000, 100)
    const some = await read(50, 100)
    expect(some.count).toBe(50)
    expect(flat(some.root).map(({ handle }) => handle)).toEqual(
      flat(all.root)
        .slice(0, 50)
        .map(({ handle }) => handle),
    )
    expect(nodes(some.root).filter(({ cut }) => cut === 'nodes').length).toBeGreaterThan(0)
  })

  test('depth', async () => {
    const { root } = await read(5_000, 2)
    const deepest = root.children[0]?.children[0]
    expect(deepest).toMatchObject({ cut: 'depth', children: [] })
    expect(deepest?.unread).toBe(deepest?.record.childCount)
  })

  test('a subtree is the same as in the whole', async () => {
    const all = await read(5_000, 100)
    const menuBar = nodes(all.root).find(({ record }) => record.role === 'menu bar')
    const request = { root: menuBar?.record.handle as AccessibleRecord['handle'], maxNodes: 5_000, maxDepth: 100 }
    const { root } = await stage.atspi.readTree(request, within())
    expect(flat(root).map(ours)).toEqual(flat(menuBar as typeof root).map(ours))
  })
})

describe('boxes', () => {
  test('of GTK 3 are what pyatspi says, relative to the frame that the X server says', async () => {
    const window = await stage.window(mousepad, await stage.xid('mousepad'))
    const seen = new Map(seenByPyatspi(stage, 'mousepad').map((one) => [one.path, one]))
    const records = (await stage.records(mousepad)).filter(({ states }) => states.has('showing'))
    const request = { window, records, fields: () => ['box'] as const, textLimit: 0 }
    const { details, failed } = await stage.atspi.describe(request, within())
    expect(failed.size).toBe(0)
    let boxes = 0
    for (const record of records) {
      const [x, y, width, height] = seen.get(ours(record).path)?.extents ?? [0, 0, 0, 0]
      const box = details.get(record.handle)?.box
      // A page of a notebook has no extents of its own: −1, or −2³¹.
      if (width <= 0 || x < -100_000) expect(box).toBeUndefined()
      else expect(box).toEqual({ x: x - (window.frame?.x ?? 0), y: y - (window.frame?.y ?? 0), width, height })
      if (box !== undefined) boxes += 1
    }
    expect(boxes).toBeGreaterThan(15)
  })

  test('of GTK 4 are where a person’s click hits', async () => {
    const xid = await stage.xid('gnome-calculator')
    const window = await stage.window(calculator, xid)
    const records = await stage.records(calculator)
    const keys = ['1', '2', '3'].map((key) => records.find(({ role, name }) => role === 'label' && name === key))
    const request = {
      window,
      records: keys as readonly AccessibleRecord[],
      fields: () => ['box'] as const,
      textLimit: 0,
    }
    const { details } = await stage.atspi.describe(request, within())
    await run(stage.env, 'xdotool', 'windowactivate', '--sync', xid)
    for (const key of keys) {
      const box = details.get((key as AccessibleRecord).handle)?.box
      if (box === undefined || window.frame === undefined) throw new Error('no box')
      const [x, y] = [window.frame.x + box.x + box.width / 2, window.frame.y + box.y + box.height / 2].map(Math.floor)
      await run(stage.env, 'xdotool', 'mousemove', `${x}`, `${y}`, 'click', '1')
    }
    const display = records.find(({ role, states }) => role === 'text' && states.has('editable')) as AccessibleRecord
    await expect
      .poll(async () => {
        const fields = () => ['text'] as const
        const read = await stage.atspi.describe({ records: [display], fields, textLimit: 50 }, within())
        return read.details.get(display.handle)?.text?.content
      })
      .toBe('123')
  })
})

describe('what is at a point', () => {
  test.each(['mousepad', 'gnome-calculator'])('of %s is the smallest thing there', async (name) => {
    const app = name === 'mousepad' ? mousepad : calculator
    const window = await stage.window(app, await stage.xid(name))
    const wanted = (await stage.records(app)).filter(
      ({ role, states }) =>
        (role === 'menu' && states.has('showing')) || (role === 'text' && states.has('editable')) || role === 'label',
    )
    const request = { window, records: wanted, fields: () => ['box'] as const, textLimit: 0 }
    const { details } = await stage.atspi.describe(request, within())
    let hits = 0
    for (const { handle, role } of wanted) {
      const box = details.get(handle)?.box
      if (box === undefined || window.frame === undefined) continue
      const point = {
        x: Math.floor(window.frame.x + box.x + box.width / 2),
        y: Math.floor(window.frame.y + box.y + box.height / 2),
      }
      expect(await stage.atspi.at(window, point, within()), role).toBe(handle)
      hits += 1
    }
    expect(hits).toBeGreaterThan(5)
  })
})

test('the parents of an accessible lead to its application', async () => {
  const seen = seenByPyatspi(stage, 'mousepad')
  const parentOf = (path: string) => seen.find(({ children }) => children.includes(path))?.path
  const editor = (await stage.records(mousepad)).find(({ role }) => role === 'text') as AccessibleRecord
  const expected: string[] = []
  for (let path = parentOf(ours(editor).path); path !== undefined; path = parentOf(path)) expected.push(path)
  const ancestors = await stage.atspi.ancestors(editor.handle, within())
  expect(ancestors.map(ours).map(({ path }) => path)).toEqual(expected)
  expect(ancestors.at(-1)?.role).toBe('application')
})

test('apps are told with pid and toolkit', async () => {
  const apps = await stage.atspi.applications(within())
  const pids = await run(stage.env, 'pgrep', '-x', 'mousepad')
  const told = apps.find(({ name }) => name === 'mousepad')
  expect(told).toMatchObject({ toolkitName: 'gtk', responsive: true })
  expect(pids.split('\n')).toContain(`${told?.pid}`)
  expect(apps.find(({ name }) => name === 'gnome-calculator')).toMatchObject({ toolkitName: 'GTK' })
})

test('an accessible that never was is gone', async () => {
  const nobody = handleOf(mousepad.busName, '/org/a11y/atspi/accessible/999999')
  expect((await stage.atspi.readRecords([nobody], within())).get(nobody)).toBeUndefined()
  await expect(stage.atspi.readTree({ root: nobody, maxNodes: 9, maxDepth: 9 }, within())).rejects.toMatchObject({
    code: 'gone',
  })
})

test('of a table with 30,000 cells, the rows in view are read', async () => {
  const { app } = await stage.start('big-table', PYTHON, script('big-table.py'))
  const started = performance.now()
  const { root } = await stage.atspi.readTree({ root: app.root, maxNodes: 1_000, maxDepth: 64 }, within())
  expect(performance.now() - started).toBeLessThan(1_000)
  const table = nodes(root).find(({ record }) => record.role === 'table')
  const cells = table?.children.map(({ record }) => record) ?? []
  expect(cells.length).toBeGreaterThan(20)
  expect(cells.length).toBeLessThan(200)
  // Three headers come first, then three cells a row.
  const first = Number(cells[0]?.name.slice(1))
  expect(Math.abs(first - 5_000)).toBeLessThan(20)
  for (const [offset, cell] of cells.entries()) {
    expect(cell.name).toBe(`${'abc'[offset % 3]}${first + Math.floor(offset / 3)}`)
    expect(cell.indexInParent).toBe(3 + first * 3 + offset)
  }
  expect(table).toMatchObject({ cut: 'nodes', unread: 30_003 - cells.length })
})
