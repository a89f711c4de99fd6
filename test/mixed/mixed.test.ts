import { expect, test } from 'vitest'
import { runMixed } from './mixed.ts'
import type { Toolkit } from './plan.ts'
import { printDisagreement } from './print.ts'
import { broken } from './tally.ts'

const toolkits: readonly Toolkit[] = ['gtk3', 'gtk4']

test.each(toolkits)(
  '60 mixed calls on %s: what is claimed is in the journal of the app, and nobody is disturbed',
  {
    timeout: 300_000,
  },
  async (toolkit) => {
    const { totals, disagreements } = await runMixed({ count: 60, seed: 1, toolkit })
    expect(broken(totals), disagreements.map(printDisagreement).join('')).toEqual([])
    expect(totals.calls).toBeGreaterThan(50)
  },
)
