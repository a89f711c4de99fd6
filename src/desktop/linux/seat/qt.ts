import { readFile } from 'node:fs/promises'

/** Qt's platform plugin for X11; Qt 5 and Qt 6 give it the same name. */
const PLUGIN = '/libqxcb.so'

/** Whether a process speaks to the X server through Qt. A program with Qt linked into it is not told from others. */
export async function isQt(pid: number): Promise<boolean> {
  try {
    return (await readFile(`/proc/${pid}/maps`, 'latin1')).includes(PLUGIN)
  } catch {
    return false
  }
}
