import type { FocusKeeping, FocusTaken } from '../desktop/port.ts'
import type { LadderResult, Rung } from '../ladder/rung.ts'
import type { Action, ToolContext } from '../tools/define.ts'

/** A window that an action opened is given the focus, by its app or the window manager, within this time. Milliseconds. */
const GRACE_MS = 60

/** Keeps the person's focus where it is, for an action that must not move it. */
export interface KeptFocus {
  /** The agent's seat keeps the focus itself while it acts; two would undo each other's work. */
  readonly guard: (rungs: readonly Rung[]) => readonly Rung[]
  /** What the app took meanwhile. @param windowCame a window of the app came up */
  readonly taken: (windowCame: boolean) => Promise<FocusTaken | undefined>
  /** Goes on for a moment, for what comes late. */
  readonly end: () => void
}

/**
 * Begins to keep it, and need not be waited for: what the window system is asked first, it answers first. Without a window
 * system there is no focus to keep.
 */
export function keepFocus({ app, options }: Action, { desktop }: ToolContext): KeptFocus {
  const pid = app?.process?.pid
  if (options.allowFocusChange || pid === undefined) return nothing
  return kept(desktop.focus.keep(pid).catch(() => undefined))
}

const nothing: KeptFocus = { guard: (rungs) => rungs, taken: async () => undefined, end: () => {} }

const kept = (keeping: Promise<FocusKeeping | undefined>): KeptFocus => ({
  guard: (rungs) =>
    rungs.map((rung) => {
      if (rung.tier !== 'tier2-agent-seat') return rung
      const deliver = async () => {
        ;(await keeping)?.end()
        return rung.deliver()
      }
      return { ...rung, deliver }
    }),
  taken: async (windowCame) => (await keeping)?.settled(windowCame ? GRACE_MS : 0),
  end: () => void keeping.then((one) => one?.linger()),
})

/** The ladder's own finding goes first. */
export const withTaken = (ladder: LadderResult, focusTaken: FocusTaken | undefined): LadderResult =>
  ladder.focusTaken === undefined && focusTaken !== undefined ? { ...ladder, focusTaken } : ladder
