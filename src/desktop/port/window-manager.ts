import type { Budget, Rect, WindowHandle } from './values.ts'

/**
 * Requests to the window manager. Each settles when it has been carried out, changed or declined: read the window again.
 * Rejects with `interface-missing` when there is no way to ask; nothing was sent then.
 */
export interface WindowManager {
  /** The parts of the screen that can be seen. Empty: not known. */
  displays(budget: Budget): Promise<readonly Rect[]>
  /** To the front, with the person's focus; out of the minimised state as well. */
  activate(window: WindowHandle, budget: Budget): Promise<void>
  /** Frame of the app's own window, without decoration, in screen pixels. A maximised window is none afterwards. */
  setFrame(window: WindowHandle, frame: Partial<Rect>, budget: Budget): Promise<void>
  /**
   * `closed` asks the app to close the window, as its close button would. `restored` never moves the focus; a window
   * manager that cannot show a minimised window without it leaves the window as it is.
   */
  setState(
    window: WindowHandle,
    state: 'minimized' | 'restored' | 'fullscreen' | 'not-fullscreen' | 'closed',
    budget: Budget,
  ): Promise<void>
}
