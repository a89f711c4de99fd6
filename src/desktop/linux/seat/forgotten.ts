import { setTimeout as delay } from 'node:timers/promises'
import { PortError } from '../../port.ts'
import { type Echo, openEcho } from '../keys/echo.ts'
import type { XServer } from '../x11/server.ts'
import { handled } from '../x11/window-messages.ts'

/** For what cannot be asked: the window manager's own frames, windows that came under the pointer by themselves. */
const REST = 150
const ANSWER_LIMIT = 2_000

/**
 * Resolves when no app has an event of our devices left to read, nor a key to look up. One that reads it after the device has gone asks for the
 * device (GTK 3 sets its cursor), gets an error, and ends: measured, it took a person's window with it. So an app that is
 * stopped or busy is waited for, however long; the devices are hidden and harm nobody meanwhile.
 * @param targets Windows of the apps that have heard of them.
 * @param thenAtOnce What may be done as soon as these apps have read everything.
 */
export async function forgotten(
  server: XServer,
  targets: readonly number[],
  thenAtOnce: () => Promise<void> = async () => {},
): Promise<void> {
  const echo = await openEcho(server.connection)
  try {
    const answers = targets.map((window) => answered(server, echo, window))
    await Promise.all([
      delay(REST),
      handled(server, { deadline: performance.now() + ANSWER_LIMIT }),
      Promise.all(answers).then(thenAtOnce),
    ])
  } finally {
    echo.close()
  }
}

async function answered({ connection }: XServer, echo: Echo, window: number): Promise<void> {
  while (connection.open) {
    try {
      await echo.answered(window, { deadline: performance.now() + ANSWER_LIMIT })
      return
    } catch (error) {
      // One that has no way to answer is none of those that mind.
      if (!(error instanceof PortError) || error.code !== 'timeout') return
    }
  }
}
