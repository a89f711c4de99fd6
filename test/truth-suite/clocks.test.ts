import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { note, patience } from './report.ts'
import { SET_UP_MS } from './scene.ts'

/** Clicks in all; `TRUTH_CLICKS=1000` is the long form. */
const CLICKS = Number(process.env.TRUTH_CLICKS ?? 60)
/** Apps side by side: most of the time of a click on a liar is waiting. */
const APPS = 4
/** After so many clicks an app is started anew, so that its random clock changes once more for the first time. */
const CLICKS_A_LIFE = 15
const WITHIN_MS = 20_000 * patience

let desktop: EmbeddedDesktop
let surehand: Surehand

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  surehand = await Surehand.connect(desktop.env)
}, SET_UP_MS)

afterAll(async () => {
  await surehand?.stop()
  await desktop?.stop()
})

interface Life {
  /** In words: what the server saw, and which clock changed when. */
  readonly successes: readonly string[]
  /** Doubts for which no clock gave a reason, in the same words. */
  readonly unexplained: readonly string[]
  readonly clicks: number
}

/**
 * One fixture with all clocks running from its start to its end, its liar clicked all the while. `hasty`: back to back, so
 * that a clock of one tick a second never ticks between two clicks and may be what they do; else it ticks between them.
 */
async function live(seed: number, clicks: number, hasty: boolean): Promise<Life> {
  const name = `clocks-${seed}`
  const fixture = await startFixture({
    env: desktop.env,
    options: ['--background', '--clocks', '--journal-ticks', '--seed', String(seed), '--name', name, '--title', name],
  })
  try {
    const view = await surehand.look(name)
    const args = { app: name, element_id: view.element('liar-button').id, include_state: false }
    const successes: string[] = []
    const unexplained: string[] = []
    for (let click = 0; click < clicks; click += 1) {
      if (!hasty) await fixture.journal.until(entry('clock-second', 'tick'), WITHIN_MS, fixture.journal.mark())
      const answer = await surehand.call('click', args)
      const ms = (answer.answeredAt - answer.askedAt) / 1_000
      const ticks = clockChanges(fixture, answer.askedAt, answer.answeredAt)
      const explained = ticks.some(({ control }) => control === 'clock-random' || (hasty && control === 'clock-second'))
      const words = `life ${seed}, click ${click + 1}: ${inWords(answer, ticks)}`
      if (answer.said === 'success') successes.push(words)
      else if (answer.said !== 'verifier_ambiguous') expect(answer.said).toBe('effect_not_verified')
      else if (!explained) unexplained.push(words)
      const faults = answer.said === 'success' ? ['false success'] : []
      note({ row: 'click liar-button among clocks', said: answer.said, ms, faults })
    }
    return { successes, unexplained, clicks }
  } finally {
    await fixture.stop()
  }
}

function inWords({ meta, askedAt, answeredAt }: Answer, ticks: readonly JournalEntry[]): string {
  const { evidence } = (meta['computer-use-mcp/outcome'] ?? {}) as { evidence?: unknown }
  const when = ticks.map(({ control, t }) => `${control} after ${t - askedAt}`)
  return `${JSON.stringify(evidence)}, answered after ${answeredAt - askedAt} µs; ${when.join(', ')}`
}

const clockChanges = (fixture: FixtureProcess, from: number, to: number): JournalEntry[] =>
  fixture.journal
    .since(0)
    .filter(({ control, event, t }) => control.startsWith('clock-') && event !== 'armed' && t >= from && t <= to)

test(
  `${CLICKS} clicks on a liar among clocks: not one success, and no doubt without a reason`,
  async () => {
    const lives: Life[] = []
    let seed = 0
    let left = CLICKS
    await Promise.all(
      Array.from({ length: APPS }, async () => {
        while (left > 0) {
          const clicks = Math.min(left, CLICKS_A_LIFE)
          left -= clicks
          seed += 1
          lives.push(await live(seed, clicks, seed % 2 === 0))
        }
      }),
    )
    expect(lives.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(CLICKS)
    expect(lives.flatMap(({ successes }) => successes)).toEqual([])
    expect(lives.flatMap(({ unexplained }) => unexplained)).toEqual([])
  },
  (CLICKS * 4_000 + 60_000) * patience,
)
