import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
    agent = await openAgent(desktop.env, { idle: 20 })
    await agent.hover(target.point, target.xid)
  })

  afterAll(async () => {
    await agent?.close()
    await target?.stop()
    await person?.leave()
  })

  test.each(layouts)('on the layout %s, with the map as before and the person undisturbed', async (layout) => {
    await setLayout(desktop.env, layout)
    const before = await dump()
    const watch = await person.watch()
    const changes = agent.changes()
    const text = `${sample}\tThe quick (brown) fox; "jumps" @ {100%} ~ über Ωμέγα и שלום`
    const typed = await agent.keys.type(text, target.xid)
    expect(typed).toEqual({ typed: [...text].length, impossible: [] })
    expect(await target.read(text, WITHIN_MS)).toBe(text)
    expect(agent.changes()).toBeGreaterThan(changes)
    await agent.mapIsBack()
    expect(await dump()).toBe(before)
    expect(await person.disturbances(watch)).toEqual([])
    expect(await target.clear()).toBe(text)
  })
})
