import { existsSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Budget, Focus, FocusWindow, Subscription } from '../../port.ts'

type PersonFocus = Pick<Focus, 'read' | 'watch'>

/** The file that V8 starts from lies beside the program of Chromium, of Chrome, and of every Electron app. */
const CHROMIUM_FILE = 'v8_context_snapshot.bin'

/**
 * Chromium takes keys only from the master keyboard that the X server lists last (156; the mere existence of a second one is
 * enough). While the agent's keyboard exists, a person who is in one of its windows types into nothing.
 */
export class Muting {
  readonly #focus: PersonFocus

  constructor(focus: PersonFocus) {
    this.#focus = focus
  }

  /** The window in which the person would not be heard now. */
  async now(budget: Budget): Promise<FocusWindow | undefined> {
    const { focus } = await this.#focus.read(budget)
    return focus !== undefined && isMuted(focus) ? focus : undefined
  }

  /** The person has gone to such a window. */
  watch(listener: () => void): Promise<Subscription> {
    return this.#focus.watch(({ kind, window }) => {
      if (kind === 'focus' && isMuted(window)) listener()
    })
  }
}

const isMuted = ({ pid }: FocusWindow): boolean => pid !== undefined && isChromium(pid)

/** Also inside of a sandbox with a file system of its own. */
export function isChromium(pid: number): boolean {
  try {
    const program = readlinkSync(`/proc/${pid}/exe`)
    return existsSync(`/proc/${pid}/root${dirname(program)}/${CHROMIUM_FILE}`)
  } catch {
    return false
  }
}
