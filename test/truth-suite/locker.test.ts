import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FixtureProcess, startLocker } from '../support/fixture.ts'
import type { View } from '../support/surehand.ts'
import { SET_UP_MS, type Stage, setStage } from './scene.ts'

let stage: Stage
let view: View
let app: string

beforeAll(async () => {
  stage = await setStage('visible')
  app = String(stage.fixture.pid)
  view = await stage.surehand.look(app, { include_screenshot: true })
}, SET_UP_MS)

afterAll(() => stage?.strike())

/** A call of every acting tool that would do something if the screen were not locked. */
const attempts: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  click: () => ({ app, element_id: view.element('honest-button').id }),
  set_value: () => ({ app, element_id: view.element('text-entry').id, value: 'seen by nobody' }),
  type_text: () => ({ app, element_id: view.element('text-entry').id, text: 'seen by nobody' }),
  perform_secondary_action: () => ({ app, element_id: view.element('honest-button').id, action: 'click' }),
  press_key: () => ({ app, key: 'x' }),
  scroll: () => ({ app, element_id: view.element('row-list').id, direction: 'down' }),
  drag: () => ({ app, from_x: 700, from_y: 100, to_x: 700, to_y: 200 }),
  select_text: () => ({ app, element_id: view.element('text-entry').id, text: 'initial' }),
  manage_window: () => ({ app, action: 'minimize' }),
  open_app: () => ({ app: 'gnome-calculator' }),
  open_url: () => ({ url: 'https://example.com/' }),
  write_clipboard: () => ({ text: 'seen by nobody' }),
}

async function actingTools() {
  const { tools } = await stage.surehand.client.listTools()
  return tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)
}

/** Everything that a caller can allow a tool. */
const allowances: Readonly<Record<string, unknown>> = {
  confirm: true,
  allow_focus_change: true,
  allow_global_cursor: true,
}

test('every acting tool is tried here', async () => {
  expect((await actingTools()).map(({ name }) => name).toSorted()).toEqual(Object.keys(attempts).toSorted())
})

test.each([
  ['a locker', []],
  ['a locker that grabs keyboard and pointer', ['--grab']],
])('under %s nothing reaches the app, and looking works; without it all works', async (_, options) => {
  const { desktop, fixture, surehand } = stage
  const tools = await actingTools()
  const mark = fixture.journal.mark()
  const locker = await startLocker({ env: desktop.env, options })
  try {
    for (const { name, inputSchema } of tools) {
      const args = attempts[name]?.() ?? {}
      expect.soft((await surehand.call(name, args)).said, name).toBe('SCREEN_LOCKED')
      // No argument opens the gate.
      const allowed = Object.entries(allowances).filter(([flag]) => flag in (inputSchema.properties ?? {}))
      const insisting = { ...args, ...Object.fromEntries(allowed) }
      expect.soft((await surehand.call(name, insisting)).said, `${name}, insisting`).toBe('SCREEN_LOCKED')
    }
    const byPoint = middleOf(view.element('honest-button').box)
    expect.soft((await surehand.call('click', { app, ...byPoint })).said, 'by pixel').toBe('SCREEN_LOCKED')
    expect(await lines(fixture, mark)).toEqual([])

    expect((await surehand.call('list_apps', {})).text).toContain('surehand-fixture')
    expect((await surehand.call('list_windows', { app })).text).toContain('Surehand fixture')
    expect((await surehand.look(app)).element('honest-count').label).toBe(view.element('honest-count').label)

    await locker.command('unlock')
    expect(await clicked()).toBe('success')
    await locker.command('lock')
    expect(await clicked()).toBe('SCREEN_LOCKED')
  } finally {
    await locker.stop()
  }
  expect(await clicked()).toBe('success')
  expect(await lines(fixture, mark)).toEqual(['activate', 'effect', 'activate', 'effect'])
  view = await surehand.look(app, { include_screenshot: true })
})

test('a locker that comes while a call is under way stops it, or comes after the verdict', async () => {
  const { desktop, fixture, surehand } = stage
  const locker = await startLocker({ env: desktop.env, options: ['--hidden'] })
  try {
    for (let round = 0; round < 10; round += 1) {
      const mark = fixture.journal.mark()
      const [said] = await Promise.all([clicked(), locker.command('lock')])
      expect(['success', 'SCREEN_LOCKED']).toContain(said)
      expect(await lines(fixture, mark)).toEqual(said === 'success' ? ['activate', 'effect'] : [])
      await locker.command('unlock')
    }
  } finally {
    await locker.stop()
  }
  expect((await surehand.call('click', attempts.click?.() ?? {})).said).toBe('success')
})

const clicked = async () => (await stage.surehand.call('click', attempts.click?.() ?? {})).said

async function lines(fixture: FixtureProcess, mark: number): Promise<string[]> {
  await fixture.settled()
  return fixture.journal
    .since(mark)
    .filter(({ control }) => control !== 'commands')
    .map(({ event }) => event)
}

function middleOf(box: { x: number; y: number; width: number; height: number } | undefined) {
  if (box === undefined) throw new Error('no box in the picture')
  return { x: box.x + 1 + Math.floor(box.width / 2), y: box.y + 1 + Math.floor(box.height / 2) }
}
