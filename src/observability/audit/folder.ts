import { mkdir, stat } from 'node:fs/promises'

/** Makes the folder of the log, for its owner alone. Rejects when that cannot be, or others could look into it. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = await stat(folder)
  const mine = process.getuid?.()
  if (mine !== undefined && uid !== mine) throw new Error(`${folder} belongs to user ${uid}, not to ${mine}`)
  if ((mode & 0o077) !== 0) throw new Error(`${folder} can be read by others; run: chmod 700 ${folder}`)
}
