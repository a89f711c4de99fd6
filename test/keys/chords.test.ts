import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { parseKeys } from '../../src/desktop/linux/keys/parse-keys.ts'
import { Bystander } from '../support/bystander.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { setLayout } from './layouts.ts'

const WITHIN_MS = 5_000
const [SHIFT, CONTROL, ALT, SUPER] = [1, 4, 8, 64]

let desktop: EmbeddedDesktop
let fixture: FixtureProcess
let person: Bystander
let agent: Agent

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  fixture = await startFixture({ env: desktop.env, options: ['--geometry', '+0+0'] })
  person = await Bystander.arrive(desktop.env, 'corner')
  agent = await openAgent(desktop.env)
  await agent.hover({ x: 300, y: 300 }, fixture.xid)
})

afterAll(async () => {
  await agent?.close()
  await fixture?.stop()
  await person?.leave()
  await desktop?.stop()
})

function keysOf(text: string) {
  const parsed = parseKeys(text)
  if ('problem' in parsed) throw new Error(parsed.problem)
  return parsed.keys
}

/** The first keys as GTK understood them, with the modifiers that were down before each. */
async function heard(chord: string, count: number): Promise<readonly string[]> {
  await fixture.command('focus keystroke-input')
  const mark = fixture.journal.mark()
  await agent.keys.chord(keysOf(chord), fixture.xid)
  expect(await agent.heldKeys()).toEqual([])
  const isKey = ({ event }: JournalEntry) => event.startsWith('key-')
  let seen = 0
  await fixture.journal.until((candidate) => isKey(candidate) && ++seen === count, WITHIN_MS, mark)
  await fixture.settled()
  const events = fixture.journal.since(mark).filter(isKey)
  return events.map(({ event, key, state }) => `${event === 'key-press' ? '+' : '-'}${key}/${Number(state) & 0x4d}`)
}

test.each<[string, string, readonly string[]]>([
  ['us', 'a', ['+a/0', '-a/0']],
  ['us', 'A', ['+Shift_L/0', `+A/${SHIFT}`, `-A/${SHIFT}`, `-Shift_L/${SHIFT}`]],
  ['us', 'shift+a', ['+Shift_L/0', `+A/${SHIFT}`, `-A/${SHIFT}`, `-Shift_L/${SHIFT}`]],
  ['us', 'ctrl+a', ['+Control_L/0', `+a/${CONTROL}`, `-a/${CONTROL}`, `-Control_L/${CONTROL}`]],
  [
    'us',
    'ctrl+shift+a',
    [
      '+Control_L/0',
      `+Shift_L/${CONTROL}`,
      `+A/${CONTROL + SHIFT}`,
      `-A/${CONTROL + SHIFT}`,
      `-Shift_L/${CONTROL + SHIFT}`,
      `-Control_L/${CONTROL}`,
    ],
  ],
  ['us', 'alt+f4', ['+Alt_L/0', `+F4/${ALT}`, `-F4/${ALT}`, `-Alt_L/${ALT}`]],
  ['us', 'cmd+z', ['+Super_L/0', `+z/${SUPER}`, `-z/${SUPER}`, `-Super_L/${SUPER}`]],
  ['us', '+', ['+Shift_L/0', `+plus/${SHIFT}`, `-plus/${SHIFT}`, `-Shift_L/${SHIFT}`]],
  ['us', 'page_up', ['+Page_Up/0', '-Page_Up/0']],
  ['us', 'kp_5', ['+KP_5/0', '-KP_5/0']],
  ['us', 'f13', ['+F13/0', '-F13/0']],
  ['us', 'é', ['+eacute/0', '-eacute/0']],
  ['fr', 'ctrl+a', ['+Control_L/0', `+a/${CONTROL}`, `-a/${CONTROL}`, `-Control_L/${CONTROL}`]],
  ['us(dvorak)', 'ctrl+v', ['+Control_L/0', `+v/${CONTROL}`, `-v/${CONTROL}`, `-Control_L/${CONTROL}`]],
  ['ar', 'ctrl+c', ['+Control_L/0', `+c/${CONTROL}`, `-c/${CONTROL}`, `-Control_L/${CONTROL}`]],
  [
    'ru',
    'ctrl+shift+c',
    [
      '+Control_L/0',
      `+Shift_L/${CONTROL}`,
      `+C/${CONTROL + SHIFT}`,
      `-C/${CONTROL + SHIFT}`,
      `-Shift_L/${CONTROL + SHIFT}`,
      `-Control_L/${CONTROL}`,
    ],
  ],
  ['ru', 'я', ['+Cyrillic_ya/0', '-Cyrillic_ya/0']],
])('%s: %s', async (layout, chord, expected) => {
  await setLayout(desktop.env, layout)
  const watch = await person.watch()
  expect(await heard(chord, expected.length)).toEqual(expected)
  expect(await person.disturbances(watch)).toEqual([])
})

test('shortcuts of the window manager do not act on the person, also right after a change of the map', async () => {
  await setLayout(desktop.env, 'us')
  for (const character of '日本語漢字') {
    await agent.keys.type(character, fixture.xid)
    const mark = fixture.journal.mark()
    await agent.keys.chord(keysOf('alt+f4'), fixture.xid)
    await fixture.journal.until(({ key, event }) => key === 'F4' && event === 'key-release', WITHIN_MS, mark)
  }
  // A window manager would have closed the window in front.
  await person.sentinel.command('present')
})

test('a lock does not outlast its key', async () => {
  await setLayout(desktop.env, 'us')
  expect(await heard('capslock', 2)).toEqual(['+Caps_Lock/0', '-Caps_Lock/0'])
  expect(await heard('a', 2)).toEqual(['+a/0', '-a/0'])
})

test('what the X server would act on itself is refused, and nothing is sent', async () => {
  await setLayout(desktop.env, 'us')
  const mark = fixture.journal.mark()
  await expect(agent.keys.chord(keysOf('ctrl+alt+f1'), fixture.xid)).rejects.toMatchObject({ code: 'rejected' })
  await expect(agent.keys.chord([{ keysym: 'NoSuchKey' }], fixture.xid)).rejects.toMatchObject({
    code: 'interface-missing',
  })
  await fixture.settled()
  expect(fixture.journal.since(mark).filter(({ event }) => event.startsWith('key-'))).toEqual([])
})

test('a code is kept for a key that stays down', async () => {
  await setLayout(desktop.env, 'us')
  await fixture.command('focus keystroke-input')
  const mark = fixture.journal.mark()
  const code = await agent.keys.codeOf({ keysym: 'Cyrillic_ya' })
  await agent.key(code, true)
  const others = '一二三四五六七八九十百千万億兆京垓日月火水'
  await agent.keys.type(others, fixture.xid)
  await agent.key(code, false)
  agent.keys.released(code)
  const ya = { keyval: 0x1_00_04_4f }
  await fixture.journal.until(entry('keystroke-input', 'key-release', ya), WITHIN_MS, mark)
})

test('mousepad, in the background: what was typed is what Control and s save', async () => {
  await setLayout(desktop.env, 'ar')
  const folder = mkdtempSync(join(tmpdir(), 'surehand-mousepad-'))
  const file = join(folder, 'note.txt')
  writeFileSync(file, '')
  const mousepad = spawn('mousepad', ['--disable-server', file], { env: desktop.env, stdio: 'ignore' })
  onTestFinished(async () => {
    const exited = once(mousepad, 'exit')
    mousepad.kill('SIGKILL')
    await exited
    rmSync(folder, { recursive: true })
  })
  const found = await run(desktop.env, 'xdotool', 'search', '--sync', '--onlyvisible', '--pid', `${mousepad.pid}`)
  const xid = Number(found.split('\n').at(-1))
  await run(desktop.env, 'xdotool', 'windowsize', '--sync', `${xid}`, '500', '400')
  await run(desktop.env, 'xdotool', 'windowactivate', '--sync', `${person.sentinel.xid}`)
  const info = await run(desktop.env, 'xdotool', 'getwindowgeometry', '--shell', `${xid}`)
  const [x = 0, y = 0] = ['X', 'Y'].map((name) => Number(new RegExp(`^${name}=(\\d+)`, 'm').exec(info)?.[1]))
  await agent.hover({ x: x + 250, y: y + 200 }, xid)
  const watch = await person.watch()
  const text = 'Größe “ñandú” 日本語 😀\nline 2'
  await agent.keys.type(text, xid)
  const saved = changed(file)
  await agent.keys.chord(keysOf('ctrl+s'), xid)
  await saved
  expect(readFileSync(file, 'utf8')).toBe(text)
  expect(await person.disturbances(watch)).toEqual([])
})

/** Resolves once the file holds something, told by the file system. */
function changed(file: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(join(file, '..'), () => {
      if (readFileSync(file).length === 0) return
      watcher.close()
      resolve()
    })
  })
}
