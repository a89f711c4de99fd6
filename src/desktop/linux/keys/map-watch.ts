import type { Connection } from '../x11/connection.ts'
import type { Xkb } from './xkb.ts'
import type { KeyRange } from './xkb-wire.ts'

/** Notices that somebody else changed the person's key map. */
export interface MapWatch {
  /** Of the last change by somebody else: the number of our last request before it, on the watching connection. */
  readonly changedAfter: number | undefined
  /** Announces what a change of our own will be told as. */
  expect(ranges: readonly KeyRange[]): void
  /** Resolves once all changes are known that the server made before this call. */
  upToDate(): Promise<void>
  /** As `upToDate`; changes of our own that were announced and have not been told by then will not be. */
  settled(): Promise<void>
  /** The map has been read again. */
  taken(): void
  close(): void
}

/**
 * @param agent Events come on the connection that sends the keys: so they stand in one order with them.
 * @param keyboard The person's.
 */
export async function watchMap(agent: Xkb, keyboard: number): Promise<MapWatch> {
  const expected: KeyRange[] = []
  let changedAfter: number | undefined
  const subscription = agent.onMapEvent(({ device, keys }, seq) => {
    if (device !== keyboard) return
    const own = expected.findIndex(({ first, count }) => keys?.first === first && keys.count === count)
    if (own < 0) changedAfter ??= seq
    else expected.splice(own, 1)
  })
  await agent.selectMapEvents(keyboard)
  return {
    get changedAfter() {
      return changedAfter
    },
    expect(ranges) {
      expected.push(...ranges)
    },
    upToDate: () => roundTrip(agent.connection),
    async settled() {
      await roundTrip(agent.connection)
      expected.length = 0
    },
    taken() {
      changedAfter = undefined
    },
    close: () => subscription.close(),
  }
}

/** What the server has told before it answers has been heard then. */
async function roundTrip(connection: Connection): Promise<void> {
  await connection.ask((X, done) => X.GetInputFocus(done))
}
