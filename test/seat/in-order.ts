import { deepStrictEqual } from 'node:assert'
import { comparable, readServerState, type ServerState } from './server-state.ts'

/** From the end of an agent's process on. */
export const IN_ORDER_WITHIN_MS = 1_000

/**
 * Reads until the server is as before. @returns after how many milliseconds it was seen to be, reading included
 * @throws what differs, once the time is over
 */
export async function inOrder(env: Readonly<Record<string, string>>, before: ServerState): Promise<number> {
  const ended = performance.now()
  for (;;) {
    const begun = performance.now()
    const [now, wanted] = comparable(await readServerState(env), before)
    try {
      deepStrictEqual(now, wanted)
      return performance.now() - ended
    } catch (error) {
      // A reading that began in time counts, whenever it was done.
      if (begun - ended > IN_ORDER_WITHIN_MS) throw error
    }
  }
}
