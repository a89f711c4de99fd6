import type { Atoms } from '../x11/atoms.ts'
import { words } from '../x11/raw.ts'

/** A piece of a selection as it goes into a property. */
export interface Converted {
  readonly type: number
  readonly format: 8 | 32
  readonly data: Buffer
}

/** A text that we own as a selection, since a moment of the server's clock. */
export interface Content {
  readonly text: string
  readonly since: number
}

/** ICCCM 2.6.2: what we give to one who asks for this target; `undefined` is a refusal. Pure. */
export function convertTo(target: number, { text, since }: Content, atoms: Atoms): Converted | undefined {
  switch (target) {
    case atoms.TARGETS:
      return { type: atoms.ATOM, format: 32, data: words(...targetsOf(text, atoms)) }
    case atoms.TIMESTAMP:
      return { type: atoms.INTEGER, format: 32, data: words(since) }
    case atoms.UTF8_STRING:
    case atoms['text/plain;charset=utf-8']:
      return { type: target, format: 8, data: Buffer.from(text, 'utf8') }
    case atoms.STRING:
      return isLatin1(text) ? { type: target, format: 8, data: Buffer.from(text, 'latin1') } : undefined
    default:
      return undefined
  }
}

const targetsOf = (text: string, atoms: Atoms): number[] => [
  atoms.TARGETS,
  atoms.MULTIPLE,
  atoms.TIMESTAMP,
  atoms.UTF8_STRING,
  atoms['text/plain;charset=utf-8'],
  ...(isLatin1(text) ? [atoms.STRING] : []),
]

/** STRING is ISO 8859-1, tab and newline; another character would arrive as something else. */
const isLatin1 = (text: string): boolean => /^[\t\n\x20-\x7e\xa0-\xff]*$/.test(text)
