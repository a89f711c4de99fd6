import { describe, expect, it } from 'vitest'
import vectors from '../../contracts/ladder/plans.json' with { type: 'json' }
import { climb } from './machine.ts'
import type { Rung, RungAnswer } from './rung.ts'
import { type FallbackReason, type Tier, tiers } from './tiers.ts'

type Vector = (typeof vectors)[number] & { readonly stillUnchanged?: boolean }

function answerOf(text: string): RungAnswer {
  const [status, reason] = text.split(':')
  if (status === 'throws') throw new Error('the rung threw')
  if (status === 'not_delivered') return { status, reason: reason as FallbackReason }
  if (status === 'unknown') return { status, detail: 'an error came back' }
  return { status: status as 'delivered' | 'posted' }
}

describe('plans of the ladder, from contracts/ladder/plans.json', () => {
  it.each(vectors.map((vector) => [vector.name, vector as Vector] as const))('%s', async (_name, vector) => {
    const fired: string[] = []
    const rungs = vector.rungs.map((rung) => ({
      ...(rung as Pick<Rung, 'tier' | 'takesFocus'>),
      deliver: async () => {
        const answer = vector.answers[fired.length]
        fired.push(rung.tier)
        if (answer === undefined) throw new Error('fired more rungs than the vector has answers for')
        return answerOf(answer)
      },
    }))
    const result = await climb({
      rungs,
      leftOut: vector.leftOut as FallbackReason[],
      permissions: {
        tiers: new Set<Tier>(tiers.filter((tier) => !(vector.denied as string[]).includes(tier))),
        allowFocusChange: vector.allowFocusChange,
        allowGlobalCursor: vector.allowGlobalCursor,
      },
      ...(vector.stillUnchanged !== undefined && { stillUnchanged: async () => vector.stillUnchanged === true }),
    })
    const { status, tier, fallbackReasons: reasons } = result
    expect({ fired, status, ...(tier && { tier }), reasons }).toEqual(vector.expected)
  })
})
