import type { Budget, FocusTaken } from '../desktop/port.ts'
import { climb } from '../ladder/machine.ts'
import type { LadderResult } from '../ladder/rung.ts'
import { isTakeover, type Tier } from '../ladder/tiers.ts'
import { toolkitOf, toolkits } from '../ladder/toolkits.ts'
import type { DeliveryWindow } from '../outcome/evidence.ts'
import type { Intent } from '../outcome/intent.ts'
import { ambiguous, type Outcome, unsupported } from '../outcome/verdict.ts'
import type { Action, Sending, ToolContext } from '../tools/define.ts'
import type { AppSession } from './app-sessions.ts'
import type { CallAudit } from './audit.ts'
import { type Found, lookBefore, observe, requireConfirmation } from './before.ts'
import { type PreparedExpectation, prepareExpectation } from './expectations.ts'
import type { FocusRecording, FocusReport } from './focus-telemetry.ts'
import { type KeptFocus, keepFocus, withTaken } from './keep-focus.ts'
import type { EngineParts } from './parts.ts'
import type { PageAfter } from './policy-gate.ts'
import { reasonsInWords } from './reasons.ts'
import { watchRepaint } from './repaint.ts'
import type { ActionReport } from './result.ts'
import { stateAfter } from './state-after.ts'
import type { Transaction } from './transaction.ts'
import { type Verdict, verify, Witness } from './verify.ts'

/** Time for one request to an app that takes its time, in milliseconds. */
const DELIVERY_MS = 5_000
/** Time for the looks before and after an action, in milliseconds. */
const LOOK_MS = 2_000

/** From the gates to the verdict: everything of an action after it was resolved. One call at a time for each app. */
export async function act(
  tool: string,
  action: Action,
  context: ToolContext,
  transaction: Transaction,
  parts: EngineParts,
  audit: CallAudit,
): Promise<ActionReport> {
  transaction.enter('gate')
  const { gates } = transaction
  await gates.pass('rate_limit', () => parts.gates.admitted(context.caller, context.budget))
  const ends: (() => void)[] = []
  try {
    // Looking only reads, so it need not wait for the other gate; what that says comes first all the same.
    const looking = lookBefore(action, context)
    looking.catch(() => undefined)
    const beginning = parts.focus.begin(context.budget)
    const kept = keepFocus(action, context)
    ends.push(kept.end)
    ends.push(() => void beginning.then(({ cancel }) => cancel()))
    const repaint = watchRepaint(action, context)
    ends.push(() => repaint?.close())
    await parts.gates.passed(gates, tool, action, context)

    transaction.enter('before')
    const [session, found, recording] = await Promise.all([
      action.app === undefined ? undefined : parts.sessions.open(action.app, context.budget),
      looking,
      beginning,
    ])
    await gates.pass('confirmation', () => requireConfirmation(action, found.before, context))
    const decision = action.plan(found.before)
    if ('settled' in decision) return await report(action, context, recording, { outcome: decision.settled, found })

    // Its way to the disk takes time too, so it goes while we prepare, and all is proved anew afterwards.
    const intended = audit.intend()
    intended.catch(() => undefined)
    const expectation = await prepareExpectation(action, context)
    const witness = new Witness(session?.history, action.app?.process?.pid, expectation !== undefined)
    ends.push(...(await watch(action, context, parts, session, witness)))
    await intended
    // Reading took time: a screen may have been locked, another page opened and a widget replaced since.
    const [permitted] = await Promise.all([parts.gates.passed(gates, tool, action, context), action.target?.prove()])

    transaction.enter('deliver')
    const sentAt = performance.now()
    const ladder = await deliver(decision, action, found, context, kept, permitted)
    const window = deliveryWindow(ladder, sentAt, action)

    transaction.enter('after')
    const verdict = await judge({ ladder, decision, window, action, found, context, witness, expectation })

    transaction.enter('verify')
    session?.history.noteAction(witness.graded(window), window.sentAt, performance.now(), isTakeoverOf(ladder))
    const page = await parts.gates.policy.after(action, context)
    const painted = repaint && (() => repaint.settled(witness.lastChange ?? window.sentAt))
    return await report(action, context, recording, {
      ...verdict,
      ladder,
      found,
      page,
      taken: () => kept.taken(witness.sawWindow),
      uiChanged: witness.sawChange,
      // Where nothing was seen to change, no painting is to be expected.
      ...(painted && verdict.outcome.classification === 'success' && { painted }),
    })
  } finally {
    for (const end of ends) end()
  }
}

interface Finished {
  readonly outcome: Outcome
  readonly found: Found
  readonly after?: Verdict['after']
  readonly ladder?: LadderResult
  readonly uiChanged?: boolean
  readonly page?: PageAfter | undefined
  /** What became of the person's focus. */
  readonly taken?: () => Promise<FocusTaken | undefined>
  /** Resolves once what changed has been painted. */
  readonly painted?: () => Promise<void>
}

async function report(
  action: Action,
  context: ToolContext,
  recording: FocusRecording,
  { outcome, found, after, ladder, uiChanged, painted, taken, page }: Finished,
): Promise<ActionReport> {
  const { allowFocusChange, allowGlobalCursor } = action.options
  const focusTaken = await taken?.()
  const state = await stateAfter(action, context, painted)
  // As late as can be: a new window may take the focus while the state is read.
  const telemetry = await recording.end({ deadline: performance.now() + LOOK_MS })
  const focus: FocusReport = {
    focus_change_allowed: allowFocusChange,
    cursor_movement_allowed: allowGlobalCursor,
    ...telemetry,
  }
  return {
    outcome,
    focus,
    ...(ladder && { ladder: withTaken(ladder, focusTaken) }),
    ...(found.reading && { before: found.reading }),
    ...(after && { after }),
    ...(uiChanged === undefined ? {} : { uiChanged }),
    ...(page && { page }),
    ...(state && { state }),
  }
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
  const watched = action.target?.handle ?? action.app?.root
  const gone = watched === undefined ? undefined : desktop.accessibility.onGone(watched, witness.onEnd)
  const elsewhere = await action.watch?.(witness.wake)
  return [windows, () => events?.close(), () => gone?.close(), () => elsewhere?.close()]
}

function deliver(
  decision: Sending,
  action: Action,
  found: Found,
  context: ToolContext,
  kept: KeptFocus,
  permitted: ReadonlySet<Tier>,
): Promise<LadderResult> {
  const { allowFocusChange, allowGlobalCursor } = action.options
  return climb({
    rungs: kept.guard(decision.rungs({ deadline: performance.now() + DELIVERY_MS })),
    leftOut: decision.leftOut,
    permissions: { tiers: permitted, allowFocusChange, allowGlobalCursor },
    ...(decision.mayRepeat === true && { stillUnchanged: () => isUnchanged(action, found, context) }),
  })
}

/** Exactly as before, in everything that is observed of the action. */
async function isUnchanged(action: Action, found: Found, context: ToolContext): Promise<boolean> {
  const now = await observe(action, found.record, context, { deadline: performance.now() + LOOK_MS })
  return JSON.stringify([now.reading, now.facts]) === JSON.stringify([found.reading, found.before.facts])
}

async function appAnswers({ app }: Action, { desktop }: ToolContext, budget: Budget): Promise<boolean> {
  if (app?.root === undefined) return true
  const records = await desktop.accessibility.readRecords([app.root], budget).catch(() => undefined)
  return records?.get(app.root) !== undefined
}

/** An app that is not on the accessibility bus, or a window with nothing in it for accessibility, tells of no change. */
async function isHeard({ app, window }: Action, { desktop }: ToolContext, budget: Budget): Promise<boolean> {
  if (app === undefined || window === undefined) return true
  if (app.root === undefined) return false
  const windows = await desktop.windows.list(app, budget).catch(() => [])
  const accessible = windows.find(({ handle }) => handle === window)?.accessible
  if (accessible === undefined) return false
  const records = await desktop.accessibility.readRecords([accessible], budget).catch(() => undefined)
  return (records?.get(accessible)?.childCount ?? 0) > 0
}

function deliveryWindow(ladder: LadderResult, sentAt: number, { app }: Action): DeliveryWindow {
  const { receipt, handledAt, decisiveFrom, tier } = ladder
  if (receipt === undefined)
    return {
      sentAt,
      ...(decisiveFrom !== undefined && { decisiveFrom }),
      ...(handledAt !== undefined && { handledAt }),
    }
  const actsAfter = tier === 'tier1-ax-action' && app !== undefined ? toolkits[toolkitOf(app)].pressDelay.ms : 0
  const { repliedAt, opened, closed, stream } = receipt
  return { sentAt: receipt.sentAt, repliedAt, opened, closed, stream, actsAfter }
}

const isTakeoverOf = ({ tier }: LadderResult): boolean => tier !== undefined && isTakeover(tier)

interface Judged {
  readonly ladder: LadderResult
  readonly decision: Sending
  readonly window: DeliveryWindow
  readonly action: Action
  readonly found: Found
  readonly context: ToolContext
  readonly witness: Witness
  readonly expectation: PreparedExpectation | undefined
}

async function judge(judged: Judged): Promise<Pick<Finished, 'outcome' | 'after'>> {
  const { ladder, decision, window, action, found, context, witness, expectation } = judged
  if (ladder.status === 'not_delivered') return { outcome: unsupported(reasonsInWords(ladder.fallbackReasons)) }
  const usual = context.config.verification.deadline_seconds * 1_000
  const deadline = performance.now() + Math.max(usual, action.effectWithin ?? 0)
  const verdict = await verify(
    {
      intent: decision.intent,
      ...(action.target && { target: action.target.handle }),
      ...(action.popup !== undefined && { popup: action.popup }),
      ...(found.reading && { before: found.reading }),
      factsBefore: found.before.facts,
      delivery: ladder.status,
      isPress: ladder.tier !== undefined && pressesByPointer(ladder.tier, decision.intent),
      broughtForward: isTakeoverOf(ladder),
      window,
      witness,
      observe: (budget) => observe(action, found.record, context, budget),
      appAnswers: (budget) => appAnswers(action, context, budget),
      isHeard: (budget) => isHeard(action, context, budget),
      ...(expectation && { expect: expectation }),
    },
    deadline,
  )
  return { ...verdict, outcome: withConsentHint(withShortfall(verdict.outcome, decision.intent, ladder), ladder) }
}

const POINTERS: ReadonlySet<Tier> = new Set(['tier2-agent-seat', 'tier3-posted-event', 'tier4-global-cursor'])

const pressesByPointer = (tier: Tier, { type }: Intent): boolean => POINTERS.has(tier) && GESTURES.has(type)

/** What is made of presses, so that half of it is something else. */
const GESTURES: ReadonlySet<Intent['type']> = new Set([
  'activate',
  'command',
  'toggle',
  'select',
  'focus',
  'menu',
  'drag',
])

/** A text that was read back whole needs no word about how it was sent; a gesture that was not made whole is no success. */
function withShortfall(outcome: Outcome, intent: Intent, { shortfall }: LadderResult): Outcome {
  if (shortfall === undefined) return outcome
  if (outcome.classification === 'success') {
    if (intent.type === 'type') return outcome
    if (GESTURES.has(intent.type)) return ambiguous(shortfall, 'verification', outcome.evidence)
  }
  return { ...outcome, summary: [outcome.summary, shortfall].filter((part) => part !== undefined).join(' ') }
}

/** What was sent did not do, and there was another way that the call did not allow. */
function withConsentHint(outcome: Outcome, { fallbackReasons }: LadderResult): Outcome {
  if (outcome.classification === 'success' || !fallbackReasons.includes('consent-missing')) return outcome
  const hint = 'Another way was left out, because it may take the focus: allow_focus_change allows it.'
  return { ...outcome, summary: [outcome.summary, hint].filter((part) => part !== undefined).join(' ') }
}
