import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FocusTaken } from '../desktop/port.ts'
import type { CallResult } from '../dispatch/result.ts'
import { errorFacts } from '../errors.ts'
import type { Classification } from '../outcome/verdict.ts'
import type { Answer } from '../tools/define.ts'
import { deliveryMeta, errorMeta, focusMeta, metricsMeta, outcomeMeta, transactionMeta } from './meta.ts'

/** What the model should do after each verdict; a plain success needs no advice. */
const advice: Readonly<Record<Classification, string | undefined>> = {
  success: undefined,
  unsupported: 'Choose another element, tool or action.',
  effect_not_verified: 'Look at the state before you try anything else; do not simply repeat it.',
  verifier_ambiguous: 'It may have worked: look at the state before you decide.',
}

/** The only place where a call becomes an MCP result. */
export function renderResult(result: CallResult): CallToolResult {
  const meta = {
    'computer-use-mcp/transaction': transactionMeta(result),
    'computer-use-mcp/metrics': metricsMeta(result),
  }
  if (result.refusal !== undefined) return renderRefusal(result.refusal, meta)
  if (result.action !== undefined) return renderAction(result.action, meta)
  const answer = result.answer ?? { text: '', data: {} }
  const focus =
    result.focusChanged === undefined ? {} : { 'computer-use-mcp/focus': { focus_changed: result.focusChanged } }
  return { content: contentOf([], answer), structuredContent: { ...answer.data }, _meta: { ...meta, ...focus } }
}

type Meta = Record<string, unknown>

function renderRefusal(refusal: NonNullable<CallResult['refusal']>, meta: Meta): CallToolResult {
  const facts = errorFacts(refusal.code)
  return {
    isError: true,
    content: [{ type: 'text', text: `[${refusal.code}] ${refusal.message}\n${facts.recovery}` }],
    _meta: { ...meta, 'computer-use-mcp/error': errorMeta(refusal, facts) },
  }
}

function renderAction(action: NonNullable<CallResult['action']>, meta: Meta): CallToolResult {
  const { outcome, ladder, state } = action
  const via = ladder?.tier === undefined ? '' : ` via ${ladder.tier}`
  const head = [
    `${outcome.classification}${via}`,
    outcome.summary,
    advice[outcome.classification],
    ladder?.focusTaken && focusInWords(ladder.focusTaken),
  ]
  if (action.focus.focus_changed === true && !action.focus.focus_change_allowed)
    head.push("The person's focus moved during this action, although it was not allowed to.")
  return {
    content: contentOf([head.filter((line) => line !== undefined).join('\n')], state),
    structuredContent: {
      verdict: outcome.classification,
      ...(outcome.failureDomain === undefined ? {} : { failure_domain: outcome.failureDomain }),
      ...(outcome.summary === undefined ? {} : { summary: outcome.summary }),
      ...(ladder?.tier === undefined ? {} : { delivery_tier: ladder.tier }),
      ...(state === undefined ? {} : { state: state.data }),
    },
    _meta: {
      ...meta,
      'computer-use-mcp/outcome': outcomeMeta(action),
      'computer-use-mcp/delivery': deliveryMeta(action),
      'computer-use-mcp/focus': focusMeta(action),
    },
  }
}

const focusInWords = ({ returnedAfter }: FocusTaken): string =>
  returnedAfter === undefined
    ? "The app took the person's focus, and it could not be given back."
    : `The app took the person's focus; it was given back after ${Math.ceil(returnedAfter)} ms.`

function contentOf(lines: readonly string[], answer: Answer | undefined): CallToolResult['content'] {
  const text = [...lines, ...(answer === undefined ? [] : [answer.text])].join('\n\n')
  const picture = answer?.picture
  return [
    { type: 'text', text },
    ...(picture === undefined
      ? []
      : [{ type: 'image' as const, data: Buffer.from(picture.png).toString('base64'), mimeType: 'image/png' }]),
  ]
}
