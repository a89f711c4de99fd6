import { type AccessibleHandle, type AccessibleRequest, type Budget, PortError, type Receipt } from '../../port.ts'
import { busOf } from './handles.ts'
import type { Link, Reply } from './link.ts'
import type { UnitMemory } from './offsets.ts'
import { accessibleCall, isGone } from './record.ts'
import { requestCall } from './requests.ts'

/** An app that answered and then blocks, perhaps in a dialog of its own, is not waited for longer, in milliseconds. */
const CLOSING_LIMIT = 1_000

/**
 * Performs one request as one method call, between two questions without effect to the same object, all three in one
 * write. An app handles its messages in order, so what it sends between the two answers, it sent after it had begun
 * on our calls and before it was done with the request. The second question is needed because the request's own
 * answer is not the end everywhere: GTK 3 answers DoAction first, always with "yes", and then acts.
 * @throws PortError `interface-missing`: not offered, nothing happened; `rejected`: answered with an error or "no".
 */
export async function act(
  link: Link,
  units: UnitMemory,
  handle: AccessibleHandle,
  request: AccessibleRequest,
  budget: Budget,
): Promise<Receipt> {
  const call = await requestCall(link, units, handle, request, budget)
  const question = accessibleCall(handle, 'GetRole')
  const sentAt = performance.now()
  const before = link.call(question, budget)
  const action = link.call(call, budget)
  const after = link.call(question, budget, CLOSING_LIMIT)
  const [opened, done, closed] = await Promise.allSettled([before, action, after])
  if (done.status === 'rejected') {
    // Toolkits answer "unknown method" for a dead object too; then the question before it failed as well.
    if (opened.status === 'rejected' && isGone(opened.reason)) throw opened.reason
    throw done.reason
  }
  if (done.value.body[0] === false) {
    throw new PortError('rejected', `the app answered "no" to the request (${request.type})`)
  }
  return {
    sentAt,
    repliedAt: done.value.at,
    stream: busOf(handle),
    ...bracket(done.value.sequence, sequenceOf(opened), sequenceOf(closed)),
  }
}

/**
 * A question that got no answer (the request removed its target, or the app blocks) leaves the request's own answer
 * as that end of the bracket; without the first question there is no bracket, and an empty one claims nothing.
 */
export function bracket(
  done: number,
  opened: number | undefined,
  closed: number | undefined,
): { readonly opened: number; readonly closed: number } {
  if (opened === undefined) return { opened: done, closed: done }
  return { opened, closed: closed ?? done }
}

function sequenceOf(settled: PromiseSettledResult<Reply>): number | undefined {
  return settled.status === 'fulfilled' ? settled.value.sequence : undefined
}
