import { errorTable } from '../errors.ts'
import { fallbackReasons, tiers } from '../ladder/tiers.ts'
import type { Classification, DeliveryStatus } from '../outcome/verdict.ts'
import type { Coverage } from '../perception/index.ts'
import { catalog } from '../tools/catalog.ts'
import { gateDecisions, gateMeanings } from './gate-log.ts'
import { phases } from './transaction.ts'

/** Every closed set of words that the result of a call can hold, for those who count results. */
export const vocabulary = {
  tools: catalog.map(({ name }) => name),
  errorCodes: keysOf(errorTable),
  tiers,
  fallbackReasons: keysOf(fallbackReasons),
  phases,
  gates: keysOf(gateMeanings),
  gateDecisions,
  verdicts: keysOf<Record<Classification, 0>>({
    success: 0,
    unsupported: 0,
    effect_not_verified: 0,
    verifier_ambiguous: 0,
  }),
  deliveries: keysOf<Record<DeliveryStatus, 0>>({ delivered: 0, posted: 0, not_delivered: 0, unknown: 0 }),
  coverages: keysOf<Record<Coverage, 0>>({ complete: 0, partial: 0, degraded: 0, unstable: 0 }),
} as const

function keysOf<T extends object>(table: T): readonly (keyof T)[] {
  return Object.keys(table) as (keyof T)[]
}
