import { type Budget, PortError } from '../../port.ts'
import { type Link, openLink } from './link.ts'

/** Environment variables, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>

const STATUS = 'org.a11y.Status'
const A11Y = { bus: 'org.a11y.Bus', path: '/org/a11y/bus' }
/** GetAddress may have to start at-spi-bus-launcher first. */
const START_LIMIT = 10_000

/** Whether apps were already told to offer accessibility, or we had to say so. */
export type Enabling = 'was-on' | 'turned-on' | 'unknown'

export interface Service {
  readonly address: string
  readonly enabling: Enabling
}

/**
 * Finds the accessibility bus: `AT_SPI_BUS_ADDRESS`, else by asking `org.a11y.Bus` on the session bus; and makes sure
 * that `org.a11y.Status.IsEnabled` is on, which Qt, Chromium and Electron apps look at when they start.
 * @throws PortError `unavailable` when there is no session bus or no accessibility service, `timeout` when one is silent.
 */
export async function findService(env: Environment, budget: Budget): Promise<Service> {
  const given = env.AT_SPI_BUS_ADDRESS
  const session = env.DBUS_SESSION_BUS_ADDRESS
  if (given) return { address: given, enabling: session ? await enableQuietly(session, budget) : 'unknown' }
  if (!session) {
    throw new PortError(
      'unavailable',
      'there is no accessibility bus: neither DBUS_SESSION_BUS_ADDRESS nor AT_SPI_BUS_ADDRESS is in the environment',
    )
  }
  const link = await openLink('session bus', session, budget)
  try {
    const address = await askAddress(link, budget)
    return { address, enabling: await enable(link, budget) }
  } finally {
    await link.close()
  }
}

async function askAddress(link: Link, budget: Budget): Promise<string> {
  try {
    const reply = await link.call({ ...A11Y, iface: 'org.a11y.Bus', member: 'GetAddress' }, budget, START_LIMIT)
    const [address] = reply.body
    if (typeof address === 'string' && address !== '') return address
  } catch (cause) {
    if (cause instanceof PortError && (cause.code === 'timeout' || cause.code === 'aborted')) throw cause
    throw new PortError(
      'unavailable',
      'the session bus has no org.a11y.Bus service; install at-spi2-core and start at-spi-bus-launcher',
      { cause },
    )
  }
  throw new PortError('unavailable', 'org.a11y.Bus gave an empty address; is the accessibility bus disabled?')
}

async function enable(link: Link, budget: Budget): Promise<Enabling> {
  const properties = { ...A11Y, iface: 'org.freedesktop.DBus.Properties' }
  try {
    const call = { ...properties, member: 'Get', signature: 'ss', body: [STATUS, 'IsEnabled'] }
    const reply = await link.call(call, budget)
    if (reply.body[0] === true) return 'was-on'
    await link.call(
      { ...properties, member: 'Set', signature: 'ssv', body: [STATUS, 'IsEnabled', ['b', true]] },
      budget,
    )
    return 'turned-on'
  } catch {
    // Old or foreign services lack the property; GTK apps need it not.
    return 'unknown'
  }
}

async function enableQuietly(session: string, budget: Budget): Promise<Enabling> {
  try {
    const link = await openLink('session bus', session, budget)
    try {
      return await enable(link, budget)
    } finally {
      await link.close()
    }
  } catch {
    return 'unknown'
  }
}
