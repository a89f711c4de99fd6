import { vocabulary } from '../../dispatch/vocabulary.ts'
import { meteredParts, requestResults } from './metered-desktop.ts'

/** Stands for a word that is none of a label's. */
export const OTHER = '_OTHER'

declare const toolKind: unique symbol
/** The name of a tool of the catalog, or `_OTHER`: a caller may name anything. */
export type ToolWord = string & { readonly [toolKind]: 'tool' }

const toolWords = [...vocabulary.tools, OTHER] as ToolWord[]
const knownTools = new Set<string>(vocabulary.tools)

export const toolWord = (name: string): ToolWord => (knownTools.has(name) ? name : OTHER) as ToolWord

/** `commit` is the end of a call and takes no time. */
export const timedPhases = vocabulary.phases.filter((phase) => phase !== 'commit')

/** Those that are told of calls; one that fails is counted. */
export const observerNames = ['log', 'metrics'] as const

/**
 * All labels and all words of each. Nothing else can become a label: no name of an app, no title, no URL, no text, no id
 * of a caller or a call. `none` is a tier for what was not delivered.
 */
export const labelWords = {
  tool: toolWords,
  outcome: ['answered', ...vocabulary.verdicts, 'refused', 'failed'],
  code: vocabulary.errorCodes,
  tier: [...vocabulary.tiers, 'none'],
  delivery: vocabulary.deliveries,
  verdict: vocabulary.verdicts,
  reason: vocabulary.fallbackReasons,
  phase: timedPhases,
  gate: vocabulary.gates,
  decision: vocabulary.gateDecisions,
  coverage: vocabulary.coverages,
  call: ['action', 'read'],
  focus: ['kept', 'allowed', 'given_back', 'unasked', 'not_observed'],
  part: meteredParts,
  result: requestResults,
  observer: observerNames,
  mcp_method_name: ['tools/call'],
  gen_ai_operation_name: ['execute_tool'],
  gen_ai_tool_name: toolWords,
  error_type: ['', 'tool_error'],
} as const

export type Label = keyof typeof labelWords
export type Word<L extends Label> = (typeof labelWords)[L][number]
/** One word for each of some labels. */
export type Words<L extends Label> = { readonly [K in L]: Word<K> }
