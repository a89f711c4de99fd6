import type { Event } from 'x11'
import type { Subscription } from '../../port.ts'
import { readWord } from '../x11/properties.ts'
import { words } from '../x11/raw.ts'
import type { XServer } from '../x11/server.ts'
import { readProperty } from '../x11/window-list.ts'
import { type Family, isFamilyWindow } from './family.ts'

/**
 * Asks for no focus in the name of each new window of an app that is being started: `_NET_WM_USER_TIME` 0 before it is
 * mapped (EWMH). Measured: without it Openbox, xfwm4 and mutter give every new window the focus, whatever time the startup
 * id carries; with it only GTK 4 and Chromium get it, which take it themselves.
 * @param server one whose windows are being watched, so that their properties are told
 */
export function quietNewWindows(server: XServer, family: Family): Subscription {
  const { connection, atoms } = server
  const own = new Set<number>()
  const quiet = (window: number) =>
    connection.ask<void>((X, done) =>
      X.ChangeProperty(0, window, atoms._NET_WM_USER_TIME, atoms.CARDINAL, 32, words(0), done),
    )
  // GTK keeps the time in a window beside its own, so that writing it does not wake everybody.
  const quietOther = async (window: number) => {
    const other = readWord(await readProperty(server, window, '_NET_WM_USER_TIME_WINDOW'))
    if (other !== undefined && other !== 0) await quiet(other)
  }
  const greet = async (window: number) => {
    if (!(await isFamilyWindow(server, window, family))) return
    own.add(window)
    await Promise.all([quiet(window), quietOther(window)])
  }
  const take = async (event: Event) => {
    if (event.name === 'CreateNotify' && event.parent === connection.root && !event.overrideRedirect)
      await greet(event.wid)
    if (event.name === 'PropertyNotify' && event.atom === atoms._NET_WM_USER_TIME_WINDOW && own.has(event.wid))
      await quietOther(event.wid)
  }
  return connection.onEvent((event) => {
    take(event).catch(() => {
      // The window has gone again.
    })
  })
}
