import { performance } from 'node:perf_hooks'
import { Counter, Gauge, Registry } from 'prom-client'
import { askedGauge, ClosedCounter, ClosedHistogram } from './closed.ts'
import { buildInfo, definitions } from './definitions.ts'

/** What is asked at each scrape. One that rejects, or does not know, leaves its gauge without a sample. */
export interface Probes {
  readonly agentSeatUp: () => Promise<boolean | undefined>
  readonly accessibilityUp: () => Promise<boolean | undefined>
  readonly screenLocked: () => Promise<boolean | undefined>
}

export interface Build {
  readonly version: string
  readonly platform: string
}

export type Instruments = ReturnType<typeof createInstruments>

/** Every metric of `definitions`, in a registry of its own: two engines of one process do not share counts. */
export function createInstruments(probes: Probes, build: Build) {
  const registry = new Registry()
  const { eventLoopUtilization } = performance
  const asked = (probe: () => Promise<boolean | undefined>) => async () => {
    const answer = await probe()
    return answer === undefined ? undefined : Number(answer)
  }
  new Gauge({ ...buildInfo, labelNames: [...buildInfo.labels], registers: [registry] }).set(
    { version: plain(build.version), node: plain(process.version), platform: plain(build.platform) },
    1,
  )
  askedGauge(definitions.agentSeat, registry, asked(probes.agentSeatUp))
  askedGauge(definitions.accessibilityBus, registry, asked(probes.accessibilityUp))
  askedGauge(definitions.screenLocked, registry, asked(probes.screenLocked))
  askedGauge(definitions.memory, registry, async () => process.memoryUsage.rss())
  askedGauge(definitions.startTime, registry, async () => Math.round(performance.timeOrigin) / 1_000)
  runningCounter(definitions.eventLoopBusy, registry, () => eventLoopUtilization().active / 1_000)
  runningCounter(definitions.cpu, registry, () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  const { name, help } = definitions.inFlight
  return {
    registry,
    inFlight: new Gauge({ name, help, registers: [registry] }),
    calls: new ClosedCounter(definitions.calls, registry),
    callDuration: new ClosedHistogram(definitions.callDuration, registry),
    operationDuration: new ClosedHistogram(definitions.operationDuration, registry),
    refusals: new ClosedCounter(definitions.refusals, registry),
    deliveries: new ClosedCounter(definitions.deliveries, registry),
    actionDuration: new ClosedHistogram(definitions.actionDuration, registry),
    fallbacks: new ClosedCounter(definitions.fallbacks, registry),
    phaseDuration: new ClosedHistogram(definitions.phaseDuration, registry),
    gateDecisions: new ClosedCounter(definitions.gateDecisions, registry),
    gateDuration: new ClosedHistogram(definitions.gateDuration, registry),
    focusOutcomes: new ClosedCounter(definitions.focusOutcomes, registry),
    focusAway: new ClosedHistogram(definitions.focusAway, registry),
    lookDuration: new ClosedHistogram(definitions.lookDuration, registry),
    lookAccessibles: new ClosedHistogram(definitions.lookAccessibles, registry),
    lookPictureBytes: new ClosedHistogram(definitions.lookPictureBytes, registry),
    desktopRequests: new ClosedCounter(definitions.desktopRequests, registry),
    desktopDuration: new ClosedHistogram(definitions.desktopDuration, registry),
    unrecorded: new ClosedCounter(definitions.unrecorded, registry),
    observerFailures: new ClosedCounter(definitions.observerFailures, registry),
  }
}

/** A counter that something else keeps; the same for every scraper, however many there are. */
function runningCounter({ name, help }: { name: string; help: string }, registry: Registry, total: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset()
      this.inc(Math.max(0, total()))
    },
  })
}

const plain = (fact: string): string => fact.replace(/[^\w.+-]/g, '_').slice(0, 64)
