import { busAddress } from './bus-config.ts'
import type { DesktopFolders } from './folders.ts'

/** Names the desktop that a process belongs to; nested desktops are listed outermost first, separated by colons. */
export const markerVariable = 'SUREHAND_DESKTOP'

/** Set to `services` for the parts of a desktop that must outlive its apps: X server, buses, window manager. */
export const roleVariable = 'SUREHAND_DESKTOP_ROLE'

/** What a desktop changes in a process's environment. */
export interface EnvironmentChange {
  readonly set: Readonly<Record<string, string>>
  /** Variables that would lead an app out of the desktop, or keep it off the accessibility bus. */
  readonly unset: readonly string[]
}

const unset = [
  // another session's accessibility, or none
  'AT_SPI_BUS_ADDRESS',
  'NO_AT_BRIDGE',
  'GTK_MODULES',
  // another display server
  'WAYLAND_DISPLAY',
  'WAYLAND_SOCKET',
  // another session's services
  'DBUS_STARTER_ADDRESS',
  'DBUS_STARTER_BUS_TYPE',
  'DESKTOP_SESSION',
  'ICEAUTHORITY',
  'SESSION_MANAGER',
  'XDG_CURRENT_DESKTOP',
  'XDG_SEAT',
  'XDG_SESSION_DESKTOP',
  'XDG_SESSION_ID',
  'XDG_VTNR',
  // input methods whose daemons do not run here
  'GTK_IM_MODULE',
  'QT_IM_MODULE',
  'XMODIFIERS',
  // an app that is started must not think that a launcher waits for it
  'DESKTOP_STARTUP_ID',
  'XDG_ACTIVATION_TOKEN',
  roleVariable,
] as const

/** The variables that make an app a part of this desktop and nothing else. */
export function desktopEnvironment(desktop: {
  readonly id: string
  readonly display: string
  readonly folders: DesktopFolders
  /** The environment that the change will be laid on. */
  readonly base: NodeJS.ProcessEnv
}): EnvironmentChange {
  const { folders, base } = desktop
  const outer = base[markerVariable]
  const localised = base.LC_ALL || base.LC_CTYPE || base.LANG
  return {
    set: {
      [markerVariable]: outer ? `${outer}:${desktop.id}` : desktop.id,
      DISPLAY: desktop.display,
      XAUTHORITY: folders.authority,
      DBUS_SESSION_BUS_ADDRESS: busAddress(folders.busSocket),
      HOME: folders.home,
      XDG_CONFIG_HOME: folders.configHome,
      XDG_DATA_HOME: folders.dataHome,
      XDG_STATE_HOME: folders.stateHome,
      XDG_CACHE_HOME: folders.cacheHome,
      XDG_RUNTIME_DIR: folders.runtime,
      XDG_SESSION_TYPE: 'x11',
      // without a UTF-8 locale toolkits and terminals lose every character beyond ASCII
      ...(localised ? {} : { LANG: 'C.UTF-8' }),
      // toolkits: X11, and accessibility without asking first
      GDK_BACKEND: 'x11',
      GTK_A11Y: 'atspi',
      QT_QPA_PLATFORM: 'xcb',
      QT_ACCESSIBILITY: '1',
      QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
      GNOME_ACCESSIBILITY: '1',
      ACCESSIBILITY_ENABLED: '1',
      // no GPU here: GTK 4 by software GL takes eight times the processor time and twice the memory of cairo
      GSK_RENDERER: 'cairo',
      // settings come from this desktop's own file, files from the file system; neither needs a service
      GSETTINGS_BACKEND: 'keyfile',
      GIO_USE_VFS: 'local',
    },
    unset,
  }
}

/** The environment of a process inside the desktop. */
export function applyChange(base: NodeJS.ProcessEnv, change: EnvironmentChange): Record<string, string> {
  const dropped = new Set<string>(change.unset)
  const kept = Object.entries(base).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined && !dropped.has(entry[0])
  })
  return { ...Object.fromEntries(kept), ...change.set }
}
