import type { Budget } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import type { Connection } from '../x11/connection.ts'
import { connect } from '../x11/connection.ts'
import { openServer, type XServer } from '../x11/server.ts'
import { findSeatExtensions, type SeatExtensions } from './extensions.ts'
import { createMasters, type Masters, personMasters } from './masters.ts'
import { newSeatName } from './names.ts'
import { SeatRecord } from './record.ts'
import { Shape } from './shape.ts'
import { sweepOrphans, undoSeat } from './undo.ts'
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
  const watchdog = new Watchdog(env, seatName)
  const opening = Promise.all([openServer(env, budget), connect(env, budget)])
  try {
    const [[server, agent], recordWindow] = await bounded(budget, "set up the agent's seat", () =>
      Promise.all([opening, watchdog.ready()]),
    )
    return await bounded(budget, "set up the agent's seat", () =>
      assemble(server, agent, recordWindow, watchdog, seatName),
    )
  } catch (error) {
    await watchdog.end()
    for (const connection of await opening.catch(() => [])) {
      if ('connection' in connection) connection.connection.close()
      else connection.close()
    }
    throw error
  }
}

async function assemble(
  server: XServer,
  agent: Connection,
  recordWindow: number,
  watchdog: Watchdog,
  seatName: string,
): Promise<Rig> {
  const core = server.connection
  const [extensions] = await Promise.all([findSeatExtensions(core), findSeatExtensions(agent)])
  const wire = (connection: Connection): Wire => ({
    connection,
    input: new XInput2(connection, extensions.input),
    test: new XTest(connection, extensions.test),
  })
  const [coreWire, agentWire] = [wire(core), wire(agent)]
  const [record] = await Promise.all([
    SeatRecord.at(core, recordWindow),
    sweepOrphans(server, extensions),
    // What lies over a target, and which window is active, may change at any time.
    core.ask<void>((X, done) =>
      X.ChangeWindowAttributes(core.root, { eventMask: SUBSTRUCTURE_NOTIFY | PROPERTY_CHANGE }, done),
    ),
  ])
  const masters = await createMasters(coreWire.input, seatName)
  const [devices] = await Promise.all([coreWire.input.devices(), agentWire.input.setClientPointer(masters.pointer)])
  let closing: Promise<void> | undefined
  const close = async () => {
    // Grabs go with their connection.
    agent.close()
    if (!(await watchdog.end()) && core.open) await undoSeat(server, extensions, seatName, record)
    core.close()
  }
  return {
    core: { ...coreWire, server, shape: new Shape(core, extensions.shape) },
    agent: agentWire,
    extensions,
    masters,
    person: personMasters(devices),
    record,
    watchdog,
    close: () => (closing ??= close()),
  }
}
