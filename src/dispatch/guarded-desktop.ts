import type { AppInfo, Desktop, FocusReading, FocusWindow } from '../desktop/port.ts'
import type { AppAccess } from './app-access.ts'

/**
 * The desktop as the engine and all tools get it. Of a denied app it tells that it runs and nothing more: no titles, no
 * windows, and so neither its elements nor its picture, whichever way they are asked for.
 */
export function guardDesktop(desktop: Desktop, access: AppAccess): Desktop {
  const isDenied = (app: AppInfo): boolean => access.of(app).access === 'denied'
  const apps: Desktop['apps'] = {
    isAlive: desktop.apps.isAlive,
    origin: desktop.apps.origin,
    async list(budget, options) {
      const [listing] = await Promise.all([desktop.apps.list(budget, options), access.refresh()])
      for (const app of listing.apps) access.remember(app)
      return {
        ...listing,
        apps: listing.apps.map((app) => (isDenied(app) ? { ...app, windowTitles: [] } : app)),
      }
    },
  }
  const windows: Desktop['windows'] = {
    at: (point, budget) => desktop.windows.at(point, budget),
    watch: (listener) => desktop.windows.watch(listener),
    async list(app, budget, options) {
      access.requireReadable(app)
      return desktop.windows.list(app, budget, options)
    },
  }
  const focus: Desktop['focus'] = {
    keep: (pid) => desktop.focus.keep(pid),
    read: async (budget) => {
      const { focus, active, ...rest } = await desktop.focus.read(budget)
      const reading: FocusReading = rest
      return { ...reading, ...(focus && { focus: discreet(focus) }), ...(active && { active: discreet(active) }) }
    },
    watch: (listener) => desktop.focus.watch((event) => listener({ ...event, window: discreet(event.window) })),
  }

  /** Titles of denied apps are told nowhere, also where a person goes by themselves. */
  function discreet(window: FocusWindow): FocusWindow {
    const { title, ...rest } = window
    if (title === undefined || window.pid === undefined) return window
    return access.ofPid(window.pid).access === 'denied' ? rest : window
  }

  return Object.create(desktop, {
    apps: { value: apps },
    windows: { value: windows },
    focus: { value: focus },
  }) as Desktop
}
