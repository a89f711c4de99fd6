import { createHmac } from 'node:crypto'

/** What an argument may hold, where it is not written as it is. */
type Kind = 'typed' | 'value' | 'clipboard' | 'quoted' | 'expected' | 'key' | 'url' | 'offered' | 'clear'

/** By tool and argument, else by argument alone. Texts that are not listed are masked. */
const kinds: Readonly<Record<string, Kind>> = {
  'type_text.text': 'typed',
  'set_value.value': 'value',
  'write_clipboard.text': 'clipboard',
  'select_text.text': 'quoted',
  'press_key.key': 'key',
  'open_url.url': 'url',
  'perform_secondary_action.action': 'offered',
  'manage_window.action': 'clear',
  'expect.name': 'expected',
  'expect.value': 'expected',
  'expect.text': 'expected',
  'expect.url': 'url',
  'expect.element_id': 'clear',
  'expect.role': 'clear',
  'expect.state': 'clear',
  app: 'clear',
  direction: 'clear',
  element_id: 'clear',
  method: 'clear',
  mouse_button: 'clear',
  position: 'clear',
  state_response_mode: 'clear',
  window_title: 'clear',
}

/** In the place of a text. Neither length nor hash of what is secret, or too short to hide behind either. */
export interface Masked {
  readonly masked: Kind | 'secret' | 'unlisted'
  /** In characters. */
  readonly length?: number
  /** HMAC-SHA256 of decision id, line feed and text: 64 hexadecimal digits. */
  readonly hmac?: string
}

export interface Masking {
  /** Of this machine, never in the log. */
  readonly key: string
  /** Goes into each hash, so that equal texts of two calls do not look equal. */
  readonly decisionId: string
  /** The text goes into a password field, or where cannot be told. */
  readonly secretTarget: boolean
  /** The operator wants texts as they are; secrets are masked all the same. */
  readonly keepTexts: boolean
}

/** Canonical arguments of a tool, as they may be written down. */
export function maskArguments(tool: string, args: unknown, masking: Masking): unknown {
  return mask(args, tool, '', masking)
}

function mask(value: unknown, tool: string, path: string, masking: Masking): unknown {
  if (typeof value === 'string') return maskText(value, kinds[`${tool}.${path}`] ?? kinds[path], masking)
  if (Array.isArray(value)) return value.map((each) => mask(each, tool, path, masking))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mask(each, tool, path === '' ? key : `${path}.${key}`, masking)]),
  )
}

function maskText(text: string, kind: Kind | undefined, masking: Masking): string | Masked {
  switch (kind) {
    case 'clear':
      return text
    case 'key':
      // One key after the other would spell a password, and a hash of one character hides nothing.
      return isCommand(text) || (masking.keepTexts && !masking.secretTarget) ? text : { masked: 'key' }
    case 'url':
      return masking.keepTexts ? text : withoutSecrets(text)
    case 'expected':
      // It may be expected of a password field, whatever the action itself is about.
      return { masked: 'expected' }
    case 'offered':
      // One of the control's own words once it was found; before that it may be anything.
      return masking.secretTarget ? { masked: 'secret' } : text
    case undefined:
      return { masked: 'unlisted' }
    default:
      if (masking.secretTarget) return { masked: 'secret' }
      if (masking.keepTexts) return text
      return { masked: kind, length: [...text].length, hmac: hmacOf(text, masking) }
  }
}

const hmacOf = (text: string, { key, decisionId }: Masking): string =>
  createHmac('sha256', Buffer.from(key, 'hex')).update(`${decisionId}\n${text}`).digest('hex')

const named =
  /^(return|enter|kp_enter|tab|iso_left_tab|escape|esc|backspace|delete|insert|home|end|prior|next|page_?up|page_?down|up|down|left|right|menu|f\d{1,2})$/i
const commands = /^(ctrl|control|alt|super|meta|cmd|win)(_[lr])?$/i

/** A key or chord that writes no character. */
function isCommand(chord: string): boolean {
  const keys = chord.split('+')
  return keys.slice(0, -1).some((key) => commands.test(key)) || named.test(keys.at(-1) ?? '')
}

/** Scheme, host and path; who logs in, what is asked and where in the page are left out. */
function withoutSecrets(text: string): string | Masked {
  if (!URL.canParse(text)) return { masked: 'url' }
  const { protocol, host, pathname, search, hash } = new URL(text)
  // The rest of data:, javascript:, mailto: and the like is content.
  if (host === '' && protocol !== 'file:') return `${protocol}…`
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}${hash === '' ? '' : '#…'}`
}
