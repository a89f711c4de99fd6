import type { Desktop } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { isTakeover, type Tier, tiers } from '../ladder/tiers.ts'
import { judgeCall, type Policy, type PolicyDecision } from '../policy/judge.ts'
import type { DocumentsRead } from '../policy/url-policy.ts'
import type { Action, ToolContext } from '../tools/define.ts'
import { readWindowDocuments } from '../tools/window-documents.ts'
import type { AppAccess } from './app-access.ts'
import { currentWindow } from './state-after.ts'

/** What became of the addresses that a browser shows, once an action was over. */
export interface PageAfter {
  readonly verdict: 'allowed' | 'denied' | 'confirm' | 'unreadable'
  /** Entries that decided. */
  readonly rules: readonly string[]
}

const LOOK_MS = 2_000

/** App lists, URL policy and the operator's rules: the readings that `policy/judge.ts` decides on. */
export class PolicyGate {
  readonly #desktop: Pick<Desktop, 'accessibility' | 'windows'>
  readonly #policy: Policy
  readonly #access: AppAccess

  constructor(desktop: Pick<Desktop, 'accessibility' | 'windows'>, policy: Policy, access: AppAccess) {
    this.#desktop = desktop
    this.#policy = policy
    this.#access = access
  }

  /** What the policy makes of a call. */
  async judge(tool: string, action: Action, context: ToolContext): Promise<PolicyDecision> {
    return judgeCall(this.#policy, await this.#callOf(tool, action, context))
  }

  /** A click may lead anywhere: what is shown now is judged again. Never rejects; absent: no address was to be judged. */
  async after(action: Action, context: ToolContext): Promise<PageAfter | undefined> {
    const { urls } = this.#policy
    if (urls.isEmpty) return undefined
    const budget = { deadline: performance.now() + LOOK_MS }
    const unreadable: PageAfter = { verdict: 'unreadable', rules: [] }
    try {
      const place = action.arrives === undefined ? action : await currentWindow(action, context)
      if (place?.app === undefined) return undefined
      const handle = typeof place.window === 'object' ? place.window.handle : place.window
      const documents = await readWindowDocuments(this.#desktop, place.app, handle, budget)
      if (documents.kind === 'no-browser') return undefined
      if (documents.kind === 'unreadable') return unreadable
      const decision = urls.decide(documents)
      return decision.verdict === 'allowed'
        ? { verdict: 'allowed', rules: [] }
        : { verdict: decision.verdict, rules: [decision.rule] }
    } catch {
      return unreadable
    }
  }

  async #callOf(tool: string, action: Action, context: ToolContext) {
    const { app, opens, options, confirmation } = action
    const facts = app !== undefined ? this.#access.factsOf(app) : opens && this.#access.factsOfInstalled(opens.app)
    const mayTakeOver = options.allowFocusChange && options.allowGlobalCursor
    return {
      caller: context.caller,
      tool,
      ...(facts && { app: facts }),
      ...(await this.#place(action, context)),
      label: confirmation.pressedLabel ?? '',
      confirmed: options.confirm,
      at: new Date(),
      tiers: tiers.filter((tier) => mayTakeOver || !isTakeover(tier)),
    }
  }

  /** Read only as far as something turns on it. */
  async #place(
    { app, window, opens }: Action,
    { budget }: ToolContext,
  ): Promise<{ readonly role: string; readonly documents: DocumentsRead }> {
    if (opens?.url !== undefined) return { role: '', documents: { kind: 'read', urls: [opens.url] } }
    const { urls, rules } = this.#policy
    if (app === undefined || (urls.isEmpty && rules === undefined))
      return { role: '', documents: { kind: 'no-browser' } }
    const [documents, windows] = await Promise.all([
      readWindowDocuments(this.#desktop, app, window, budget),
      rules?.asksRole !== true || window === undefined ? [] : this.#desktop.windows.list(app, budget),
    ])
    return { role: windows.find(({ handle }) => handle === window)?.kind ?? '', documents }
  }
}

type PolicyRefusal = Exclude<PolicyDecision, { verdict: 'allowed' }>

/** @throws {Refusal} POLICY_DENIED, CONFIRMATION_REQUIRED, where this gate is the one that refuses */
export function requirePassed(gate: PolicyRefusal['gate'], decision: PolicyDecision): void {
  if (decision.verdict !== 'allowed' && decision.gate === gate) throw refusalOf(decision)
}

/** The ways of delivery that a decision leaves open. */
export function tiersLeft(decision: PolicyDecision): ReadonlySet<Tier> {
  const left = new Set(decision.verdict === 'allowed' ? decision.tiers : [])
  return new Set(tiers.filter((tier) => left.has(tier)))
}

function refusalOf({ verdict, gate, rules, why }: PolicyRefusal): Refusal {
  const code = verdict === 'denied' ? 'POLICY_DENIED' : 'CONFIRMATION_REQUIRED'
  const named = rules.length === 0 ? '' : ` (${rules.join(', ')})`
  return new Refusal(code, `${GATES[gate]}: ${why}${named}. Nothing was sent.`, { gate, rules })
}

const GATES = { apps: 'App lists', urls: 'URL policy', rules: "The operator's rules" } as const
