import type { AppDecision } from './app-lists.ts'
import type { AppFacts } from './app-pattern.ts'
import type { Rules } from './rules.ts'
import type { DocumentsRead, UrlPolicy } from './url-policy.ts'

/** What the operator has laid down. */
export interface Policy {
  readonly apps: (facts: AppFacts) => AppDecision
  /** An entry of the app lists speaks of a desktop id. */
  readonly namesDesktopIds: boolean
  readonly urls: UrlPolicy
  readonly rules?: Rules
}

/** An acting call as the operator's policy sees it. */
export interface PolicyCall {
  readonly caller: string
  readonly tool: string
  /** The app that it acts in, or that it would start; absent: none, such as for the clipboard. */
  readonly app?: AppFacts & { readonly name: string }
  /** Of its window: `normal`, `dialog`, …; empty: none. */
  readonly role: string
  readonly documents: DocumentsRead
  /** Of what is pressed; empty: nothing is, or it has none. */
  readonly label: string
  readonly confirmed: boolean
  readonly at: Date
  readonly tiers: readonly string[]
}

export type PolicyDecision =
  | { readonly verdict: 'allowed'; readonly tiers: readonly string[]; readonly rules: readonly string[] }
  | {
      readonly verdict: 'denied' | 'confirm'
      readonly gate: 'apps' | 'urls' | 'rules'
      /** Entries or rules that decided. */
      readonly rules: readonly string[]
      /** A clause. */
      readonly why: string
    }

/**
 * App lists, then URL policy, then the operator's rules; what any of them denies is denied, whatever the others say. That
 * an action wants to be confirmed comes last: nobody is asked about what is denied anyway. A gate that fails denies.
 */
export function judgeCall(policy: Policy, call: PolicyCall): PolicyDecision {
  const app = attempt('apps', () => judgeApp(policy, call))
  if (app !== undefined) return app
  const urls = attempt('urls', () => judgeUrls(policy, call))
  if (urls?.verdict === 'denied') return urls
  const rules = attempt('rules', () => judgeRules(policy, call))
  if (rules.verdict === 'denied') return rules
  return urls ?? rules
}

type Refused = Extract<PolicyDecision, { why: string }>

function attempt<T>(gate: Refused['gate'], judge: () => T): T | Refused {
  try {
    return judge()
  } catch {
    return { verdict: 'denied', gate, rules: [`${gate}.failed`], why: 'the gate failed, and a gate that fails refuses' }
  }
}

function judgeApp(policy: Policy, { app }: PolicyCall): Refused | undefined {
  if (app === undefined) return undefined
  const { access, rule } = policy.apps(app)
  if (access === 'allowed') return undefined
  return { verdict: 'denied', gate: 'apps', rules: rule === undefined ? [] : [rule], why: appDenied(access, rule) }
}

/** Why an app may not be acted on, or not even be looked at. */
export function appDenied(access: 'denied' | 'read-only', rule: string | undefined): string {
  if (access === 'read-only') return 'this app may be looked at but not acted on'
  if (rule === 'apps.builtin')
    return 'it keeps secrets, moves money or asks for passwords, and is denied unless the operator allows it'
  if (rule === 'apps.unidentified') return 'nothing tells which app this is'
  return 'the operator denies this app'
}

function judgeUrls({ urls }: Policy, { documents, confirmed }: PolicyCall): Refused | undefined {
  const decision = urls.decide(documents)
  if (decision.verdict === 'allowed' || (decision.verdict === 'confirm' && confirmed)) return undefined
  return { verdict: decision.verdict, gate: 'urls', rules: [decision.rule], why: decision.why }
}

function judgeRules({ rules }: Policy, call: PolicyCall): PolicyDecision {
  if (rules === undefined) return { verdict: 'allowed', tiers: call.tiers, rules: [] }
  const { caller, tool, app, role, documents, label, confirmed, at } = call
  const { tiers, decidedBy, errors } = rules.decide({
    caller: { id: caller, kind: caller.slice(0, Math.max(0, caller.indexOf(':'))) },
    tool,
    app: {
      name: app?.name ?? '',
      executable: app?.executables[0] ?? '',
      desktop_ids: app?.desktopIds ?? [],
      sandbox_id: app?.sandboxId ?? '',
      window_class: app?.windowClass ?? '',
    },
    role,
    urls: documents.kind === 'read' ? documents.urls : [],
    label,
    hour: at.getHours(),
    weekday: at.getDay(),
    confirmed,
    tiers: call.tiers,
  })
  if (errors.length > 0)
    return {
      verdict: 'denied',
      gate: 'rules',
      rules: errors,
      why: 'a rule of the operator failed, and a rule that fails refuses',
    }
  if (tiers.length > 0) return { verdict: 'allowed', tiers, rules: decidedBy }
  const why = decidedBy.length > 0 ? "the operator's rules forbid it" : "none of the operator's rules permits it"
  return { verdict: 'denied', gate: 'rules', rules: decidedBy, why }
}
