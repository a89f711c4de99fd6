import { type FallbackReason, fallbackReasons } from '../ladder/tiers.ts'

/** Why nothing was sent, in a sentence for the model. */
export function reasonsInWords(reasons: readonly FallbackReason[]): string {
  const words = [...new Set(reasons)].map((reason) => fallbackReasons[reason])
  return `Nothing was sent. ${words.join(' ')}`.trim()
}
