import type { Desktop } from '../desktop/port.ts'
import type { CallObserver } from '../dispatch/engine.ts'
import { createInstruments } from '../observability/metrics/instruments.ts'
import type { Word } from '../observability/metrics/labels.ts'
import { meteredDesktop } from '../observability/metrics/metered-desktop.ts'
import { metricsObserver, requestListener } from '../observability/metrics/observer.ts'
import type { Source } from '../observability/metrics/server.ts'
import { decideScreenLock } from '../policy/screen-lock.ts'
import { version } from '../version.ts'

/** Longest that a scrape waits for the desktop, in milliseconds; scrapers give up after ten seconds. */
const PROBE_MS = 3_000

/** Calls that are counted. */
export interface Measured {
  /** The same desktop; what the engine asks of it is counted. */
  readonly desktop: Desktop
  readonly observer: CallObserver
  readonly source: Source
  /** Counts an observer that failed. */
  readonly failed: (observer: Word<'observer'>) => void
}

/** Counts the calls of one engine, and asks its desktop at each scrape. */
export function measure(desktop: Desktop): Measured {
  const budget = () => ({ deadline: performance.now() + PROBE_MS })
  const instruments = createInstruments(
    {
      agentSeatUp: async () => desktop.agentSeat.offered,
      accessibilityUp: async () => {
        const part = (await desktop.health(budget())).find(({ name }) => name === 'accessibility bus')
        return part && part.state === 'ok'
      },
      screenLocked: async () => !decideScreenLock(await desktop.session.lock(budget())).allowed,
    },
    { version: version(), platform: desktop.platform },
  )
  const { registry } = instruments
  return {
    desktop: meteredDesktop(desktop, requestListener(instruments)),
    observer: metricsObserver(instruments),
    source: { contentType: registry.contentType, metrics: () => registry.metrics() },
    failed: (observer) => instruments.observerFailures.add({ observer }),
  }
}
