import type { z } from 'zod'
import type { Config } from '../config/schema.ts'
import type {
  AccessibleHandle,
  AccessibleRecord,
  AppInfo,
  Budget,
  Desktop,
  InstalledApp,
  ListOptions,
  ProcessIdentity,
  Subscription,
  WindowHandle,
  WindowInfo,
} from '../desktop/port.ts'
import type { Rung } from '../ladder/rung.ts'
import type { FallbackReason } from '../ladder/tiers.ts'
import type { Facts } from '../outcome/facts.ts'
import type { Intent } from '../outcome/intent.ts'
import type { TargetFields } from '../outcome/observation.ts'
import type { Outcome } from '../outcome/verdict.ts'
import type {
  ArrangedSnapshot,
  IdentifiedSnapshot,
  IdentityTable,
  Snapshot,
  SnapshotOptions,
  TextReader,
} from '../perception/index.ts'
import type { AppDecision } from '../policy/app-lists.ts'
import type { Expectation } from './arguments.ts'

/** What a tool is, apart from what it does; MCP annotations and gates are derived from it. */
export interface ToolFacts {
  readonly mutating: boolean
  /** It names an app, and its gates look at that app. */
  readonly appScoped: boolean
  readonly idempotent: boolean
  /** It may lose something that cannot be had back. */
  readonly destructive: boolean
  /** It reaches something beyond this machine's own state, such as whatever an app does. */
  readonly openWorld: boolean
}

/** What the operator's app lists say; whoever reads from an app asks first. */
export interface AppGuard {
  of(app: AppInfo): AppDecision
  /** @throws {Refusal} POLICY_DENIED */
  requireReadable(app: AppInfo): void
  /** @throws {Refusal} POLICY_DENIED */
  requireReadableProcess(process: ProcessIdentity): void
}

/** What handlers may use. One for each call. */
export interface ToolContext {
  readonly desktop: Desktop
  readonly caller: string
  readonly budget: Budget
  readonly identities: IdentityTable
  /** Reads the texts in pictures. */
  readonly reader: TextReader
  readonly config: Config
  readonly guard: AppGuard
  /** Running apps, listed at most once a call. */
  readonly apps: (options?: ListOptions) => Promise<readonly AppInfo[]>
  /** Looks at a window, gives ids, and begins to listen to the app. */
  readonly look: (app: AppInfo, window: WindowInfo, options: SnapshotOptions) => Promise<IdentifiedSnapshot>
  /** Begins to listen to an app, if nobody does yet; `look` does so by itself. */
  readonly listen: (app: AppInfo) => Promise<void>
  /**
   * A look at a window, and in the same look at accessibles that it leaves out; all get ids of one generation.
   * @param choose told the window's lines; says what else to look at, whole
   */
  readonly lookInto: (
    app: AppInfo,
    window: WindowInfo,
    options: SnapshotOptions,
    choose: (window: ArrangedSnapshot) => Promise<readonly AccessibleHandle[]>,
  ) => Promise<{ readonly seen: IdentifiedSnapshot; readonly inside: readonly IdentifiedSnapshot[] }>
  /** This caller's last whole look at a window. */
  readonly lastLook: (window: WindowHandle) => IdentifiedSnapshot | undefined
  /** The app that an earlier look of any caller found under this root, without asking the desktop. */
  readonly knownApp: (root: string) => AppInfo | undefined
  /** All such apps, the one looked at last first; as they were then. */
  readonly knownApps: () => readonly AppInfo[]
  /** Waits by events until an expectation holds; what was true last when the deadline (an Instant) passed. */
  readonly waitUntil: (
    app: AppInfo,
    window: WindowInfo,
    expect: Expectation,
    deadline: number,
  ) => Promise<boolean | 'unknown'>
  /** Counters of this process for health_report. */
  readonly report: () => Readonly<Record<string, unknown>>
}

/** What a read-only tool answers: text for the model and the same as plain data. */
export interface Answer {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  readonly picture?: Snapshot['picture']
  /** Where `text` holds only a piece of something long: all of it, and what it is. Goes behind a link. */
  readonly whole?: { readonly title: string; readonly text: string }
}

interface ToolBase<S extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** Product text, written for the model. */
  readonly description: string
  readonly input: S
  readonly output: z.ZodObject
  /** Other names for arguments. */
  readonly aliases?: Readonly<Record<string, string>>
  readonly facts: ToolFacts
}

export interface ReadTool<S extends z.ZodObject = z.ZodObject> extends ToolBase<S> {
  readonly kind: 'read'
  readonly run: (args: z.output<S>, context: ToolContext) => Promise<Answer>
}

export interface ActionTool<S extends z.ZodObject = z.ZodObject> extends ToolBase<S> {
  readonly kind: 'action'
  readonly resolve: (args: z.output<S>, context: ToolContext) => Promise<Action>
}

export type Tool = ReadTool | ActionTool

/** The element that an action is about, as it was captured. */
export interface ActionTarget {
  readonly handle: AccessibleHandle
  /** As it was read when the call was resolved; says which interfaces to ask, and proves nothing. */
  readonly found: AccessibleRecord
  /** Fresh proof, right before anything is sent, that it is still the captured one. @throws {Refusal} STALE_ELEMENT */
  readonly prove: () => Promise<AccessibleRecord>
}

/** One action, resolved but not yet allowed, proved or sent. Reads only have happened. */
export interface Action {
  /** Absent when it concerns no running app, such as the clipboard. */
  readonly app?: AppInfo
  /** The window that it acts in. */
  readonly window?: WindowHandle
  /** An open popup of that window in which it presses something: it closes whatever is pressed there. */
  readonly popup?: WindowHandle
  /** Absent when it has no element of its own, such as a window move. */
  readonly target?: ActionTarget
  /** What it would start or open, for the gates that judge that. */
  readonly opens?: { readonly app: InstalledApp; readonly url?: string }
  /** Facts for the confirmation gate. */
  readonly confirmation: {
    readonly pressedLabel?: string
    readonly writesSecret?: boolean
    /** Would a field be emptied? Decided from the fields before. */
    readonly clears?: (before: Before) => boolean
    /** It needs to be confirmed whatever else holds; says why, as a sentence. */
    readonly always?: string
  }
  /** Reads what the intent compares beyond the target's own fields. Never rejects: what cannot be read is absent. */
  readonly observe?: (budget: Budget) => Promise<Facts>
  /** Calls `wake` when something happened that may be the effect, where that is in another app than `app`. */
  readonly watch?: (wake: () => void) => Promise<Subscription>
  /** How long the effect may take, in milliseconds, where that is longer than usual. */
  readonly effectWithin?: number
  /** Where the result shows, when that is known only afterwards: the window of an app that is started. */
  readonly arrives?: (budget: Budget) => Promise<ArrivedWindow | undefined>
  /** Decides from what is there before. Pure but for the rungs that it builds. */
  readonly plan: (before: Before) => Decision
  readonly expect?: Expectation
  readonly options: ActionOptions
}

export interface ArrivedWindow {
  readonly app: AppInfo
  readonly window: WindowInfo
}

/** What an action finds before anything is sent. */
export interface Before {
  /** Of the target; absent when the action has none. */
  readonly target?: TargetFields
  readonly facts: Facts
}

export interface ActionOptions {
  readonly confirm: boolean
  readonly includeState: boolean
  /** The whole outline, also when only little changed. */
  readonly fullState: boolean
  readonly includeScreenshot: boolean
  readonly allowFocusChange: boolean
  readonly allowGlobalCursor: boolean
}

/** Either there is nothing to send, or this is what to send and how to judge it. */
export type Decision = { readonly settled: Outcome } | Sending

export interface Sending {
  readonly intent: Intent
  readonly rungs: (budget: Budget) => readonly Rung[]
  readonly leftOut: readonly FallbackReason[]
  /** A second rung may try when nothing at all changed. */
  readonly mayRepeat?: boolean
}

/** Keeps the argument types of one definition without widening the catalog's. */
export const defineReadTool = <S extends z.ZodObject>(tool: Omit<ReadTool<S>, 'kind'>): Tool =>
  ({ ...tool, kind: 'read' }) as unknown as Tool
export const defineActionTool = <S extends z.ZodObject>(tool: Omit<ActionTool<S>, 'kind'>): Tool =>
  ({ ...tool, kind: 'action' }) as unknown as Tool
