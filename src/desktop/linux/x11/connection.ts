import type { Socket } from 'node:net'
import x11, { type Callback, type Client, type Display, type Event, type Screen, type XError } from 'x11'
import { type Budget, PortError, type Subscription } from '../../port.ts'
import { addressOf, dial, whyNot } from './address.ts'
import { bounded } from './budget.ts'
import { sendRaw } from './raw.ts'
import { readCookie } from './xauthority.ts'

/** An error that the X server sent back for one request. */
export class XRequestError extends Error {
  readonly code: number
  constructor(cause: XError) {
    const opcode = `${cause.majorOpcode}.${cause.minorOpcode}`
    super(`the X server answered request ${opcode} with error ${cause.error} (${cause.message || 'of an extension'})`)
    this.name = 'XRequestError'
    this.code = cause.error
  }
}

const BAD_WINDOW = 3
const BAD_MATCH = 8
const BAD_DRAWABLE = 9

/** The window or pixmap that a request named does not exist (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof XRequestError && (error.code === BAD_WINDOW || error.code === BAD_DRAWABLE)
}

/** The window is in a state in which this cannot be asked (mostly: not viewable). */
export function isMismatch(error: unknown): boolean {
  return error instanceof XRequestError && error.code === BAD_MATCH
}

/** Requests and events of one connection to an X server. */
export interface Connection {
  readonly display: Display
  /** The one that DISPLAY names; nearly every display has only one. */
  readonly screen: Screen
  readonly root: number
  /** False from the moment that the server has gone; everything pending has been rejected then. */
  readonly open: boolean
  /** Sends one request of npm `x11`; call several before awaiting any and they travel together. */
  ask<T>(send: (X: Client, done: Callback<T>) => void): Promise<T>
  /** Sends one request that npm `x11` lacks. See `sendRaw`. */
  raw<T>(
    opcode: { readonly major: number; readonly minor: number },
    body: Buffer,
    parse: (body: Buffer, detail: number) => T,
  ): Promise<T>
  /** As `raw`, for a request without reply. */
  rawVoid(opcode: { readonly major: number; readonly minor: number }, body: Buffer): Promise<void>
  allocateId(): number
  releaseId(id: number): void
  /** Number of the request sent last, comparable with `Event.seq`. */
  readonly lastRequest: number
  onEvent(listener: (event: Event) => void): Subscription
  onEnd(listener: () => void): Subscription
  close(): void
}

/**
 * @throws PortError `unavailable` when there is no display, nothing listens, or the server refuses; `timeout` when
 *   something listens and says nothing.
 */
export async function connect(env: NodeJS.ProcessEnv, budget: Budget): Promise<Connection> {
  const name = env.DISPLAY
  if (name === undefined || name === '') {
    throw new PortError('unavailable', 'the environment variable DISPLAY is not set, so there is no X display to use')
  }
  const address = addressOf(name)
  if (address === undefined) {
    throw new PortError('unavailable', `DISPLAY is "${name}"; expected :NUMBER or HOST:NUMBER, such as :0`)
  }
  const auth = await readCookie(env, /:(\d+)/.exec(name)?.[1] ?? '')
  let stream: Socket | undefined
  try {
    const display = await bounded(budget, `connect to the X display ${name}`, () => {
      return new Promise<Display>((resolve, reject) => {
        const done = (error: Error | undefined, display: Display) => (error ? reject(error) : resolve(display))
        stream = dial(address)
        const client = x11.createClient(
          {
            display: name,
            stream,
            shm: false,
            disableBigRequests: true,
            bufferRequests: { flushOnReply: false },
            auth,
          },
          done,
        )
        // Refused authentication comes as an event, not through the callback.
        client.on('error', reject)
      })
    })
    return overClient(display)
  } catch (cause) {
    stream?.destroy()
    if (cause instanceof PortError) throw cause
    const why = cause instanceof Error ? whyNot(address, cause) : String(cause)
    throw new PortError('unavailable', `cannot connect to the X display ${name}: ${why}`, { cause })
  }
}

function overClient(display: Display): Connection {
  const X = display.client
  const screen = display.screen[Number(X.screenNum)] ?? display.screen[0]
  if (screen === undefined) throw new PortError('unavailable', 'the X server has no screens')
  const pending = new Set<(error: Error) => void>()
  const eventListeners = new Set<(event: Event) => void>()
  const endListeners = new Set<() => void>()
  let open = true

  const end = () => {
    if (!open) return
    open = false
    const error = serverGone()
    for (const reject of pending) reject(error)
    pending.clear()
    for (const listener of endListeners) listener()
  }
  // npm x11 forgets its callbacks when the server dies and says so in one of three ways.
  X.on('end', end)
  X.stream.on('close', end)
  // A request error without a callback of its own, or the socket's; neither may end the process.
  X.on('error', () => {
    if (X.stream.destroyed) end()
  })
  X.on('event', (event: Event) => {
    for (const listener of eventListeners) listener(event)
  })

  const ask = <T>(send: (X: Client, done: Callback<T>) => void) =>
    new Promise<T>((resolve, reject) => {
      if (!open) {
        reject(serverGone())
        return
      }
      pending.add(reject)
      send(X, (error, value) => {
        pending.delete(reject)
        if (error) reject('error' in error ? new XRequestError(error as XError) : error)
        else resolve(value)
        return true
      })
    })

  return {
    display,
    screen,
    root: screen.root,
    get open() {
      return open
    },
    get lastRequest() {
      return X.seq_num
    },
    ask,
    raw: (opcode, body, parse) => ask((X, done) => sendRaw(X, opcode, body, parse, done)),
    rawVoid: (opcode, body) => ask<void>((X, done) => sendRaw(X, opcode, body, undefined, done)),
    allocateId: () => X.AllocID(),
    releaseId: (id) => X.ReleaseID(id),
    onEvent: (listener) => subscribe(eventListeners, listener),
    onEnd: (listener) => subscribe(endListeners, listener),
    close() {
      if (open) X.terminate()
      end()
    },
  }
}

function subscribe<T>(listeners: Set<T>, listener: T): Subscription {
  listeners.add(listener)
  return { close: () => listeners.delete(listener) }
}

function serverGone(): PortError {
  return new PortError('unavailable', 'the connection to the X server has closed; the display has gone')
}
