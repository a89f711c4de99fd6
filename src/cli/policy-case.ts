import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'
import { actingTools } from '../dispatch/policy.ts'
import { explainIssues, inWords } from '../explain-issues.ts'
import { isTakeover, tiers } from '../ladder/tiers.ts'
import { judgeCall, type Policy, type PolicyDecision } from '../policy/judge.ts'
import type { DocumentsRead } from '../policy/url-policy.ts'

const usualTiers = tiers.filter((tier) => !isTakeover(tier))

/** A call as `policy explain` and `policy test` take it. What is left out is not there. */
export const callSchema = z.strictObject({
  tool: z.enum(actingTools() as [string, ...string[]]),
  caller: z.string().min(1).default('stdio:example'),
  app: z
    .strictObject({
      name: z.string().default(''),
      desktop_id: z.string().min(1).optional(),
      executable: z.string().min(1).optional(),
      sandbox_id: z.string().min(1).optional(),
      window_class: z.string().min(1).optional(),
    })
    .optional(),
  /** Kind of the window: normal, dialog, … */
  role: z.string().default('normal'),
  /** Documents of a browser's window, the page before its frames; of open_url the one that it opens. */
  urls: z.union([z.array(z.string()), z.literal('unreadable')]).optional(),
  label: z.string().default(''),
  confirm: z.boolean().default(false),
  /** Local time such as 2026-01-05T09:30; now, if it is not given. */
  at: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'a time such as 2026-01-05T09:30' })
    .optional(),
  tiers: z.array(z.enum(tiers)).min(1).default(usualTiers),
})

export const casesSchema = z
  .array(
    z.strictObject({
      name: z.string().min(1).optional(),
      given: callSchema,
      expect: z.enum(['allow', 'deny', 'confirm']),
      /** Further things that must be so; each may be left out. */
      gate: z.enum(['apps', 'urls', 'rules']).optional(),
      rules: z.array(z.string()).optional(),
      tiers: z.array(z.enum(tiers)).optional(),
    }),
  )
  .min(1)

export type GivenCall = z.output<typeof callSchema>
export type Case = z.output<typeof casesSchema>[number]

/** The three gates on a described call; no desktop is needed. */
export function judgeGiven(policy: Policy, given: GivenCall): PolicyDecision {
  const { app, urls, at, confirm, ...rest } = given
  return judgeCall(policy, {
    ...rest,
    ...(app && {
      app: {
        name: app.name,
        desktopIds: app.desktop_id === undefined ? [] : [app.desktop_id],
        executables: app.executable === undefined ? [] : [app.executable],
        ...(app.sandbox_id !== undefined && { sandboxId: app.sandbox_id }),
        ...(app.window_class !== undefined && { windowClass: app.window_class }),
      },
    }),
    documents: documentsOf(urls),
    confirmed: confirm,
    at: at === undefined ? new Date() : new Date(at),
  })
}

function documentsOf(urls: GivenCall['urls']): DocumentsRead {
  if (urls === undefined) return { kind: 'no-browser' }
  return urls === 'unreadable' ? { kind: 'unreadable', why: 'the case says so' } : { kind: 'read', urls }
}

const WORDS = { allowed: 'allow', denied: 'deny', confirm: 'confirm' } as const

export const wordOf = ({ verdict }: PolicyDecision): Case['expect'] => WORDS[verdict]

/** What is not as a case expects; none: it holds. */
export function differences(
  { expect, gate, rules, tiers: expected }: Case,
  decision: PolicyDecision,
): readonly string[] {
  const got = wordOf(decision)
  const parts: [string, unknown, unknown][] = [
    ['expect', expect, got],
    ['gate', gate, 'gate' in decision ? decision.gate : 'none'],
    ['rules', rules, decision.rules],
    ['tiers', expected, 'tiers' in decision ? decision.tiers : []],
  ]
  return parts
    .filter(([, wanted, is]) => wanted !== undefined && JSON.stringify(wanted) !== JSON.stringify(is))
    .map(([name, wanted, is]) => `${name}: expected ${JSON.stringify(wanted)}, got ${JSON.stringify(is)}`)
}

/** The input cannot be understood; the message says where and why. */
export class CaseError extends Error {}

/**
 * Reads YAML (or JSON, which is YAML) from text.
 * @param where what the text is called in messages
 * @throws {CaseError}
 */
export function parseAs<S extends z.ZodType>(schema: S, text: string, where: string): z.output<S> {
  let input: unknown
  try {
    input = parse(text)
  } catch (error) {
    throw new CaseError(`${where} is not valid YAML: ${(error as Error).message}`)
  }
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = explainIssues(parsed.error, schema, { whole: 'the whole', entry: 'key' })
  throw new CaseError(problems.map((problem) => `${where}: ${inWords(problem)}`).join('\n'))
}

/** @throws {CaseError} */
export function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new CaseError(`${file} cannot be read: ${(error as Error).message}`)
  }
}
