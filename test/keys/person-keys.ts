import { findSeatExtensions } from '../../src/desktop/linux/seat/extensions.ts'
import { XTest } from '../../src/desktop/linux/seat/xtest.ts'
import { connect } from '../../src/desktop/linux/x11/connection.ts'

const WITHIN_MS = 5_000

/** Presses and releases keys of the person's keyboard by their codes. (xdotool would choose a group of its own first.) */
export async function tapAsPerson(env: Readonly<Record<string, string>>, ...codes: readonly number[]): Promise<void> {
  const connection = await connect(env, { deadline: performance.now() + WITHIN_MS })
  try {
    const test = new XTest(connection, (await findSeatExtensions(connection)).test)
    for (const code of codes) await Promise.all([test.key(code, true), test.key(code, false)])
  } finally {
    connection.close()
  }
}
