import type { FocusTaken } from './focus.ts'
import type { Budget, ProcessIdentity, WindowHandle } from './values.ts'

/** An app that can be started here. */
export interface InstalledApp {
  /** Desktop id; unique. */
  readonly id: string
  /** As people call it, in their language first. */
  readonly names: readonly string[]
  /** Basename of its program. */
  readonly executable: string
  /** Window class of its windows, where it says so. */
  readonly windowClass?: string
}

export interface Launched {
  /** That owns its window; the one that was started, while none has come. It may have ended since. */
  readonly process: ProcessIdentity
  /** The first that it showed; absent: none within the budget. */
  readonly window?: WindowHandle
  /** It took the person's focus although it was to be kept. */
  readonly focusTaken?: FocusTaken
  /** Of the started process, if it ended by itself. */
  readonly exitCode?: number
}

export interface Launcher {
  installed(): Promise<readonly InstalledApp[]>
  /** What opens this URL: the person's choice, else the system's. */
  handlerOf(url: string): Promise<InstalledApp | undefined>
  /**
   * Starts an app by its id and waits for its first window. `keep`: the person's focus stays where it is; an app that takes
   * it all the same loses it again. The app is accessible and lives on when we end.
   * @throws PortError `rejected` when nothing was started
   */
  open(id: string, options: { readonly focus: 'keep' | 'take' }, budget: Budget): Promise<Launched>
  /** Hands a URL to what opens it and waits until that is done or shows a window. It may take the focus. @throws PortError `rejected` */
  openUrl(url: string, budget: Budget): Promise<Launched>
}
