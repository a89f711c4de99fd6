import type { AccessibleRecord, Budget } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Facts } from '../outcome/facts.ts'
import type { TargetReading } from '../outcome/observation.ts'
import { confirmationNeeded } from '../policy/confirmation.ts'
import type { Action, Before, ToolContext } from '../tools/define.ts'
import { observeTarget } from './observe.ts'

/** What an action was found with, proved and read. */
export interface Found {
  readonly before: Before
  /** Of the target, as proved; absent when the action has none. */
  readonly record?: AccessibleRecord
  readonly reading?: TargetReading
}

export interface Observation {
  readonly reading?: TargetReading
  readonly facts: Facts
}

/** Reads everything that a verdict on this action may turn on. Never rejects. For `proven` see `observeTarget`. */
export async function observe(
  action: Action,
  record: AccessibleRecord | undefined,
  { desktop }: ToolContext,
  budget: Budget,
  proven?: Promise<AccessibleRecord>,
): Promise<Observation> {
  const [reading, facts] = await Promise.all([
    record === undefined ? undefined : observeTarget(desktop, record, budget, proven),
    action.observe?.(budget).catch(() => undefined),
  ])
  return { ...(reading && { reading }), facts: facts ?? {} }
}

/**
 * Proves that the target is the captured one, and at the same time reads what is there before.
 * @throws {Refusal} STALE_ELEMENT, APP_UNRESPONSIVE
 */
export async function lookBefore(action: Action, context: ToolContext): Promise<Found> {
  const { target } = action
  const proven = target?.prove()
  const [record, { reading, facts }] = await Promise.all([
    proven,
    observe(action, target?.found, context, context.budget, proven),
  ])
  if (reading?.kind === 'gone') throw new Refusal('STALE_ELEMENT', 'The element vanished before anything was sent.')
  if (reading?.kind === 'unreadable')
    throw new Refusal('APP_UNRESPONSIVE', 'The element could not be read in time, so nothing was sent.')
  return {
    before: { ...(reading && { target: reading.fields }), facts },
    ...(record && { record }),
    ...(reading && { reading }),
  }
}

/** @throws {Refusal} CONFIRMATION_REQUIRED */
export function requireConfirmation(action: Action, before: Before, { config }: ToolContext): void {
  const { pressedLabel, writesSecret, clears, always } = action.confirmation
  const name = action.app?.name.toLowerCase()
  const reason = confirmationNeeded({
    confirmed: action.options.confirm,
    ...(pressedLabel === undefined ? {} : { pressedLabel }),
    ...(always === undefined ? {} : { always }),
    writesSecret: writesSecret === true,
    clearsValue: clears?.(before) === true,
    appNeedsConfirmation: config.confirmation.apps.some((listed) => listed.toLowerCase() === name),
    operatorWords: config.confirmation.words,
  })
  if (reason === undefined) return
  throw new Refusal('CONFIRMATION_REQUIRED', `${reason} Nothing was sent.`)
}
