import type { Event } from 'x11'
import type { Instant } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'

/**
 * Waits until something has become true. Looks once, and again after each event that may have to do with it.
 * @returns false: it was not true by the deadline.
 */
export async function eventually(
  connection: Connection,
  isTrue: () => Promise<boolean>,
  mayMatter: (event: Event) => boolean,
  deadline: Instant,
): Promise<boolean> {
  let wake = () => {}
  let woken = false
  const listening = connection.onEvent((event) => {
    if (!mayMatter(event)) return
    woken = true
    wake()
  })
  const timer = setTimeout(() => wake(), Math.max(0, deadline - performance.now()))
  try {
    for (;;) {
      woken = false
      if (await isTrue()) return true
      if (performance.now() >= deadline) return false
      await new Promise<void>((resolve) => {
        wake = resolve
        if (woken || performance.now() >= deadline) resolve()
      })
    }
  } finally {
    clearTimeout(timer)
    listening.close()
  }
}
