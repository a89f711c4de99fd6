import { generators } from './actions/index.ts'
import { act } from './campaign.ts'
import type { Toolkit } from './plan.ts'
import { Random } from './random.ts'
import { setStage } from './stage.ts'
import { type Disagreement, Tally, type Totals } from './tally.ts'

export interface MixedOptions {
  readonly count: number
  readonly seed: number
  /** Absent: both, one after the other. */
  readonly toolkit?: Toolkit
  readonly progress?: (line: string) => void
}

export interface MixedResult {
  readonly totals: Totals
  readonly disagreements: readonly Disagreement[]
  /** Mutating tools that the server offers and the app's journal cannot judge. */
  readonly notJudged: readonly string[]
}

/** Calls between two lines of progress. */
const PROGRESS_EVERY = 100

/** Each toolkit wholly behind the person's window and beside it, an equal part of the calls in each scene. */
export async function runMixed({ count, seed, toolkit, progress = () => {} }: MixedOptions): Promise<MixedResult> {
  const toolkits: readonly Toolkit[] = toolkit === undefined ? ['gtk3', 'gtk4'] : [toolkit]
  const scenes = toolkits.flatMap((each) => (['covered', 'visible'] as const).map((place) => ({ each, place })))
  const tally = new Tally()
  let notJudged: readonly string[] = []
  let begun = 0
  for (const [index, { each, place }] of scenes.entries()) {
    const share = Math.floor((count * (index + 1)) / scenes.length) - begun
    const scene = `${each} ${place}`
    progress(`${scene}: ${share} calls`)
    const stage = await setStage(each, place)
    try {
      const tools = await mutatingTools(stage.surehand.client)
      notJudged = [...tools].filter((name) => !generators.some(({ tool }) => tool === name))
      // A seed of its own for each scene: one that stumbles does not change the others.
      const random = new Random(seed + index)
      await act({ stage, toolkit: each, scene, random, tally, tools }, (made) => {
        if (made > 0 && made % PROGRESS_EVERY === 0)
          progress(`${scene}: ${made} of ${share}, ${tally.disagreements.length} disagree so far`)
        return made < share
      })
    } finally {
      await stage.strike()
    }
    begun += share
  }
  return { totals: tally.totals, disagreements: tally.disagreements, notJudged }
}

/** Names of the tools that change something. */
export async function mutatingTools(client: {
  listTools(): Promise<{ tools: readonly Listed[] }>
}): Promise<Set<string>> {
  const { tools } = await client.listTools()
  return new Set(tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name))
}

interface Listed {
  readonly name: string
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined
}
