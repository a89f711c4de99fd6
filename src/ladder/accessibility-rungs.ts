import {
  type Accessibility,
  type AccessibleHandle,
  type AccessibleRequest,
  type Budget,
  PortError,
} from '../desktop/port.ts'
import type { Rung, RungAnswer } from './rung.ts'

/** A tier 1 rung: one request to the accessible. */
export function accessibilityRung(
  accessibility: Accessibility,
  handle: AccessibleHandle,
  request: AccessibleRequest,
  budget: Budget,
): Rung {
  return {
    tier: request.type === 'action' ? 'tier1-ax-action' : 'tier1-ax-attribute',
    deliver: () => deliver(() => accessibility.act(handle, request, budget), request),
  }
}

/**
 * A tier 1 rung that opens a popup menu. Measured with GTK 3: the menu grabs the keyboard of the person's seat, so that
 * their keys go to the menu while the focus seems to stay where it is.
 */
export const menuOpeningRung = (...args: Parameters<typeof accessibilityRung>): Rung => ({
  ...accessibilityRung(...args),
  takesFocus: true,
})

/** A tier 1 rung of several requests that only make sense together; stops at the first that fails. */
export function accessibilitySequence(
  accessibility: Accessibility,
  handle: AccessibleHandle,
  requests: readonly AccessibleRequest[],
  budget: Budget,
): Rung {
  return {
    tier: requests.every((request) => request.type === 'action') ? 'tier1-ax-action' : 'tier1-ax-attribute',
    deliver: async () => {
      let last: RungAnswer = { status: 'not_delivered', reason: 'interface-missing' }
      for (const [position, request] of requests.entries()) {
        const answer = await deliver(() => accessibility.act(handle, request, budget), request)
        if (answer.status === 'delivered') {
          last = answer
          continue
        }
        if (position === 0) return answer
        return { status: 'unknown', detail: `part ${position + 1} of ${requests.length} did not land` }
      }
      return last
    },
  }
}

async function deliver(act: () => ReturnType<Accessibility['act']>, request: AccessibleRequest): Promise<RungAnswer> {
  try {
    return { status: 'delivered', receipt: await act() }
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    if (error.code === 'interface-missing')
      return {
        status: 'not_delivered',
        reason: request.type === 'action' ? 'action-not-advertised' : 'interface-missing',
      }
    return { status: 'unknown', detail: `${error.code}: ${error.message}` }
  }
}
