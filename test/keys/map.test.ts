import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { restoreKeyMap } from '../../src/desktop/linux/keys/restore.ts'
import { connect } from '../../src/desktop/linux/x11/connection.ts'
import { Bystander } from '../support/bystander.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { layouts, setLayout } from './layouts.ts'
import { startTarget, type TextTarget } from './targets.ts'

const WITHIN_MS = 5_000

let desktop: EmbeddedDesktop
let target: TextTarget
let person: Bystander
let agent: Agent

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  target = await startTarget('gtk3', desktop.env)
  person = await Bystander.arrive(desktop.env, 'corner')
})

afterAll(async () => {
  await target?.stop()
  await person?.leave()
  await desktop?.stop()
})

beforeEach(async () => {
  await setLayout(desktop.env, 'us')
  await target.clear()
  agent = await openAgent(desktop.env)
  await agent.hover(target.point, target.xid)
})

afterEach(() => agent.close())

const dump = () => run(desktop.env, 'xkbcomp', desktop.display, '-')

async function restore(data: Uint8Array | undefined): Promise<readonly number[]> {
  const connection = await connect(desktop.env, { deadline: performance.now() + WITHIN_MS })
  try {
    return await restoreKeyMap(connection, data ?? new Uint8Array())
  } finally {
    connection.close()
  }
}

test('text of the layout changes nothing, and what was put is kept while it is used', async () => {
  await agent.keys.type('Just (plain) ASCII: {text} & "quotes"', target.xid)
  expect(agent.changes()).toBe(0)
  await agent.keys.type('日本語', target.xid)
  await agent.keys.type('語本日', target.xid)
  expect(agent.changes()).toBe(1)
})

test('another process puts everything back after a sudden end', async () => {
  const before = await dump()
  await agent.keys.type('日本語', target.xid)
  expect(await target.read('日本語', WITHIN_MS)).toBe('日本語')
  const data = agent.remembered()
  await agent.vanish()
  expect(await dump()).not.toBe(before)
  expect(await restore(data)).toHaveLength(3)
  expect(await dump()).toBe(before)
  // Twice does no harm.
  expect(await restore(data)).toEqual([])
  agent = await openAgent(desktop.env)
})

test('a code that somebody else has used since is theirs', async () => {
  await agent.keys.type('日本語', target.xid)
  const data = agent.remembered()
  await agent.vanish()
  const mapped = await run(desktop.env, 'xmodmap', '-pke')
  const code = /keycode +(\d+) = U65E5/i.exec(mapped)?.[1]
  await run(desktop.env, 'xmodmap', '-e', `keycode ${code} = F13`)
  expect(await restore(data)).toHaveLength(2)
  expect(await run(desktop.env, 'xmodmap', '-pke')).toMatch(new RegExp(`keycode +${code} = F13`))
  agent = await openAgent(desktop.env)
})

test('putting back leaves a layout that was chosen in the meantime', async () => {
  await setLayout(desktop.env, 'de')
  const german = await dump()
  await setLayout(desktop.env, 'us')
  await agent.keys.type('日本語', target.xid)
  await setLayout(desktop.env, 'de')
  await agent.keys.type('z日y', target.xid)
  expect(await target.read('日本語z日y', WITHIN_MS)).toBe('日本語z日y')
  await agent.keys.close()
  expect(agent.remembered()).toBeUndefined()
  expect(await dump()).toBe(german)
})

test('two agents on one display do not take codes from each other', async () => {
  const before = await dump()
  const other = await openAgent(desktop.env)
  try {
    await other.hover(target.point, target.xid)
    const texts = ['日本語漢字', '한국어글자', 'Ωμέγα', 'ёжикъ']
    for (const [index, text] of texts.entries()) {
      await (index % 2 === 0 ? agent : other).keys.type(text, target.xid)
    }
    const [one, two] = await Promise.all([
      agent.keys.type('一二三四五六七八', target.xid),
      other.keys.type('①②③④⑤⑥⑦⑧', target.xid),
    ])
    expect([one.typed, two.typed]).toEqual([8, 8])
    const all = `${texts.join('')}一二三四五六七八①②③④⑤⑥⑦⑧`
    const typed = await target.read(all, WITHIN_MS)
    expect(typed.slice(0, texts.join('').length)).toBe(texts.join(''))
    const rest = typed.slice(texts.join('').length)
    expect(rest.replace(/[①-⑧]/g, '')).toBe('一二三四五六七八')
    expect(rest.replace(/[一-鿿]/g, '')).toBe('①②③④⑤⑥⑦⑧')
  } finally {
    await other.close()
  }
  await agent.keys.close()
  expect(await dump()).toBe(before)
})

test('a layout switch under typing: right to the end, or an answer that says where it is not', async () => {
  const words = 'the quick brown fox jumps over the lazy dog (0123) 漢字 größe '
  for (const [round, layout] of [...layouts, ...layouts].entries()) {
    await target.clear()
    const text = words.repeat(6)
    let switched: Promise<void> | undefined
    const onProgress = (typed: number) => {
      if (typed >= 80 + round * 11) switched ??= setLayout(desktop.env, layout)
    }
    const { typed, stopped, uncertain = 0 } = await agent.keys.type(text, target.xid, { onProgress })
    await switched
    const certain = text.slice(0, typed - uncertain)
    const held = await target.read(certain, WITHIN_MS)
    if (stopped === undefined) expect(held).toBe(text)
    expect(stopped ?? 'map-changed').toBe('map-changed')
    expect(held.startsWith(certain)).toBe(true)
    // A second agent's worth of certainty: what follows goes by the new layout.
    await target.clear()
    await agent.keys.type(words, target.xid)
    expect(await target.read(words, WITHIN_MS)).toContain(words)
  }
})
