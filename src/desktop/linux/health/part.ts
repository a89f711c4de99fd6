import type { HealthPart } from '../../port.ts'

/** What is constant about a part of the machine that is checked. */
export interface PartFacts {
  readonly name: string
  readonly neededFor: readonly string[]
  readonly remedy: string
}

export function ok({ name, neededFor }: PartFacts, detail: string): HealthPart {
  return { name, state: 'ok', detail, neededFor }
}

export function failed(facts: PartFacts, state: HealthPart['state'], detail: string): HealthPart {
  const { name, neededFor, remedy } = facts
  return { name, state, detail, remedy, neededFor }
}
