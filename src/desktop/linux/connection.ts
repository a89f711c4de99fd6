import { type Budget, type Instant, PortError } from '../port.ts'

/** A service that is opened at the first use, and again after it turned out to be gone. */
export interface Lazy<T> {
  get(): Promise<T>
  /** The open connection, if there is one at this moment. */
  readonly live: T | undefined
  /** Forgets this connection; the next `get` opens a new one. */
  drop(connection: T): void
  close(): void
}

/** After a failure callers are answered with it for this long, so that a missing service costs each of them nothing. */
const RETRY_AFTER = 500

export function lazily<T>(
  open: (budget: Budget) => Promise<T>,
  limit: number,
  close: (connection: T) => void,
): Lazy<T> {
  let current: Promise<T> | undefined
  let live: T | undefined
  let failure: { readonly at: Instant; readonly error: unknown } | undefined
  let closed = false

  const openNow = async (): Promise<T> => {
    try {
      const connection = await open({ deadline: performance.now() + limit })
      if (closed) close(connection)
      else live = connection
      return connection
    } catch (error) {
      failure = { at: performance.now(), error }
      current = undefined
      throw error
    }
  }
  return {
    get live() {
      return live
    },
    get() {
      if (closed) return Promise.reject(new PortError('unavailable', 'this desktop has been closed'))
      if (current === undefined && failure !== undefined && performance.now() - failure.at < RETRY_AFTER) {
        return Promise.reject(failure.error)
      }
      current ??= openNow()
      return current
    },
    drop(connection) {
      if (live !== connection) return
      live = undefined
      current = undefined
    },
    close() {
      closed = true
      if (live !== undefined) close(live)
      live = undefined
    },
  }
}
