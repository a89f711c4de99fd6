import { type Echo, openEcho } from '../keys/echo.ts'
import { AgentFocus } from './agent-focus.ts'
import { ClickMemory } from './click-memory.ts'
import { AgentDevices } from './devices.ts'
import { HeardBy } from './heard-by.ts'
import { Holes } from './holes.ts'
import { LentDevices } from './lent-devices.ts'
import { Moat } from './moat.ts'
import type { OwnInput } from './own-input.ts'
import { Person } from './person.ts'
import { PersonDevices } from './person-devices.ts'
import type { Rig } from './rig.ts'
import { SeatKeys } from './seat-keys.ts'
import { ToldFocus } from './told-focus.ts'

/** What works with one rig. */
export interface Workbench {
  readonly rig: Rig
  readonly heard: HeardBy
  readonly agentFocus: AgentFocus
  readonly devices: AgentDevices
  readonly holes: Holes
  readonly moat: Moat
  readonly person: Person
  readonly keys: SeatKeys
  readonly echo: Echo
  readonly clicks: ClickMemory
  readonly lentDevices: LentDevices
  readonly toldFocus: ToldFocus
  readonly personDevices: PersonDevices
}

/** The agent's pointer is out of the way when it resolves. */
export async function openWorkbench(rig: Rig, own: OwnInput): Promise<Workbench> {
  const devices = new AgentDevices(rig)
  const [echo, moat, agentFocus] = await Promise.all([
    openEcho(rig.core.connection),
    Moat.dig(rig),
    AgentFocus.watch(rig),
    devices.hide(),
  ])
  return {
    rig,
    heard: new HeardBy(rig),
    devices,
    holes: new Holes(rig),
    moat,
    agentFocus,
    person: new Person(rig),
    keys: new SeatKeys(rig),
    echo,
    clicks: new ClickMemory(),
    lentDevices: new LentDevices(rig),
    toldFocus: new ToldFocus(rig),
    personDevices: new PersonDevices(rig, own),
  }
}

/** Puts back what can be put back by hand; the watchdog does the rest. */
export async function closeWorkbench({ keys, echo, rig }: Workbench): Promise<void> {
  await keys.close()
  echo.close()
  await rig.close()
}
