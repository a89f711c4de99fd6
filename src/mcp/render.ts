import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { FocusTaken } from '../desktop/port.ts'
import type { CallResult } from '../dispatch/result.ts'
import { errorFacts } from '../errors.ts'
import type { Classification } from '../outcome/verdict.ts'
import type { Answer } from '../tools/define.ts'
import { sanitizeData, sanitizeLines } from '../visible-text.ts'
import { bytesAsJson, cutLines, fitData } from './bounded.ts'
import type { Keeping } from './keeping.ts'
import { deliveryMeta, errorMeta, focusMeta, metricsMeta, outcomeMeta, transactionMeta } from './meta.ts'

/** What the model should do after each verdict; a plain success needs no advice. */
const advice: Readonly<Record<Classification, string | undefined>> = {
  success: undefined,
  unsupported: 'Choose another element, tool or action.',
  effect_not_verified: 'Look at the state before you try anything else; do not simply repeat it.',
  verifier_ambiguous: 'It may have worked: look at the state before you decide.',
}

/** Plain data of an outline takes two to three times as much as its text; both should hold the same. */
const DATA_FACTOR = 4
/** Room for `cut` in structured content. */
const CUT_BYTES = 64
/** Room for what is said of a cut. */
const NOTES_BYTES = 1_024

/**
 * The only place where a call becomes an MCP result. Whatever apps said goes out without what nobody sees, and bounded:
 * the whole of what is cut is behind a link, and the text says so.
 */
export function renderResult(result: CallResult, keeping: Keeping): CallToolResult {
  const { text, answer, data, ...rest } = partsOf(result)
  const links: ContentBlock[] = []
  const notes: string[] = []
  const keep = (title: string, type: 'text/plain' | 'application/json', whole: string): string => {
    const kept = keeping.keep({ title: sanitizeLines(title), type, text: whole })
    if (typeof kept === 'string') return `The whole is not kept, ${kept}: ask for less at a time.`
    links.push(keeping.link(kept))
    return `The whole is in ${keeping.where(kept)}.`
  }

  const clean = sanitizeLines(text)
  const fits = Buffer.byteLength(clean) <= keeping.maxBytes
  const shown = cutLines(clean, fits ? keeping.maxBytes : keeping.maxBytes - NOTES_BYTES)
  if (!fits)
    notes.push(
      `Cut here: ${shown.lines} of ${shown.allLines} lines, ${shown.bytes} of ${shown.allBytes} bytes are shown. ` +
        keep(`Text of ${result.tool}`, 'text/plain', clean),
    )
  if (answer?.whole)
    notes.push(`Only a piece is shown. ${keep(answer.whole.title, 'text/plain', sanitizeLines(answer.whole.text))}`)
  const structured = data === undefined ? undefined : boundedData(sanitizeData(data) as object)
  return {
    ...rest,
    content: [
      { type: 'text', text: [shown.text, ...notes].join('\n\n') },
      ...(answer?.picture === undefined ? [] : [imageOf(answer.picture)]),
      ...links,
    ],
    ...(structured && { structuredContent: structured }),
    _meta: sanitizeData(rest._meta) as Meta,
  }

  function boundedData(plain: object): Record<string, unknown> {
    const bytes = bytesAsJson(plain)
    const most = keeping.maxBytes * DATA_FACTOR
    if (bytes <= most) return { ...plain }
    const where = keep(`Structured content of ${result.tool}`, 'application/json', JSON.stringify(plain))
    notes.push(`The structured content, ${bytes} bytes, is cut as well. ${where}`)
    return { ...(fitData(plain, most - CUT_BYTES) as object), cut: { bytes, max_bytes: most } }
  }
}

const imageOf = ({ png }: NonNullable<Answer['picture']>): ContentBlock => ({
  type: 'image',
  data: Buffer.from(png).toString('base64'),
  mimeType: 'image/png',
})

/** A result before it is bounded. */
interface Parts {
  readonly isError?: true
  readonly text: string
  readonly answer?: Answer
  readonly data?: object
  readonly _meta: Meta
}

function partsOf(result: CallResult): Parts {
  const meta = {
    'computer-use-mcp/transaction': transactionMeta(result),
    'computer-use-mcp/metrics': metricsMeta(result),
  }
  if (result.refusal !== undefined) return refusalParts(result.refusal, meta)
  if (result.action !== undefined) return actionParts(result.action, meta)
  const answer = result.answer ?? { text: '', data: {} }
  const focus =
    result.focusChanged === undefined ? {} : { 'computer-use-mcp/focus': { focus_changed: result.focusChanged } }
  return { text: answer.text, answer, data: answer.data, _meta: { ...meta, ...focus } }
}

type Meta = Record<string, unknown>

function refusalParts(refusal: NonNullable<CallResult['refusal']>, meta: Meta): Parts {
  const facts = errorFacts(refusal.code)
  return {
    isError: true,
    text: `[${refusal.code}] ${refusal.message}\n${facts.recovery}`,
    _meta: { ...meta, 'computer-use-mcp/error': errorMeta(refusal, facts) },
  }
}

function actionParts(action: NonNullable<CallResult['action']>, meta: Meta): Parts {
  const { outcome, ladder, state } = action
  const via = ladder?.tier === undefined ? '' : ` via ${ladder.tier}`
  const head = [
    `${outcome.classification}${via}`,
    outcome.summary,
    advice[outcome.classification],
    ladder?.focusTaken && focusInWords(ladder.focusTaken),
  ]
  if (action.page?.verdict === 'denied')
    head.push(
      `The window now shows a page that the operator's policy denies (${action.page.rules.join(', ')}): actions in it are refused. Tell the person.`,
    )
  if (action.focus.focus_changed === true && !action.focus.focus_change_allowed)
    head.push("The person's focus moved during this action, although it was not allowed to.")
  if (action.focus.changes.some(({ kind }) => kind === 'grab'))
    head.push("A menu of the app has taken the person's keyboard: what they type goes there until it closes.")
  return {
    text: [head.filter((line) => line !== undefined).join('\n'), ...(state === undefined ? [] : [state.text])].join(
      '\n\n',
    ),
    ...(state && { answer: state }),
    data: {
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
