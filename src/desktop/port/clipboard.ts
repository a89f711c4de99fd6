import type { Budget } from './values.ts'

export interface Clipboard {
  /** Its text as any other client gets it; `undefined`: it is empty or holds something else. */
  read(budget: Budget): Promise<string | undefined>
  /**
   * Also outlives this process. `undefined` empties it, where its content is ours.
   * @throws PortError `rejected` when another app took it at the same moment; its content was left alone.
   */
  write(text: string | undefined, budget: Budget): Promise<void>
}
