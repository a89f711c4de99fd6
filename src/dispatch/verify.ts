import type { AccessibleEvent, AccessibleHandle, Budget, Instant, WindowEvent, WindowHandle } from '../desktop/port.ts'
import {
  type DeliveryWindow,
  decisiveFrom,
  type GradedEvent,
  gradeEvent,
  isBracketed,
  isSubstantive,
} from '../outcome/evidence.ts'
import type { Facts } from '../outcome/facts.ts'
import type { ChangeHistory } from '../outcome/history.ts'
import type { ExpectReading, Intent } from '../outcome/intent.ts'
import type { TargetReading } from '../outcome/observation.ts'
import { reduce } from '../outcome/reduce.ts'
import type { DeliveryStatus, Outcome } from '../outcome/verdict.ts'
import type { Observation } from './before.ts'

const isEnd = ({ kind, detail, on }: AccessibleEvent): boolean =>
  kind === 'state' && detail === 'defunct' && on !== false

/** What an action watches from just before its delivery to its verdict. */
export class Witness {
  readonly #history: ChangeHistory | undefined
  readonly #pid: number | undefined
  readonly #wakesOnAll: boolean
  readonly #events: AccessibleEvent[] = []
  readonly #windows: WindowEvent[] = []
  #wake: (() => void) | undefined
  #news = false
  /** The app's process left the bus: nothing more can be learned from it. */
  #ended = false

  /** @param wakesOnAll an expectation may come true by anything, so clocks wake it too */
  constructor(history: ChangeHistory | undefined, pid: number | undefined, wakesOnAll: boolean) {
    this.#history = history
    this.#pid = pid
    this.#wakesOnAll = wakesOnAll
  }

  readonly onAccessibleEvent = (event: AccessibleEvent): void => {
    this.#events.push(event)
    // Clocks must not keep us busy where they cannot decide anything.
    if (this.#wakesOnAll || this.#history?.of(event.source, event.at).restless !== true) this.#notify()
  }

  readonly onWindowEvent = (event: WindowEvent): void => {
    if (event.pid === undefined || event.pid !== this.#pid) return
    this.#windows.push(event)
    this.#notify()
  }

  /** Something happened elsewhere that may be the effect. */
  readonly wake = (): void => this.#notify()

  readonly onEnd = (): void => {
    this.#ended = true
    this.#notify()
  }

  get ended(): boolean {
    return this.#ended
  }

  /** Anything at all seen since delivery, clocks included. */
  get sawChange(): boolean {
    return this.#events.length > 0 || this.#windows.length > 0
  }

  /** A window of the app came up. */
  get sawWindow(): boolean {
    return this.#windows.some(({ kind, unmanaged }) => kind === 'mapped' && !unmanaged)
  }

  /** When the last of it was seen. */
  get lastChange(): Instant | undefined {
    const times = [...this.#events, ...this.#windows].map(({ at }) => at)
    return times.length === 0 ? undefined : Math.max(...times)
  }

  /** @param isInPopup What opened a popup shows when it closes; only contents count then. */
  graded(window: DeliveryWindow, isInPopup = false): (GradedEvent & { readonly at: Instant })[] {
    return this.#lasting().flatMap((event) => {
      if (isInPopup && (event.kind === 'state' || event.kind === 'children')) return []
      const history = this.#history?.of(event.source, window.sentAt) ?? {
        restless: false,
        quietFor: 0,
        observedFor: 0,
        calmFor: 0,
        lateChanges: 0,
        restedFor: 0,
      }
      const graded = gradeEvent(event, window, history)
      return graded === undefined ? [] : [{ ...graded, at: event.at }]
    })
  }

  /** Another element of the app than this one got the app's own focus. */
  focusMoved(from: AccessibleHandle | undefined, since: Instant): boolean {
    return this.#events.some(
      ({ kind, detail, on, source, at }) =>
        kind === 'state' && detail === 'focused' && on === true && source !== from && at >= since,
    )
  }

  /** Something that is not known to change by itself changed before the part of the action that decides. */
  changedMeanwhile(window: DeliveryWindow): boolean {
    return this.#lasting().some(
      (event) =>
        isSubstantive(event) &&
        event.at >= window.sentAt &&
        event.at < decisiveFrom(window) &&
        this.#history?.of(event.source, window.sentAt).restless !== true,
    )
  }

  /** A caret or a selection of text in the app moved because of what was sent. */
  caretMoved(window: DeliveryWindow): boolean {
    return this.#events.some(
      (event) =>
        (event.kind === 'caret' || event.kind === 'text-selection') &&
        event.at >= window.sentAt &&
        isBracketed(event, window),
    )
  }

  /** @param popup one whose closing says nothing; `any`: no popup's does. */
  windowsChanged(since: Instant, popup?: WindowHandle | 'any'): boolean {
    return (
      this.windowOpened(since) ||
      this.#windows.some(
        ({ kind, at, window, unmanaged }) =>
          at >= since && kind === 'unmapped' && window !== popup && !(unmanaged && popup === 'any'),
      )
    )
  }

  windowOpened(since: Instant): boolean {
    return this.#windows.some(({ kind, at }) => at >= since && kind === 'mapped')
  }

  closed(popup: WindowHandle | 'any'): boolean {
    return this.#windows.some(
      ({ kind, window, unmanaged }) => kind === 'unmapped' && (popup === 'any' ? unmanaged : window === popup),
    )
  }

  /** Resolves at the next news, at once if there is some that was not waited for yet, or at the deadline. */
  async news(deadline: Instant): Promise<void> {
    if (this.#news) {
      this.#news = false
      return
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, deadline - performance.now()))
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
    this.#news = false
  }

  /** What the app lets go of, whenever it suits it, loses its children too. */
  #lasting(): readonly AccessibleEvent[] {
    const ending = new Set(this.#events.filter(isEnd).map(({ source }) => source))
    return this.#events.filter(({ source }) => !ending.has(source))
  }

  #notify(): void {
    this.#news = true
    this.#wake?.()
  }
}

export interface Verification {
  readonly intent: Intent
  /** Absent when the action has no element of its own. */
  readonly target?: AccessibleHandle
  /** The popup in which something is pressed. */
  readonly popup?: WindowHandle
  /** Pressed with a pointer, which closes the popups of an app wherever else it presses. */
  readonly isPress: boolean
  readonly before?: TargetReading
  readonly factsBefore: Facts
  readonly delivery: DeliveryStatus
  /** The window was brought to the front for it, which moves the app's own focus whatever is done then. */
  readonly broughtForward: boolean
  readonly window: DeliveryWindow
  readonly witness: Witness
  readonly observe: (budget: Budget) => Promise<Observation>
  /** Is the target's app still on the accessibility bus? */
  readonly appAnswers: (budget: Budget) => Promise<boolean>
  /** Does accessibility hear of what happens in the window? */
  readonly isHeard: (budget: Budget) => Promise<boolean>
  /** The caller's own expectation, where there is one. */
  readonly expect?: { readonly before: ExpectReading; readonly read: (budget: Budget) => Promise<ExpectReading> }
}

export interface Verdict {
  readonly outcome: Outcome
  readonly after?: TargetReading
}

/**
 * Reads once at once, once after each piece of news, and once at the deadline. Returns at the first success; nothing
 * else ends it early but the end of the app.
 */
export async function verify(verification: Verification, deadline: Instant): Promise<Verdict> {
  const { witness } = verification
  for (;;) {
    const last = performance.now() >= deadline || (witness.ended && !mayEndApp(verification))
    const verdict = await judge(verification, last)
    if (last || verdict.outcome.classification === 'success') return verdict
    await witness.news(deadline)
  }
}

/** Reading may outlast the deadline a little: the last look comes after it. */
const LOOK_MS = 1_000

async function judge(verification: Verification, last: boolean): Promise<Verdict> {
  const { intent, witness, window, delivery, broughtForward, expect, target, before, factsBefore } = verification
  const { popup, isPress } = verification
  if (witness.ended && last && !mayEndApp(verification)) return { outcome: appEnded, after: { kind: 'unreadable' } }
  const budget = { deadline: performance.now() + LOOK_MS }
  const [{ reading: after, facts }, expected, isHeard] = await Promise.all([
    verification.observe(budget),
    expect?.read(budget),
    !last || target !== undefined || verification.isHeard(budget),
  ])
  // A crash takes the target away as well; only an app that still answers can have removed it.
  if (after?.kind === 'gone' && !(await verification.appAnswers(budget))) {
    witness.onEnd()
    return { outcome: appEnded, after }
  }
  const closing = popup ?? (isPress ? 'any' : undefined)
  const outcome = reduce({
    intent,
    ...(target && { target }),
    ...(before && { before }),
    ...(after && { after }),
    factsBefore,
    factsAfter: facts,
    events: witness.graded(window, popup !== undefined),
    // A menu opens; what closes just then, such as a dialog of the action before, is none.
    windowsChanged:
      intent.type === 'menu'
        ? witness.windowOpened(decisiveFrom(window))
        : witness.windowsChanged(decisiveFrom(window), closing),
    // What was in it may be gone before the window system tells that it closed.
    ...(closing !== undefined && {
      popupClosed: witness.closed(closing) || (popup !== undefined && after?.kind === 'gone'),
    }),
    changedMeanwhile: witness.changedMeanwhile(window),
    focusMoved: !broughtForward && witness.focusMoved(target, window.sentAt),
    caretMoved: witness.caretMoved(window),
    unheard: !isHeard,
    delivery,
    ...(expect === undefined || expected === undefined ? {} : { expect: { before: expect.before, after: expected } }),
  })
  return { outcome, ...(after && { after }) }
}

/** Many apps end with their last window; then that it has gone is what was asked for. */
const mayEndApp = ({ intent }: Verification): boolean => intent.type === 'window-state' && intent.state === 'closed'

const appEnded: Outcome = {
  classification: 'verifier_ambiguous',
  failureDomain: 'targeting',
  summary:
    'The app ended during the action. Whether the action ended it, or had another effect before, cannot be said.',
  evidence: [{ grade: 'direct', what: 'app-ended' }],
}
