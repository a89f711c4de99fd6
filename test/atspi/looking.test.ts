/** What get_app_state shows of real apps, held against what pyatspi and the X server's own tools say. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFixture } from '../support/fixture.ts'
import { run } from '../support/oracles.ts'
import { Surehand } from '../support/surehand.ts'
import { Stage, seenByPyatspi } from './stage.ts'

let stage: Stage
let surehand: Surehand
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'looking-'))
  stage = await Stage.open()
  surehand = await Surehand.connect(stage.env)
})
afterAll(async () => {
  await surehand?.stop()
  await stage?.close()
  rmSync(folder, { recursive: true })
})

/** Top left of a window's content on the screen. */
async function originOf(xid: string): Promise<{ readonly x: number; readonly y: number }> {
  const told = await run(stage.env, 'xwininfo', '-id', xid)
  const number = (label: string) => Number(new RegExp(`${label}: *(-?\\d+)`).exec(told)?.[1])
  return { x: number('Absolute upper-left X'), y: number('Absolute upper-left Y') }
}

interface Seen {
  readonly id: string
  readonly role: string
  readonly label?: string
  readonly description?: string
  readonly box?: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly children?: readonly Seen[]
}

/** Every element that a look showed, of the window and its popups. */
async function look(app: string): Promise<readonly Seen[]> {
  const { data } = (await surehand.look(app)).answer
  const flat = (node: Seen): Seen[] => [node, ...(node.children ?? []).flatMap(flat)]
  return [data.outline as Seen, ...(data.popups as Seen[])].flatMap(flat)
}

describe('mousepad', () => {
  let xid: string
  beforeAll(async () => {
    const file = join(folder, 'notes.txt')
    writeFileSync(file, 'one\ntwo\n')
    await stage.start('mousepad', 'mousepad', '--disable-server', file)
    xid = await stage.xid('Mousepad')
  })

  test('the text that fills the window has its place', async () => {
    const text = (await look('mousepad')).find(({ role }) => role === 'text')
    const origin = await originOf(xid)
    const told = seenByPyatspi(stage, 'mousepad').find(
      ({ role, states }) => role === 'text' && states.includes('showing'),
    )
    const [x, y, width, height] = told?.extents ?? []
    expect(width).toBeGreaterThan(300)
    expect(text?.box).toEqual({ x: (x ?? 0) - origin.x, y: (y ?? 0) - origin.y, width, height })
  })
  test('what one search finds has ids of one look, each element once', async () => {
    const { data } = await surehand.call('find', { app: 'mousepad', query: 'save' })
    const found = data.matches as readonly { readonly id: string; readonly label?: string }[]
    const told = seenByPyatspi(stage, 'mousepad').filter(({ name }) => name.toLowerCase().includes('save'))
    expect(told.length).toBeGreaterThan(2)
    expect(found.map(({ label }) => label).toSorted()).toEqual(told.map(({ name }) => name.trim()).toSorted())
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
    expect(new Set(found.map(({ id }) => id.split('@')[1])).size).toBe(1)
  })
  test.each([
    ['an id that was never given', 'click', { element_id: 'e99@s99' }, 'ELEMENT_NOT_FOUND'],
    ['no id at all', 'click', { element_id: 'OK' }, 'ELEMENT_NOT_FOUND'],
    ['a pixel without a picture', 'click', { x: 1, y: 1, app: 'surehand-nobody' }, 'APP_NOT_FOUND'],
    ['a window that is not there', 'get_app_state', { window_title: 'nowhere' }, 'WINDOW_NOT_FOUND'],
    ['an action that it has not', 'perform_secondary_action', { action: 'fly' }, 'ACTION_NOT_FOUND'],
  ])('%s: the error says once what to do', async (_name, tool, args, code) => {
    const menu = (await look('mousepad')).find(({ label }) => label === 'File')
    const element = tool === 'perform_secondary_action' ? { element_id: menu?.id } : {}
    const { said, text } = await surehand.call(tool, { app: 'mousepad', ...element, ...args })
    expect(said).toBe(code)
    const sentences = text.replace(/^\[\w+\] /, '').split(/(?<=[.!?])\s+/)
    expect(sentences.filter((sentence) => /^(Call|Use|Give|Choose|Correct|Look|Ask)\b/.test(sentence))).toHaveLength(1)
  })
})

test('a long list that was scrolled: the rows that pyatspi says show', async () => {
  const fixture = await startFixture({ env: stage.env })
  try {
    const app = String(fixture.pid)
    const { id } = (await surehand.look(app)).element('row-list')
    await surehand.call('scroll', { app, element_id: id, direction: 'down', pages: 5, include_state: false })
    const rows = (all: readonly (string | undefined)[]) => all.filter((name) => name?.startsWith('Row '))
    const told = seenByPyatspi(stage, 'surehand-fixture').filter(({ states }) => states.includes('showing'))
    const expected = rows(told.filter(({ role }) => role === 'list item').map(({ name }) => name))
    expect(expected.length).toBeGreaterThan(10)
    expect(expected).not.toContain('Row 001')
    const shown = (await look(app)).filter(({ role }) => role === 'list item')
    expect(rows(shown.map(({ label }) => label))).toEqual(expected)
  } finally {
    await fixture.stop()
  }
}, 60_000)

describe('gnome-calculator', () => {
  const app = 'gnome-calculator'
  beforeAll(async () => {
    await stage.start(app, app)
    await stage.xid(app)
  })

  /** Opens the menu of modes and chooses one. */
  async function choose(mode: string) {
    const opener = (await look(app)).find(({ description }) => description === 'Mode selection')
    await surehand.call('click', {
      app,
      element_id: opener?.id,
      allow_focus_change: true,
      include_state: false,
    })
    const { data } = await surehand.call('find', { app, query: mode, role: 'radio menu item' })
    const [item] = data.matches as readonly Seen[]
    return surehand.call('click', { app, element_id: item?.id, state_response_mode: 'full', include_screenshot: false })
  }

  /** Labels of the buttons that pyatspi sees below the window; asking for them makes GTK 4 remember them, so this comes last. */
  const told = () =>
    seenByPyatspi(stage, app)
      .filter(({ role, extents }) => role === 'push button' && (extents?.[2] ?? 0) > 0)
      .map(({ name }) => name.replace(/^(.+) \1$/, '$1').trim())
      .filter((name) => !name.startsWith('Gtk'))

  test.each(['Programming', 'Financial', 'Advanced', 'Basic'])(
    'the mode %s, first shown just now: the state right after the click has all its buttons',
    async (mode) => {
      const answer = await choose(mode)
      const state = answer.data.state as { readonly outline: Seen; readonly coverage: string }
      const flat = (node: Seen): Seen[] => [node, ...(node.children ?? []).flatMap(flat)]
      const seen = new Set(flat(state.outline).map(({ label }) => label))
      expect(state.coverage).toBe('complete')
      expect(told().filter((name) => !seen.has(name))).toEqual([])
      expect(seen.size).toBeGreaterThan(20)
    },
  )
})
