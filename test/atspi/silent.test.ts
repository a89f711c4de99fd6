/** Apps whose accessibility does not answer, and a desktop without an accessibility bus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../support/oracles.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { eventually, Stage } from './stage.ts'

let stage: Stage
let surehand: Surehand
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'silent-'))
  stage = await Stage.open()
  surehand = await Surehand.connect(stage.env)
  const file = join(folder, 'notes.txt')
  writeFileSync(file, 'one\n')
  await stage.start('mousepad', 'mousepad', '--disable-server', file)
  await stage.xid('Mousepad')
})
afterAll(async () => {
  await surehand?.stop()
  await stage?.close()
  rmSync(folder, { recursive: true })
})

const app = 'mousepad'
/** The line of an outline that holds this. */
const idOf = ({ text }: Answer, part: string) =>
  /e\d+@s\d+/.exec(text.split('\n').find((line) => line.includes(part)) ?? '')?.[0]
const dialogs = () => run(stage.env, 'xdotool', 'search', '--onlyvisible', '--name', '^Save Changes$').catch(() => '')
const widthOf = async (xid: string) => Number(/Width: (\d+)/.exec(await run(stage.env, 'xwininfo', '-id', xid))?.[1])
const msOf = ({ askedAt, answeredAt }: Answer) => (answeredAt - askedAt) / 1_000
const picture = ({ raw }: Answer) => raw.content.find((part) => part.type === 'image')

/** What mousepad does with unsaved text: its handler runs a main loop of its own inside of the accessibility request. */
async function quit(): Promise<Answer> {
  const look = await surehand.call('get_app_state', { app, include_screenshot: false })
  await surehand.call('type_text', { app, element_id: idOf(look, ' text '), text: 'x', include_state: false })
  const found = await surehand.call('find', { app, query: 'Quit' })
  const quitting = await surehand.call('click', { app, element_id: idOf(found, '"Quit"'), confirm: true })
  await eventually('the question', async () => ((await dialogs()) === '' ? undefined : true))
  return quitting
}

describe('a dialog inside of an accessibility action', () => {
  test('is told along with the state after the action', async () => {
    const { said, text, data } = await quit()
    expect(said).toBe('success')
    expect(text).toContain('does not answer accessibility requests')
    expect(data.state).toMatchObject({ modal_in_front: 'Save Changes' })
  })

  test('is shown in a picture, soon, with what can still be done', async () => {
    const answer = await surehand.call('get_app_state', { app })
    expect(answer.data).toMatchObject({ window: { title: 'Save Changes', modal: true }, coverage: 'degraded' })
    expect(answer.data.screenshot).toMatchObject({ included: true, width: await widthOf(await dialogs()) })
    expect(picture(answer)).toBeDefined()
    expect(answer.text).toContain('Act by x and y on the picture')
    expect(answer.text).not.toMatch(/:1\.\d|Cache|GetItems|D-Bus/)
    expect(msOf(answer)).toBeLessThan(1_500)
  })

  test('is shown as well by a process that never looked before', async () => {
    const another = await Surehand.connect(stage.env)
    try {
      const answer = await another.call('get_app_state', { app })
      expect(answer.data).toMatchObject({ window: { title: 'Save Changes' } })
      expect(picture(answer)).toBeDefined()
    } finally {
      await another.stop()
    }
  })

  test('is in the lists, and nobody says that the app lacks accessibility', async () => {
    const windows = await surehand.call('list_windows', { app })
    expect(windows.text).toMatch(/"Save Changes" dialog.*modal.*accessibility does not answer/)
    const apps = await surehand.call('list_apps', {})
    expect(apps.text).toMatch(/mousepad \(pid \d+, accessibility does not answer\)/)
    expect(windows.text + apps.text).not.toContain('no accessibility')
  })

  test('gets no key: one would hang the app', async () => {
    const { said, text } = await surehand.call('press_key', { app, key: 'Escape' })
    expect([said, text]).toEqual(['APP_UNRESPONSIVE', expect.stringContaining('none was sent')])
  })

  test('an element is refused at once, by the name of the app', async () => {
    const answer = await surehand.call('click', { app, element_id: 'e1@s1' })
    expect([answer.said, answer.text]).toEqual([
      'APP_UNRESPONSIVE',
      expect.stringContaining('mousepad does not answer'),
    ])
    expect(msOf(answer)).toBeLessThan(1_500)
  })

  test('a pixel is a pixel: Cancel by its place, and the app answers again', async () => {
    await surehand.call('get_app_state', { app })
    const width = await widthOf(await dialogs())
    const { said } = await surehand.call('click', { app, x: Math.floor(width / 6), y: 95 })
    expect(said).toBe('success')
    expect(await dialogs()).toBe('')
    const after = await surehand.call('get_app_state', { app, include_screenshot: false })
    expect(after.data).toMatchObject({ coverage: 'complete', window: { title: expect.stringContaining('notes.txt') } })
  })
})

test('without an accessibility bus surehand says that it has none, and what mends it', async () => {
  const { DBUS_SESSION_BUS_ADDRESS: _, AT_SPI_BUS_ADDRESS: __, ...env } = stage.env
  const outside = await Surehand.connect(env)
  try {
    const apps = await outside.call('list_apps', {})
    expect(apps.text).toMatch(/[Mm]ousepad \(pid \d+\)/)
    const windows = await outside.call('list_windows', { app })
    const look = await outside.call('get_app_state', { app, include_screenshot: false })
    for (const { text } of [apps, windows, look]) {
      expect(text).toMatch(/surehand reaches no accessibility bus/)
      expect(text).toContain('surehand doctor')
      expect(text).not.toMatch(/no accessibility\b(?! bus)|is not on the accessibility bus/)
    }
  } finally {
    await outside.stop()
  }
})
