import type { Budget } from '../../port.ts'
import { busCall, type Link, openLink } from '../atspi/link.ts'

/** Milliseconds; the first call starts two programs, on a machine that may be busy. */
const limit = 20_000

/**
 * Starts the accessibility bus of a session and its registry, and says that assistive technology is in use, before any
 * app asks. `IsEnabled` makes GTK, Qt and Firefox build their trees, `ScreenReaderEnabled` Chromium and Electron; no
 * screen reader starts from it, because no desktop shell runs here. Gives the address of the accessibility bus.
 */
export async function startAccessibility(sessionBus: string): Promise<string> {
  const budget = { deadline: performance.now() + limit }
  const address = await withLink('session bus', sessionBus, budget, async (link) => {
    // the session bus starts the launcher for the first of these calls
    await setStatus(link, 'IsEnabled', budget)
    await setStatus(link, 'ScreenReaderEnabled', budget)
    const { body } = await link.call({ ...launcher, iface: 'org.a11y.Bus', member: 'GetAddress' }, budget, limit)
    return String(body[0])
  }).catch((error) => {
    throw new Error(`the accessibility bus failed to start (package at-spi2-core): ${error.message}`, { cause: error })
  })
  await withLink('accessibility bus', address, budget, (link) =>
    link.call(busCall('StartServiceByName', 'su', 'org.a11y.atspi.Registry', 0), budget, limit),
  )
  return address
}

const launcher = { bus: 'org.a11y.Bus', path: '/org/a11y/bus' }

function setStatus(link: Link, property: string, budget: Budget): Promise<unknown> {
  return link.call(
    {
      ...launcher,
      iface: 'org.freedesktop.DBus.Properties',
      member: 'Set',
      signature: 'ssv',
      body: ['org.a11y.Status', property, ['b', true]],
    },
    budget,
    limit,
  )
}

async function withLink<T>(
  name: 'session bus' | 'accessibility bus',
  address: string,
  budget: Budget,
  use: (link: Link) => Promise<T>,
): Promise<T> {
  const link = await openLink(name, address, budget)
  try {
    return await use(link)
  } finally {
    await link.close()
  }
}
