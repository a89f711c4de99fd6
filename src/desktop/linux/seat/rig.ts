import type { Budget } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import type { Connection } from '../x11/connection.ts'
import { connect } from '../x11/connection.ts'
import { openServer, type XServer } from '../x11/server.ts'
import { findSeatExtensions, type SeatExtensions } from './extensions.ts'
import { type Masters, personMasters } from './masters.ts'
import { newSeatName } from './names.ts'
import { SeatRecord } from './record.ts'
import { Shape } from './shape.ts'
import { undoSeat } from './undo.ts'
import { Watchdog } from './watchdog/watchdog.ts'
import { XInput2 } from './xinput2.ts'
import { XTest } from './xtest.ts'

const SUBSTRUCTURE_NOTIFY = 0x80000
const PROPERTY_CHANGE = 0x400000

/** Requests of one connection, by whose devices its core and XTEST requests use. */
export interface Wire {
  readonly connection: Connection
  readonly input: XInput2
  readonly test: XTest
}

/** What a seat consists of on one X server: made once, at its first use, and kept until it is closed. */
export interface Rig {
  /** Speaks for the person's devices, and of windows. */
  readonly core: Wire & { readonly server: XServer; readonly shape: Shape }
  /** Speaks for the agent's devices. */
  readonly agent: Wire
  readonly extensions: SeatExtensions
  readonly masters: Masters
  readonly person: Masters
  readonly record: SeatRecord
  readonly watchdog: Watchdog
  /** Gives the server back as it was; idempotent. */
  close(): Promise<void>
}

/** @throws PortError `unavailable` when the display, an extension or the watchdog is missing. */
export async function openRig(env: NodeJS.ProcessEnv, budget: Budget): Promise<Rig> {
  const seatName = newSeatName()
  // Its start takes longest, so it is first.
  const watchdog = new Watchdog(env, seatName)
  const opening = [openServer(env, budget), connect(env, budget)] as const
  try {
    const [server, agent] = await Promise.all(opening)
    const extensions = await findSeatExtensions(server.connection)
    const parts = { server, agent, extensions, watchdog, seatName }
    return await bounded(budget, "set up the agent's seat", () => assemble(parts))
  } catch (error) {
    await watchdog.end()
    const [server, agent] = await Promise.allSettled(opening)
    if (server.status === 'fulfilled') server.value.connection.close()
    if (agent.status === 'fulfilled') agent.value.close()
    throw error
  }
}

interface Parts {
  readonly server: XServer
  readonly agent: Connection
  readonly extensions: SeatExtensions
  readonly watchdog: Watchdog
  readonly seatName: string
}

async function assemble({ server, agent, extensions, watchdog, seatName }: Parts): Promise<Rig> {
  const core = server.connection
  const wire = (connection: Connection): Wire => ({
    connection,
    input: new XInput2(connection, extensions.input),
    test: new XTest(connection, extensions.test),
  })
  const [coreWire, agentWire] = [wire(core), wire(agent)]
  const [{ record: window, pointer, keyboard }] = await Promise.all([
    watchdog.ready(),
    findSeatExtensions(agent),
    // What lies over a target, and which window is active, may change at any time.
    core.ask<void>((X, done) =>
      X.ChangeWindowAttributes(core.root, { eventMask: SUBSTRUCTURE_NOTIFY | PROPERTY_CHANGE }, done),
    ),
  ])
  const [record, devices] = await Promise.all([
    SeatRecord.at(core, window),
    coreWire.input.devices(),
    agentWire.input.setClientPointer(pointer),
  ])
  let closing: Promise<void> | undefined
  const close = async () => {
    // Its passive grabs go with it.
    agent.close()
    if (!(await watchdog.end()) && core.open) await undoSeat(server, extensions, seatName, record, true)
    core.close()
  }
  return {
    core: { ...coreWire, server, shape: new Shape(core, extensions.shape) },
    agent: agentWire,
    extensions,
    masters: { pointer, keyboard },
    person: personMasters(devices),
    record,
    watchdog,
    close: () => (closing ??= close()),
  }
}
