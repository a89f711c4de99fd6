import { domainToASCII } from 'node:url'

/** Node has URLPattern from 23.8 on. */
const Pattern: typeof URLPattern =
  globalThis.URLPattern ?? ((await import('urlpattern-polyfill')).URLPattern as unknown as typeof URLPattern)

/** Shape of a pattern: `scheme:`, or `[scheme://]host[:port][/path]`. */
const SHAPE = /^(?:([a-z*][a-z0-9+.*-]*):\/\/)?([^/:?#@\s]*|\[[0-9a-f:.]+\])(?::(\d+|\*))?(\/[^?#\s]*)?$/i
const SCHEME = /^([a-z][a-z0-9+.-]*):$/i

/** A pattern cannot be understood. The message says why, as a clause. */
export class UrlPatternError extends Error {}

/**
 * Compiles an operator's pattern. A host means itself and all below it, `.host` only itself; `*` stands for any text; what
 * is left out may be anything. A path without `*` means itself and all below it.
 * @throws {UrlPatternError}
 */
export function compileUrlPattern(text: string, options: { readonly ignoreCase: boolean }): (url: URL) => boolean {
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined) return ({ protocol }) => protocol === `${scheme}:`
  const parts = SHAPE.exec(text)
  const [, protocol, host = '', port, path] = parts ?? []
  if (parts === null || (host === '' && (protocol === undefined || path === undefined)))
    throw new UrlPatternError('is no pattern: give "scheme:" or "[scheme://]host[:port][/path]"')
  const address = addressOf(host)
  const number = port === '*' ? undefined : port
  try {
    const pattern = new Pattern(
      {
        protocol: protocol?.toLowerCase() ?? '*',
        username: '*',
        password: '*',
        hostname: address === undefined ? hostPattern(host) : '*',
        port: '*',
        pathname: pathPattern(path),
        search: '*',
        hash: '*',
      },
      options,
    )
    return (url) =>
      (address === undefined || url.hostname === address) &&
      (number === undefined || number === portOf(url)) &&
      pattern.test(url.href)
  } catch (error) {
    if (error instanceof UrlPatternError) throw error
    throw new UrlPatternError('is no pattern that URLPattern takes', { cause: error })
  }
}

/** A port that is the usual one of its scheme stands in no URL. */
const usualPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'ws:': '80',
  'wss:': '443',
  'ftp:': '21',
}
const portOf = ({ port, protocol }: URL): string | undefined => (port === '' ? usualPorts[protocol] : port)

/** As a URL has it, where the host is an address: an address has nothing below it. */
function addressOf(host: string): string | undefined {
  if (!/^[\d.]+$|^\[/.test(host) || !URL.canParse(`http://${host}`)) return undefined
  return new URL(`http://${host}`).hostname
}

function hostPattern(host: string): string {
  if (host === '' || host === '*') return '*'
  const bare = host.replace(/^\*?\./, '').replace(/\.+$/, '')
  const labels = bare.split('.').map((label) => (label.includes('*') ? label.toLowerCase() : asciiOf(label)))
  const name = labels.join('.')
  if (host.startsWith('.')) return name
  return host.startsWith('*.') ? `*.${name}` : `{*.}?${name}`
}

function asciiOf(label: string): string {
  const ascii = domainToASCII(label)
  if (ascii === '' && label !== '')
    throw new UrlPatternError(`is no pattern: "${label}" cannot be in the name of a host`)
  return ascii
}

function pathPattern(path: string | undefined): string {
  if (path === undefined || path === '/' || path === '/*') return '*'
  const literal = decodeUnreserved(path).replace(/[\\{}()?+:]/g, '\\$&')
  return literal.includes('*') ? literal : `${literal.replace(/\/$/, '')}{/*}?`
}

/** `%63heckout` and `checkout` are the same to every server. */
export const decodeUnreserved = (path: string): string =>
  path.replace(/%([0-9a-f]{2})/gi, (escaped, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : escaped
  })
