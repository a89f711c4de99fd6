import type { z } from 'zod'
import { suggest } from './suggest.ts'

/** What the checked input is called in sentences to its author. */
export interface InputWords {
  /** The input as a whole: `the arguments`. Empty: it needs no name. */
  readonly whole: string
  /** One name in it: `argument`. */
  readonly entry: string
}

/** One thing that is wrong with an input. */
export interface Problem {
  /** Where: `expect.state`, `[0].tool`; of the whole input its name. */
  readonly where: string
  /** What was expected and what came: `expected at most 2, got 3.` */
  readonly what: string
}

/**
 * Says in people's words why a schema refused an input. Parse with `reportInput: true`, or what came stays unsaid. Texts
 * that came, or numbers instead of them, are named by their kind only, because they may be secret; but for a word where
 * one of a few was expected.
 */
export function explainIssues(error: z.ZodError, schema: z.ZodType, words: InputWords): readonly Problem[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(key, issue.path, schema, words))
    return [{ where: placeOf(issue.path) || words.whole, what: explain(issue) }]
  })
}

export const inWords = ({ where, what }: Problem): string => (where === '' ? what : `${where}: ${what}`)

function unknownKey(key: string, path: readonly PropertyKey[], schema: z.ZodType, { entry }: InputWords): Problem {
  const known = keysAt(schema, path)
  const near = suggest(key, known)
  const hint = near === undefined ? `Known are ${known.join(', ')}.` : `Did you mean ${near}?`
  return { where: placeOf([...path, key]), what: `there is no such ${entry}. ${hint}` }
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required, but missing.'
  return `expected ${expectation(issue)}${came(issue)}.`
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected
    case 'invalid_value':
      return either(issue.values.map((value) => JSON.stringify(value)))
    case 'too_small':
      return measure(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return measure(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most')
    case 'invalid_union':
      return either([...new Set(issue.errors.flat().map(expectation))])
    default:
      return issue.message
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'an array',
}

function measure(origin: string, limit: number | bigint, relation: string): string {
  if (origin === 'string') return limit === 1 ? 'a string that is not empty' : `${relation} ${limit} characters`
  if (origin === 'array') return limit === 1 ? 'an array that is not empty' : `${relation} ${limit} entries`
  return `${relation} ${limit}`
}

/** Longest word that is repeated to its author. */
const WORD = 40

function came(issue: z.core.$ZodIssue): string {
  const { code, input } = issue
  if (input === undefined) return ''
  if (typeof input === 'number')
    return code === 'invalid_type' && issue.expected === 'string' ? ', got a number' : `, got ${input}`
  if (typeof input === 'boolean' || input === null) return `, got ${input}`
  if (Array.isArray(input)) return input.length === 0 ? ', got []' : ', got an array'
  if (typeof input !== 'string') return ', got an object'
  if (code === 'invalid_value' && input.length <= WORD) return `, got ${JSON.stringify(input)}`
  if (code === 'too_big') return `, got ${input.length}`
  return input === '' ? ', got ""' : ', got a string'
}

const either = (choices: readonly string[]): string =>
  choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let node = schema.toJSONSchema({ io: 'input' }) as Node | undefined
  for (const step of path) node = typeof step === 'number' ? node?.items : node?.properties?.[String(step)]
  return Object.keys(node?.properties ?? {})
}
