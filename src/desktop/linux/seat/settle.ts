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

/** When the app had taken everything that was sent; undefined for one that is busy, or has no way to say so. */
export async function handledBy(echo: Echo, client: number): Promise<Instant | undefined> {
  const limit = { deadline: performance.now() + REACTION_LIMIT, signal: AbortSignal.timeout(REACTION_LIMIT) }
  return echo.answered(client, limit).then(
    (hasAnswered) => (hasAnswered ? performance.now() : undefined),
    () => undefined,
  )
}

/** Gives the app time to act on what it has taken. */
export async function settle(echo: Echo, client: number): Promise<void> {
  await handledBy(echo, client)
  await delay(TIME_TO_ACT)
  await handledBy(echo, client)
}
