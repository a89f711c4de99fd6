import { topLevelOf } from '../x11/focus-read.ts'
import { readWord } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { childrenOf, readProperty, topOf } from '../x11/window-list.ts'
import { handled, NONLINEAR_VIRTUAL, postFocus } from '../x11/window-messages.ts'
import { FOCUS_IN, LOWEST_WINDOW, POINTER_ROOT, type XInput2 } from './xinput2.ts'

const LIMIT = 1_000

/** How the window manager was brought to know better. */
export type Reminded =
  /** It knew already, or there is nothing that it could know. */
  | 'unneeded'
  /** By words: nobody else noticed. */
  | 'told'
  /** The person's focus was taken and given back, in one go. */
  | 'shown'

/**
 * Window managers hear of focus by core events, which do not say whose it is. One that took the agent's focus for the
 * person's believes that another window is active, and its shortcuts (Alt+F4!) would act on that. When the agent's focus
 * goes it knows of no active window at all, and no request changes that, because the person's focus is where it always
 * was and cannot be set there again. So it is told once more, by an event to the frame and then to the client's window,
 * where the person's focus is; if it does not believe that, it is shown.
 */
export async function remindWindowManager(server: XServer, input: XInput2, keyboard: number): Promise<Reminded> {
  const { connection } = server
  const readActive = async () => readWord(await readProperty(server, connection.root, '_NET_ACTIVE_WINDOW'))
  const focus = await input.focus(keyboard)
  const budget = { deadline: performance.now() + LIMIT }
  if (focus < LOWEST_WINDOW || (await readActive()) === undefined) return 'unneeded'
  const tops = (await childrenOf(server, connection.root))?.children ?? []
  const [top, client] = await Promise.all([topOf(server, focus, tops), topLevelOf(server, focus)])
  await handled(server, budget)
  const isRight = async () => (await readActive()) === client
  if (top === undefined || (await isRight())) return 'unneeded'
  const steps: readonly (() => Promise<unknown>)[] = [
    () => postFocus(server, top, FOCUS_IN, NONLINEAR_VIRTUAL),
    () => postFocus(server, client, FOCUS_IN),
    () => Promise.all([input.setFocus(keyboard, POINTER_ROOT), input.setFocus(keyboard, focus)]),
  ]
  for (const [index, step] of steps.entries()) {
    await step()
    await handled(server, budget)
    if (await isRight()) return index < 2 ? 'told' : 'shown'
  }
  return 'shown'
}
