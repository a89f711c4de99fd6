import type { Budget, LockReading } from '../../port.ts'
import type { XLink } from '../x11/link.ts'
import { sessionBus, systemBus } from './bus.ts'
import { coveringWindowSource } from './covering-window.ts'
import { openLockReader } from './lock-source.ts'
import { logindSource } from './logind.ts'
import { screenSaverSources } from './screensaver-services.ts'
import { xscreensaverSource } from './xscreensaver.ts'

/** The screen lock as every place knows it that one can be asked at. */
export interface Lock {
  /** Never rejects. Every source is asked each time: a cached "unlocked" could be a moment too old. */
  read(budget: Budget): Promise<readonly LockReading[]>
  close(): void
}

export function openLock(env: NodeJS.ProcessEnv, x: XLink): Lock {
  const session = sessionBus(env)
  const system = systemBus(env)
  const readers = [
    logindSource(system, env),
    ...screenSaverSources(session),
    xscreensaverSource(x),
    coveringWindowSource(x),
  ].map(openLockReader)
  return {
    read: (budget) => Promise.all(readers.map((reader) => reader.read(budget))),
    close() {
      session.close()
      system.close()
    },
  }
}
