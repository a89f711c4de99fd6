import { sessionOf } from '../processes.ts'
import { readClass, readText } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { readProperty } from '../x11/window-list.ts'
import { pidsByConnection } from '../x11/window-pids.ts'

/** By what a window is known to come from a certain start of an app. */
export interface Family {
  /** That the started process leads; whatever it starts is in it as well. */
  session?: number
  /** Handed to the app, which hands it on when another process of it shows the window. */
  readonly startupId: string
  /** WM_CLASS that the app's desktop entry promises. */
  readonly windowClass?: string
}

export function isFamilyProcess(pid: number, { session }: Family): boolean {
  return session !== undefined && (pid === session || sessionOf(pid) === session)
}

/** Only for windows that appeared after the start: an app may have older ones of the same class. */
export async function isFamilyWindow(server: XServer, window: number, family: Family): Promise<boolean> {
  const { atoms } = server
  const [pids, id, name] = await Promise.all([
    pidsByConnection(server, [window]),
    readProperty(server, window, '_NET_STARTUP_ID'),
    readProperty(server, window, 'WM_CLASS'),
  ])
  const pid = pids.get(window)
  if (pid !== undefined && isFamilyProcess(pid, family)) return true
  if (readText(id, atoms.UTF8_STRING, atoms.STRING) === family.startupId) return true
  return family.windowClass !== undefined && readClass(name)?.class === family.windowClass
}
