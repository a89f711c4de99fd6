import { type Keys, type KeysOptions, openKeys } from '../../src/desktop/linux/keys/index.ts'
import { findSeatExtensions } from '../../src/desktop/linux/seat/extensions.ts'
import { forgotten } from '../../src/desktop/linux/seat/forgotten.ts'
import { createMasters, keysIn, personMasters } from '../../src/desktop/linux/seat/masters.ts'
import { newSeatName } from '../../src/desktop/linux/seat/names.ts'
import { GRAB_KEY, XInput2 } from '../../src/desktop/linux/seat/xinput2.ts'
import { CORNER, XTest } from '../../src/desktop/linux/seat/xtest.ts'
import { connect } from '../../src/desktop/linux/x11/connection.ts'
import { openServer } from '../../src/desktop/linux/x11/server.ts'

/** Second master devices whose pointer hovers over a window, so that their keyboard types into it; and the keys. */
export interface Agent {
  readonly keys: Keys
  /** What is on record for putting the key map back; undefined: it is as it was. */
  readonly remembered: () => Uint8Array | undefined
  /** How often the key map was about to be changed. */
  readonly changes: () => number
  /** Resolves once the key map is as it was. */
  mapIsBack(): Promise<void>
  /** Puts the pointer over a point of the screen, which is in this window. */
  hover(point: { readonly x: number; readonly y: number }, window: number): Promise<void>
  /** Codes that the agent's keyboard holds down. */
  heldKeys(): Promise<readonly number[]>
  /** Presses or releases a key of the agent's keyboard without `keys`. */
  key(code: number, isPress: boolean): Promise<void>
  close(): Promise<void>
  /** Lets go of everything as a killed process would: nothing is put back. */
  vanish(): Promise<void>
}

const WITHIN_MS = 5_000
const ANY_KEY = 0

export async function openAgent(
  env: Readonly<Record<string, string>>,
  options: Pick<KeysOptions, 'idle' | 'patience'> = {},
): Promise<Agent> {
  const budget = { deadline: performance.now() + WITHIN_MS }
  const [core, connection] = await Promise.all([openServer(env, budget), connect(env, budget)])
  const extensions = await findSeatExtensions(connection)
  const [input, test] = [new XInput2(connection, extensions.input), new XTest(connection, extensions.test)]
  const masters = await createMasters(input, newSeatName())
  await input.setClientPointer(masters.pointer)
  // Past the shortcuts of the window manager, which would act on the person's windows. Of several grabs the newest counts,
  // and Openbox makes its own anew whenever a key map changes; so ours is made anew with each press, in the same write.
  const press = async (code: number) => {
    await Promise.all([
      input.passiveGrab(GRAB_KEY, ANY_KEY, masters.keyboard, connection.root, 'hold'),
      test.key(code, true),
      input.replay(masters.keyboard),
    ])
  }
  let remembered: Uint8Array | undefined
  let changes = 0
  const waiting: (() => void)[] = []
  const keys = await openKeys({
    ...options,
    core,
    agent: connection,
    send: { press, release: (code) => test.key(code, false) },
    restorer: {
      async remember(data) {
        changes += 1
        remembered = data
      },
      async forget() {
        remembered = undefined
        for (const resolve of waiting.splice(0)) resolve()
      },
    },
  })
  const windows = new Set<number>()
  const end = async () => {
    await test.motion(CORNER.x, CORNER.y)
    await forgotten(core, [...windows])
    await input.setClientPointer(personMasters(await input.devices()).pointer)
    await input.removeMaster(masters.pointer)
    connection.close()
    core.connection.close()
  }
  return {
    keys,
    remembered: () => remembered,
    changes: () => changes,
    mapIsBack: () => new Promise((resolve) => (remembered === undefined ? resolve() : waiting.push(resolve))),
    hover({ x, y }, window) {
      windows.add(window)
      return test.motion(x, y)
    },
    heldKeys: async () => keysIn(await connection.ask<Buffer>((X, done) => X.QueryKeymap(done))),
    key: (code, isPress) => (isPress ? press(code) : test.key(code, false)),
    async close() {
      await keys.close()
      await end()
    },
    vanish: end,
  }
}
