import { describe, expect, it } from 'vitest'
import { getSimplePaths } from 'xstate/graph'
import { ladderMachine } from './machine.ts'
import type { LadderPlan, Rung, RungAnswer } from './rung.ts'
import { type FallbackReason, isTakeover, type Tier } from './tiers.ts'

/**
 * Every path of the ladder, over every plan of up to three rungs, every combination of consent, permission and second
 * chance, and every answer a rung can give, checked against what must hold whatever happens.
 */

const answers: readonly (RungAnswer | Error)[] = [
  { status: 'delivered' },
  { status: 'posted' },
  { status: 'not_delivered', reason: 'interface-missing' },
  { status: 'unknown', detail: 'an error came back' },
  new Error('the rung threw'),
]
const kinds: readonly (Pick<Rung, 'tier'> & { takesFocus?: boolean })[] = [
  { tier: 'tier1-ax-action' },
  { tier: 'tier1-ax-attribute', takesFocus: true },
  { tier: 'tier2-agent-seat' },
  { tier: 'tier3-posted-event' },
  { tier: 'tier4-global-cursor' },
]
const permitted: ReadonlySet<Tier> = new Set(
  kinds.map(({ tier }) => tier).filter((tier) => tier !== 'tier3-posted-event'),
)

type Machine = typeof ladderMachine
type Step = { readonly rung: Rung; readonly answer: RungAnswer | Error } | { readonly unchanged: boolean | 'failed' }

function* plans(): Generator<LadderPlan> {
  const both = [true, false] as const
  const never = (): never => {
    throw new Error('walking the machine must not fire anything')
  }
  for (const rungs of sequences(3).map((list) => list.map((kind): Rung => ({ ...kind, deliver: never }))))
    for (const allowFocusChange of both)
      for (const allowGlobalCursor of both)
        for (const second of both)
          yield {
            rungs,
            leftOut: [],
            permissions: { tiers: permitted, allowFocusChange, allowGlobalCursor },
            ...(second && { stillUnchanged: never }),
          }
}

function sequences(longest: number): (typeof kinds)[] {
  const shorter = longest === 0 ? [] : sequences(longest - 1)
  const lists = shorter.filter((list) => list.length === longest - 1)
  return longest === 0 ? [[]] : [...shorter, ...lists.flatMap((list) => kinds.map((kind) => [...list, kind]))]
}

/** All ways through the machine for one plan, as what happened and how it ended. */
function paths(machine: Machine, plan: LadderPlan) {
  const events = [
    ...answers.map((answer) =>
      answer instanceof Error
        ? { type: 'xstate.error.actor.deliver', error: answer, actorId: 'deliver' }
        : { type: 'xstate.done.actor.deliver', output: answer, actorId: 'deliver' },
    ),
    { type: 'xstate.done.actor.compare', output: true, actorId: 'compare' },
    { type: 'xstate.done.actor.compare', output: false, actorId: 'compare' },
    { type: 'xstate.error.actor.compare', error: new Error('unreadable'), actorId: 'compare' },
  ]
  const belongs = { delivering: 'deliver', comparing: 'compare' } as Record<string, string>
  return getSimplePaths(machine, {
    input: plan,
    events: (snapshot) => events.filter(({ actorId }) => actorId === belongs[String(snapshot.value)]) as never[],
    serializeState: ({ value, context }) =>
      JSON.stringify([value, context.index, context.reasons, context.landed?.answer, context.landed?.rung.tier]),
    stopWhen: ({ status }) => status === 'done',
    limit: 10_000,
  })
    .filter(({ state }) => state.status === 'done')
    .map(({ state, steps }) => {
      const before = [undefined, ...steps.map((step) => step.state)]
      const happened = steps.flatMap(({ event }, index): Step[] => {
        const { type, output, error } = event as { type: string; output?: RungAnswer | boolean; error?: Error }
        if (type.endsWith('.compare')) return [{ unchanged: error === undefined ? output === true : 'failed' }]
        if (!type.endsWith('.deliver')) return []
        const at = (before[index] ?? steps[index]?.state)?.context.index ?? 0
        const rung = plan.rungs[at]
        return rung === undefined ? [] : [{ rung, answer: error ?? (output as RungAnswer) }]
      })
      return { happened, result: state.output }
    })
}

type Path = ReturnType<typeof paths>[number]

const mayHaveLanded = (answer: RungAnswer | Error): boolean =>
  answer instanceof Error || answer.status !== 'not_delivered'

const isAllowed = (rung: Rung, { permissions }: LadderPlan): boolean =>
  permissions.tiers.has(rung.tier) &&
  (!isTakeover(rung.tier) || (permissions.allowFocusChange && permissions.allowGlobalCursor)) &&
  (rung.takesFocus !== true || permissions.allowFocusChange)

/** The invariants of the ladder. @returns the first that a path breaks */
function broken({ happened, result }: Path, plan: LadderPlan): string | undefined {
  const fired = happened.filter((step) => 'rung' in step)
  if (fired.some(({ rung }) => !isAllowed(rung, plan))) return 'a rung was fired that was not allowed'
  for (const [index, step] of happened.entries()) {
    const next = happened[index + 1]
    if (next === undefined) continue
    if ('rung' in step && 'rung' in next && mayHaveLanded(step.answer))
      return 'it fired again after something may have landed'
    if ('unchanged' in step && step.unchanged !== true) return 'it went on although the state was not exactly as before'
    if ('unchanged' in next && plan.stillUnchanged === undefined)
      return 'it compared for an action that must not be sent twice'
  }
  if (new Set(fired.map(({ rung }) => rung)).size !== fired.length) return 'it fired one rung twice'
  const order = fired.map(({ rung }) => plan.rungs.indexOf(rung))
  if (order.some((at, index) => at <= (order[index - 1] ?? -1))) return 'it did not keep the order of the plan'
  const skipped = plan.rungs
    .slice(0, (order.at(-1) ?? plan.rungs.length - 1) + 1)
    .filter((rung) => !fired.some((step) => step.rung === rung))
  if (skipped.some((rung) => isAllowed(rung, plan))) return 'it left out a rung that was allowed'
  const landed = fired.findLast(({ answer }) => mayHaveLanded(answer))
  if (landed === undefined && fired.length < plan.rungs.filter((rung) => isAllowed(rung, plan)).length)
    return 'it gave up although nothing was delivered and a rung was left'
  if (result?.tier !== landed?.rung.tier) return 'it reported another tier than the one that may have landed'
  const wanted =
    landed === undefined ? 'not_delivered' : landed.answer instanceof Error ? 'unknown' : landed.answer.status
  if (result?.status !== wanted) return 'it reported another status than the rung answered'
  const last = happened.at(-1)
  const stopped = last !== undefined && ('rung' in last ? mayHaveLanded(last.answer) : last.unchanged !== true)
  const considered = stopped ? plan.rungs.slice(0, (order.at(-1) ?? 0) + 1) : plan.rungs
  const reasons = considered.flatMap((rung) =>
    reasonAgainst(rung, fired.find((step) => step.rung === rung)?.answer, plan),
  )
  return JSON.stringify(result?.fallbackReasons) === JSON.stringify(reasons)
    ? undefined
    : 'the reasons are not those of the rungs that were passed over'
}

/** Why a rung is not the one that delivered, as the plan and its answer have it. */
function reasonAgainst(rung: Rung, answer: RungAnswer | Error | undefined, plan: LadderPlan): FallbackReason[] {
  if (answer !== undefined)
    return !(answer instanceof Error) && answer.status === 'not_delivered' ? [answer.reason] : []
  return [plan.permissions.tiers.has(rung.tier) ? 'consent-missing' : 'tier-not-permitted']
}

function* walk(machine: Machine): Generator<string | undefined> {
  for (const plan of plans()) for (const path of paths(machine, plan)) yield broken(path, plan)
}

describe('every path of the ladder', () => {
  it('holds the invariants', () => {
    const results = [...walk(ladderMachine)]
    process.stdout.write(`${results.length} paths of the ladder walked\n`)
    expect(results.filter((fault) => fault !== undefined)).toEqual([])
    expect(results.length).toBeGreaterThan(30_000)
  }, 60_000)

  it.each(['exhausted', 'barred', 'notDelivered', 'unchanged', 'mayTryAgain'] as const)(
    'breaks an invariant without the guard "%s"',
    (guard) => {
      expect(() => {
        for (const fault of walk(ladderMachine.provide({ guards: { [guard]: () => true } })))
          if (fault !== undefined) throw new Error(fault)
      }).toThrow()
    },
    60_000,
  )
})
