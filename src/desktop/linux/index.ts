import type { Desktop, Offer } from '../port.ts'
import { openApps } from './apps.ts'
import type { AtspiLogger } from './atspi/index.ts'
import { openAtspiLink } from './atspi-link.ts'
import { openClipboard } from './clipboard/index.ts'
import { FocusKeeper } from './focus-keeper.ts'
import { checkHealth } from './health.ts'
import { parseKeys } from './keys/parse-keys.ts'
import { openLauncher } from './launcher/index.ts'
import { openSeats } from './seat/index.ts'
import { openLock } from './session/lock.ts'
import { openWindowManager } from './window-manager.ts'
import { openWindowMerger } from './windows.ts'
import { openX11 } from './x11/index.ts'

const notYet = (what: string): Offer<never> => ({
  offered: false,
  reason: `surehand does not offer ${what} on Linux yet`,
})

/** A service that does not answer holds up the start no longer than this; its calls go on looking for it. */
const OPEN_LIMIT = 2_000

/**
 * The desktop of one environment: its X display (`DISPLAY`, `XAUTHORITY`), session bus (`DBUS_SESSION_BUS_ADDRESS`) and
 * accessibility bus. Never rejects for something that is missing: the parts that need it reject with `unavailable` and
 * the reason, and find it when it comes later.
 */
export async function openLinuxDesktop(env: NodeJS.ProcessEnv, logger?: AtspiLogger): Promise<Desktop> {
  const x11 = openX11(env)
  const atspi = openAtspiLink(env, logger)
  const keeper = new FocusKeeper(x11)
  const lock = openLock(env, x11.link)
  const clipboard = openClipboard(env, x11.link)
  // Connect now, so that the first call does not wait for it; what is missing is told by the parts themselves.
  const budget = { deadline: performance.now() + OPEN_LIMIT }
  await Promise.allSettled([x11.ready(budget), atspi.ready(budget)])
  const seats = await openSeats(env, x11.link, x11.focus, budget)
  return {
    platform: 'linux',
    apps: openApps(x11.link, atspi),
    windows: { list: openWindowMerger(x11.link, atspi), at: x11.at, watch: x11.watch },
    accessibility: atspi.accessibility,
    focus: { ...x11.focus, keep: (pid) => keeper.keep(pid) },
    capture: x11.capture,
    session: { lock: lock.read },
    keyNames: { parse: parseKeys },
    get agentSeat() {
      return seats.agentSeat
    },
    postedEvents: seats.postedEvents,
    get coreSeat() {
      return seats.coreSeat
    },
    clipboard: { offered: true, use: clipboard },
    windowManager: { offered: true, use: openWindowManager(x11.link) },
    launcher: { offered: true, use: openLauncher(env, x11) },
    humanActivity: notYet("notice of a person's input"),
    sleepInhibitor: notYet('keeping the machine awake'),
    health: (budget) => checkHealth(env, { x: x11.link, atspi, lock, agentSeat: seats.agentSeat }, budget),
    async close() {
      await seats.close()
      await clipboard.close()
      x11.close()
      atspi.close()
      lock.close()
    },
  }
}
