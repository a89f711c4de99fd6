/** Open popups of GTK 4, which have windows of their own and are inside of their window for accessibility. */
import sharp from 'sharp'
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
/**
 * GTK 4 acts behind its answer, in an app that was watched for seconds only and in which a person is at work: whether the
 * readout changed because of the call cannot be told there. The journal tells.
 */
const honest = ['success', 'verifier_ambiguous']
type Screenshot = { readonly width: number; readonly height: number }
/** Size of the picture itself, whatever is said of it. */
async function pictureOf({ raw }: Answer): Promise<Screenshot> {
  const image = raw.content.find((part) => part.type === 'image')
  const { width, height } = await sharp(Buffer.from(image?.type === 'image' ? image.data : '', 'base64')).metadata()
  return { width, height }
}

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
    expect(honest).toContain(answer.said)
    await fixture.journal.until(entry('context-copy', 'menu'), WITHIN_MS, mark)
    expect(answer.data.state).toMatchObject({ mode: 'full', window: { title: 'Surehand fixture' }, popups: [] })
  })

  test('is found by a search, with a place inside of the popup', async () => {
    await openMenu()
    const { data, text } = await surehand.call('find', { app, query: 'paste row' })
    expect(data).toMatchObject({ total: 1 })
    expect(text).not.toContain('outside')
    const [{ id }] = data.matches as [Seen]
    const mark = fixture.journal.mark()
    expect(honest).toContain((await surehand.call('click', { app, element_id: id })).said)
    await fixture.journal.until(entry('context-paste', 'menu'), WITHIN_MS, mark)
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

describe('by a pixel of the picture', () => {
  const middle = ({ box }: Seen) => ({
    x: (box?.x ?? 0) + Math.floor((box?.width ?? 0) / 2),
    y: (box?.y ?? 0) + Math.floor((box?.height ?? 0) / 2),
  })

  test('an item of an open menu is chosen, not what the menu covers', async () => {
    await openMenu()
    const item = inPopups(await surehand.call('get_app_state', { app })).find(({ label }) => label === 'Paste row')
    const mark = fixture.journal.mark()
    const { said } = await surehand.call('click', { app, ...middle(item as Seen) })
    expect(honest).toContain(said)
    await fixture.journal.until(entry('context-paste', 'menu'), WITHIN_MS, mark)
    const again = await surehand.call('click', { app, ...middle(item as Seen), include_state: false })
    // The state after the first click showed the window without the menu.
    expect(again.said).not.toBe('STALE_COORDINATES')
  })

  test('a menu that has closed since is not clicked through', async () => {
    await openMenu()
    const item = inPopups(await surehand.call('get_app_state', { app })).find(({ label }) => label === 'Paste row')
    const openPopups = async () => (await surehand.call('list_windows', { app })).text.match(/ popup, /g)?.length ?? 0
    const before = await openPopups()
    await run(stage.env, 'xdotool', 'key', 'Escape')
    await expect.poll(openPopups).toBe(before - 1)
    const mark = fixture.journal.mark()
    const { said } = await surehand.call('click', { app, ...middle(item as Seen) })
    expect(said).toBe('STALE_COORDINATES')
    await fixture.settled()
    expect(fixture.journal.since(mark).filter(({ control }) => control !== 'commands')).toEqual([])
  })

  test('GTK 3: an open menu is in the picture, and its items are pressed by their pixels', async () => {
    const small = await startFixture({
      env: stage.env,
      options: ['--name', 'gtk3-menus', '--geometry', '720x540+20+200'],
    })
    try {
      const look = await surehand.call('get_app_state', { app: 'gtk3-menus', include_screenshot: false })
      const menu = inWindow(look).find(({ label }) => label === 'Actions')
      await surehand.call('click', { app: 'gtk3-menus', element_id: menu?.id, allow_focus_change: true })
      const seen = await surehand.call('get_app_state', { app: 'gtk3-menus' })
      const told = seen.data.screenshot as Screenshot
      expect(await pictureOf(seen)).toEqual({ width: told.width, height: told.height })
      const item = inWindow(seen).find(({ label }) => label === 'Archive')
      const mark = small.journal.mark()
      const { said } = await surehand.call('click', { app: 'gtk3-menus', ...middle(item as Seen) })
      expect(said).toBe('success')
      await small.journal.until(entry('menu-archive', 'menu'), WITHIN_MS, mark)
    } finally {
      await small.stop()
    }
  })
})
