import { setTimeout as delay } from 'node:timers/promises'
import type { Instant } from '../../port.ts'
import type { Echo } from '../keys/echo.ts'

/** An app that takes the focus when it is pressed has done so when it answers; one that does not answer is not waited for. */
const REACTION_LIMIT = 50
/**
 * Motion is gathered until the next frame, and in a drag and drop the window below is asked then and answers later still.
 * That answer is a message between the two apps, which nobody else can hear.
 */
const TIME_TO_ACT = 50

/** A busy app gets that much longer. */
const TIMES_ITS_ANSWER = 3
/** And is waited for so long before the gesture goes on. */
const ANSWER_LIMIT = 500

/** When the app had taken everything that was sent; undefined for one that is busy, or has no way to say so. */
export async function handledBy(echo: Echo, client: number, limit = REACTION_LIMIT): Promise<Instant | undefined> {
  const budget = { deadline: performance.now() + limit, signal: AbortSignal.timeout(limit) }
  return echo.answered(client, budget).then(
    (hasAnswered) => (hasAnswered ? performance.now() : undefined),
    () => undefined,
  )
}

/** Gives the app time to act on what it has taken: more where its answers show that it comes to its turn late. */
export async function settle(echo: Echo, client: number): Promise<void> {
  const askedAt = performance.now()
  await handledBy(echo, client, ANSWER_LIMIT)
  await delay(Math.max(TIME_TO_ACT, TIMES_ITS_ANSWER * (performance.now() - askedAt)))
  await handledBy(echo, client, ANSWER_LIMIT)
}
