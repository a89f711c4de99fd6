import { type Keys, openKeys } from '../../src/desktop/linux/keys/index.ts'
import type { Restorer } from '../../src/desktop/linux/keys/restorer.ts'
import { findSeatExtensions } from '../../src/desktop/linux/seat/extensions.ts'
import { createMasters, personMasters } from '../../src/desktop/linux/seat/masters.ts'
import { newSeatName } from '../../src/desktop/linux/seat/names.ts'
import { XInput2 } from '../../src/desktop/linux/seat/xinput2.ts'
import { XTest } from '../../src/desktop/linux/seat/xtest.ts'
import { connect } from '../../src/desktop/linux/x11/connection.ts'
import { openServer } from '../../src/desktop/linux/x11/server.ts'

/** Second master devices whose pointer hovers over a window, so that their keyboard types into it; and the keys. */
export interface Agent {
  readonly keys: Keys
  /** What the restorer remembers at this moment. */
  readonly remembered: () => Uint8Array | undefined
  /** How often the key map was about to be changed. */
  readonly changes: () => number
  /** Puts the pointer over a point of the screen. */
  hover(x: number, y: number): Promise<void>
  /** Codes that the agent's keyboard holds down. */
  heldKeys(): Promise<readonly number[]>
  close(): Promise<void>
  /** Lets go of everything as a killed process would: nothing is put back. */
  vanish(): Promise<void>
}

export interface AgentOptions {
  readonly idle?: number
  readonly restorer?: Partial<Restorer>
}

const WITHIN_MS = 5_000

export async function openAgent(env: Readonly<Record<string, string>>, options: AgentOptions = {}): Promise<Agent> {
  const budget = { deadline: performance.now() + WITHIN_MS }
  const [core, connection] = await Promise.all([openServer(env, budget), connect(env, budget)])
  const extensions = await findSeatExtensions(connection)
  const [input, test] = [new XInput2(connection, extensions.input), new XTest(connection, extensions.test)]
  const masters = await createMasters(input, newSeatName())
  await input.setClientPointer(masters.pointer)
  let remembered: Uint8Array | undefined
  let changes = 0
  const restorer: Restorer = {
    async remember(data) {
      changes += 1
      remembered = data
      await options.restorer?.remember?.(data)
    },
    async forget() {
      remembered = undefined
      await options.restorer?.forget?.()
    },
  }
  const keys = await openKeys({
    core,
    agent: connection,
    send: { press: (code) => test.key(code, true), release: (code) => test.key(code, false) },
    restorer,
    ...(options.idle === undefined ? {} : { idle: options.idle }),
  })
  const end = async () => {
    await input.setClientPointer(personMasters(await input.devices()).pointer)
    await input.removeMaster(masters.pointer)
    connection.close()
    core.connection.close()
  }
  return {
    keys,
    remembered: () => remembered,
    changes: () => changes,
    hover: (x, y) => test.motion(x, y),
    async heldKeys() {
      const bits = await connection.ask<Buffer>((X, done) => X.QueryKeymap(done))
      return Array.from({ length: 256 }, (_, code) => code).filter((code) => (bits[code >> 3] ?? 0) & (1 << (code & 7)))
    },
    async close() {
      await keys.close()
      await end()
    },
    vanish: end,
  }
}
