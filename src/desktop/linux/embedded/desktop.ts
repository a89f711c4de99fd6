import { randomUUID } from 'node:crypto'
import { startAccessibility } from './accessibility.ts'
import { applyChange, desktopEnvironment, type EnvironmentChange } from './environment.ts'
import { createFolders, type DesktopFolders } from './folders.ts'
import { type Keeper, startKeeper } from './keep.ts'
import { type Service, startAnnouncedService } from './service.ts'
import { startWindowManager } from './window-manager.ts'

export interface EmbeddedDesktopOptions {
  /** Of the screen, in pixels. 1280×800 unless given; 24 bits deep. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Command of an EWMH window manager, looked up in PATH; `none`: no window manager. `openbox` unless given. */
  readonly windowManager?: string
  /** What the desktop's environment is laid over; `process.env` unless given. */
  readonly environment?: NodeJS.ProcessEnv
}

/** A desktop of its own: X server, session bus, accessibility bus, window manager, home folder. */
export interface EmbeddedDesktop {
  /** `:N` */
  readonly display: string
  /** The whole environment for a process inside. */
  readonly env: Readonly<Record<string, string>>
  /** What `env` differs in from the environment it was laid over. */
  readonly change: EnvironmentChange
  /** Address of the accessibility bus. */
  readonly accessibilityBus: string
  readonly pids: {
    readonly server: number
    readonly sessionBus: number
    readonly windowManager?: number
    /** Ends everything when this process goes; see `keeper.ts`. */
    readonly keeper: number
  }
  /** Resolves when a part of the desktop ends unasked: `X server: SIGKILL`. The rest still runs until `stop`. */
  readonly broken: Promise<string>
  /** Ends every process that belongs to the desktop, apps included, and removes its folders. Idempotent. */
  stop(): Promise<void>
}

/**
 * Starts a fresh desktop and resolves when it can be used. Several may run side by side; none can see another. It ends
 * with `stop`, or with this process in whatever way that ends. Rejects, leaving nothing behind, when a part does not
 * start; the error says which and what its log says.
 */
export async function startEmbeddedDesktop(options: EmbeddedDesktopOptions = {}): Promise<EmbeddedDesktop> {
  const folders = await createFolders()
  const id = randomUUID()
  const keeper = startKeeper(id, folders.root)
  try {
    return await startParts(id, folders, keeper, options)
  } catch (error) {
    await keeper.end()
    throw error
  }
}

async function startParts(
  id: string,
  folders: DesktopFolders,
  keeper: Keeper,
  options: EmbeddedDesktopOptions,
): Promise<EmbeddedDesktop> {
  const base = options.environment ?? process.env
  const environmentFor = (display: string) => {
    const change = desktopEnvironment({ id, display, folders, base })
    return { change, env: applyChange(base, change) }
  }
  const server = await startServer(folders, environmentFor('').env, options.size)
  const display = `:${server.announcement}`
  const { change, env } = environmentFor(display)
  const windowManager = options.windowManager ?? 'openbox'
  const [[sessionBus, accessibilityBus], manager] = await Promise.all([
    startBuses(folders, env),
    windowManager === 'none' ? undefined : startWindowManager(windowManager, env, folders.logs),
  ])
  let stopping = false
  const parts: Service[] = [server, sessionBus, ...(manager ? [manager] : [])]
  const broken = new Promise<string>((resolve) => {
    for (const part of parts) void part.ended.then((how) => stopping || resolve(`${part.name}: ${how}`))
  })
  return {
    display,
    env,
    change,
    accessibilityBus,
    pids: {
      server: server.pid,
      sessionBus: sessionBus.pid,
      ...(manager ? { windowManager: manager.pid } : {}),
      keeper: keeper.pid,
    },
    broken,
    stop: () => {
      stopping = true
      return keeper.end()
    },
  }
}

/** The server chooses a free display number itself, so that two that start at once cannot choose the same. */
function startServer(
  folders: DesktopFolders,
  env: Readonly<Record<string, string>>,
  size = { width: 1280, height: 800 },
) {
  const screen = `${size.width}x${size.height}x24`
  return startAnnouncedService({
    name: 'X server',
    command: 'Xvfb',
    // -noreset: a server that resets when its last client leaves would lose the window manager's announcement
    args: ['-displayfd', '3', '-screen', '0', screen, '-auth', folders.authority, '-nolisten', 'tcp', '-noreset'],
    env,
    logs: folders.logs,
    debianPackage: 'xvfb',
  })
}

async function startBuses(
  folders: DesktopFolders,
  env: Readonly<Record<string, string>>,
): Promise<readonly [Service, string]> {
  const sessionBus = await startAnnouncedService({
    name: 'session bus',
    command: 'dbus-daemon',
    args: [`--config-file=${folders.busConfig}`, '--nofork', '--nopidfile', '--print-address=3'],
    env,
    logs: folders.logs,
    debianPackage: 'dbus',
  })
  return [sessionBus, await startAccessibility(sessionBus.announcement)]
}
