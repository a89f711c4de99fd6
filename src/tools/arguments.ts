import { z } from 'zod'
import { Refusal } from '../errors.ts'
import { explainIssues, inWords } from '../explain-issues.ts'

/** Longest text that one call may write, in characters. */
const MAX_TEXT = 100_000

export const app = z.string().min(1).describe('App to act on: its name as in list_apps, or its pid.')

export const elementId = z.string().min(1).describe('Element id from get_app_state, such as "e12@s3".')

export const text = z.string().max(MAX_TEXT)

export const confirm = z
  .boolean()
  .default(false)
  .describe('Set to true only after the person agreed to this very action, when a call answered CONFIRMATION_REQUIRED.')

const screenshotFlag = z.boolean().default(true).describe('Include a picture of the window.')

export const expectation = z
  .strictObject({
    element_id: z.string().min(1).optional().describe('Element to look at. Default: anywhere in the window.'),
    role: z.string().min(1).optional().describe('Role of the element to look for, such as "label".'),
    name: z.string().min(1).optional().describe('Label of the element to look for, exact.'),
    value: z.string().optional().describe('Its text or value must equal this.'),
    state: z
      .string()
      .regex(/^(not )?[a-z-]+$/, 'a state such as "checked" or "not checked"')
      .optional()
      .describe('State it must have: checked, selected, expanded, focused, enabled; "not checked" for its absence.'),
    present: z.boolean().optional().describe('false: the element must be gone. Default true.'),
    text: z.string().min(1).optional().describe('This text must be shown somewhere in the window.'),
    url: z.string().min(1).optional().describe('The URL of a document in the window must equal this.'),
  })
  .describe(
    'What should become true. It then alone decides the verdict, and it must be false before the action. ' +
      'Use it when the effect is slow or shows elsewhere.',
  )
export type Expectation = z.output<typeof expectation>

/** Arguments that every tool which acts on an app takes. */
export const actionArguments = {
  app,
  confirm,
  expect: expectation.optional(),
  include_state: z.boolean().default(true).describe('Return the state of the window after the action.'),
  state_response_mode: z
    .enum(['auto', 'full'])
    .optional()
    .describe('auto (default): only what changed since your last look, where that is little. full: the whole outline.'),
  include_screenshot: screenshotFlag,
  allow_focus_change: z
    .boolean()
    .default(false)
    .describe("Allow ways that may move the person's keyboard focus. Ask the person first."),
  allow_global_cursor: z
    .boolean()
    .default(false)
    .describe("Allow taking over the person's pointer or keyboard. Needs allow_focus_change as well."),
}

export const pictureArgument = { include_screenshot: screenshotFlag }

/**
 * Checks arguments and fills in defaults. What comes back is canonical: gates judge it and handlers act on it.
 * @throws {Refusal} INVALID_ARGUMENTS
 */
export function parseArguments<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
  aliases: Readonly<Record<string, string>> = {},
): z.output<S> {
  const parsed = schema.safeParse(withoutAliases(raw ?? {}, aliases), { reportInput: true })
  if (!parsed.success) {
    const problems = explainIssues(parsed.error, schema, { whole: 'the arguments', entry: 'argument' })
    throw new Refusal('INVALID_ARGUMENTS', problems.map(inWords).join(' '), {
      problems: problems.map(({ where, what }) => ({ argument: where, message: what })),
    })
  }
  const flags = parsed.data as { allow_focus_change?: boolean; allow_global_cursor?: boolean }
  if (flags.allow_global_cursor === true && flags.allow_focus_change !== true)
    throw new Refusal(
      'INVALID_ARGUMENTS',
      'allow_global_cursor needs allow_focus_change: true as well, because taking over the pointer moves the focus.',
    )
  const state = parsed.data as { include_state?: boolean; state_response_mode?: string }
  if (state.state_response_mode !== undefined && state.include_state === false)
    throw new Refusal(
      'INVALID_ARGUMENTS',
      'state_response_mode says how to return the state, but include_state is false.',
    )
  return parsed.data
}

function withoutAliases(raw: unknown, aliases: Readonly<Record<string, string>>): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const name = aliases[key]
      if (name === undefined) return [key, value]
      if (name in raw)
        throw new Refusal('INVALID_ARGUMENTS', `${key} is another name for ${name}; give only one of them.`)
      return [name, value]
    }),
  )
}
