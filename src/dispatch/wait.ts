import { setTimeout as delay } from 'node:timers/promises'
import type { Budget, Instant } from '../desktop/port.ts'
import type { ExpectReading } from '../outcome/intent.ts'
import type { Expectation } from '../tools/arguments.ts'
import { type ExpectPlace, expectationReader } from './expectations.ts'
import type { EngineParts } from './parts.ts'

/** A busy app reports all the time; it is read at most this often, in milliseconds. */
const BETWEEN_READS_MS = 50
const LOOK_MS = 2_000

interface Wait extends ExpectPlace {
  readonly expect: Expectation
}

/**
 * Waits until an expectation holds: reads at once, after each news of the app or its windows, and once at the deadline.
 * @returns what was true last
 * @throws {Refusal} ELEMENT_NOT_FOUND; or what the signal of the budget was fired with
 */
export async function waitUntil(wait: Wait, parts: EngineParts, budget: Budget): Promise<ExpectReading> {
  const read = expectationReader(wait.expect, wait)
  let wake: () => void = () => {}
  let news = false
  const tell = (): void => {
    news = true
    wake()
  }
  const session = await parts.sessions.open(wait.app, budget)
  const events = session?.onEvent(tell)
  const endWindows = await parts.windowEvents.listen(tell)
  try {
    for (;;) {
      news = false
      const holds = await read({ deadline: Math.max(budget.deadline, performance.now() + LOOK_MS) })
      budget.signal?.throwIfAborted()
      if (holds === true || performance.now() >= budget.deadline) return holds
      await delay(BETWEEN_READS_MS, undefined, { signal: budget.signal })
      if (news) continue
      await nextNews((resolve) => (wake = resolve), budget)
    }
  } finally {
    events?.close()
    endWindows()
  }
}

/** Resolves at the next news or at the deadline; rejects when the signal fires. */
async function nextNews(onNews: (resolve: () => void) => void, { deadline, signal }: Budget): Promise<void> {
  const over = new AbortController()
  const stop = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal])
  const left: Instant = Math.max(0, deadline - performance.now())
  try {
    await Promise.race([new Promise<void>(onNews), delay(left, undefined, { signal: stop })])
  } finally {
    over.abort()
  }
}
