import { describe, expect, it } from 'vitest'
import type { Receipt } from '../desktop/port.ts'
import { climb } from './machine.ts'
import type { LadderPlan, Rung, RungAnswer } from './rung.ts'
import { type Tier, tiers } from './tiers.ts'

const receipt: Receipt = { sentAt: 1, repliedAt: 2, opened: 3, closed: 4 }
const everything = { tiers: new Set<Tier>(tiers), allowFocusChange: true, allowGlobalCursor: true }
const background = { ...everything, allowFocusChange: false, allowGlobalCursor: false }

/** A ladder whose rungs answer as told and remember that they were fired. */
function ladder(
  rungs: readonly (readonly [Tier, RungAnswer | Error, Partial<Rung>?])[],
  plan: Partial<LadderPlan> = {},
) {
  const fired: Tier[] = []
  const built = rungs.map(
    ([tier, answer, facts]): Rung => ({
      tier,
      ...facts,
      deliver: async () => {
        fired.push(tier)
        if (answer instanceof Error) throw answer
        return answer
      },
    }),
  )
  return { fired, run: () => climb({ rungs: built, leftOut: [], permissions: everything, ...plan }) }
}

describe('the ladder', () => {
  it('stops at the first rung that delivers', async () => {
    const { fired, run } = ladder([
      ['tier1-ax-action', { status: 'delivered', receipt }],
      ['tier2-agent-seat', { status: 'delivered' }],
    ])
    expect(await run()).toEqual({ status: 'delivered', tier: 'tier1-ax-action', receipt, fallbackReasons: [] })
    expect(fired).toEqual(['tier1-ax-action'])
  })

  it('climbs on proof of non-delivery and says why', async () => {
    const { fired, run } = ladder(
      [
        ['tier1-ax-action', { status: 'not_delivered', reason: 'action-not-advertised' }],
        ['tier2-agent-seat', { status: 'not_delivered', reason: 'point-covered' }],
        ['tier3-posted-event', { status: 'posted' }],
      ],
      { leftOut: ['element-has-no-frame'] },
    )
    expect(await run()).toEqual({
      status: 'posted',
      tier: 'tier3-posted-event',
      fallbackReasons: ['element-has-no-frame', 'action-not-advertised', 'point-covered'],
    })
    expect(fired).toEqual(['tier1-ax-action', 'tier2-agent-seat', 'tier3-posted-event'])
  })

  it.each([
    ['an error answer', { status: 'unknown', detail: 'rejected' } as const],
    ['an exception', new Error('broken')],
    ['a posted event', { status: 'posted' } as const],
  ])('does not fire again after %s, which proves nothing', async (_name, answer) => {
    const { fired, run } = ladder([
      ['tier1-ax-action', answer],
      ['tier2-agent-seat', { status: 'delivered' }],
    ])
    expect((await run()).tier).toBe('tier1-ax-action')
    expect(fired).toEqual(['tier1-ax-action'])
  })

  it.each([
    ['neither flag', false, false],
    ['only the focus flag', true, false],
    ['only the cursor flag', false, true],
  ])('never takes over with %s', async (_name, allowFocusChange, allowGlobalCursor) => {
    const { fired, run } = ladder([['tier4-global-cursor', { status: 'delivered' }]], {
      permissions: { ...everything, allowFocusChange, allowGlobalCursor },
    })
    expect(await run()).toEqual({ status: 'not_delivered', fallbackReasons: ['consent-missing'] })
    expect(fired).toEqual([])
  })

  it('takes over with both flags', async () => {
    const { fired, run } = ladder([['tier4-global-cursor', { status: 'delivered' }]])
    expect((await run()).status).toBe('delivered')
    expect(fired).toEqual(['tier4-global-cursor'])
  })

  it('does not use a rung that takes the focus without consent', async () => {
    const { fired, run } = ladder([['tier1-ax-attribute', { status: 'delivered' }, { takesFocus: true }]], {
      permissions: background,
    })
    expect((await run()).fallbackReasons).toEqual(['consent-missing'])
    expect(fired).toEqual([])
  })

  it('does not use a tier that the operator does not permit', async () => {
    const { fired, run } = ladder([['tier1-ax-action', { status: 'delivered' }]], {
      permissions: { ...everything, tiers: new Set<Tier>() },
    })
    expect((await run()).fallbackReasons).toEqual(['tier-not-permitted'])
    expect(fired).toEqual([])
  })

  it('tries a second rung only where that is safe and nothing changed at all', async () => {
    const two = [
      ['tier1-ax-attribute', { status: 'delivered' }],
      ['tier2-agent-seat', { status: 'delivered' }],
    ] as const
    const unchanged = ladder(two, { stillUnchanged: async () => true })
    expect((await unchanged.run()).tier).toBe('tier2-agent-seat')
    const changed = ladder(two, { stillUnchanged: async () => false })
    expect((await changed.run()).tier).toBe('tier1-ax-attribute')
    expect(changed.fired).toEqual(['tier1-ax-attribute'])
    const unreadable = ladder(two, { stillUnchanged: () => Promise.reject(new Error('gone')) })
    expect((await unreadable.run()).tier).toBe('tier1-ax-attribute')
    expect(unreadable.fired).toEqual(['tier1-ax-attribute'])
  })

  it('answers with the reasons when there is no rung', async () => {
    const { run } = ladder([], { leftOut: ['interface-missing'] })
    expect(await run()).toEqual({ status: 'not_delivered', fallbackReasons: ['interface-missing'] })
  })
})
