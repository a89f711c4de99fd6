import type { Property } from 'x11'
import { type Connection, connect } from '../x11/connection.ts'
import { readWord } from '../x11/properties.ts'
import { type Service, startLimit, startService } from './service.ts'

/**
 * Starts a window manager and waits until it says on the root window that it manages the display (EWMH).
 * It runs with `LC_ALL=C`: in a UTF-8 locale Openbox reads the whole Compose table again at every change of the
 * keyboard map (47–222 ms each, against 4.5 ms).
 */
export async function startWindowManager(
  command: string,
  env: Readonly<Record<string, string>>,
  logs: string,
): Promise<Service> {
  const service = await startService({
    name: 'window manager',
    command,
    args: [],
    env: { ...env, LC_ALL: 'C' },
    logs,
    ...(command === 'openbox' ? { debianPackage: 'openbox' } : {}),
  })
  await service.until('_NET_SUPPORTING_WM_CHECK on the root window', managed(env))
  return service
}

const propertyChange = 0x40_00_00

/** Resolves when a window manager has announced itself: told by event, looked at once after subscribing. */
async function managed(env: Readonly<Record<string, string>>): Promise<void> {
  const connection = await connect(env, { deadline: performance.now() + startLimit })
  try {
    const { root } = connection
    const check = await internAtom(connection, '_NET_SUPPORTING_WM_CHECK')
    const isSet = async () =>
      readWord(await connection.ask<Property>((X, done) => X.GetProperty(0, root, check, 0, 0, 1, done))) !== undefined
    const announced = new Promise<void>((resolve, reject) => {
      connection.onEnd(() => reject(new Error('the X server has gone')))
      connection.onEvent((event) => {
        if (event.name !== 'PropertyNotify' || event.atom !== check) return
        isSet().then((set) => set && resolve(), reject)
      })
    })
    announced.catch(() => {})
    await connection.ask<void>((X, done) => X.ChangeWindowAttributes(root, { eventMask: propertyChange }, done))
    if (!(await isSet())) await announced
  } finally {
    connection.close()
  }
}

/**
 * Atom numbers are the server's own, but npm `x11` keeps one table of them for the whole process: with two desktops it
 * would answer for one what the other server said. So this asks for itself.
 */
function internAtom(connection: Connection, name: string): Promise<number> {
  const body = Buffer.alloc(4 + Math.ceil(name.length / 4) * 4)
  body.writeUInt16LE(name.length, 0)
  body.write(name, 4, 'latin1')
  return connection.raw({ major: 16, minor: 0 }, body, (reply) => reply.readUInt32LE(0))
}
