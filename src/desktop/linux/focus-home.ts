import { setTimeout as delay } from 'node:timers/promises'
import type { FocusEvent, FocusTaken, FocusWindow } from '../port.ts'
import { requestActivation } from './window-manager.ts'
import { type CoreDevices, findCoreDevices, isSwitching, readFocusWindow } from './x11/devices.ts'
import { describeFocus, topLevelOf } from './x11/focus-read.ts'
import { windowId } from './x11/handles.ts'
import type { XServer } from './x11/server.ts'

const REVERT_TO_PARENT = 2
/** 0 and 1 stand for no window. */
const LOWEST_WINDOW = 2
/** An app that takes the focus again and again is left with it: a fight is worse for the person. Chromium takes it 2–4 times. */
const MOST_RETURNS = 8
const REQUEST_LIMIT = 1_000
const LOOKS = 5
const LOOK_AGAIN = 40

interface Home {
  /** The window that has the focus. */
  readonly focus: number
  /** The top level that it is in. Described when it is first needed, which mostly it never is. */
  window?: FocusWindow
}

/** Where the person's focus belongs while an app is being started; gives it back when a window of the app takes it. */
export class FocusHome {
  readonly #server: XServer
  readonly #core: CoreDevices
  readonly #pid: number | undefined
  #home: Home
  #returns = 0
  #taken: { readonly by: FocusWindow; longest: number } | undefined
  #work: Promise<void> = Promise.resolve()
  #isOver = false

  private constructor(server: XServer, core: CoreDevices, home: Home, pid: number | undefined) {
    this.#server = server
    this.#core = core
    this.#home = home
    this.#pid = pid
  }

  /** @param pid Of the app; where the person is in a window of it, they see its other windows come up as ever. */
  static async remember(server: XServer, pid?: number): Promise<FocusHome> {
    const core = await findCoreDevices(server)
    const focus = await readFocusWindow(server, core.keyboard)
    return new FocusHome(server, core, { focus }, pid)
  }

  /** What was taken, and the longest that the person was without it, once everything that was told is dealt with. */
  async settled(): Promise<FocusTaken | undefined> {
    await this.#work
    // It may have been taken once more, and the notice of that be on its way.
    for (let look = 0; look < LOOKS && this.#taken !== undefined && !(await this.#isHome()); look++) {
      await delay(LOOK_AGAIN)
      await this.#work
    }
    if (this.#taken === undefined) return undefined
    const { by, longest } = this.#taken
    return { by, ...((await this.#isHome()) && { returnedAfter: longest }) }
  }

  /** From now on the focus may go where it likes. */
  end(): void {
    this.#isOver = true
  }

  /** The focus moved: to the app, or where the person or something else wants it to be. */
  noteFocus(event: FocusEvent, isApps: Promise<boolean>): void {
    this.#work = this.#work
      .then(async () => {
        if (await isApps) await this.#giveBack(event)
        else await this.#move(event.window)
      })
      .catch(() => {
        // A window has gone meanwhile, or the server: the next notice says where the focus is.
      })
  }

  async #move(window: FocusWindow): Promise<void> {
    this.#home = { focus: await readFocusWindow(this.#server, this.#core.keyboard), window }
  }

  async #giveBack({ window, at }: FocusEvent): Promise<void> {
    const { connection } = this.#server
    const { focus } = this.#home
    if (await this.#isHome()) return
    if (this.#isOver) return
    const home = await this.#homeWindow()
    // They went to the new window themselves.
    const isTheirs = this.#pid !== undefined && home.pid === this.#pid
    if (isTheirs || (await isSwitching(this.#server, this.#core.pointer))) return this.#move(window)
    if (focus < LOWEST_WINDOW || focus === connection.root || this.#returns >= MOST_RETURNS) return
    this.#returns += 1
    // At once by ourselves; then the window manager hears of it, and puts the person's window in front again.
    await connection.ask<void>((X, done) => X.SetInputFocus(focus, REVERT_TO_PARENT, done))
    this.#taken ??= { by: window, longest: 0 }
    this.#taken.longest = Math.max(this.#taken.longest, performance.now() - at)
    const top = topOf(home)
    if (top !== undefined) await requestActivation(this.#server, top, { deadline: performance.now() + REQUEST_LIMIT })
  }

  /** A toolkit that is given the focus may hand it on to a child of the same window, as GTK 3 does. */
  async #isHome(): Promise<boolean> {
    const focus = await readFocusWindow(this.#server, this.#core.keyboard)
    if (focus === this.#home.focus) return true
    if (focus < LOWEST_WINDOW) return false
    const top = topOf(await this.#homeWindow())
    return top !== undefined && (await topLevelOf(this.#server, focus)) === top
  }

  async #homeWindow(): Promise<FocusWindow> {
    const home = this.#home
    home.window ??= await describeFocus(this.#server, home.focus)
    return home.window
  }
}

const topOf = ({ handle }: FocusWindow): number | undefined => (handle === undefined ? undefined : windowId(handle))
