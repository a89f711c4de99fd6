import { randomBytes, randomUUID } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyFile } from './names.ts'

/** The key of the hashes of masked texts, 64 hexadecimal digits: made once for a folder, for its owner alone. */
export async function maskingKey(folder: string): Promise<string> {
  const file = join(folder, keyFile)
  const there = await readKey(file)
  if (there !== undefined) return there
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    // Whole or not at all, and only if no other process was first.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  const made = await readKey(file)
  if (made === undefined) throw new Error(`${file} vanished`)
  return made
}

async function readKey(file: string): Promise<string | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const key = text.trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw new Error(`${file} holds no key of 64 hexadecimal digits`)
  return key
}
