import type { Connection } from './connection.ts'

/** Every atom that surehand uses beside the predefined ones. */
const NAMES = [
  '_GTK_FRAME_EXTENTS',
  '_NET_ACTIVE_WINDOW',
  '_NET_CLIENT_LIST',
  '_NET_CLIENT_LIST_STACKING',
  '_NET_CLOSE_WINDOW',
  '_NET_FRAME_EXTENTS',
  '_NET_MOVERESIZE_WINDOW',
  '_NET_REQUEST_FRAME_EXTENTS',
  '_NET_STARTUP_ID',
  '_NET_SUPPORTED',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_WM_STATE',
  '_NET_WM_STATE_FULLSCREEN',
  '_NET_WM_STATE_HIDDEN',
  '_NET_WM_STATE_MAXIMIZED_HORZ',
  '_NET_WM_STATE_MAXIMIZED_VERT',
  '_NET_WM_STATE_MODAL',
  '_NET_WM_USER_TIME',
  '_NET_WM_USER_TIME_WINDOW',
  '_NET_WM_WINDOW_TYPE',
  '_NET_WM_WINDOW_TYPE_COMBO',
  '_NET_WM_WINDOW_TYPE_DESKTOP',
  '_NET_WM_WINDOW_TYPE_DIALOG',
  '_NET_WM_WINDOW_TYPE_DND',
  '_NET_WM_WINDOW_TYPE_DOCK',
  '_NET_WM_WINDOW_TYPE_DROPDOWN_MENU',
  '_NET_WM_WINDOW_TYPE_MENU',
  '_NET_WM_WINDOW_TYPE_NORMAL',
  '_NET_WM_WINDOW_TYPE_NOTIFICATION',
  '_NET_WM_WINDOW_TYPE_POPUP_MENU',
  '_NET_WM_WINDOW_TYPE_SPLASH',
  '_NET_WM_WINDOW_TYPE_TOOLBAR',
  '_NET_WM_WINDOW_TYPE_TOOLTIP',
  '_NET_WM_WINDOW_TYPE_UTILITY',
  '_SCREENSAVER_STATUS',
  '_SUREHAND',
  'ATOM_PAIR',
  'BLANK',
  'CLIPBOARD',
  'INCR',
  'LOCK',
  'MULTIPLE',
  'TARGETS',
  'TIMESTAMP',
  'UTF8_STRING',
  'WM_CHANGE_STATE',
  'WM_DELETE_WINDOW',
  'WM_PROTOCOLS',
  'WM_STATE',
  'text/plain;charset=utf-8',
] as const

/** Predefined by the protocol, with fixed numbers. */
const PREDEFINED = {
  ATOM: 4,
  CARDINAL: 6,
  INTEGER: 19,
  STRING: 31,
  WINDOW: 33,
  WM_CLASS: 67,
  WM_CLIENT_MACHINE: 36,
  WM_NAME: 39,
  WM_TRANSIENT_FOR: 68,
} as const

export type AtomName = (typeof NAMES)[number] | keyof typeof PREDEFINED

export type Atoms = Readonly<Record<AtomName, number>>

const INTERN_ATOM = 16

/**
 * One round trip for all of them; atoms live as long as the server. Not by npm `x11`'s own InternAtom: its cache is shared
 * by all connections of the process, so a second display, or a restarted one, would get the numbers of the first.
 */
export async function internAtoms(connection: Connection): Promise<Atoms> {
  const interned = await Promise.all(NAMES.map(async (name) => [name, await internAtom(connection, name)] as const))
  return { ...PREDEFINED, ...Object.fromEntries(interned) } as Atoms
}

export function internAtom(connection: Connection, name: string): Promise<number> {
  const body = Buffer.alloc(4 + Math.ceil(name.length / 4) * 4)
  body.writeUInt16LE(name.length, 0)
  body.write(name, 4, 'latin1')
  // The second byte of the request says: only if it exists.
  return connection.raw({ major: INTERN_ATOM, minor: 0 }, body, (reply) => reply.readUInt32LE(0))
}
