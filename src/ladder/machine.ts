import { assign, createActor, fromPromise, setup, toPromise } from 'xstate'
import type { LadderPlan, LadderResult, Rung, RungAnswer } from './rung.ts'
import { type FallbackReason, isTakeover } from './tiers.ts'

interface Context {
  readonly plan: LadderPlan
  readonly index: number
  readonly reasons: readonly FallbackReason[]
  /** The last delivery that may have landed. */
  readonly landed?: { readonly rung: Rung; readonly answer: RungAnswer }
}

/** Why the rung may not be used at all, if so. */
function barrier({ plan, index }: Context): FallbackReason | undefined {
  const rung = plan.rungs[index]
  if (rung === undefined) return undefined
  if (!plan.permissions.tiers.has(rung.tier)) return 'tier-not-permitted'
  const { allowFocusChange, allowGlobalCursor } = plan.permissions
  if (isTakeover(rung.tier) && !(allowFocusChange && allowGlobalCursor)) return 'consent-missing'
  if (rung.takesFocus === true && !allowFocusChange) return 'consent-missing'
  return undefined
}

const currentRung = ({ plan, index }: Context): Rung => {
  const rung = plan.rungs[index]
  if (rung === undefined) throw new Error(`the ladder stepped past its last rung (${index} of ${plan.rungs.length})`)
  return rung
}

/** What a rung answered, in the event that its end raises. */
function answerOf(event: object): RungAnswer | undefined {
  if (!('output' in event)) return undefined
  const { output } = event
  return typeof output === 'object' && output !== null && 'status' in output ? (output as RungAnswer) : undefined
}

/** A rung that threw proves nothing. */
function faultOf(event: object): RungAnswer {
  const error = 'error' in event ? event.error : undefined
  return { status: 'unknown', detail: error instanceof Error ? error.message : 'unknown fault' }
}

/**
 * The dispatch ladder. It climbs only on proof of non-delivery, fires at most once otherwise, and never passes a
 * barrier. `docs/ladder.md` shows it.
 */
export const ladderMachine = setup({
  types: {
    input: {} as LadderPlan,
    context: {} as Context,
    output: {} as LadderResult,
  },
  actors: {
    deliver: fromPromise<RungAnswer, Rung>(({ input }) => input.deliver()),
    stillUnchanged: fromPromise<boolean, LadderPlan>(({ input }) => input.stillUnchanged?.() ?? Promise.resolve(false)),
  },
  guards: {
    exhausted: ({ context }) => context.index >= context.plan.rungs.length,
    barred: ({ context }) => barrier(context) !== undefined,
    notDelivered: ({ event }) => answerOf(event)?.status === 'not_delivered',
    unchanged: ({ event }) => 'output' in event && event.output === true,
    mayTryAgain: ({ context }) =>
      context.plan.stillUnchanged !== undefined && context.index + 1 < context.plan.rungs.length,
  },
  actions: {
    passOver: assign(({ context }) => {
      const reason = barrier(context)
      return {
        index: context.index + 1,
        reasons: reason === undefined ? context.reasons : [...context.reasons, reason],
      }
    }),
    climb: assign(({ context, event }) => {
      const answer = answerOf(event)
      return {
        index: context.index + 1,
        reasons: answer?.status === 'not_delivered' ? [...context.reasons, answer.reason] : context.reasons,
      }
    }),
    noteLanding: assign(({ context, event }) => ({
      landed: { rung: currentRung(context), answer: answerOf(event) ?? faultOf(event) },
    })),
  },
}).createMachine({
  id: 'ladder',
  context: ({ input }) => ({ plan: input, index: 0, reasons: input.leftOut }),
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'exhausted', target: 'done' },
        { guard: 'barred', target: 'choosing', reenter: true, actions: 'passOver' },
        { target: 'delivering' },
      ],
    },
    delivering: {
      invoke: {
        id: 'deliver',
        src: 'deliver',
        input: ({ context }) => currentRung(context),
        onDone: [
          { guard: 'notDelivered', target: 'choosing', actions: 'climb' },
          { target: 'landed', actions: 'noteLanding' },
        ],
        onError: { target: 'landed', actions: 'noteLanding' },
      },
    },
    /** Something may have reached the app; only a proof of "exactly as before" lets another rung try. */
    landed: {
      always: [{ guard: 'mayTryAgain', target: 'comparing' }, { target: 'done' }],
    },
    comparing: {
      invoke: {
        id: 'compare',
        src: 'stillUnchanged',
        input: ({ context }) => context.plan,
        onDone: [{ guard: 'unchanged', target: 'choosing', actions: 'climb' }, { target: 'done' }],
        onError: 'done',
      },
    },
    done: { type: 'final' },
  },
  output: ({ context }) => resultOf(context),
})

function resultOf({ landed, reasons }: Context): LadderResult {
  if (landed === undefined) return { status: 'not_delivered', fallbackReasons: reasons }
  const { rung, answer } = landed
  return {
    status: answer.status,
    tier: rung.tier,
    fallbackReasons: reasons,
    ...(answer.status === 'delivered' && {
      ...(answer.receipt && { receipt: answer.receipt }),
      ...(answer.handledAt !== undefined && { handledAt: answer.handledAt }),
      ...(answer.decisiveFrom !== undefined && { decisiveFrom: answer.decisiveFrom }),
      ...(answer.focusTaken && { focusTaken: answer.focusTaken }),
      ...(answer.shortfall && { shortfall: answer.shortfall }),
    }),
    ...(answer.status === 'unknown' ? { detail: answer.detail } : {}),
  }
}

/** Runs one plan to its end. Never rejects: a rung that throws counts as `unknown`. */
export function climb(plan: LadderPlan): Promise<LadderResult> {
  const actor = createActor(ladderMachine, { input: plan })
  actor.start()
  return toPromise(actor)
}
