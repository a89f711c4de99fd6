import type { Journal, JournalEntry } from '../support/journal.ts'
import { act } from './campaign.ts'
import { mutatingTools } from './mixed.ts'
import { Random } from './random.ts'
import { setStage } from './stage.ts'
import { type Disagreement, Tally, type Totals } from './tally.ts'
import { Typist } from './typist.ts'

const KEYS_PER_SECOND = 20
const LAST_KEY_WITHIN_MS = 5_000

/** What the person typed, and what their own window heard. */
export interface Keystrokes {
  readonly typed: number
  readonly heard: number
  readonly perSecond: number
  /** In words, the first place where the two differ. Absent: they are equal. */
  readonly difference?: string
}

export interface PersonResult {
  readonly scenes: readonly { readonly scene: string; readonly keys: Keystrokes }[]
  readonly totals: Totals
  readonly disagreements: readonly Disagreement[]
}

/** An equal part of the time behind the person's window and beside it, with either toolkit. */
export async function runBesidePerson(options: {
  readonly minutes: number
  readonly seed: number
  readonly progress?: (line: string) => void
}): Promise<PersonResult> {
  const { minutes, seed, progress = () => {} } = options
  const tally = new Tally()
  const scenes: { scene: string; keys: Keystrokes }[] = []
  const all = (['gtk3', 'gtk4'] as const).flatMap((toolkit) =>
    (['covered', 'visible'] as const).map((place) => ({ toolkit, place })),
  )
  for (const [index, { toolkit, place }] of all.entries()) {
    const scene = `${toolkit} ${place}`
    const share = minutes / all.length
    progress(`${scene}: ${(share * 60).toFixed(0)} s`)
    const stage = await setStage(toolkit, place)
    try {
      const random = new Random(seed + index)
      const { journal } = stage.bystander.sentinel
      const tools = await mutatingTools(stage.surehand.client)
      const mark = journal.mark()
      const begun = performance.now()
      const typist = new Typist(stage.desktop.env, new Random(seed - index - 1), KEYS_PER_SECOND, share)
      const until = begun + share * 60_000
      const campaign = { stage, toolkit, scene, random, tally, tools, personTypes: true }
      await act(campaign, () => performance.now() < until)
      const typed = await typist.stop()
      const seconds = (performance.now() - begun) / 1_000
      await arrived(journal, mark, typed.length)
      const heard = journal.since(mark).filter(isPress)
      scenes.push({ scene, keys: compare(typed, heard, seconds) })
    } finally {
      await stage.strike()
    }
  }
  return { scenes, totals: tally.totals, disagreements: tally.disagreements }
}

/** Resolves once as many keys were heard as were typed, or when that takes too long: then some were lost. */
async function arrived(journal: Journal, mark: number, count: number): Promise<void> {
  const enough = () => journal.since(mark).filter(isPress).length >= count
  if (!enough()) await journal.until(enough, LAST_KEY_WITHIN_MS, mark).catch(() => undefined)
}

const isPress = ({ event }: JournalEntry): boolean => event === 'key-press'

export function compare(typed: readonly string[], presses: readonly JournalEntry[], seconds: number): Keystrokes {
  const heard = presses.map(({ key }) => String(key))
  const at = typed.findIndex((key, index) => heard[index] !== key)
  const different = at >= 0 ? at : heard.length > typed.length ? typed.length : -1
  const around = (keys: readonly string[]) => keys.slice(Math.max(0, different - 5), different + 10).join(' ')
  return {
    typed: typed.length,
    heard: heard.length,
    perSecond: typed.length / seconds,
    ...(different >= 0 && {
      difference: `${typed.length} keys typed, ${heard.length} heard; from key ${different} on: typed ${around(typed)}, heard ${around(heard)}`,
    }),
  }
}
