import { startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { openAgent } from './agent.ts'
import { setLayout } from './layouts.ts'
import { randomStrings } from './strings.ts'
import { startTarget, type TargetName } from './targets.ts'

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
  /** From the call to its answer, over all strings. */
  readonly charactersPerSecond: number
  /** Until the app has all of it. */
  readonly charactersPerSecondArrived: number
  /** What the person noticed; nothing is right. */
  readonly disturbances: readonly string[]
}

const WITHIN_MS = 10_000

/** Types the same strings into each target on each layout, and reads what arrived. A desktop of its own. */
export async function* runCampaign({ strings: count, seed, targets, layouts }: Campaign): AsyncGenerator<Leg> {
  const desktop = await startEmbeddedDesktop()
  try {
    const strings = randomStrings(count, seed)
    for (const name of targets) {
      const target = await startTarget(name, desktop.env)
      const person = await Bystander.arrive(desktop.env, 'corner')
      const agent = await openAgent(desktop.env)
      await agent.hover(target.point)
      for (const layout of layouts) {
        await setLayout(desktop.env, layout)
        const watch = await person.watch()
        const changesBefore = agent.changes()
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
        yield {
          target: name,
          layout,
          strings: strings.length,
          characters,
          equal,
          ...(different && { different }),
          mapChanges: agent.changes() - changesBefore,
          charactersPerSecond: perSecond(characters, sent),
          charactersPerSecondArrived: perSecond(characters, arrived),
          disturbances: await person.disturbances(watch),
        }
      }
      await agent.close()
      await person.leave()
      await target.stop()
    }
  } finally {
    await desktop.stop()
  }
}

function perSecond(characters: number, ms: number): number {
  return Math.round((characters / ms) * 1_000)
}
