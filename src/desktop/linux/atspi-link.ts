import { type Accessibility, type AccessibleHandle, type Budget, PortError } from '../port.ts'
import { type Atspi, type AtspiLogger, openAtspi } from './atspi/index.ts'
import { lazily } from './connection.ts'
import { bounded } from './x11/budget.ts'

/** The way to the accessibility bus of one environment; a restarted bus is found again. */
export interface AtspiLink {
  /** Does some work with the bus; finding the bus counts towards the budget too. */
  use<T>(budget: Budget, work: (atspi: Atspi) => Promise<T>): Promise<T>
  /** The port's part, made of calls that each find the bus anew. */
  readonly accessibility: Accessibility
  /** See `Atspi.applicationsMark`; undefined while there is no connection. */
  readonly applicationsMark: object | undefined
  /** See `Atspi.toplevelMark`; undefined while there is no connection. */
  toplevelMark(root: AccessibleHandle): object | undefined
  /** Resolves once connected; rejects with the reason why not. */
  ready(budget: Budget): Promise<void>
  close(): void
}

/** Long enough for the session bus to start at-spi-bus-launcher. */
const OPEN_LIMIT = 5_000

export function openAtspiLink(env: NodeJS.ProcessEnv, logger: AtspiLogger | undefined): AtspiLink {
  const open = (budget: Budget) => openAtspi(env, logger, budget)
  const connection = lazily(open, OPEN_LIMIT, (atspi) => {
    atspi.close().catch(() => {
      // Its socket has gone already.
    })
  })
  const use = async <T>(budget: Budget, work: (atspi: Atspi) => Promise<T>): Promise<T> => {
    const atspi = connection.live ?? (await bounded(budget, 'reach the accessibility bus', () => connection.get()))
    try {
      return await work(atspi)
    } catch (error) {
      if (error instanceof PortError && error.code === 'unavailable') connection.drop(atspi)
      throw error
    }
  }
  return {
    use,
    get applicationsMark() {
      return connection.live?.applicationsMark
    },
    toplevelMark: (root) => connection.live?.toplevelMark(root),
    ready: (budget) => use(budget, async () => {}),
    accessibility: {
      readTree: (request, budget) => use(budget, (atspi) => atspi.readTree(request, budget)),
      readRecords: (handles, budget) => use(budget, (atspi) => atspi.readRecords(handles, budget)),
      describe: (request, budget) => use(budget, (atspi) => atspi.describe(request, budget)),
      lineage: (handle, budget) => use(budget, (atspi) => atspi.lineage(handle, budget)),
      ancestors: (handle, budget) => use(budget, (atspi) => atspi.ancestors(handle, budget)),
      at: (window, point, budget) => use(budget, (atspi) => atspi.at(window, point, budget)),
      act: (handle, request, budget) => use(budget, (atspi) => atspi.act(handle, request, budget)),
      watch: (root, listener, budget) => use(budget, (atspi) => atspi.watch(root, listener, budget)),
      onGone: (handle, listener) => connection.live?.onGone(handle, listener) ?? { close: () => {} },
    },
    close: () => connection.close(),
  }
}
