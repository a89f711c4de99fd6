import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../config/schema.ts'
import type { AppInfo, Budget, Desktop, WindowInfo } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import {
  arrangeSnapshot,
  capture,
  type IdentityTable,
  identify,
  identifyTogether,
  type Snapshot,
  type SnapshotOptions,
  type TextReader,
} from '../perception/index.ts'
import type { Policy } from '../policy/judge.ts'
import { suggest } from '../suggest.ts'
import { parseArguments } from '../tools/arguments.ts'
import { catalog, findTool } from '../tools/catalog.ts'
import type { Action, Answer, Tool, ToolContext } from '../tools/define.ts'
import { act } from './act.ts'
import { AppAccess } from './app-access.ts'
import { AppSessions } from './app-sessions.ts'
import { type AuditTrail, CallAudit, isAudited } from './audit.ts'
import { toRefusal } from './faults.ts'
import { FocusTelemetry } from './focus-telemetry.ts'
import { Gates } from './gates.ts'
import { guardDesktop } from './guarded-desktop.ts'
import { Looks } from './looks.ts'
import type { EngineParts } from './parts.ts'
import { PolicyGate } from './policy-gate.ts'
import type { CallResult } from './result.ts'
import { Transaction } from './transaction.ts'
import { Turns } from './turns.ts'
import { waitUntil } from './wait.ts'
import { WindowEvents } from './window-events.ts'

/** Longest wait for verdicts when everything ends, in milliseconds. */
const CLOSING_MS = 4_000

/** Who calls. Element ids and rate buckets belong to a caller. */
export interface Caller {
  readonly id: string
}

export interface CallRequest {
  readonly tool: string
  readonly arguments: unknown
}

export interface CallOptions {
  /** Unique for each call of a caller; made up when absent. */
  readonly operationId?: string
  readonly signal?: AbortSignal
  /** Milliseconds until a call that was not yet sent is given up. Default: the configuration's. */
  readonly timeoutMs?: number
}

/** One look at a window, for whoever counts them. Holds nothing of what was seen. */
export interface LookReport {
  readonly coverage: Snapshot['coverage']
  readonly ms: number
  /** How many accessibles were read. */
  readonly accessibles: number
  /** Of the picture; absent when none was taken. */
  readonly pictureBytes?: number
}

/** Told of every call: the log, metrics, audit. Must not throw. */
export interface CallObserver {
  started?(tool: string, caller: Caller): void
  looked?(look: LookReport): void
  finished(result: CallResult, caller: Caller, fault?: unknown): void
}

/** The engine as every entry point sees it. */
export interface Engine {
  readonly tools: readonly Tool[]
  /** The one function through which every call of every entry point goes. Never rejects. */
  call(caller: Caller, request: CallRequest, options?: CallOptions): Promise<CallResult>
  /** Cancels what was not sent yet, waits a while for the verdicts of what was, then lets go of the desktop. */
  close(): Promise<void>
}

export interface EngineOptions {
  readonly desktop: Desktop
  readonly config: Config
  readonly identities: IdentityTable
  readonly policy: Policy
  /** The engine closes it with everything else. */
  readonly reader: TextReader
  readonly observer?: CallObserver
  /** Accounts for mutating calls; the engine closes it with everything else. Absent: nobody does. */
  readonly audit?: AuditTrail
}

type LookArguments = [app: AppInfo, window: WindowInfo, options: SnapshotOptions, budget: Budget]

export function createEngine({
  config,
  identities,
  reader,
  policy,
  observer,
  audit: trail,
  ...options
}: EngineOptions): Engine {
  const guard = new AppAccess(options.desktop, policy)
  const desktop = guardDesktop(options.desktop, guard)
  const parts: EngineParts = {
    gates: new Gates(desktop, config, new PolicyGate(desktop, policy, guard)),
    sessions: new AppSessions(desktop),
    focus: new FocusTelemetry(desktop),
    windowEvents: new WindowEvents(desktop),
    turns: new Turns(),
  }
  const looks = new Looks()
  const running = new Set<string>()
  const counters = { calls: 0, refused: 0, startedAt: performance.now() }

  const lookAt = async (...[app, window, options, budget]: LookArguments): Promise<Snapshot> => {
    const from = performance.now()
    const snapshot = await capture(desktop, app, window, options, budget)
    observer?.looked?.({
      coverage: snapshot.coverage,
      ms: performance.now() - from,
      accessibles: snapshot.read,
      ...(snapshot.picture && { pictureBytes: snapshot.picture.png.byteLength }),
    })
    return snapshot
  }

  function contextOf(caller: Caller, signal: AbortSignal, timeoutMs: number): ToolContext {
    const budget = { deadline: performance.now() + timeoutMs, signal }
    let listed: Promise<readonly AppInfo[]> | undefined
    return {
      desktop,
      caller: caller.id,
      budget,
      identities,
      reader,
      config,
      guard,
      apps: (options) => {
        listed ??= desktop.apps.list(budget, options).then(({ apps }) => apps)
        return listed
      },
      look: async (app, window, options) => {
        // Listening begins before reading, so that no change between a look and an action is missed.
        await parts.sessions.open(app, budget)
        const snapshot = await lookAt(app, window, options, budget)
        const seen = identify(snapshot, identities, caller.id)
        looks.remember(caller.id, seen)
        return seen
      },
      lookInto: async (app, window, options, choose) => {
        await parts.sessions.open(app, budget)
        const whole = arrangeSnapshot(await lookAt(app, window, options, budget))
        const inside: Snapshot[] = []
        for (const scope of await choose(whole)) inside.push(await lookAt(app, window, { ...options, scope }, budget))
        const [seen, ...scoped] = identifyTogether([whole, ...inside.map(arrangeSnapshot)], identities, caller.id)
        if (seen === undefined) throw new Error('the look at the window is lost')
        looks.remember(caller.id, seen)
        return { seen, inside: scoped }
      },
      listen: async (app) => {
        await parts.sessions.open(app, budget)
      },
      lastLook: (window) => looks.last(caller.id, window),
      knownApp: (root) => parts.sessions.known(root),
      knownApps: () => parts.sessions.all(),
      waitUntil: (app, window, expect, deadline) =>
        waitUntil({ desktop, identities, caller: caller.id, guard, app, window, expect }, parts, { deadline, signal }),
      report: () => ({
        pid: process.pid,
        uptime_seconds: Math.round((performance.now() - counters.startedAt) / 1_000),
        calls: counters.calls,
        refused: counters.refused,
      }),
    }
  }

  async function run(
    tool: Tool,
    args: unknown,
    context: ToolContext,
    transaction: Transaction,
    audit: CallAudit,
  ): Promise<Partial<CallResult>> {
    const canonical = parseArguments(tool.input, args, tool.aliases)
    audit.understood(canonical)
    if (tool.kind === 'read') return read(() => tool.run(canonical, context))
    const action = await tool.resolve(canonical, context)
    audit.understood(canonical, action)
    const endTurn = await parts.turns.take(turnOf(action))
    try {
      const report = await act(tool.name, action, context, transaction, parts, audit)
      if (transaction.phase === 'verify') transaction.enter('commit')
      return { action: report }
    } finally {
      endTurn()
    }
  }

  async function read(answer: () => Promise<Answer>): Promise<Partial<CallResult>> {
    const focus = await parts.focus.listen()
    try {
      const answered = await answer()
      const focusChanged = focus.changed()
      return { answer: answered, ...(focusChanged === undefined ? {} : { focusChanged }) }
    } finally {
      focus.end()
    }
  }

  const inFlight = new Set<Promise<CallResult>>()
  const closing = new AbortController()

  async function perform(caller: Caller, request: CallRequest, options: CallOptions): Promise<CallResult> {
    const timeoutMs = options.timeoutMs ?? config.call.deadline_seconds * 1_000
    const signal = AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      closing.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ])
    const transaction = new Transaction(options.operationId ?? randomUUID(), randomUUID(), signal)
    const isAccounted = isAudited(findTool(request.tool))
    const audit = new CallAudit(isAccounted ? trail : undefined, {
      caller: caller.id,
      tool: request.tool,
      transaction,
      signal,
    })
    const key = `${caller.id}\n${transaction.operationId}`
    counters.calls++
    observer?.started?.(request.tool, caller)
    let fault: unknown
    let body: Partial<CallResult>
    const fresh = !running.has(key)
    try {
      if (!fresh) throw new Refusal('OPERATION_CONFLICT', 'A call with this operation id is already running.')
      running.add(key)
      body = await run(
        toolOf(request.tool),
        request.arguments,
        contextOf(caller, signal, timeoutMs),
        transaction,
        audit,
      )
    } catch (error) {
      fault = error
      counters.refused++
      const { code, message, data } = toRefusal(error, signal, transaction.delivered)
      transaction.abort()
      body = { refusal: { code, message, data } }
    } finally {
      if (fresh) running.delete(key)
    }
    const isRecorded = await audit.conclude(body)
    const result: CallResult = {
      tool: request.tool,
      operationId: transaction.operationId,
      decisionId: transaction.decisionId,
      phase: transaction.phase,
      timings: transaction.timings(),
      gates: transaction.gates.records,
      ...body,
      ...(!isRecorded && { unrecorded: true }),
    }
    observer?.finished(result, caller, fault)
    return result
  }

  return {
    tools: catalog,
    call(caller, request, options = {}) {
      const result = perform(caller, request, options)
      inFlight.add(result)
      return result.finally(() => inFlight.delete(result))
    },
    async close() {
      closing.abort()
      await Promise.race([Promise.all(inFlight), delay(CLOSING_MS, undefined, { ref: false })])
      reader.close()
      parts.sessions.close()
      await Promise.all([parts.focus.close(), parts.windowEvents.close()])
      // A disk that does not answer must not keep the desktop.
      await Promise.race([trail?.close(), delay(CLOSING_MS, undefined, { ref: false })])
      await desktop.close()
    },
  }
}

/** Actions in one app wait for each other; those that concern no app have a line of their own. */
const turnOf = ({ app }: Action): string => (app === undefined ? 'no app' : String(app.process?.pid ?? app.id))

function toolOf(name: string): Tool {
  const tool = findTool(name)
  if (tool !== undefined) return tool
  const known = catalog.map((each) => each.name)
  const near = suggest(name, known)
  throw new Refusal(
    'UNKNOWN_TOOL',
    `There is no tool ${name}. ${near === undefined ? `Tools: ${known.join(', ')}.` : `Did you mean ${near}?`}`,
  )
}
