import { createReadStream } from 'node:fs'

/** One line of a file. */
export interface FileLine {
  /** Without the line feed. */
  readonly bytes: Buffer
  /** Of its first byte. */
  readonly offset: number
  /** Counted from 1. */
  readonly line: number
  /** It ends with a line feed; only the last one may not. */
  readonly whole: boolean
}

const LINE_FEED = 0x0a

/** The lines of a file as bytes, because a decoder hides what was changed in what it cannot decode. */
export async function* linesOf(path: string): AsyncGenerator<FileLine> {
  let rest: Buffer = Buffer.alloc(0)
  let offset = 0
  let line = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let from = 0
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, from)) {
      line += 1
      yield { bytes: rest.subarray(from, end), offset: offset + from, line, whole: true }
      from = end + 1
    }
    offset += from
    rest = rest.subarray(from)
  }
  if (rest.length > 0) yield { bytes: rest, offset, line: line + 1, whole: false }
}
