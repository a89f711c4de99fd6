import type { HealthPart } from '../../port.ts'

/** How to have all that a desktop session brings along: display, buses, window manager. */
export const INSIDE_A_SESSION =
  'run inside a desktop session, or in a desktop of its own: surehand desktop exec -- COMMAND'

/** What is constant about a part of the machine that is checked. */
export interface PartFacts {
  readonly name: string
  readonly neededFor: readonly string[]
  readonly remedy: string
}

export function ok({ name, neededFor }: Omit<PartFacts, 'remedy'>, detail: string): HealthPart {
  return { name, state: 'ok', detail, neededFor }
}

export function failed(facts: PartFacts, state: HealthPart['state'], detail: string): HealthPart {
  const { name, neededFor, remedy } = facts
  return { name, state, detail, remedy, neededFor }
}
