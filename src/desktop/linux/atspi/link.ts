import { setMaxListeners } from 'node:events'
import dbus from 'dbus-native'
import { type Budget, type Instant, PortError } from '../../port.ts'
import { type BusName, busDied, portErrorFrom } from './errors.ts'

/** One method call to one object on the bus. */
export interface Call {
  readonly bus: string
  readonly path: string
  readonly iface: string
  readonly member: string
  readonly signature?: string
  readonly body?: readonly unknown[]
}

export interface Reply {
  readonly body: readonly unknown[]
  /** Place of this reply among all messages received from its sender. */
  readonly sequence: number
  readonly at: Instant
}

export interface Signal {
  readonly sender: string
  readonly path: string
  readonly iface: string
  readonly member: string
  readonly body: readonly unknown[]
  /** Place of this signal among all messages received from its sender. */
  readonly sequence: number
  readonly at: Instant
}

/** A connection to a D-Bus bus: bounded calls, signals, and the arrival order of each sender's messages. */
export interface Link {
  /** Rejects with a PortError; settles within the budget and `limit` milliseconds. */
  call(call: Call, budget: Budget, limit?: number): Promise<Reply>
  /** All signals that the bus delivers to us; `onSignal` must be fast and must not throw. */
  onSignal(listener: (signal: Signal) => void): void
  onClosed(listener: () => void): void
  readonly closed: boolean
  /** Forgets the counter of a sender that has left. */
  forget(sender: string): void
  close(): Promise<void>
}

/** An app that is alive answers within a few milliseconds; one that does not within this is taken for stopped. */
export const CALL_LIMIT = 1_000

const SIGNAL = 4

interface IncomingMessage {
  readonly type: number
  readonly sender?: string
  readonly path?: string
  readonly interface?: string
  readonly member?: string
  readonly body?: readonly unknown[]
}

/**
 * Connects and says hello, within the budget: a socket that accepts and never answers is a `timeout`.
 * @throws PortError `unavailable` when nothing listens at the address.
 */
export async function openLink(over: BusName, busAddress: string, budget: Budget): Promise<Link> {
  const bus = connect(over, busAddress)
  const counters = new Map<string, number>()
  const signalListeners: ((signal: Signal) => void)[] = []
  const closedListeners: (() => void)[] = []
  let closed = false
  let arrival = 0

  const markClosed = () => {
    if (closed) return
    closed = true
    for (const listener of closedListeners) listener()
  }
  // Before dbus-native's own listener, so that a reply's place is known when its callback runs.
  bus.connection.prependListener('message', (message: IncomingMessage) => {
    const sender = message.sender ?? ''
    arrival = (counters.get(sender) ?? 0) + 1
    counters.set(sender, arrival)
    if (message.type !== SIGNAL) return
    const signal: Signal = {
      sender,
      path: message.path ?? '',
      iface: message.interface ?? '',
      member: message.member ?? '',
      body: message.body ?? [],
      sequence: arrival,
      at: performance.now(),
    }
    for (const listener of signalListeners) listener(signal)
  })
  // A failed handshake is an 'error' without a 'close'; destroying the stream is what fails the pending calls.
  bus.connection.on('error', () => bus.connection.stream.destroy())
  bus.connection.on('end', () => bus.connection.stream.destroy())
  bus.connection.on('close', markClosed)

  const link: Link = {
    get closed() {
      return closed
    },
    call(call, budget, limit = CALL_LIMIT) {
      if (closed) return Promise.reject(busDied(over))
      const left = Math.min(limit, budget.deadline - performance.now())
      if (left <= 0) {
        return Promise.reject(new PortError('timeout', `no time left to ask ${call.member}; nothing was sent`))
      }
      const { signal } = budget
      // Hundreds of pipelined calls share one signal; Node would warn of a leak.
      if (signal !== undefined) setMaxListeners(0, signal)
      return new Promise((resolve, reject) => {
        bus.invoke(
          {
            destination: call.bus,
            path: call.path,
            interface: call.iface,
            member: call.member,
            ...(call.signature === undefined ? {} : { signature: call.signature, body: [...(call.body ?? [])] }),
          },
          { timeout: Math.ceil(left), ...(signal === undefined ? {} : { signal }) },
          (failure: object | null, ...body: unknown[]) => {
            if (failure === null) resolve({ body, sequence: arrival, at: performance.now() })
            else reject(portErrorFrom(failure, { over, ...call }))
          },
        )
      })
    },
    onSignal: (listener) => signalListeners.push(listener),
    onClosed: (listener) => closedListeners.push(listener),
    forget: (sender) => counters.delete(sender),
    async close() {
      bus.connection.stream.destroy()
      markClosed()
    },
  }
  try {
    // dbus-native sends Hello itself; a first answer from the bus proves the handshake and the bus.
    await link.call(busCall('GetId'), budget, 5_000)
  } catch (error) {
    await link.close()
    throw error
  }
  return link
}

function connect(over: BusName, busAddress: string) {
  try {
    return dbus.createClient({ busAddress, timeout: 0 })
  } catch (cause) {
    throw new PortError('unavailable', `the address of the ${over} is not one that can be connected to`, { cause })
  }
}

/** A call to the bus itself. */
export function busCall(member: string, signature?: string, ...body: unknown[]): Call {
  return {
    bus: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    iface: 'org.freedesktop.DBus',
    member,
    ...(signature === undefined ? {} : { signature, body }),
  }
}
