import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** What is sent to the X server at the start of a connection; empty name: no authentication. */
export interface Cookie {
  readonly name: string
  readonly data: string
}

export const NO_COOKIE: Cookie = { name: '', data: '' }

interface Entry extends Cookie {
  readonly family: number
  readonly address: string
  readonly display: string
}

const FAMILY_LOCAL = 256
const FAMILY_WILD = 65_535
/** The only method that npm `x11` can send. */
const METHOD = 'MIT-MAGIC-COOKIE-1'

/**
 * The cookie for a local display, from `$XAUTHORITY` or `~/.Xauthority` of that environment. npm `x11` has its own
 * reader, but that one looks at this process's environment and prints to the console.
 */
export async function readCookie(env: NodeJS.ProcessEnv, displayNumber: string): Promise<Cookie> {
  const file = env.XAUTHORITY ?? (env.HOME === undefined ? undefined : join(env.HOME, '.Xauthority'))
  if (file === undefined) return NO_COOKIE
  try {
    return chooseCookie(await readFile(file), displayNumber, hostname())
  } catch {
    // No file, or not ours to read: many servers let local users in without; the server's refusal is told if not.
    return NO_COOKIE
  }
}

export function chooseCookie(file: Buffer, displayNumber: string, host: string): Cookie {
  const match = parse(file).find(
    (entry) =>
      entry.name === METHOD &&
      (entry.family === FAMILY_WILD || (entry.family === FAMILY_LOCAL && entry.address === host)) &&
      (entry.display === '' || entry.display === displayNumber),
  )
  return match === undefined ? NO_COOKIE : { name: match.name, data: match.data }
}

/** Entries of a family and four counted strings, all big endian; a truncated last one is left out. */
function parse(file: Buffer): Entry[] {
  const entries: Entry[] = []
  let offset = 0
  while (offset + 2 <= file.length) {
    const family = file.readUInt16BE(offset)
    offset += 2
    const strings: string[] = []
    while (strings.length < 4 && offset + 2 <= file.length) {
      const end = offset + 2 + file.readUInt16BE(offset)
      if (end > file.length) return entries
      strings.push(file.toString('latin1', offset + 2, end))
      offset = end
    }
    const [address, display, name, data] = strings
    if (address === undefined || display === undefined || name === undefined || data === undefined) return entries
    entries.push({ family, address, display, name, data })
  }
  return entries
}
