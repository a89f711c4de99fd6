import type { Budget, HealthPart } from '../../port.ts'
import type { XLink } from '../x11/link.ts'
import { readText, readWord } from '../x11/properties.ts'
import type { ExtensionName, XServer } from '../x11/server.ts'
import { readProperty, readScreen } from '../x11/window-list.ts'
import { failed, INSIDE_A_SESSION, ok, type PartFacts } from './part.ts'

const DISPLAY: PartFacts = {
  name: 'X display',
  neededFor: ['windows', 'screenshots', 'focus telemetry', 'the screen lock gate'],
  remedy: INSIDE_A_SESSION,
}

const WINDOW_MANAGER: PartFacts = {
  name: 'window manager',
  neededFor: ['the active window', 'minimised windows', 'the order of windows on other desktops'],
  remedy: 'start one that speaks EWMH, for example: apt-get install openbox && openbox &',
}

const EXTENSION_PARTS: readonly (PartFacts & {
  readonly extension: ExtensionName
  readonly without: HealthPart['state']
})[] = [
  {
    extension: 'composite',
    name: 'XComposite',
    neededFor: ['screenshots of covered windows'],
    remedy: 'start the X server with its Composite extension (Xvfb and Xorg have it unless told otherwise)',
    without: 'missing',
  },
  {
    extension: 'input',
    name: 'XInput 2',
    neededFor: ["telling the person's focus and pointer"],
    remedy: 'use an X server of 2010 or later (XInput 2.0)',
    without: 'missing',
  },
  {
    extension: 'damage',
    name: 'DAMAGE',
    neededFor: ['knowing that a covered window has been painted'],
    remedy: 'start the X server with its DAMAGE extension',
    without: 'degraded',
  },
  {
    extension: 'resource',
    name: 'X-Resource',
    neededFor: ['the owner of windows that do not name their process'],
    remedy: 'use an X server of 2012 or later (X-Resource 1.2)',
    without: 'degraded',
  },
]

/** The X server and what it must be able to do; only the first part where there is none. */
export async function checkDisplay(env: NodeJS.ProcessEnv, x: XLink, budget: Budget): Promise<readonly HealthPart[]> {
  try {
    return await x.use(budget, 'look at the X display', async (server) => [
      ok(DISPLAY, await describeServer(server, env.DISPLAY ?? '')),
      ...EXTENSION_PARTS.map((part) =>
        server.extensions[part.extension] === undefined
          ? failed(part, part.without, 'the X server does not offer it')
          : ok(part, 'offered'),
      ),
      await checkWindowManager(server),
    ])
  } catch (error) {
    return [failed(DISPLAY, 'missing', error instanceof Error ? error.message : String(error))]
  }
}

async function describeServer(server: XServer, display: string): Promise<string> {
  const { width, height } = await readScreen(server)
  const { screen, display: about } = server.connection
  return `${display}, ${width}x${height}, ${screen.root_depth} bits deep, ${about.vendor}`
}

/** EWMH: the root names a window that names itself, and that carries the manager's name. */
async function checkWindowManager(server: XServer): Promise<HealthPart> {
  const { UTF8_STRING, STRING } = server.atoms
  const check = async (window: number) => readWord(await readProperty(server, window, '_NET_SUPPORTING_WM_CHECK'))
  const window = await check(server.connection.root)
  if (window === undefined || (await check(window)) !== window) {
    return failed(WINDOW_MANAGER, 'degraded', 'no window manager that speaks EWMH is running')
  }
  const name = readText(await readProperty(server, window, '_NET_WM_NAME'), UTF8_STRING, STRING)
  return ok(WINDOW_MANAGER, name ?? 'speaks EWMH, does not say its name')
}
