import type { Event } from 'x11'
import { type Budget, PortError } from '../../port.ts'
import { bounded } from './budget.ts'
import type { Connection } from './connection.ts'

/** Events that a conversation waits for, kept in order from the moment that somebody listens. */
export interface Inbox<T> {
  /** @throws PortError `timeout`, `aborted`, or `unavailable` when the server goes; `what` names the wait. */
  next(budget: Budget, what: string): Promise<T>
  close(): void
}

/** @param pick what to keep of an event; `undefined`: not ours */
export function openInbox<T>(connection: Connection, pick: (event: Event) => T | undefined): Inbox<T> {
  const kept: T[] = []
  let wake: (() => void) | undefined
  const events = connection.onEvent((event) => {
    const picked = pick(event)
    if (picked === undefined) return
    kept.push(picked)
    wake?.()
  })
  const end = connection.onEnd(() => wake?.())
  const arrival = async (): Promise<T> => {
    for (;;) {
      const [first] = kept.splice(0, 1)
      if (first !== undefined) return first
      if (!connection.open) throw new PortError('unavailable', 'the X server has gone')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    next: (budget, what) => bounded(budget, what, arrival),
    close() {
      events.close()
      end.close()
    },
  }
}
