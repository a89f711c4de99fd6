import type { AccessibleRecord, Budget, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { climb } from '../ladder/machine.ts'
import type { LadderResult } from '../ladder/rung.ts'
import { type Tier, tiers } from '../ladder/tiers.ts'
import type { DeliveryWindow } from '../outcome/evidence.ts'
import type { ExpectReading } from '../outcome/intent.ts'
import type { TargetFields, TargetReading } from '../outcome/observation.ts'
import { type DeliveryStatus, type Outcome, unsupported } from '../outcome/verdict.ts'
import { LIMITS, outlineStructured, renderOutline } from '../perception/index.ts'
import { confirmationNeeded } from '../policy/confirmation.ts'
import type { Action, Answer, Decision, ToolContext } from '../tools/define.ts'
import type { AppSession } from './app-sessions.ts'
import { readExpectation } from './expectations.ts'
import type { FocusRecording, FocusReport } from './focus-telemetry.ts'
import { observeTarget } from './observe.ts'
import type { EngineParts } from './parts.ts'
import { reasonsInWords } from './reasons.ts'
import type { ActionReport } from './result.ts'
import type { Transaction } from './transaction.ts'
import { type Verdict, verify, Witness } from './verify.ts'

/** Time for one request to an app that takes its time, in milliseconds. */
const DELIVERY_MS = 5_000
/** Time for the looks before and after an action, in milliseconds. */
const LOOK_MS = 2_000

/** From the gates to the verdict: everything of an action after it was resolved. One call at a time for each app. */
export async function act(
  action: Action,
  context: ToolContext,
  transaction: Transaction,
  parts: EngineParts,
): Promise<ActionReport> {
  transaction.enter('gate')
  await parts.gates.pass(context.caller, context.budget)

  transaction.enter('before')
  const session = await parts.sessions.open(action.app, context.budget)
  const { record, before } = await proveAndRead(action, context)
  const fields = fieldsOrRefuse(before)
  requireConfirmation(action, fields, context)
  const decision = action.plan(fields)
  const allowed = {
    focus_change_allowed: action.options.allowFocusChange,
    cursor_movement_allowed: action.options.allowGlobalCursor,
  }
  const recording = await parts.focus.begin(context.budget)
  const ends: (() => void)[] = [recording.cancel]
  try {
    if ('settled' in decision) {
      const focus = await endFocus(recording, allowed)
      const state = await stateAfter(action, context)
      return { outcome: decision.settled, before, focus, ...(state && { state }) }
    }
    const expectation = await prepareExpectation(action, context)
    const witness = new Witness(session?.history, action.app.process?.pid)
    ends.push(...(await watch(action, context, parts, session, witness)))
    // Reading took time: a screen may have been locked and a widget replaced since.
    await Promise.all([parts.gates.unlocked(context.budget), action.target.prove()])

    transaction.enter('deliver')
    const sentAt = performance.now()
    const ladder = await deliver(decision, action, before, record, context)
    const window = deliveryWindow(ladder, sentAt)

    transaction.enter('after')
    const verdict = await judge({ ladder, decision, window, action, before, record, context, witness, expectation })

    transaction.enter('verify')
    session?.history.noteAction(witness.graded(window))
    const focus = await endFocus(recording, allowed)
    const state = await stateAfter(action, context)
    return {
      outcome: verdict.outcome,
      ladder,
      before,
      ...(verdict.after === undefined ? {} : { after: verdict.after }),
      focus,
      uiChanged: witness.sawChange,
      ...(state && { state }),
    }
  } finally {
    for (const end of ends) end()
  }
}

async function proveAndRead(action: Action, context: ToolContext) {
  const record = await action.target.prove()
  const before = await observeTarget(context.desktop, record.handle, record, context.budget)
  return { record, before }
}

function fieldsOrRefuse(before: TargetReading): TargetFields {
  if (before.kind === 'present') return before.fields
  throw before.kind === 'gone'
    ? new Refusal('STALE_ELEMENT', 'The element vanished before anything was sent. Call get_app_state again.')
    : new Refusal('APP_UNRESPONSIVE', 'The element could not be read in time, so nothing was sent.')
}

function requireConfirmation(action: Action, before: TargetFields, { config }: ToolContext): void {
  const { pressedLabel, writesSecret, clears } = action.confirmation
  const reason = confirmationNeeded({
    confirmed: action.options.confirm,
    ...(pressedLabel === undefined ? {} : { pressedLabel }),
    writesSecret,
    clearsValue: clears(before),
    appNeedsConfirmation: config.confirmation.apps.some((name) => name.toLowerCase() === action.app.name.toLowerCase()),
    operatorWords: config.confirmation.words,
  })
  if (reason === undefined) return
  throw new Refusal(
    'CONFIRMATION_REQUIRED',
    `${reason} Nothing was sent. Ask the person; if they agree, repeat the same call with confirm: true.`,
  )
}

interface PreparedExpectation {
  readonly before: ExpectReading
  readonly read: (budget: Budget) => Promise<ExpectReading>
}

async function prepareExpectation(action: Action, context: ToolContext): Promise<PreparedExpectation | undefined> {
  const { expect } = action
  if (expect === undefined) return undefined
  const window = await currentWindow(action, context)
  if (window === undefined)
    throw new Refusal('WINDOW_NOT_FOUND', 'The window is gone, so `expect` cannot be read. Nothing was sent.')
  const found =
    expect.element_id === undefined ? undefined : context.identities.lookup(context.caller, expect.element_id)
  if (typeof found === 'string')
    throw new Refusal('ELEMENT_NOT_FOUND', `expect.element_id "${expect.element_id}" is not a known element id.`)
  const scope = { desktop: context.desktop, app: action.app, window, element: found?.entry.handle }
  const read = (budget: Budget) => readExpectation(expect, scope, budget)
  return { before: await read(context.budget), read }
}

async function watch(
  action: Action,
  { desktop }: ToolContext,
  parts: EngineParts,
  session: AppSession | undefined,
  witness: Witness,
): Promise<(() => void)[]> {
  const windows = await parts.windowEvents.listen(witness.onWindowEvent)
  const events = session?.collect(witness.onAccessibleEvent)
  const gone = desktop.accessibility.onGone(action.target.handle, witness.onEnd)
  return [windows, () => events?.close(), () => gone.close()]
}

function deliver(
  decision: Exclude<Decision, { settled: Outcome }>,
  action: Action,
  before: TargetReading,
  record: AccessibleRecord,
  { desktop }: ToolContext,
): Promise<LadderResult> {
  const budget = { deadline: performance.now() + DELIVERY_MS }
  const { options } = action
  return climb({
    rungs: decision.rungs(budget),
    leftOut: decision.leftOut,
    permissions: {
      tiers: permittedTiers,
      allowFocusChange: options.allowFocusChange,
      allowGlobalCursor: options.allowGlobalCursor,
    },
    ...(decision.mayRepeat === true
      ? {
          stillUnchanged: async () => {
            const now = await observeTarget(desktop, record.handle, record, { deadline: performance.now() + LOOK_MS })
            return JSON.stringify(now) === JSON.stringify(before)
          },
        }
      : {}),
  })
}

const permittedTiers: ReadonlySet<Tier> = new Set(tiers)

const deliveryWindow = ({ receipt }: LadderResult, sentAt: number): DeliveryWindow =>
  receipt === undefined
    ? { sentAt }
    : { sentAt: receipt.sentAt, repliedAt: receipt.repliedAt, opened: receipt.opened, closed: receipt.closed }

interface Judged {
  readonly ladder: LadderResult
  readonly decision: Exclude<Decision, { settled: Outcome }>
  readonly window: DeliveryWindow
  readonly action: Action
  readonly before: TargetReading
  readonly record: AccessibleRecord
  readonly context: ToolContext
  readonly witness: Witness
  readonly expectation: PreparedExpectation | undefined
}

function judge(judged: Judged): Promise<Verdict> | { outcome: Outcome; after: undefined } {
  const { ladder, decision, window, action, before, record, context, witness, expectation } = judged
  if (ladder.status === 'not_delivered')
    return { outcome: unsupported(reasonsInWords(ladder.fallbackReasons)), after: undefined }
  const deadline = performance.now() + context.config.verification.deadline_seconds * 1_000
  return verify(
    {
      intent: decision.intent,
      target: action.target.handle,
      before,
      delivery: ladder.status satisfies DeliveryStatus,
      window,
      witness,
      observe: (budget) => observeTarget(context.desktop, record.handle, record, budget),
      ...(expectation === undefined ? {} : { expect: expectation }),
    },
    deadline,
  )
}

const endFocus = async (
  recording: FocusRecording,
  allowed: Pick<FocusReport, 'focus_change_allowed' | 'cursor_movement_allowed'>,
): Promise<FocusReport> => ({ ...allowed, ...(await recording.end({ deadline: performance.now() + LOOK_MS })) })

async function currentWindow(action: Action, { desktop }: ToolContext): Promise<WindowInfo | undefined> {
  const windows = await desktop.windows.list(action.app, { deadline: performance.now() + LOOK_MS })
  return windows.find(({ handle }) => handle === action.window)
}

/** The captured window as it is now. If it is gone, no other one takes its place. Never rejects: the verdict stands. */
async function stateAfter(action: Action, context: ToolContext): Promise<Answer | undefined> {
  if (!action.options.includeState) return undefined
  try {
    const window = await currentWindow(action, context)
    if (window === undefined)
      return { text: 'The window is gone. Call list_windows or get_app_state to go on.', data: { window_gone: true } }
    const seen = await context.look(action.app, window, {
      includeScreenshot: action.options.includeScreenshot && LIMITS.pictureAfterAction,
    })
    return { text: renderOutline(seen), data: outlineStructured(seen), picture: seen.snapshot.picture }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown fault'
    return { text: `The state after the action could not be read: ${why}`, data: { state_unreadable: true } }
  }
}
