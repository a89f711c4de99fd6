import type { Instant, PaintWatch } from '../desktop/port.ts'
import type { Action, ToolContext } from '../tools/define.ts'

/** Toolkits draw an effect up to some frames after they tell accessibility of it. Longer is not waited for it. */
const PATIENCE_MS = 100
const OPEN_MS = 1_000

/** Whether the window of an action was painted since, so that the picture after it is not older than what was observed. */
export interface Repaint {
  /** Resolves once what changed at this time has been painted, or it is not worth waiting for. Never rejects. */
  settled(changedAt: Instant): Promise<void>
  close(): void
}

/** Begins to watch; undefined where no picture is wanted. Nothing waits for it but the picture. */
export function watchRepaint({ options, window }: Action, { desktop }: ToolContext): Repaint | undefined {
  if (!options.includeState || !options.includeScreenshot || window === undefined) return undefined
  const watching: Promise<PaintWatch | undefined> = desktop.capture
    .watchPaint(window, { deadline: performance.now() + OPEN_MS })
    .catch(() => undefined)
  return {
    async settled(changedAt) {
      const until = performance.now() + PATIENCE_MS
      const watch = await watching
      await watch?.rest(changedAt, until)
    },
    close() {
      void watching.then((watch) => watch?.close())
    },
  }
}
