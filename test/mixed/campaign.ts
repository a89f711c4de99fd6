import type { Watch } from '../support/bystander.ts'
import { entry } from '../support/journal.ts'
import type { Answer, View } from '../support/surehand.ts'
import { closeDialog, generators } from './actions/index.ts'
import { judge } from './judge.ts'
import { addressOf, expectationOf, NotShown, needsPicture } from './place.ts'
import type { Generator, Plan, Toolkit } from './plan.ts'
import type { Random } from './random.ts'
import type { Stage } from './stage.ts'
import type { Tally } from './tally.ts'
import { after, startingWorld, type World } from './world.ts'

export interface Campaign {
  readonly stage: Stage
  readonly toolkit: Toolkit
  /** In which scene, for the report. */
  readonly scene: string
  readonly random: Random
  readonly tally: Tally
  /** Names of the tools that the server offers. */
  readonly tools: ReadonlySet<string>
  /** The person types meanwhile: the keys in their window are their own, and what takes their focus is left out. */
  readonly personTypes?: boolean
}

/** An effect that the answer did not wait for. */
const LATE_MS = 1_500
const TELLS_WITHIN_MS = 5_000
const RESTART_EVERY = 90

/** Acts on the app for as long as `more` says, given how many calls were made, and judges each by the app's journal. */
export async function act(campaign: Campaign, more: (made: number) => boolean): Promise<void> {
  const { stage, random, tools, toolkit } = campaign
  const possible = generators.filter(({ tool, only }) => tools.has(tool) && (only ?? toolkit) === toolkit)
  let run: Run | undefined
  let age = 0
  for (let made = 0; more(made); made += 1) {
    if (run === undefined || run.spoilt || age >= RESTART_EVERY) {
      if (run !== undefined) await stage.restart(random.chance(0.5) ? ['--clocks'] : [])
      run = new Run(campaign)
      age = 0
    }
    age += 1
    await run.step(possible, made)
  }
}

/** One process of the app, from its start to its end. */
class Run {
  /** Something was left open that later calls would run into. */
  spoilt = false
  readonly #campaign: Campaign
  #view: View | undefined
  #pictured = false
  #arrangement = ''

  constructor(campaign: Campaign) {
    this.#campaign = campaign
  }

  async step(possible: readonly Generator[], step: number): Promise<void> {
    const { stage, random, tally, scene } = this.#campaign
    const { fixture, bystander, surehand } = stage
    const plan = this.#choose(possible)
    for (const command of plan.prepare ?? []) await fixture.command(command)
    const fresh = await this.#look(plan)
    for (const command of plan.meanwhile ?? []) await fixture.command(command)
    let args: Record<string, unknown>
    try {
      const address = await addressOf(plan.at, this.#view as View, surehand, String(fixture.pid))
      const expected = plan.expect === undefined ? {} : { expect: expectationOf(plan.expect, this.#view as View) }
      args = { ...address, ...plan.args, ...expected, ...(plan.at !== 'nothing' && { include_screenshot: false }) }
    } catch (error) {
      if (!(error instanceof NotShown)) throw error
      tally.notShown(error.message)
      this.#view = undefined
      for (const command of plan.afterwards ?? []) await fixture.command(command)
      return
    }

    const watch = await bystander.watch()
    const mark = fixture.journal.mark()
    const answer = await surehand.call(plan.tool, args)
    await this.#settle(plan, answer, mark)
    const lines = fixture.journal.since(mark)
    for (const command of plan.afterwards ?? []) await fixture.command(command)
    const disturbances = await this.#disturbances(plan, answer, watch)

    if (!fresh && isStale(answer.said) && plan.truth.kind !== 'refused') {
      // Ids and pixels of an older look may have gone out of date since; that is no disagreement.
      tally.call(plan.tool, plan.control, `${answer.said} after an older look`, false)
      this.#view = undefined
      return
    }
    // What only a probe tells was so when the answer came, whenever the app was asked.
    const probed = plan.probe === undefined ? {} : { answeredAt: Number.POSITIVE_INFINITY }
    const judged = { ...answer, ...probed }
    const { faults, happened } = judge({ plan, answer: judged, deadlineAt: deadlineOf(judged), lines })
    tally.call(plan.tool, plan.control, answer.said, happened)
    const kinds = [...faults, ...(disturbances.length > 0 ? (['disturbed'] as const) : [])]
    if (kinds.length > 0) {
      tally.disagree({
        step,
        scene,
        kinds,
        call: { tool: plan.tool, control: plan.control, args },
        commands: [...(plan.prepare ?? []), ...(plan.meanwhile ?? [])],
        said: answer.said,
        text: answer.text.split('\n\n')[0] ?? '',
        meta: answer.meta,
        journal: lines.map((line) => ({ ...line, after_ms: (line.t - answer.askedAt) / 1_000 })),
        disturbances,
      })
    }
    this.spoilt = kinds.includes('disturbed') || lines.some(({ event }) => event === 'popup')
    // After a call that stands in the way of the next look, begin with a new one.
    const ofDialog = plan.control.startsWith('dialog')
    if (ofDialog || random.chance(0.3) || faults.length > 0 || plan.truth.kind === 'refused') this.#view = undefined
  }

  /** In words, what the person noticed although nothing declares it. */
  async #disturbances(plan: Plan, { meta }: Answer, watch: Watch): Promise<readonly string[]> {
    const { bystander } = this.#campaign.stage
    const all = await bystander.disturbances(watch)
    const noticed = this.#campaign.personTypes ? all.filter((words) => !/sentinel-entry (key-|text )/.test(words)) : all
    if (plan.takesFocus === undefined || noticed.length === 0) return noticed
    const focus = meta['computer-use-mcp/focus'] as { focus_changed?: boolean } | undefined
    const reported = focus?.focus_changed === true
    this.#campaign.tally.focusTaken(plan.control, reported)
    const mark = bystander.sentinel.journal.mark()
    await bystander.sentinel.command('present')
    await bystander.sentinel.journal.until(entry('window', 'focus-in'), TELLS_WITHIN_MS, mark).catch(() => undefined)
    return reported ? noticed.filter((words) => !/^(focus|active) went|focus-(in|out) /.test(words)) : noticed
  }

  #choose(possible: readonly Generator[]): Plan {
    const { random, toolkit } = this.#campaign
    const world = this.#world()
    if (world.dialogOpen) return closeDialog(random)
    for (;;) {
      const plan = random.weighted(possible).make(random, world, toolkit)
      if (plan !== undefined && !(this.#campaign.personTypes && plan.takesFocus)) return plan
    }
  }

  #world(): World {
    return after(startingWorld, this.#campaign.stage.fixture.journal.since(0))
  }

  /** Looks where nothing usable was looked at. @returns whether it did */
  async #look(plan: Plan): Promise<boolean> {
    const { surehand, fixture } = this.#campaign.stage
    const { size, place, scrolled } = this.#world()
    const now = JSON.stringify({ size, place, rows: scrolled['row-list'].first })
    const picture = needsPicture(plan.at)
    const dialog = plan.control.startsWith('dialog')
    if (this.#view !== undefined && !dialog && now === this.#arrangement && (this.#pictured || !picture)) return false
    const look = () => surehand.look(String(fixture.pid), { include_screenshot: picture })
    this.#view = await look().catch((error: Error) => {
      if (!fixture.running) throw error
      // A window that closes just now may take the look with it; the next one must work.
      this.#campaign.tally.lookFailed(error.message)
      return look()
    })
    this.#pictured = picture
    this.#arrangement = now
    return true
  }

  /** Resolves once the journal holds all that came of the call. */
  async #settle(plan: Plan, answer: Answer, mark: number): Promise<void> {
    const { fixture } = this.#campaign.stage
    await fixture.settled()
    if (plan.probe !== undefined) {
      const before = fixture.journal.mark()
      await fixture.command(plan.probe)
      await fixture.journal.until(entry(plan.control, 'text'), TELLS_WITHIN_MS, before)
    }
    const { truth } = plan
    const mayFollow = answer.said === 'verifier_ambiguous' || answer.said === 'effect_not_verified'
    if (truth.kind !== 'effect' || !truth.late || truth.already || !mayFollow) return
    if (truth.shown(fixture.journal.since(mark)) === undefined)
      await fixture.journal.until((line) => truth.shown([line]) !== undefined, LATE_MS, mark).catch(() => undefined)
  }
}

/** Verification begins when the action was delivered and takes at most as long as is configured. */
const VERIFICATION_MS = 1_000

function deadlineOf({ askedAt, answeredAt, meta }: Answer): number {
  const metrics = meta['computer-use-mcp/metrics'] as { ms?: Record<string, number> } | undefined
  const { resolve = 0, gate = 0, before = 0, deliver } = metrics?.ms ?? {}
  if (deliver === undefined) return answeredAt
  return askedAt + (resolve + gate + before + deliver + VERIFICATION_MS) * 1_000
}

const isStale = (said: string): boolean => said === 'STALE_ELEMENT' || said === 'STALE_COORDINATES'
