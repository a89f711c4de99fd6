import { type Budget, type InstalledApp, type Launched, type Launcher, PortError } from '../../port.ts'
import { identify } from '../processes.ts'
import { activate } from '../window-manager.ts'
import { windowId } from '../x11/handles.ts'
import type { X11 } from '../x11/index.ts'
import { ownWindow, serverTime } from '../x11/own-window.ts'
import type { XServer } from '../x11/server.ts'
import { Arrival } from './arrival.ts'
import { type Entry, readEntries } from './entries.ts'
import type { Family } from './family.ts'
import { findHandler } from './handlers.ts'
import { startEntry } from './start.ts'

/** What becomes of the focus: the app may not have it, shall have it, or it is left to the app and the window manager. */
type FocusWish = 'keep' | 'take' | 'leave'

/** A startup id says when the person asked for the app; one from yesterday does not outrank what they do now. */
const LONG_AGO = 86_400_000
/** A process that hands over to another one has a window soon after; a URL may go into one that is there, in milliseconds. */
const HAND_OVER = 1_500
/** What is left to do when the time to wait for a window is up, in milliseconds. */
const WIND_UP = 2_000

/** Starts apps by their desktop entries. */
export function openLauncher(env: NodeJS.ProcessEnv, x11: X11): Launcher {
  let count = 0
  const start = (entry: Entry, url: string | undefined, focus: FocusWish, budget: Budget) => {
    const wait = { ...budget, deadline: budget.deadline + WIND_UP }
    return x11.link.use(wait, `start ${entry.name}`, async (server): Promise<Launched> => {
      count += 1
      const family = await familyOf(server, entry, `surehand-${process.pid}-${count}`, focus, wait)
      const arrival = await Arrival.expect(x11, server, family, focus === 'keep')
      try {
        const started = await startEntry(entry, url, family.startupId, env)
        const exit: { code?: number | undefined } = {}
        void started.ended.then((code) => Object.assign(exit, { code }))
        const window = await arrival.first(started, budget, url === undefined ? HAND_OVER : 0)
        const id = window && windowId(window.handle)
        if (focus === 'take' && id !== undefined) await activate(server, id, wait)
        const focusTaken = await arrival.focusTaken()
        const owner = window?.pid === undefined ? undefined : identify(window.pid)
        return {
          process: owner ?? started.process,
          ...(window && { window: window.handle }),
          ...(focusTaken && { focusTaken }),
          ...(exit.code === undefined ? {} : { exitCode: exit.code }),
        }
      } finally {
        arrival.linger()
      }
    })
  }
  return {
    async installed() {
      return (await readEntries(env)).filter(({ isHelper }) => !isHelper).map(describe)
    },
    async handlerOf(url) {
      const entry = await findHandler(url, await readEntries(env), env)
      return entry && describe(entry)
    },
    async open(id, { focus }, budget) {
      const entry = (await readEntries(env)).find((candidate) => candidate.id === id)
      if (entry === undefined) throw new PortError('rejected', `no app with the desktop id ${id} is installed`)
      return start(entry, undefined, focus, budget)
    },
    async openUrl(url, budget) {
      const entry = await findHandler(url, await readEntries(env), env)
      if (entry === undefined) throw new PortError('rejected', 'no installed app opens this kind of URL')
      return start(entry, url, 'leave', budget)
    },
  }
}

async function familyOf(
  server: XServer,
  { windowClass }: Entry,
  id: string,
  focus: FocusWish,
  budget: Budget,
): Promise<Family> {
  const now = await serverTime(server, await ownWindow(server), budget)
  const asked = focus === 'keep' ? Math.max(1, now - LONG_AGO) : now
  return { startupId: `${id}_TIME${asked}`, ...(windowClass !== undefined && { windowClass }) }
}

const describe = ({ id, name, plainName, executable, windowClass }: Entry): InstalledApp => ({
  id,
  names: name === plainName ? [name] : [name, plainName],
  executable,
  ...(windowClass !== undefined && { windowClass }),
})
