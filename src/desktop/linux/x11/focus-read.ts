import type { FocusReading, FocusWindow } from '../../port.ts'
import { type CoreDevices, readFocusWindow, readPointer } from './devices.ts'
import { windowHandle } from './handles.ts'
import { readText, readWord } from './properties.ts'
import type { XServer } from './server.ts'
import { childrenOf, readProperty } from './window-list.ts'
import { ownerPid, pidsByConnection } from './window-pids.ts'

/** XIGetFocus: no window, or whatever window is under the pointer. */
const LOWEST_WINDOW = 2

export async function readFocus(server: XServer, core: CoreDevices): Promise<FocusReading> {
  const [pointer, focus, activeProperty] = await Promise.all([
    readPointer(server, core.pointer),
    readFocusWindow(server, core.keyboard),
    readProperty(server, server.connection.root, '_NET_ACTIVE_WINDOW'),
  ])
  const active = readWord(activeProperty)
  const [focusWindow, activeWindow] = await Promise.all([
    describeFocus(server, focus),
    active === undefined ? undefined : describeFocus(server, active),
  ])
  return { pointer, focus: focusWindow, ...(activeWindow === undefined ? {} : { active: activeWindow }) }
}

/** The top-level window of the client that owns a focused window; `{}` where no window has the focus. */
export async function describeFocus(server: XServer, id: number): Promise<FocusWindow> {
  if (id < LOWEST_WINDOW || id === server.connection.root) return {}
  // Mostly it is the top level itself, so it is described along with the question whether it is.
  const [top, own] = await Promise.all([topLevelOf(server, id), describeTopLevel(server, id)])
  return top === id ? own : describeTopLevel(server, top)
}

export async function describeTopLevel(server: XServer, id: number): Promise<FocusWindow> {
  const { atoms } = server
  const text = async (name: 'WM_NAME' | '_NET_WM_NAME' | 'WM_CLIENT_MACHINE') =>
    readText(await readProperty(server, id, name), atoms.UTF8_STRING, atoms.STRING)
  const [name, oldName, machine, claimed, pids] = await Promise.all([
    text('_NET_WM_NAME'),
    text('WM_NAME'),
    text('WM_CLIENT_MACHINE'),
    readProperty(server, id, '_NET_WM_PID'),
    pidsByConnection(server, [id]),
  ])
  const title = name ?? oldName
  const pid = ownerPid({ connectionPid: pids.get(id), claimedPid: readWord(claimed), machine })
  return {
    handle: windowHandle(id),
    ...(pid === undefined ? {} : { pid }),
    ...(title === undefined ? {} : { title }),
  }
}

/** From any window up to the client's own top level: the one with WM_STATE, else the child of the root. */
export async function topLevelOf(server: XServer, id: number): Promise<number> {
  let window = id
  for (let depth = 0; depth < 32; depth++) {
    const [tree, state] = await Promise.all([childrenOf(server, window), readProperty(server, window, 'WM_STATE')])
    const isManaged = state !== undefined && state.type !== 0
    if (isManaged || tree === undefined || tree.parent === 0 || tree.parent === server.connection.root) break
    window = tree.parent
  }
  return window
}
