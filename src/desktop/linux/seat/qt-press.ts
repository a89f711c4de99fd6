import { attributesOf } from '../x11/window-list.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import { isQt } from './qt.ts'
import { handledBy } from './settle.ts'
import { isOfTarget, type Target } from './target.ts'
import type { Workbench } from './workbench.ts'
import { LOWEST_WINDOW } from './xinput2.ts'

/** Keeps from Qt what it takes when it is pressed, whoever presses: the focus, and for a menu pointer and keyboard as well. */
export class QtPress {
  readonly #bench: Workbench
  readonly #target: Target
  readonly #isPopup: boolean
  #hasBegun = false

  private constructor(bench: Workbench, target: Target, isPopup: boolean) {
    this.#bench = bench
    this.#target = target
    this.#isPopup = isPopup
  }

  /** Undefined where there is no Qt, or where the person is in the same app and has its focus and its menus for their own. */
  static async of(bench: Workbench, target: Target): Promise<QtPress | undefined> {
    if (target.pid === undefined || !(await isQt(target.pid))) return undefined
    const { core, person } = bench.rig
    const focus = await core.input.focus(person.keyboard)
    const [pids, attributes] = await Promise.all([
      focus < LOWEST_WINDOW ? new Map<number, number>() : pidsByConnection(core.server, [focus]),
      attributesOf(core.server, target.client),
    ])
    if (focus >= LOWEST_WINDOW && isOfTarget(core.server, focus, pids.get(focus), target)) return undefined
    return new QtPress(bench, target, attributes?.overrideRedirect !== 0)
  }

  /** Before the first button is pressed. */
  async begin(): Promise<void> {
    if (this.#hasBegun) return
    this.#hasBegun = true
    const { lentDevices, toldFocus, echo } = this.#bench
    const { client } = this.#target
    // Menus are never given the focus, and do not ask for it.
    const telling = this.#isPopup ? undefined : toldFocus.tell(this.#target)
    await Promise.all([telling, lentDevices.lend(client)])
    if (!this.#isPopup) await handledBy(echo, client)
  }

  /** Before keys are sent: they come from the keyboard that is held. */
  async freeKeyboard(): Promise<void> {
    await this.#bench.lentDevices.takeBack()
  }

  /** Idempotent. @param hasActed The app has taken everything that was sent. */
  async end(hasActed: boolean): Promise<void> {
    if (!this.#hasBegun) return
    this.#hasBegun = false
    const { lentDevices, toldFocus } = this.#bench
    if (hasActed) await lentDevices.takeBack()
    else lentDevices.takeBackLater()
    await toldFocus.retract()
  }
}
