import { type Budget, PortError } from '../../port.ts'

/**
 * Settles with the work, or rejects when the budget is used up, whichever is first. The work itself is not stopped:
 * requests cannot be recalled, their replies are dropped.
 * @throws PortError `timeout` or `aborted`; `what` names the work in the message.
 */
export function bounded<T>(budget: Budget, what: string, work: () => Promise<T>): Promise<T> {
  const left = budget.deadline - performance.now()
  const { signal } = budget
  if (signal?.aborted) return Promise.reject(aborted(what))
  if (left <= 0) return Promise.reject(new PortError('timeout', `no time left to ${what}; nothing was asked`))
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => settle(() => reject(aborted(what)))
    const timer = setTimeout(() => settle(() => reject(late(what, left))), left)
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      finish()
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    work().then(
      (value) => settle(() => resolve(value)),
      (error) => settle(() => reject(error)),
    )
  })
}

function late(what: string, left: number): PortError {
  return new PortError(
    'timeout',
    `could not ${what} within ${Math.round(left)} ms; what answers it may be stopped or busy`,
  )
}

function aborted(what: string): PortError {
  return new PortError('aborted', `the caller cancelled while we were to ${what}`)
}
