import { createRequire } from 'node:module'
import { cookieScheme } from './authority.ts'
import type { DesktopFolders } from './folders.ts'
import { type Service, startService } from './service.ts'

/**
 * Starts a window manager and waits until it says on the root window that it manages the display (EWMH).
 * It runs with `LC_ALL=C`: in a UTF-8 locale Openbox reads the whole Compose table again at every change of the
 * keyboard map (47–222 ms each, against 4.5 ms).
 */
export async function startWindowManager(
  command: string,
  display: string,
  env: Readonly<Record<string, string>>,
  folders: DesktopFolders,
): Promise<Service> {
  const service = await startService({
    name: 'window manager',
    command,
    args: [],
    env: { ...env, LC_ALL: 'C' },
    logs: folders.logs,
    ...(command === 'openbox' ? { debianPackage: 'openbox' } : {}),
  })
  await service.until(`_NET_SUPPORTING_WM_CHECK on the root window of ${display}`, managed(display, folders.cookie))
  return service
}

/** The few calls of the `x11` package that are used here. */
interface X11 {
  createClient(options: object, ready: (error: Error | null, display: XDisplay) => void): void
  eventMask: { PropertyChange: number }
}
interface XDisplay {
  screen: readonly { root: number }[]
  client: {
    InternAtom(onlyIfExists: boolean, name: string, reply: (error: Error | null, atom: number) => void): void
    ChangeWindowAttributes(window: number, values: { eventMask: number }): void
    GetProperty(
      remove: 0,
      window: number,
      property: number,
      type: number,
      offset: number,
      length: number,
      reply: (error: Error | null, property: { type: number }) => void,
    ): void
    on(event: 'event', listener: (event: { name: string; atom: number }) => void): void
    on(event: 'error', listener: (error: Error) => void): void
    terminate(): void
  }
}

/** Resolves when a window manager has announced itself: told by event, looked at once after subscribing. */
function managed(display: string, cookie: Buffer): Promise<void> {
  const x11 = createRequire(import.meta.url)('x11') as X11
  return new Promise((resolve, reject) => {
    const auth = { name: cookieScheme, data: cookie.toString('latin1') }
    x11.createClient({ display, auth, shm: false }, (failure, { screen, client } = {} as XDisplay) => {
      if (failure) return reject(failure)
      const root = screen[0]?.root as number
      const finish = (end: () => void) => {
        client.terminate()
        end()
      }
      client.on('error', (error) => finish(() => reject(error)))
      client.InternAtom(false, '_NET_SUPPORTING_WM_CHECK', (error, atom) => {
        if (error) return finish(() => reject(error))
        const look = () =>
          client.GetProperty(0, root, atom, 0, 0, 1, (unreadable, property) => {
            if (!unreadable && property.type !== 0) finish(resolve)
          })
        client.on('event', (event) => {
          if (event.name === 'PropertyNotify' && event.atom === atom) look()
        })
        client.ChangeWindowAttributes(root, { eventMask: x11.eventMask.PropertyChange })
        look()
      })
    })
  })
}
