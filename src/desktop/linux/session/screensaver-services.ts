import { askRunning, type Bus } from './bus.ts'
import type { LockSource } from './lock-source.ts'
import { answerOf } from './logind.ts'

/** Services that tell by GetActive; on these desktops an active screen saver is the locked screen. */
const SERVICES = [
  { name: 'org.freedesktop.ScreenSaver', path: '/org/freedesktop/ScreenSaver' },
  { name: 'org.gnome.ScreenSaver', path: '/org/gnome/ScreenSaver' },
  { name: 'org.mate.ScreenSaver', path: '/org/mate/ScreenSaver' },
  { name: 'org.cinnamon.ScreenSaver', path: '/org/cinnamon/ScreenSaver' },
  { name: 'org.xfce.ScreenSaver', path: '/org/xfce/ScreenSaver' },
] as const

export function screenSaverSources(bus: Bus): readonly LockSource[] {
  return SERVICES.map(({ name, path }) => ({
    name,
    ask: async (budget) =>
      answerOf(await askRunning(bus, { bus: name, path, iface: name, member: 'GetActive' }, budget), 'GetActive'),
  }))
}
