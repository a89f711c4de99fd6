import { createClient, type MessageBus } from 'dbus-native'
import { within } from './deadline.ts'

const callLimit = 20_000

interface Method {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  readonly signature?: string
  readonly body?: unknown[]
}

/**
 * Starts the accessibility bus of a session and its registry, and says that assistive technology is in use, before any
 * app asks. `IsEnabled` makes GTK, Qt and Firefox build their trees, `ScreenReaderEnabled` Chromium and Electron; no
 * screen reader starts from it, because no desktop shell runs here. Gives the address of the accessibility bus.
 */
export async function startAccessibility(sessionBus: string): Promise<string> {
  const address = await withBus(sessionBus, async (bus) => {
    // the first call makes the session bus start the launcher; it may not be installed
    await setStatus(bus, 'IsEnabled').catch((error) => {
      throw new Error(`${error.message}; install the package at-spi2-core`)
    })
    await setStatus(bus, 'ScreenReaderEnabled')
    return call<string>(bus, { ...launcher, interface: 'org.a11y.Bus', member: 'GetAddress' })
  })
  await withBus(address, (bus) =>
    call(bus, {
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'StartServiceByName',
      signature: 'su',
      body: ['org.a11y.atspi.Registry', 0],
    }),
  )
  return address
}

const launcher = { destination: 'org.a11y.Bus', path: '/org/a11y/bus' }

function setStatus(bus: MessageBus, property: string): Promise<unknown> {
  return call(bus, {
    ...launcher,
    interface: 'org.freedesktop.DBus.Properties',
    member: 'Set',
    signature: 'ssv',
    body: ['org.a11y.Status', property, ['b', true]],
  })
}

async function call<T>(bus: MessageBus, method: Method): Promise<T> {
  try {
    return await bus.invoke<T>(method, { timeout: callLimit })
  } catch (error) {
    throw new Error(`${method.interface}.${method.member} failed: ${(error as Error).message}`)
  }
}

async function withBus<T>(busAddress: string, use: (bus: MessageBus) => Promise<T>): Promise<T> {
  const bus = createClient({ busAddress })
  const broken = new Promise<never>((_, reject) => bus.connection.on('error', reject))
  broken.catch(() => {})
  try {
    return await within(2 * callLimit, `an answer of the bus at ${busAddress}`, Promise.race([use(bus), broken]))
  } finally {
    await bus.close()
  }
}
