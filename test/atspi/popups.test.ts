/** Open popups of GTK 4, which have windows of their own and are inside of their window for accessibility. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

let stage: Stage
let surehand: Surehand
let fixture: FixtureProcess
beforeAll(async () => {
  stage = await Stage.open()
  surehand = await Surehand.connect(stage.env)
  fixture = await startFixture({ env: stage.env, options: ['--toolkit', 'gtk4'] })
}, 90_000)
afterAll(async () => {
  await surehand?.stop()
  await fixture?.stop()
  await stage?.close()
})

const app = 'surehand-fixture'
const WITHIN_MS = 5_000

interface Seen {
  readonly id: string
  readonly role: string
  readonly label?: string
  readonly description?: string
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly children?: readonly Seen[]
}

const flat = (node: Seen): Seen[] => [node, ...(node.children ?? []).flatMap(flat)]
const look = () => surehand.call('get_app_state', { app, include_screenshot: false })
const inWindow = ({ data }: Answer) => flat(data.outline as Seen)
const inPopups = ({ data }: Answer) => (data.popups as Seen[]).flatMap(flat)
const control = async (id: string) => inWindow(await look()).find(({ description }) => description === id)?.id

/** Opens the context menu, as a person's right click would. */
async function openMenu(): Promise<Answer> {
  const element_id = await control('context-target')
  const { said } = await surehand.call('perform_secondary_action', { app, element_id, allow_focus_change: true })
  expect(said).toBe('success')
  return look()
}

/** Clicks with the person's own pointer, in pixels of the window's picture. */
async function clickAsPerson(box: NonNullable<Seen['box']>): Promise<void> {
  const told = await run(stage.env, 'xwininfo', '-id', String(fixture.xid))
  const origin = (side: string) => Number(new RegExp(`Absolute upper-left ${side}: +(-?\\d+)`).exec(told)?.[1])
  const [x, y] = [origin('X') + box.x + Math.floor(box.width / 2), origin('Y') + box.y + Math.floor(box.height / 2)]
  await run(stage.env, 'xdotool', 'mousemove', '--sync', String(x), String(y))
  await run(stage.env, 'xdotool', 'click', '1')
}

describe('an open menu', () => {
  test('is a section of its own, complete, and its window is paired with it', async () => {
    const seen = await openMenu()
    expect(inPopups(seen).flatMap(({ label }) => label ?? [])).toEqual(['Copy row', 'Paste row'])
    expect(inWindow(seen).some(({ label }) => label === 'Copy row')).toBe(false)
    expect(seen.data).toMatchObject({ coverage: 'complete' })
    const { text } = await surehand.call('list_windows', { app })
    expect(text).toMatch(/popup, \d+×\d+ at/)
    expect(text).not.toContain('no accessibility')
  })

  test('its items are where the boxes say: a person who clicks there chooses them', async () => {
    const item = inPopups(await look()).find(({ label }) => label === 'Paste row')
    const mark = fixture.journal.mark()
    if (item?.box === undefined) throw new Error('the item has no box')
    await clickAsPerson(item.box)
    await fixture.journal.until(entry('context-paste', 'menu'), WITHIN_MS, mark)
    expect((await look()).data.popups).toEqual([])
  })

  test('its items can be chosen by id, and the state after is that of the window', async () => {
    const item = inPopups(await openMenu()).find(({ label }) => label === 'Copy row')
    const mark = fixture.journal.mark()
    const answer = await surehand.call('click', { app, element_id: item?.id, state_response_mode: 'full' })
    expect(answer.said).toBe('success')
    await fixture.journal.until(entry('context-copy', 'menu'), WITHIN_MS, mark)
    expect(answer.data.state).toMatchObject({ mode: 'full', window: { title: 'Surehand fixture' }, popups: [] })
  })

  test('is found by a search, with a place inside of the popup', async () => {
    await openMenu()
    const { data, text } = await surehand.call('find', { app, query: 'paste row' })
    expect(data).toMatchObject({ total: 1 })
    expect(text).not.toContain('outside')
    const [{ id }] = data.matches as [Seen]
    expect((await surehand.call('click', { app, element_id: id })).said).toBe('success')
  })
})

test('a popover that is no menu: what is in it has its place', async () => {
  await surehand.call('click', { app, element_id: await control('popover-button'), allow_focus_change: true })
  const inside = inPopups(await look()).find(({ label }) => label === 'Inside')
  const mark = fixture.journal.mark()
  if (inside?.box === undefined) throw new Error('what is inside has no box')
  await clickAsPerson(inside.box)
  await fixture.journal.until(entry('popover-action', 'button-press'), WITHIN_MS, mark)
})
