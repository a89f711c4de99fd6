import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'

/**
 * Takes a file for this process alone, until the handle is closed or the process ends in whatever way: the kernel's
 * flock(2). Node cannot ask for it, so flock(1) does, for the descriptor that it inherits; the lock belongs to what both
 * share, and stays with us when flock(1) has ended.
 * @returns undefined when another process has it
 */
export async function claim(file: string): Promise<FileHandle | undefined> {
  const handle = await open(file, 'a', 0o600)
  try {
    const locking = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', handle.fd] })
    const [code] = (await once(locking, 'exit')) as [number | null]
    if (code === 0) return handle
    if (code !== 1) throw new Error(`flock ended with ${code} on ${file}`)
  } catch (cause) {
    await handle.close()
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    throw new Error('the program flock is missing; it comes with util-linux', { cause })
  }
  await handle.close()
  return undefined
}
