import { type FileHandle, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Link } from './chain.ts'

/** The last record that is known to be on disk, in a file beside the log: without it a cut off end would not be seen. */
const headSchema = z.object({ seq: z.int().min(0), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Always as long, so that a shorter one leaves nothing of a longer one behind. */
const WIDTH = 110

/** In place: it needs no room on a disk that is full. */
export async function writeHead(file: FileHandle, { seq, hash }: Link): Promise<void> {
  await file.write(`${JSON.stringify({ seq, hash }).padEnd(WIDTH)}\n`, 0)
}

/** Undefined when there is none, or none that can be read. */
export async function readHead(path: string): Promise<Link | undefined> {
  try {
    return headSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}
