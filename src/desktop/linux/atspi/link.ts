import { setMaxListeners } from 'node:events'
import dbus from 'dbus-native'
import { type Budget, type Instant, PortError } from '../../port.ts'
import { type BusName, busDied, noAnswer, portErrorFrom } from './errors.ts'
import { Silences } from './silence.ts'

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
  /** What peers are called, by bus name: for words to people. */
  readonly names: Map<string, string>
  /** Forgets what is known of a sender that has left. */
  forget(sender: string): void
  close(): Promise<void>
}

/** An app that is alive answers within a few milliseconds; one that does not within this is taken for stopped. */
export const CALL_LIMIT = 1_000

const METHOD_RETURN = 2
const ERROR = 3
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
  const names = new Map<string, string>()
  const silences = new Silences()
  /** Questions to silent apps that are under way; they settle with the question and never reject. */
  const probes = new Map<string, Promise<void>>()
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
    if (message.type === METHOD_RETURN || message.type === ERROR) silences.answeredLate(sender, performance.now())
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

  const send = (call: Call, budget: Budget, limit: number): Promise<Reply> => {
    if (closed) return Promise.reject(busDied(over))
    const now = performance.now()
    const asked = { over, who: names.get(call.bus), ...call }
    if (budget.deadline <= now) {
      return Promise.reject(new PortError('timeout', 'there was no time left to ask; nothing was sent'))
    }
    // The bus and its services have well-known names; they are not apps.
    const isApp = call.bus.startsWith(':')
    const patience = isApp ? silences.patience(call.bus, limit, now) : limit
    const left = Math.min(patience, budget.deadline - now)
    const question = isApp ? silences.asked(call.bus, now) : undefined
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
        // dbus-native takes 0 and less for no limit at all.
        { timeout: Math.max(1, Math.ceil(left)), ...(signal === undefined ? {} : { signal }) },
        (failure: object | null, ...body: unknown[]) => {
          const at = performance.now()
          const error = failure === null ? undefined : portErrorFrom(failure, asked)
          if (question !== undefined && error?.code === 'timeout') silences.expired(call.bus, at)
          else if (question !== undefined && error?.code !== 'aborted') silences.answered(call.bus, question, at)
          if (error === undefined) resolve({ body, sequence: arrival, at })
          else reject(error)
        },
      )
    })
  }
  const afterProbe = (call: Call, budget: Budget, limit: number): Promise<Reply> => {
    if (budget.signal?.aborted) return Promise.reject(portErrorFrom({ code: 'ABORT_ERR' }, { over, ...call }))
    if (!silences.isSilent(call.bus)) return link.call(call, budget, limit)
    return Promise.reject(noAnswer({ over, who: names.get(call.bus), ...call }))
  }

  const link: Link = {
    get closed() {
      return closed
    },
    names,
    call(call, budget, limit = CALL_LIMIT) {
      const probe = probes.get(call.bus)
      // One question at a time to an app that is silent.
      if (probe !== undefined) return probe.then(() => afterProbe(call, budget, limit))
      const sent = send(call, budget, limit)
      if (silences.isSilent(call.bus)) {
        const settled = () => void probes.delete(call.bus)
        probes.set(call.bus, sent.then(settled, settled))
      }
      return sent
    },
    onSignal: (listener) => signalListeners.push(listener),
    onClosed: (listener) => closedListeners.push(listener),
    forget(sender) {
      counters.delete(sender)
      names.delete(sender)
      silences.forget(sender)
    },
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
