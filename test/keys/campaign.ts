import { startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { run } from '../support/oracles.ts'
import { type Agent, openAgent } from './agent.ts'
import { setLayout } from './layouts.ts'
import { randomStrings } from './strings.ts'
import { startTarget, type TargetName, type TextTarget } from './targets.ts'

export interface Campaign {
  readonly strings: number
  readonly seed: number
  readonly targets: readonly TargetName[]
  readonly layouts: readonly string[]
}

/** One target on one layout. */
export interface Leg {
  readonly target: TargetName
  readonly layout: string
  readonly strings: number
  readonly characters: number
  /** Strings that arrived as they were. */
  readonly equal: number
  /** Of the first that did not: what was typed, what arrived. */
  readonly different?: { readonly typed: string; readonly arrived: string }
  readonly mapChanges: number
  /** As `xkbcomp` shows it, before and after. */
  readonly isMapBack: boolean
  /** From the call to its answer, over all strings. */
  readonly charactersPerSecond: number
  /** Until the app has all of it. */
  readonly charactersPerSecondArrived: number
  /** What the person noticed; nothing is right. */
  readonly disturbances: readonly string[]
}

const WITHIN_MS = 10_000

/** Types the same strings into each target on each layout, and reads what arrived. */
export async function* runCampaign({ strings: count, seed, targets, layouts }: Campaign): AsyncGenerator<Leg> {
  const strings = randomStrings(count, seed)
  for (const target of targets) {
    for (const layout of layouts) yield await runLeg(target, layout, strings)
  }
}

/** On a desktop of its own: Openbox grows with each change of the key map, and after some thousands cannot keep up. */
async function runLeg(name: TargetName, layout: string, strings: readonly string[]): Promise<Leg> {
  const desktop = await startEmbeddedDesktop()
  try {
    await setLayout(desktop.env, layout)
    const target = await startTarget(name, desktop.env)
    const person = await Bystander.arrive(desktop.env, 'corner')
    const agent = await openAgent(desktop.env)
    await agent.hover(target.point, target.xid)
    // Only when a key of theirs has arrived is the window manager done with their window.
    await person.pressKey()
    const watch = await person.watch()
    const mapBefore = await run(desktop.env, 'xkbcomp', desktop.display, '-')
    const typed = await typeAll(agent, target, strings)
    const mapChanges = agent.changes()
    const disturbances = await person.disturbances(watch)
    await agent.close()
    const isMapBack = (await run(desktop.env, 'xkbcomp', desktop.display, '-')) === mapBefore
    await person.leave()
    await target.stop()
    return { target: name, layout, strings: strings.length, ...typed, mapChanges, isMapBack, disturbances }
  } finally {
    await desktop.stop()
  }
}

async function typeAll(agent: Agent, target: TextTarget, strings: readonly string[]) {
  let [sent, arrived, characters, equal] = [0, 0, 0, 0]
  let different: Leg['different']
  for (const text of strings) {
    const started = performance.now()
    const { typed } = await agent.keys.type(text, target.xid)
    sent += performance.now() - started
    const held = await target.read(text, WITHIN_MS)
    arrived += performance.now() - started
    characters += typed
    // What came after it was as long as it should be shows only when it is emptied.
    const all = await target.clear()
    if (held === text && all === text) equal += 1
    else different ??= { typed: text, arrived: held === text ? all : held }
  }
  return {
    characters,
    equal,
    ...(different && { different }),
    charactersPerSecond: perSecond(characters, sent),
    charactersPerSecondArrived: perSecond(characters, arrived),
  }
}

function perSecond(characters: number, ms: number): number {
  return Math.round((characters / ms) * 1_000)
}
