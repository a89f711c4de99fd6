import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What takes the place of the field codes of a command line. */
export interface ExecFields {
  /** To open; absent when the app is only started. */
  readonly url?: string
  readonly name: string
  readonly icon?: string
  /** Of the desktop entry. */
  readonly file: string
}

/**
 * The arguments of an Exec value (Desktop Entry Specification 1.5, "The Exec key"). There is no shell: what looks like
 * one's syntax is text, in the value as in what takes the place of its field codes. Pure.
 * @param value of the key, its string escapes undone
 * @throws Error for a value that nothing can be made of
 */
export const execArguments = (value: string, fields: ExecFields): readonly string[] =>
  splitArguments(value).flatMap((argument) => expand(argument, fields))

/** Quotes also inside an argument and single ones: not by the specification, but GLib takes them and entries have them. */
export function splitArguments(value: string): readonly string[] {
  const found: string[] = []
  const piece = /\s+|"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|([^\s"'\\]+)/gsy
  let current: string | undefined
  while (piece.lastIndex < value.length) {
    const at = piece.lastIndex
    const match = piece.exec(value)
    if (match === null) throw new Error(`the Exec line has a quote that never ends, at character ${at}`)
    const [, double, single, escaped, plain] = match
    const text = double?.replace(/\\(["`$\\])/g, '$1') ?? single ?? escaped ?? plain
    if (text !== undefined) current = (current ?? '') + text
    else if (current !== undefined) {
      found.push(current)
      current = undefined
    }
  }
  if (current !== undefined) found.push(current)
  if (found.length === 0) throw new Error('the Exec line is empty')
  return found
}

/** Where the program stands among the arguments: behind `env` and the variables that it sets. */
export function programIndex(args: readonly string[]): number {
  if (basename(args[0] ?? '') !== 'env') return 0
  const index = args.findIndex((argument, position) => position > 0 && !/^[A-Za-z_][A-Za-z0-9_]*=/.test(argument))
  return Math.max(0, index)
}

/** Codes that are deprecated: they are to be removed. */
const DEPRECATED = 'dDnNvm'

function expand(argument: string, { url, name, icon, file }: ExecFields): readonly string[] {
  if (argument === '%i') return icon === undefined ? [] : ['--icon', icon]
  const values: Readonly<Record<string, string>> = {
    '%': '%',
    u: url ?? '',
    U: url ?? '',
    f: url === undefined ? '' : pathOf(url),
    F: url === undefined ? '' : pathOf(url),
    c: name,
    k: file,
    i: '',
    ...Object.fromEntries([...DEPRECATED].map((code) => [code, ''])),
  }
  const expanded = argument.replace(/%(.?)/g, (_, code: string) => {
    const value = values[code]
    if (value === undefined) throw new Error(`the Exec line has the unknown field code %${code}`)
    return value
  })
  // An argument of nothing but codes for which there is nothing is none.
  return expanded === '' && argument !== '' ? [] : [expanded]
}

/** Apps that take files get the path of a file: URL, and other URLs as they are, as in GLib. */
const pathOf = (url: string): string => (url.startsWith('file:') ? fileURLToPath(url) : url)
