import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { setLayout } from './layouts.ts'
import { tapAsPerson } from './person-keys.ts'
import { startTarget, type TargetName, type TextTarget } from './targets.ts'

const WITHIN_MS = 10_000
const agentText = 'Größe “ñandú” 日本語 😀\nabc XYZ 123 漢字仮名交じり文一二三四五六七八九十'.repeat(4)

let desktop: EmbeddedDesktop
let person: Bystander
let agent: Agent

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  await setLayout(desktop.env, 'us')
  // One at a time: the agent types into whatever its pointer is over.
  agent = await openAgent(desktop.env)
})

afterAll(async () => {
  await agent?.close()
  await desktop?.stop()
})

async function arrive(name: TargetName): Promise<TextTarget> {
  const target = await startTarget(name, desktop.env)
  person = await Bystander.arrive(desktop.env, 'corner')
  onTestFinished(async () => {
    await person.leave()
    await target.stop()
  })
  await agent.hover(target.point, target.xid)
  return target
}

const xdotool = (...args: readonly string[]) => run(desktop.env, 'xdotool', ...args)
const personText = async () => {
  await person.sentinel.command('present')
  return person.sentinel.journal
    .since(0)
    .filter(({ event }) => event === 'text')
    .at(-1)?.text
}

test.each<TargetName>(['gtk3', 'xterm', 'qt5'])('what the person types meanwhile stays whole: %s', async (name) => {
  const target = await arrive(name)
  const theirs = 'Hello World, It Is ME (again)! '.repeat(4)
  const [typed] = await Promise.all([agent.keys.type(agentText, target.xid), xdotool('type', '--delay', '5', theirs)])
  expect(typed.typed).toBe([...agentText].length)
  await person.sentinel.journal.until(entry('sentinel-entry', 'text', { text: theirs }), WITHIN_MS)
  expect(await target.read(agentText, WITHIN_MS)).toBe(agentText)
  expect(await personText()).toBe(theirs)
})

test.each<[TargetName, string]>([
  ['gtk3', 'Shift_L'],
  ['gtk4', 'Shift_L'],
  ['xterm', 'Shift_L'],
  ['qt5', 'Shift_L'],
  ['qt5', 'Control_L'],
  ['qt5', 'Caps_Lock'],
])('modifiers of the person neither matter nor are touched: %s, %s', async (name, modifier) => {
  const target = await arrive(name)
  const isLock = modifier === 'Caps_Lock'
  await (isLock ? xdotool('key', modifier) : xdotool('keydown', modifier))
  try {
    expect((await agent.keys.type(agentText, target.xid)).typed).toBe([...agentText].length)
    expect(await target.read(agentText, WITHIN_MS)).toBe(agentText)
    const mark = person.sentinel.journal.mark()
    await xdotool('key', 'x')
    const { state } = await person.sentinel.journal.until(entry('sentinel-entry', 'key-press'), WITHIN_MS, mark)
    expect(Number(state) & 7).toBe({ Shift_L: 1, Caps_Lock: 2, Control_L: 4 }[modifier])
  } finally {
    await (isLock ? xdotool('key', modifier) : xdotool('keyup', modifier))
  }
})

test.each<TargetName>(['gtk3', 'gtk4', 'xterm', 'qt5'])(
  'another group of the person is theirs alone: %s',
  async (name) => {
    await run(desktop.env, 'setxkbmap', '-option', 'grp:caps_toggle', '-layout', 'us,ru')
    const target = await arrive(name)
    const [capsLock, keyOfA] = [66, 38]
    await tapAsPerson(desktop.env, capsLock)
    try {
      const text = `${agentText} Привет`
      await agent.keys.type(text, target.xid)
      expect(await target.read(text, WITHIN_MS)).toBe(text)
      const mark = person.sentinel.journal.mark()
      await tapAsPerson(desktop.env, keyOfA)
      await person.sentinel.journal.until(entry('sentinel-entry', 'key-press', { key: 'Cyrillic_ef' }), WITHIN_MS, mark)
    } finally {
      await tapAsPerson(desktop.env, capsLock)
      await setLayout(desktop.env, 'us')
    }
  },
)

test('modifiers that the agent itself holds do not change what is typed, and are still held', async () => {
  const target = await arrive('gtk3')
  const [shiftCode, capsCode] = [50, 66]
  await agent.key(capsCode, true)
  await agent.key(capsCode, false)
  await agent.keys.type('caps ä', target.xid)
  await agent.key(shiftCode, true)
  await agent.keys.type(' shift ö', target.xid)
  expect(await agent.heldKeys()).toEqual([shiftCode])
  await agent.key(shiftCode, false)
  expect(await target.read('caps ä shift ö', WITHIN_MS)).toBe('caps ä shift ö')
})
