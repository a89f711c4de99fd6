import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FocusEvent, Subscription } from '../../src/desktop/port.ts'
import { handleOf, Stage, type Subject, soon } from './stage.ts'

let stage: Stage
let subject: Subject
let one: number
let two: number
let events: FocusEvent[] = []
let subscription: Subscription
beforeAll(async () => {
  stage = await Stage.start()
  subject = stage.subject()
  one = await subject.open({ key: 'one', title: 'one', frame: { x: 40, y: 60, width: 300, height: 200 } })
  two = await subject.open({ key: 'two', title: 'two', frame: { x: 440, y: 60, width: 300, height: 200 } })
  subscription = await stage.desktop.focus.watch((event) => events.push(event))
})
afterAll(async () => {
  subscription?.close()
  await stage?.close()
})

const focused = () => events.filter(({ kind }) => kind === 'focus').map(({ window }) => window.handle)
const reading = () => stage.desktop.focus.read(soon())
const until = (check: () => unknown) => expect.poll(check, { interval: 5 })

beforeEach(async () => {
  await stage.run('xdotool', 'windowactivate', '--sync', String(one))
  await until(async () => (await reading()).focus?.handle).toBe(handleOf(one))
  await until(async () => (await reading()).active?.handle).toBe(handleOf(one))
  events = []
})

test('reading tells pointer, focus and active window as xdotool does', async () => {
  await stage.run('xdotool', 'mousemove', '123', '456')
  const { pointer, focus, active } = await reading()
  expect(pointer).toEqual({ x: 123, y: 456 })
  expect(focus).toEqual({ handle: handleOf(one), pid: subject.pid, title: 'one' })
  expect(active).toEqual(focus)
  expect(await stage.run('xdotool', 'getactivewindow')).toBe(String(one))
})

test('a focus that goes and comes back is told, in order, before a reading that follows it', async () => {
  await stage.run('xdotool', 'windowfocus', String(two), 'windowfocus', String(one))
  await reading()
  expect(focused()).toEqual([handleOf(two), handleOf(one)])
  expect((await reading()).focus?.handle).toBe(handleOf(one))
  expect(events.find(({ kind }) => kind === 'focus')?.window).toEqual({
    handle: handleOf(two),
    pid: subject.pid,
    title: 'two',
  })
})

test('an activation tells focus and active window', async () => {
  await stage.run('xdotool', 'windowactivate', '--sync', String(two))
  await until(() => new Set(events.map(({ kind }) => kind)).size).toBe(2)
  expect(events.filter(({ kind }) => kind === 'active').at(-1)?.window.handle).toBe(handleOf(two))
})

test('a window that is new when it takes the focus is named', async () => {
  const xid = await subject.open({ key: 'new', title: 'new', frame: { x: 90, y: 300, width: 200, height: 100 } })
  await until(async () => (await reading()).focus?.handle).toBe(handleOf(xid))
  expect(focused().at(-1)).toBe(handleOf(xid))
  await subject.send('close', { key: 'new' })
  await until(async () => (await reading()).focus?.handle).not.toBe(handleOf(xid))
})

test('no window at all is a move to nowhere', async () => {
  // 1 is PointerRoot: the keys go to whatever is under the pointer.
  await stage.run('xdotool', 'windowfocus', '1')
  // Openbox gives it to a window again at once, so only the event can tell.
  await until(() => events.filter(({ kind }) => kind === 'focus').map(({ window }) => window)).toContainEqual({})
})

test("a menu's grab is no move of the focus", async () => {
  await subject.send('menu', { key: 'one' })
  expect((await reading()).focus?.handle).toBe(handleOf(one))
  await subject.send('unmenu', { key: 'one' })
  // Whatever the menu caused comes before what follows it.
  await stage.run('xdotool', 'windowfocus', String(two))
  await until(focused).toContain(handleOf(two))
  expect(focused()).toEqual([handleOf(two)])
})
