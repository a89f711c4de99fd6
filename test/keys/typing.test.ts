import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { layouts, setLayout } from './layouts.ts'
import { startTarget, type TargetName, type TextTarget } from './targets.ts'

const WITHIN_MS = 5_000
const sample = 'Größe “ñandú” 日本語 😀\nline 2'

let desktop: EmbeddedDesktop

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
})

afterAll(() => desktop?.stop())

const dump = () => run(desktop.env, 'xkbcomp', desktop.display, '-')

describe.each<TargetName>(['gtk3', 'gtk4', 'xterm', 'qt5'])('into %s', (name) => {
  let person: Bystander
  let target: TextTarget
  let agent: Agent

  beforeAll(async () => {
    target = await startTarget(name, desktop.env)
    person = await Bystander.arrive(desktop.env, 'corner')
  })

  afterAll(async () => {
    await target?.stop()
    await person?.leave()
  })

  beforeEach(async () => {
    agent = await openAgent(desktop.env)
    await agent.hover(target.point.x, target.point.y)
    await target.clear()
  })

  afterEach(() => agent.close())

  test.each(layouts)('on the layout %s, with the map left as it was and the person undisturbed', async (layout) => {
    await setLayout(desktop.env, layout)
    const before = await dump()
    const watch = await person.watch()
    const text = `${sample}\tThe quick (brown) fox; "jumps" @ {100%} ~ über Ωμέγα и שלום`
    const typed = await agent.keys.type(text, target.xid)
    expect(typed).toEqual({ typed: [...text].length, impossible: [] })
    expect(await target.read(text, WITHIN_MS)).toBe(text)
    await agent.keys.close()
    expect(agent.remembered()).toBeUndefined()
    expect(await dump()).toBe(before)
    expect(await person.disturbances(watch)).toEqual([])
    expect(await target.clear()).toBe(text)
  })
})
