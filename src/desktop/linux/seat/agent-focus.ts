import { parseFocusNotice } from '../x11/focus-notice.ts'
import { remindWindowManager } from './reminder.ts'
import type { Rig } from './rig.ts'
import { FOCUS_IN, FOCUS_OUT, POINTER_ROOT } from './xinput2.ts'

/** xXIFocusInEvent: the device whose focus it is. */
const DEVICE = 10

/**
 * Keeps the agent's keyboard without a focus of its own. An app that sets the input focus while it is pressed by the agent
 * sets the focus of the agent's keyboard: the server takes the seat whose button the app holds for the one that it means.
 * That is taken off again at once, and the window manager is reminded whose focus counts.
 */
export class AgentFocus {
  readonly #rig: Rig
  #work: Promise<void> = Promise.resolve()

  private constructor(rig: Rig) {
    this.#rig = rig
  }

  static async watch(rig: Rig): Promise<AgentFocus> {
    const focus = new AgentFocus(rig)
    const { core, masters, extensions } = rig
    const { root } = core.connection
    core.connection.onEvent((event) => {
      const notice = parseFocusNotice(event, extensions.input)
      if (notice === undefined || notice.window !== root) return
      if (event.rawData.readUInt16LE(DEVICE) === masters.keyboard) focus.#check()
    })
    await core.input.select(root, masters.keyboard, [FOCUS_IN, FOCUS_OUT])
    return focus
  }

  /** Resolves when everything that the server has told so far is dealt with. */
  settled(): Promise<void> {
    return this.#work
  }

  #check(): void {
    this.#work = this.#work
      .then(async () => {
        const { core, masters, person } = this.#rig
        if ((await core.input.focus(masters.keyboard)) === POINTER_ROOT) return
        await core.input.setFocus(masters.keyboard, POINTER_ROOT)
        await remindWindowManager(core.server, core.input, person.keyboard)
      })
      .catch(() => {
        // The server has gone, or the person's window in the middle of it.
      })
  }
}
