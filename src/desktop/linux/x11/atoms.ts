import type { Connection } from './connection.ts'

/** Every atom that surehand uses beside the predefined ones. */
const NAMES = [
  '_GTK_FRAME_EXTENTS',
  '_NET_ACTIVE_WINDOW',
  '_NET_CLIENT_LIST',
  '_NET_CLIENT_LIST_STACKING',
  '_NET_SUPPORTING_WM_CHECK',
  '_NET_WM_CM_S0',
  '_NET_WM_NAME',
  '_NET_WM_PID',
  '_NET_WM_STATE',
  '_NET_WM_STATE_FULLSCREEN',
  '_NET_WM_STATE_HIDDEN',
  '_NET_WM_STATE_MODAL',
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
  'BLANK',
  'LOCK',
  'UTF8_STRING',
  'WM_STATE',
] as const

/** Predefined by the protocol; npm `x11` would answer for them without asking, but their numbers are fixed. */
const PREDEFINED = {
  ATOM: 4,
  CARDINAL: 6,
  STRING: 31,
  WINDOW: 33,
  WM_CLASS: 67,
  WM_CLIENT_MACHINE: 36,
  WM_NAME: 39,
  WM_TRANSIENT_FOR: 68,
} as const

export type AtomName = (typeof NAMES)[number] | keyof typeof PREDEFINED

export type Atoms = Readonly<Record<AtomName, number>>

/** One round trip for all of them; atoms live as long as the server. */
export async function internAtoms(connection: Connection): Promise<Atoms> {
  const interned = await Promise.all(
    NAMES.map(
      async (name) => [name, await connection.ask<number>((X, done) => X.InternAtom(false, name, done))] as const,
    ),
  )
  return { ...PREDEFINED, ...Object.fromEntries(interned) } as Atoms
}
