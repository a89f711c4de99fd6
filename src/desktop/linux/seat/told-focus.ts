import { attributesOf, childrenOf } from '../x11/window-list.ts'
import { postFocus } from '../x11/window-messages.ts'
import type { Rig } from './rig.ts'
import { isOfTarget, type Target, VIEWABLE } from './target.ts'
import { FOCUS_IN, FOCUS_OUT, LOWEST_WINDOW } from './xinput2.ts'

/**
 * Qt asks the window manager for the focus when a window is pressed that has not got it, whoever presses. A window that was
 * told that it has it does not ask. It is told the truth again after the gesture; but Qt closes its menus 100 ms after it
 * has lost the focus, so that while it shows any the truth waits.
 */
export class ToldFocus {
  readonly #rig: Rig
  #told: Target | undefined
  #isDue = false
  #work: Promise<void> = Promise.resolve()

  constructor(rig: Rig) {
    this.#rig = rig
    rig.core.connection.onEvent(({ name }) => {
      if (name === 'UnmapNotify' && this.#isDue) void this.retract()
    })
  }

  /** Not for an app in which the person is. */
  tell(target: Target): Promise<void> {
    return this.#next(async () => {
      if (this.#told !== undefined && this.#told.client !== target.client) await this.#post(FOCUS_OUT)
      this.#told = target
      this.#isDue = false
      await this.#post(FOCUS_IN)
    })
  }

  /** As soon as no menu is open. */
  retract(): Promise<void> {
    return this.#next(async () => {
      if (this.#told === undefined) return
      this.#isDue = await this.#showsPopups(this.#told)
      if (this.#isDue) return
      // What has the focus in truth has been told so by the server.
      if (!(await this.#hasFocus(this.#told))) await this.#post(FOCUS_OUT)
      this.#told = undefined
    })
  }

  #next(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch(() => {
      // The window has gone, or the server.
      this.#told = undefined
      this.#isDue = false
    })
    return this.#work
  }

  #post(type: typeof FOCUS_IN | typeof FOCUS_OUT): Promise<void> {
    return postFocus(this.#rig.core.server, this.#told?.client ?? 0, type)
  }

  async #hasFocus(target: Target): Promise<boolean> {
    const { core, person } = this.#rig
    const focus = await core.input.focus(person.keyboard)
    return focus >= LOWEST_WINDOW && isOfTarget(core.server, focus, undefined, target)
  }

  async #showsPopups(target: Target): Promise<boolean> {
    const { server } = this.#rig.core
    const all = (await childrenOf(server, server.connection.root))?.children ?? []
    const own = all.filter((window) => isOfTarget(server, window, undefined, target))
    const attributes = await Promise.all(own.map((window) => attributesOf(server, window)))
    return attributes.some((one) => one?.mapState === VIEWABLE && one.overrideRedirect !== 0)
  }
}
