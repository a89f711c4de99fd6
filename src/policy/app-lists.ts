import { type AppFacts, type AppPattern, compilePatterns as compile } from './app-pattern.ts'
import { builtinDenied } from './builtin-apps.ts'

export interface AppLists {
  readonly deny: readonly AppPattern[]
  readonly readOnly: readonly AppPattern[]
  /** Exceptions from the built-in list, and from nothing else. */
  readonly allow: readonly AppPattern[]
  readonly builtin: boolean
}

/** `read-only`: it may be looked at, not acted on. */
export type Access = 'allowed' | 'read-only' | 'denied'

export interface AppDecision {
  readonly access: Access
  /** Which entry decided, such as `apps.deny[0]`; absent: none did. */
  readonly rule?: string
}

/** A list that is compiled once and asked often. */
export function compileAppLists({ deny, readOnly, allow, builtin }: AppLists): (facts: AppFacts) => AppDecision {
  const denied = compile(deny)
  const readable = compile(readOnly)
  const excepted = compile(allow)
  const usual = builtin ? compile(builtinDenied) : []
  return (facts) => {
    // Who it is cannot be told at all, so that no list could hold it.
    if (facts.executables.length === 0 && facts.sandboxId === undefined && facts.windowClass === undefined)
      return { access: 'denied', rule: 'apps.unidentified' }
    const ownRule = denied.findIndex((matches) => matches(facts))
    if (ownRule >= 0) return { access: 'denied', rule: `apps.deny[${ownRule}]` }
    if (usual.some((matches) => matches(facts)) && !excepted.some((matches) => matches(facts)))
      return { access: 'denied', rule: 'apps.builtin' }
    const readRule = readable.findIndex((matches) => matches(facts))
    return readRule >= 0 ? { access: 'read-only', rule: `apps.read_only[${readRule}]` } : { access: 'allowed' }
  }
}
