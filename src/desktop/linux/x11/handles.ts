import { PortError, type WindowHandle } from '../../port.ts'

const PREFIX = 'x11:'

export function windowHandle(id: number): WindowHandle {
  return `${PREFIX}0x${id.toString(16)}` as WindowHandle
}

/** The XID in a handle; `undefined` for a window that only accessibility knows. */
export function windowId(handle: WindowHandle): number | undefined {
  return handle.startsWith(`${PREFIX}0x`) ? Number(handle.slice(PREFIX.length)) : undefined
}

/** @throws PortError `rejected` for a window that has no X window. */
export function requireWindowId(handle: WindowHandle): number {
  const id = windowId(handle)
  if (id === undefined)
    throw new PortError('rejected', 'this window is known to accessibility only; it has no X window')
  return id
}
