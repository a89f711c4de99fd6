import { compileUrlPattern, decodeUnreserved } from './url-pattern.ts'

export interface UrlLists {
  /** Beats everything, a confirmation too. */
  readonly deny: readonly string[]
  /** Where it holds anything, only this. */
  readonly allow: readonly string[]
  /** Every action there must be confirmed. */
  readonly confirm: readonly string[]
  /** Also confirm on pages where money moves, as far as their addresses tell. */
  readonly payments: boolean
}

/** The documents that a window shows, frames included. */
export type DocumentsRead =
  | { readonly kind: 'no-browser' }
  | { readonly kind: 'read'; readonly urls: readonly string[] }
  /** `why` is a clause. */
  | { readonly kind: 'unreadable'; readonly why: string }

export type UrlDecision =
  | { readonly verdict: 'allowed' }
  /** `rule` names the entry that decided, such as `urls.deny[0]`. */
  | { readonly verdict: 'denied' | 'confirm'; readonly rule: string; readonly why: string }

export interface UrlPolicy {
  /** Nothing is configured, so no document needs to be read. */
  readonly isEmpty: boolean
  decide(documents: DocumentsRead): UrlDecision
}

const paymentPatterns = [
  'paypal.com',
  ...['checkout', 'payment', 'payments', 'billing', 'banking', 'pay'].flatMap((word) => [
    `*://*/${word}`,
    `*://*/*/${word}`,
  ]),
  ...['checkout.*', 'pay.*', 'payments.*', 'banking.*', 'onlinebanking.*'],
]

/** @throws {UrlPatternError} */
export function compileUrlLists({ deny, allow, confirm, payments }: UrlLists): UrlPolicy {
  // A server may take no notice of case: what is kept away must not be reached by that, what is let in is meant as it stands.
  const denied = named('urls.deny', deny, true)
  const allowed = named('urls.allow', allow, false)
  const confirmed = [
    ...named('urls.confirm', confirm, true),
    ...(payments ? named('', paymentPatterns, true).map((rule) => ({ ...rule, name: 'urls.payments' })) : []),
  ]
  const isEmpty = denied.length + allowed.length + confirmed.length === 0

  function judge(text: string): UrlDecision {
    const urls = formsOf(text)
    if (urls === undefined) return no('urls.unparsable', 'a document has an address that cannot be read as a URL')
    if (urls.some(({ protocol }) => SCRIPTS.has(protocol)))
      return no('urls.script', 'such a URL is a program that runs in whatever page is open')
    const against = denied.find(({ test }) => urls.some(test))
    if (against !== undefined) return no(against.name, 'the operator denies this address')
    const isAllowed = (url: URL) => isBlank(url) || allowed.some(({ test }) => test(url))
    if (allowed.length > 0 && !urls.every(isAllowed))
      return no('urls.allow', 'the operator allows certain addresses only, and this is none of them')
    const ask = confirmed.find(({ test }) => urls.some(test))
    return ask === undefined
      ? { verdict: 'allowed' }
      : { verdict: 'confirm', rule: ask.name, why: 'the operator wants every action on this page confirmed' }
  }

  return {
    isEmpty,
    decide(documents) {
      if (documents.kind === 'no-browser') return { verdict: 'allowed' }
      if (documents.kind === 'unreadable')
        return isEmpty ? { verdict: 'allowed' } : no('urls.unreadable', `its address cannot be told: ${documents.why}`)
      const decisions = documents.urls.map(judge)
      return (
        decisions.find(({ verdict }) => verdict === 'denied') ??
        decisions.find(({ verdict }) => verdict === 'confirm') ?? { verdict: 'allowed' }
      )
    },
  }
}

const no = (rule: string, why: string): UrlDecision => ({ verdict: 'denied', rule, why })

const SCRIPTS: ReadonlySet<string> = new Set(['javascript:', 'vbscript:'])

const named = (list: string, patterns: readonly string[], ignoreCase: boolean) =>
  patterns.map((pattern, index) => ({ name: `${list}[${index}]`, test: compileUrlPattern(pattern, { ignoreCase }) }))

/** It shows nothing, or what its parent wrote into it. */
const isBlank = ({ href }: URL): boolean => href === 'about:blank' || href === 'about:srcdoc'

/** The URL in the one form in which it is judged, and each that it wraps; undefined: it is none. Pure. */
export function formsOf(text: string): readonly URL[] | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const host = url.hostname.replace(/\.+$/, '')
  if (host !== '' && host !== url.hostname) url.hostname = host
  const path = decodeUnreserved(url.pathname)
  if (url.hostname !== '' && path !== url.pathname) url.pathname = path
  const inner = /^(?:view-source|blob|filesystem|feed):(.+)$/is.exec(text)?.[1]
  if (inner === undefined) return [url]
  const wrapped = formsOf(inner)
  return wrapped === undefined ? undefined : [url, ...wrapped]
}
