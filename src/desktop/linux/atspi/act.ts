import { type AccessibleHandle, type AccessibleRequest, type Budget, PortError, type Receipt } from '../../port.ts'
import type { Link } from './link.ts'
import { accessibleCall, isGone } from './record.ts'
import { requestCall } from './requests.ts'

/**
 * Performs one request as one method call. Just before it, in the same write, goes a question without effect to the
 * same object: an app answers in order, so whatever it sends between the two answers, it sent after it had begun on
 * our calls and before it was done with the request.
 * @throws PortError `interface-missing`: not offered, nothing happened; `rejected`: answered with an error or "no".
 */
export async function act(
  link: Link,
  handle: AccessibleHandle,
  request: AccessibleRequest,
  budget: Budget,
): Promise<Receipt> {
  const call = await requestCall(link, handle, request, budget)
  const sentAt = performance.now()
  const bracket = link.call(accessibleCall(handle, 'GetRole'), budget)
  const action = link.call(call, budget)
  // Wait for both: only the action's own answer says what became of it.
  const [opened, closed] = await Promise.allSettled([bracket, action])
  if (closed.status === 'rejected') {
    // Toolkits answer "unknown method" for a dead object too; then the question before it failed as well.
    if (opened.status === 'rejected' && isGone(opened.reason)) throw opened.reason
    throw closed.reason
  }
  if (closed.value.body[0] === false) {
    throw new PortError('rejected', `the app answered "no" to ${call.member} (${request.type})`)
  }
  return {
    sentAt,
    repliedAt: closed.value.at,
    // Without an answer to the question there is no bracket: an empty one claims nothing.
    opened: opened.status === 'fulfilled' ? opened.value.sequence : closed.value.sequence,
    closed: closed.value.sequence,
  }
}
