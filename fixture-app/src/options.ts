/** How one option is written on the command line. */
type Kind = 'flag' | 'text' | 'integer'

type Values<S extends Record<string, Kind>> = {
  -readonly [K in keyof S]?: S[K] extends 'flag' ? true : S[K] extends 'integer' ? number : string
}

export class UsageError extends Error {}

/** Parses `--name value`, `--name=value` and bare flags against a closed list. */
export function parseOptions<const S extends Record<string, Kind>>(
  arguments_: readonly string[],
  schema: S,
): Values<S> {
  const values: Record<string, true | number | string> = {}
  const rest = [...arguments_]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const match = /^--([a-z-]+)(?:=(.*))?$/s.exec(word)
    const name = match?.[1]
    const kind = name === undefined ? undefined : schema[name]
    if (name === undefined || kind === undefined) {
      throw new UsageError(
        `unknown option ${word}; expected one of ${Object.keys(schema)
          .map((key) => `--${key}`)
          .join(' ')}`,
      )
    }
    if (kind === 'flag') {
      values[name] = true
      continue
    }
    const value = match?.[2] ?? rest.shift()
    if (value === undefined) throw new UsageError(`--${name} needs a value`)
    if (kind === 'integer' && !/^\d+$/.test(value)) throw new UsageError(`--${name} needs a whole number, got ${value}`)
    values[name] = kind === 'integer' ? Number(value) : value
  }
  return values as Values<S>
}

export interface Geometry {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
}

/** `WIDTHxHEIGHT+X+Y`; either half may be missing. */
export function parseGeometry(text: string): Geometry {
  const match = /^(?:(\d+)x(\d+))?(?:\+(\d+)\+(\d+))?$/.exec(text)
  if (!match || text === '')
    throw new UsageError(`--geometry needs WIDTHxHEIGHT, +X+Y or WIDTHxHEIGHT+X+Y, got ${text}`)
  const [, width, height, x, y] = match
  return {
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(x === undefined ? {} : { x: Number(x), y: Number(y) }),
  }
}
