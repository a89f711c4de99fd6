import { describe, expect, it } from 'vitest'
import vectors from '../../contracts/outcome/verdicts.json' with { type: 'json' }
import type { AccessibleHandle } from '../desktop/port.ts'
import type { Findings } from './findings.ts'
import { reduce } from './reduce.ts'

describe('verdicts, from contracts/outcome/verdicts.json', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, vector) => {
    const { name, verdict, domain, ...findings } = vector as typeof vector & { domain?: string }
    const outcome = reduce({ ...(findings as unknown as Findings), target: 'target' as AccessibleHandle })
    expect({ verdict: outcome.classification, domain: outcome.failureDomain }).toEqual({ verdict, domain })
    if (verdict !== 'success') expect(outcome.summary).toMatch(/\.$/)
  })

  it('has unique names', () => {
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
  })
})
