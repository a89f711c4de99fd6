import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handleOf } from '../../src/desktop/linux/atspi/handles.ts'
import type { AtspiApplication } from '../../src/desktop/linux/atspi/index.ts'
import type {
  AccessibleDetails,
  AccessibleEvent,
  AccessibleHandle,
  AccessibleRecord,
  AccessibleRequest,
  DetailField,
  Receipt,
  Subscription,
} from '../../src/desktop/port.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { AccessibilityOracle } from '../support/oracles.ts'
import { Stage, within } from './stage.ts'

// What we ask of the fixture app, judged by its own journal and by GDBus.

let stage: Stage
let fixture: FixtureProcess
let oracle: AccessibilityOracle
let app: AtspiApplication
let watching: Subscription
const heard: AccessibleEvent[] = []

beforeAll(async () => {
  stage = await Stage.open()
  fixture = await startFixture({ env: stage.env, options: ['--geometry', '900x600+10+30'] })
  oracle = new AccessibilityOracle(stage.env, 'surehand-fixture')
  app = await stage.app('surehand-fixture')
  watching = await stage.atspi.watch(app.root, (event) => heard.push(event), within())
}, 60_000)

beforeEach(() => {
  heard.length = 0
})

afterAll(async () => {
  watching?.close()
  await oracle?.stop()
  await fixture?.stop()
  await stage?.close()
})

const WITHIN_MS = 5_000
const find = async (id: string): Promise<AccessibleHandle> => handleOf(app.busName, (await oracle.describe(id)).path)

async function act(id: string, request: AccessibleRequest): Promise<Receipt> {
  return stage.atspi.act(await find(id), request, within())
}

/** Reads fields of one control. */
async function details(id: string, ...fields: readonly DetailField[]): Promise<AccessibleDetails> {
  const handle = await find(id)
  const record = (await stage.atspi.readRecords([handle], within())).get(handle) as AccessibleRecord
  const request = { records: [record], fields: () => fields, textLimit: 500 }
  return (await stage.atspi.describe(request, within())).details.get(handle) ?? {}
}

const inside = (receipt: Receipt) =>
  heard.filter(({ sequence }) => sequence > receipt.opened && sequence < receipt.closed)

describe('an action', () => {
  test('does what it says, and what it changed lies in its bracket', async () => {
    const mark = fixture.journal.mark()
    const receipt = await act('honest-button', { type: 'action', name: 'click' })
    await fixture.journal.until(entry('honest-button', 'effect'), WITHIN_MS, mark)
    expect(receipt.repliedAt).toBeGreaterThanOrEqual(receipt.sentAt)
    const readout = await find('honest-count')
    expect(inside(receipt)).toContainEqual(expect.objectContaining({ kind: 'name', source: readout }))
  })

  test('that lies has nothing in its bracket', async () => {
    const mark = fixture.journal.mark()
    const receipt = await act('liar-button', { type: 'action', name: 'click' })
    await fixture.journal.until(entry('liar-button', 'activate'), WITHIN_MS, mark)
    await fixture.settled()
    expect(inside(receipt)).toEqual([])
  })

  test('whose effect comes later has nothing in its bracket, and the effect after it', async () => {
    const receipt = await act('quick-button', { type: 'action', name: 'click' })
    const readout = await find('quick-count')
    await expect.poll(() => heard.find(({ kind, source }) => kind === 'name' && source === readout)).toBeDefined()
    expect(inside(receipt)).toEqual([])
  })

  test('that blocks its app is done when the app is', async () => {
    const mark = fixture.journal.mark()
    const receipt = await act('slow-button', { type: 'action', name: 'click' })
    const readout = await find('slow-count')
    expect(inside(receipt)).toContainEqual(expect.objectContaining({ kind: 'name', source: readout }))
    expect(fixture.journal.since(mark).some(entry('slow-button', 'effect'))).toBe(true)
  })

  test('that removes its own target is still answered', async () => {
    const handle = await find('self-removing-button')
    const mark = fixture.journal.mark()
    await stage.atspi.act(handle, { type: 'action', name: 'click' }, within())
    await fixture.journal.until(entry('self-removing-button', 'effect'), WITHIN_MS, mark)
    await expect
      .poll(async () => (await stage.atspi.readRecords([handle], within())).get(handle) === undefined)
      .toBe(true)
    const again = stage.atspi.act(handle, { type: 'action', name: 'click' }, within())
    await expect(again).rejects.toMatchObject({ code: 'gone' })
  })

  test.each(['Click', 'press', ''])('by the name %j is refused, and nothing was sent', async (name) => {
    const mark = fixture.journal.mark()
    const asked = act('honest-button', { type: 'action', name })
    await expect(asked).rejects.toMatchObject({ code: 'interface-missing', message: expect.stringContaining('click') })
    await fixture.settled()
    expect(fixture.journal.since(mark).filter(({ control }) => control === 'honest-button')).toEqual([])
  })

  test('is listed by the name that performs it', async () => {
    const { actions } = await details('honest-button', 'actions')
    expect(actions?.map(({ name }) => name)).toEqual((await oracle.describe('honest-button')).actions)
  })

  test('of an accessible that has none', async () => {
    const asked = act('honest-count', { type: 'action', name: 'click' })
    await expect(asked).rejects.toMatchObject({ code: 'interface-missing' })
  })
})

describe('text', () => {
  const heardByApp = async (id: string, text: string, mark: number) =>
    fixture.journal.until(entry(id, 'text', { text }), WITHIN_MS, mark)

  test('beyond the first plane is counted and inserted by characters', async () => {
    const mark = fixture.journal.mark()
    await act('text-entry', { type: 'set-text', text: 'aé日😀x' })
    await act('text-entry', { type: 'insert-text', offset: 4, text: '[ñ👍🏽]' })
    await heardByApp('text-entry', 'aé日😀[ñ👍🏽]x', mark)
    await act('text-entry', { type: 'delete-text', start: 3, end: 5 })
    await heardByApp('text-entry', 'aé日ñ👍🏽]x', mark)
    expect((await details('text-entry', 'text')).text).toMatchObject({ characterCount: 8, content: 'aé日ñ👍🏽]x' })
  })

  test('is selected, and selected anew', async () => {
    await act('text-entry', { type: 'set-text', text: '😀bcdef' })
    for (const [start, end] of [
      [1, 3],
      [0, 2],
    ] as const) {
      await act('text-entry', { type: 'select-text', start, end })
      expect((await details('text-entry', 'text')).text?.selections).toEqual([{ start, end }])
    }
    await act('text-entry', { type: 'set-caret', offset: 4 })
    expect((await details('text-entry', 'text')).text).toMatchObject({ caret: 4, selections: [] })
  })

  test('is read up to the limit', async () => {
    await act('text-entry', { type: 'set-text', text: '😀'.repeat(600) })
    const { text } = await details('text-entry', 'text')
    expect(text?.characterCount).toBe(600)
    expect(text?.content).toBe('😀'.repeat(500))
  })

  test('of a password can be set and is never read', async () => {
    const mark = fixture.journal.mark()
    await act('password-entry', { type: 'set-text', text: 'Geheim-4711' })
    await heardByApp('password-entry', 'Geheim-4711', mark)
    const handle = await find('password-entry')
    const records = await stage.records(app)
    const every: readonly DetailField[] = [
      'actions',
      'text',
      'value',
      'attributes',
      'identifier',
      'help',
      'uri',
      'document',
      'row',
    ]
    const read = await stage.atspi.describe({ records, fields: () => every, textLimit: 10_000 }, within(10_000))
    expect(read.details.get(handle)?.text).toEqual({ characterCount: 11, selections: [] })
    expect(JSON.stringify([records, [...read.details], heard])).not.toMatch(/Geheim|4711/)
  })
})

test('a value is set, and read with its range', async () => {
  const mark = fixture.journal.mark()
  const receipt = await act('plain-slider', { type: 'set-value', value: 42 })
  await fixture.journal.until(entry('plain-slider', 'value', { value: 42 }), WITHIN_MS, mark)
  expect((await details('plain-slider', 'value')).value).toMatchObject({ current: 42, minimum: 0, maximum: 100 })
  expect(inside(receipt)).toContainEqual(expect.objectContaining({ kind: 'value' }))
})

test('a value of what has none is refused before anything is sent', async () => {
  const asked = act('honest-button', { type: 'set-value', value: 1 })
  await expect(asked).rejects.toMatchObject({ code: 'interface-missing' })
})

test('a child is selected', async () => {
  const mark = fixture.journal.mark()
  await act('row-list', { type: 'select-child', index: 2 })
  await fixture.journal.until(entry('row-list', 'select'), WITHIN_MS, mark)
})

test('the accessible id and the box are read', async () => {
  const handle = await find('honest-button')
  const window = await stage.window(app, fixture.xid)
  const record = (await stage.atspi.readRecords([handle], within())).get(handle) as AccessibleRecord
  const fields = () => ['identifier', 'box'] as const
  const read = await stage.atspi.describe({ window, records: [record], fields, textLimit: 0 }, within())
  const [x, y, width, height] = (await oracle.describe('honest-button')).extents ?? [0, 0, 0, 0]
  expect(read.details.get(handle)).toEqual({
    identifier: 'honest-button',
    box: { x: x - (window.frame?.x ?? 0), y: y - (window.frame?.y ?? 0), width, height },
  })
})

describe('watching', () => {
  test('hears one app only, in order, every message counted', async () => {
    const other = await startFixture({ env: stage.env, options: ['--name', 'other-fixture', '--background'] })
    try {
      await stage.app('other-fixture')
      const otherOracle = new AccessibilityOracle(stage.env, 'other-fixture')
      heard.length = 0
      await otherOracle.do('honest-button')
      await otherOracle.stop()
      await act('honest-button', { type: 'action', name: 'click' })
      expect(heard.length).toBeGreaterThan(0)
      expect(new Set(heard.map(({ source }) => source.slice(0, source.indexOf('/'))))).toEqual(new Set([app.busName]))
      const sequence = heard.map((event) => event.sequence)
      expect(sequence).toEqual([...new Set(sequence)].sort((a, b) => a - b))
    } finally {
      await other.stop()
    }
  })

  test('ends when it is closed, for that watcher alone', async () => {
    const mine: AccessibleEvent[] = []
    const subscription = await stage.atspi.watch(app.root, (event) => mine.push(event), within())
    subscription.close()
    subscription.close()
    await act('honest-button', { type: 'action', name: 'click' })
    expect(heard.length).toBeGreaterThan(0)
    expect(mine).toEqual([])
  })

  test('goes on for the others when one listener throws', async () => {
    const faulty = await stage.atspi.watch(
      app.root,
      () => {
        throw new Error('a fault of the listener')
      },
      within(),
    )
    const mine: AccessibleEvent[] = []
    const later = await stage.atspi.watch(app.root, (event) => mine.push(event), within())
    await act('honest-button', { type: 'action', name: 'click' })
    expect(mine.length).toBeGreaterThan(0)
    faulty.close()
    later.close()
  })
})
