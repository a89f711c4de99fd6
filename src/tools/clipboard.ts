import type { Clipboard } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { ToolContext } from './define.ts'

/** An owner that gives its text away answers at once; one that does not is stopped or stuck, in milliseconds. */
const WITHIN_MS = 5_000

/** @throws {Refusal} DESKTOP_UNAVAILABLE */
export function requireClipboard({ desktop }: Pick<ToolContext, 'desktop'>): Clipboard {
  const { clipboard } = desktop
  if (!clipboard.offered) throw new Refusal('DESKTOP_UNAVAILABLE', `${clipboard.reason}.`)
  return clipboard.use
}

export const clipboardBudget = ({ budget }: Pick<ToolContext, 'budget'>) => ({
  ...budget,
  deadline: Math.min(budget.deadline, performance.now() + WITHIN_MS),
})
