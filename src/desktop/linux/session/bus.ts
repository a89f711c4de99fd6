import { type Budget, PortError } from '../../port.ts'
import { busCall, type Call, type Link, openLink } from '../atspi/link.ts'
import { type Lazy, lazily } from '../connection.ts'

/** A D-Bus bus that may be missing, or come later. */
export type Bus = Lazy<Link>

const OPEN_LIMIT = 1_000
/** What any of these services takes on a busy machine; a stopped one costs no more. */
const CALL_LIMIT = 500

export function sessionBus(env: NodeJS.ProcessEnv): Bus {
  return busAt('session', env.DBUS_SESSION_BUS_ADDRESS)
}

export function systemBus(env: NodeJS.ProcessEnv): Bus {
  return busAt('system', env.DBUS_SYSTEM_BUS_ADDRESS ?? 'unix:path=/run/dbus/system_bus_socket')
}

function busAt(which: 'session' | 'system', address: string | undefined): Bus {
  const open = async (budget: Budget): Promise<Link> => {
    if (address === undefined || address === '') {
      throw new PortError('unavailable', `there is no ${which} bus: its address is not in the environment`)
    }
    const link = await openLink(`${which} bus`, address, budget)
    link.onClosed(() => bus.drop(link))
    return link
  }
  const bus = lazily(open, OPEN_LIMIT, (link) => {
    link.close().catch(() => {
      // Its socket has gone already.
    })
  })
  return bus
}

/** Asks a service that runs; one that does not is not started for it, that could lock or unlock by itself. */
export async function askRunning(bus: Bus, call: Call, budget: Budget): Promise<readonly unknown[] | 'not-running'> {
  const link = await bus.get()
  const [hasOwner] = (await link.call(busCall('NameHasOwner', 's', call.bus), budget, CALL_LIMIT)).body
  if (hasOwner !== true) return 'not-running'
  return (await link.call(call, budget, CALL_LIMIT)).body
}
