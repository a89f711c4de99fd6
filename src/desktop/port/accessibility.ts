import type {
  AccessibleRecord,
  DescribeRequest,
  DescribeResult,
  RecordRead,
  TreeRead,
  TreeRequest,
} from './accessible.ts'
import type { AccessibleEvent } from './accessible-events.ts'
import type { AccessibleHandle, Budget, Instant, Point, Subscription } from './values.ts'
import type { WindowInfo } from './windows.ts'

export type AccessibleRequest =
  | { readonly type: 'action'; readonly name: string }
  | { readonly type: 'set-text'; readonly text: string }
  | { readonly type: 'insert-text'; readonly offset: number; readonly text: string }
  | { readonly type: 'delete-text'; readonly start: number; readonly end: number }
  | { readonly type: 'set-caret'; readonly offset: number }
  | { readonly type: 'select-text'; readonly start: number; readonly end: number }
  | { readonly type: 'set-value'; readonly value: number }
  | { readonly type: 'select-child'; readonly index: number }
  | { readonly type: 'deselect-child'; readonly index: number }
  | { readonly type: 'scroll-into-view' }
  | { readonly type: 'grab-focus' }

/**
 * A request that the app answered with "done". Events of the same app with `opened < sequence < closed` were sent
 * after it had begun to read our requests and before it was done with this one: one sender's messages keep their
 * order. Something else of that app, a clock, can fall between as well; the bracket is some 0.2 ms wide.
 */
export interface Receipt {
  readonly sentAt: Instant
  readonly repliedAt: Instant
  readonly opened: number
  readonly closed: number
  /** Whose messages were counted; see `AccessibleEvent.stream`. */
  readonly stream?: string
}

export interface Accessibility {
  /** Reads an accessible and what is below it. */
  readTree(request: TreeRequest, budget: Budget): Promise<TreeRead>
  /** Reads single accessibles again, without their children. */
  readRecords(handles: readonly AccessibleHandle[], budget: Budget): Promise<RecordRead>
  /** Reads what bulk reads do not hold, pipelined and bounded. */
  describe(request: DescribeRequest, budget: Budget): Promise<DescribeResult>
  /** Parents from the accessible up to its application, nearest first; stops at a cycle or after 64. */
  lineage(handle: AccessibleHandle, budget: Budget): Promise<readonly AccessibleHandle[]>
  /** The lineage, and each of it read. */
  ancestors(handle: AccessibleHandle, budget: Budget): Promise<readonly AccessibleRecord[]>
  /** The deepest accessible at a screen point inside the window. */
  at(window: WindowInfo, point: Point, budget: Budget): Promise<AccessibleHandle | undefined>
  /** Performs one request. Rejects with `interface-missing` only when nothing can have happened. */
  act(handle: AccessibleHandle, request: AccessibleRequest, budget: Budget): Promise<Receipt>
  /** Events of one app from now on, in order. Resolves when the app has been told to send them. */
  watch(root: AccessibleHandle, listener: (event: AccessibleEvent) => void, budget: Budget): Promise<Subscription>
  /** Told at once when the process behind a handle leaves the accessibility bus. */
  onGone(handle: AccessibleHandle, listener: () => void): Subscription
}
