import { identify, isAlive } from '../processes.ts'
import type { XServer } from '../x11/server.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import type { SeatExtensions } from './extensions.ts'
import { seatsAmong } from './masters.ts'
import { isOrphan } from './names.ts'
import { SeatRecord } from './record.ts'
import { XInput2 } from './xinput2.ts'

/** A seat whose process has ended, and its watchdog with it. */
export interface Orphan {
  readonly seatName: string
  readonly record: SeatRecord | undefined
}

export async function findOrphans(server: XServer, extensions: SeatExtensions): Promise<readonly Orphan[]> {
  const { connection } = server
  const [records, devices] = await Promise.all([
    SeatRecord.list(connection),
    new XInput2(connection, extensions.input).devices(),
  ])
  const names = new Set([...records.map(({ seatName }) => seatName), ...seatsAmong(devices)])
  const orphans: Orphan[] = []
  for (const seatName of names) {
    if (!isOrphan(seatName)) continue
    const record = records.find((known) => known.seatName === seatName)?.record
    if (record === undefined || !(await isWatched(server, record))) orphans.push({ seatName, record })
  }
  return orphans
}

/** Its watchdog lives, and waits for an app. */
async function isWatched(server: XServer, { window }: SeatRecord): Promise<boolean> {
  const pid = (await pidsByConnection(server, [window])).get(window)
  const watchdog = pid === undefined ? undefined : identify(pid)
  return watchdog !== undefined && isAlive(watchdog)
}
