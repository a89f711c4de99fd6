import type * as CedarWasm from '@cedar-policy/cedar-wasm/nodejs'
import type { DetailedError, StatefulAuthorizationCall } from '@cedar-policy/cedar-wasm/nodejs'
import { rulesSchema } from './rules-schema.ts'
import { formsOf } from './url-policy.ts'

/** One call as rules see it; `rules-schema.ts` says what each part means. */
export interface RulesRequest {
  readonly caller: { readonly id: string; readonly kind: string }
  readonly tool: string
  readonly app: {
    readonly name: string
    readonly executable: string
    readonly desktop_ids: readonly string[]
    readonly sandbox_id: string
    readonly window_class: string
  }
  readonly role: string
  readonly urls: readonly string[]
  readonly label: string
  readonly hour: number
  readonly weekday: number
  readonly confirmed: boolean
  readonly tiers: readonly string[]
}

export interface RulesDecision {
  /** Ways of delivery that the rules permit; none: the call is refused. */
  readonly tiers: readonly string[]
  /** Rules that decided; of what was not permitted, those that forbid it. None: no rule permits it. */
  readonly decidedBy: readonly string[]
  /** Rules that could not be evaluated. Any at all: the call is refused. */
  readonly errors: readonly string[]
}

export interface Rules {
  readonly ids: readonly string[]
  /** What the operator should know although it is no mistake. */
  readonly notes: readonly string[]
  /** A rule speaks of the window's role, so that it must be found out. */
  readonly asksRole: boolean
  textOf(id: string): string | undefined
  decide(request: RulesRequest): RulesDecision
}

/** The file cannot be used; one line for each problem. */
export class RulesError extends Error {}

type Cedar = typeof CedarWasm
const SCHEMA = 'surehand'
let loaded = 0

/**
 * Parses an operator's Cedar rules and checks them against the schema.
 * @param actingTools names of all tools that act
 * @throws {RulesError}
 */
export async function loadRules(text: string, actingTools: readonly string[]): Promise<Rules> {
  // Some 30 ms, which nobody pays who has no rules.
  const cedar = await import('@cedar-policy/cedar-wasm/nodejs')
  const policies = split(cedar, text)
  const schema = rulesSchema(actingTools)
  const checked = cedar.validate({ schema, policies: { staticPolicies: policies } })
  if (checked.type === 'failure') throw new RulesError(checked.errors.map(inWords).join('\n'))
  // A rule that can never hold forbids nothing: a mistake, whatever Cedar calls it.
  const problems = [...checked.validationErrors, ...checked.validationWarnings].map(
    ({ policyId, error }) => `rule "${policyId}": ${inWords(error)}`,
  )
  if (problems.length > 0) throw new RulesError([...new Set(problems)].join('\n'))
  const set = `${SCHEMA}-${++loaded}`
  const parsed = cedar.preparsePolicySet(set, { staticPolicies: policies })
  if (parsed.type === 'failure') throw new RulesError(parsed.errors.map(inWords).join('\n'))
  const json = Object.values(policies).map((policy) => JSON.stringify(cedar.policyToJson(policy)))
  const judgesTiers = json.some((policy) => policy.includes('"tier"'))
  return {
    ids: Object.keys(policies),
    notes: json.some((policy) => policy.includes('"effect":"permit"'))
      ? []
      : [
          'No rule permits anything, so every action is refused. Most files begin with: permit(principal, action, resource);',
        ],
    asksRole: json.some((policy) => policy.includes('"role"')),
    textOf: (id) => policies[id],
    decide: remembered((request) => decide(cedar, set, request, judgesTiers)),
  }
}

const MOST_REMEMBERED = 256

/** The same question has the same answer, and each call asks twice. */
function remembered(decideAnew: Rules['decide']): Rules['decide'] {
  const answers = new Map<string, RulesDecision>()
  return (request) => {
    const key = JSON.stringify(request)
    const before = answers.get(key)
    if (before !== undefined) return before
    const answer = decideAnew(request)
    if (answers.size >= MOST_REMEMBERED) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

/** Policies by id: of the annotation `@id("…")`, else by their place in the file. */
function split(cedar: Cedar, text: string): Record<string, string> {
  const parts = cedar.policySetTextToParts(text)
  if (parts.type === 'failure') throw new RulesError(parts.errors.map((error) => at(text, error)).join('\n'))
  if (parts.policy_templates.length > 0) throw new RulesError('templates (?principal, ?resource) have no use here.')
  // They come in the order of the names that Cedar gives them by place, as texts: policy10 before policy2.
  const places = parts.policies.map((_, index) => index).sort((a, b) => (`${a}` < `${b}` ? -1 : 1))
  const policies: Record<string, string> = {}
  const inOrder = parts.policies.map((policy, index) => ({ policy, place: places[index] ?? index }))
  for (const { policy, place } of inOrder.sort((a, b) => a.place - b.place)) {
    const read = cedar.policyToJson(policy)
    const id = (read.type === 'success' && read.json.annotations?.id) || `rule-${place + 1}`
    if (id in policies) throw new RulesError(`two rules have the id "${id}".`)
    policies[id] = policy
  }
  return policies
}

function decide(cedar: Cedar, set: string, request: RulesRequest, judgesTiers: boolean): RulesDecision {
  const permitted: string[] = []
  const permits = new Set<string>()
  const forbids = new Set<string>()
  const errors = new Set<string>()
  for (const tier of judgesTiers ? request.tiers : request.tiers.slice(0, 1)) {
    const answer = cedar.statefulIsAuthorized(callOf(set, request, tier))
    if (answer.type === 'failure') throw new Error('the rules could not be asked')
    const { decision, diagnostics } = answer.response
    // Cedar passes over a rule that fails, so that a broken `forbid` would forbid nothing.
    for (const { policyId } of diagnostics.errors) errors.add(policyId)
    for (const id of diagnostics.reason) (decision === 'allow' ? permits : forbids).add(id)
    if (decision === 'allow') permitted.push(tier)
  }
  const tiers = permitted.length > 0 && !judgesTiers ? request.tiers : permitted
  if (errors.size > 0) return { tiers: [], decidedBy: [], errors: [...errors] }
  return { tiers, decidedBy: [...(tiers.length === 0 ? forbids : permits)], errors: [] }
}

function callOf(set: string, request: RulesRequest, tier: string): StatefulAuthorizationCall {
  const { caller, tool, app, role, urls, label, hour, weekday, confirmed, tiers } = request
  const principal = { type: 'Caller', id: caller.id }
  const action = { type: 'Action', id: tool }
  const resource = { type: 'Window', id: 'target' }
  const documents = urls.map((url) => formsOf(url)?.[0])
  const hosts = [...new Set(documents.flatMap((url) => url?.hostname || []))]
  const addresses = documents.map((url, index) => url?.href ?? urls[index] ?? '')
  const attrs = {
    app: { ...app, desktop_ids: [...app.desktop_ids] },
    role,
    url: addresses[0] ?? '',
    urls: addresses,
    hosts,
  }
  return {
    principal,
    action,
    resource,
    context: { tier, tiers: [...tiers], label, hour, weekday, confirmed },
    preparsedPolicySetId: set,
    // The file was checked against the schema and the request is ours: a test holds it to the schema.
    validateRequest: false,
    entities: [
      { uid: principal, attrs: { kind: caller.kind }, parents: [] },
      { uid: resource, attrs, parents: [] },
      { uid: action, attrs: {}, parents: [{ type: 'Action', id: 'act' }] },
    ],
  }
}

function inWords({ message, help }: Pick<DetailedError, 'message' | 'help'>): string {
  const said = [message, ...(help ? [help] : [])].map((part) =>
    part.replace(/^for policy `.*?`, | for Action::"\w+"/g, '').replace(/\.$/, ''),
  )
  return said.join('; ').replace(/(?<![?.!])$/, '.')
}

function at(text: string, { message, help, sourceLocations }: DetailedError): string {
  const [where] = sourceLocations ?? []
  if (where === undefined) return inWords({ message, help })
  const line = Buffer.from(text).subarray(0, where.start).toString().split('\n').length
  return `line ${line}: ${[message, where.label, help].filter(Boolean).join('; ')}.`
}
