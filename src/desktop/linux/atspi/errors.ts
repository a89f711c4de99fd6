import { PortError, type PortErrorCode } from '../../port.ts'

export type BusName = 'session bus' | 'system bus' | 'accessibility bus'

/** What we asked, for messages: never the arguments, they may hold what a person typed. */
export interface Asked {
  /** The bus it went over. */
  readonly over: BusName
  readonly bus: string
  readonly iface: string
  readonly member: string
  /** What the peer is called, where that is known. */
  readonly who?: string | undefined
}

const GONE = new Set([
  'org.freedesktop.DBus.Error.ServiceUnknown',
  'org.freedesktop.DBus.Error.NameHasNoOwner',
  'org.freedesktop.DBus.Error.UnknownObject',
  'org.freedesktop.DBus.Error.Disconnected',
])

const MISSING = new Set([
  'org.freedesktop.DBus.Error.UnknownMethod',
  'org.freedesktop.DBus.Error.UnknownInterface',
  'org.freedesktop.DBus.Error.UnknownProperty',
  'org.freedesktop.DBus.Error.NotSupported',
])

interface Failure {
  readonly code?: unknown
  readonly dbusName?: unknown
  readonly message?: unknown
}

/**
 * Turns what dbus-native rejects with into a PortError. The message is for people and says nothing of D-Bus, the cause
 * says what was asked of whom. The peer's own text is left out of both: it can quote field contents.
 */
export function portErrorFrom(failure: Failure, asked: Asked): PortError {
  if (failure.code === 'ETIMEDOUT') return noAnswer(asked)
  if (failure.code === 'ABORT_ERR') return error('aborted', 'the question was cancelled by the caller', asked)
  if (failure.code === 'ECONNCLOSED') return busDied(asked.over)
  const who = nameOf(asked)
  const name = typeof failure.dbusName === 'string' ? failure.dbusName : ''
  const text = typeof failure.message === 'string' ? failure.message : ''
  if (GONE.has(name) || isObjectMissing(name, text)) {
    return error('gone', `the element no longer exists, or ${who} has ended`, asked, name)
  }
  if (name === 'org.freedesktop.DBus.Error.NoReply') {
    if (!text.includes('disconnected')) return noAnswer(asked)
    return error('gone', `${who} ended before it answered`, asked, name)
  }
  if (MISSING.has(name) || isInterfaceMissing(name, text)) {
    return error('interface-missing', `${who} does not offer that for this element`, asked, name)
  }
  if (name !== '') return error('rejected', `${who} answered with an error`, asked, name)
  return new PortError('failed', `the question to ${who} could not be sent`, { cause: failure })
}

/** The peer did not answer in time, or is known not to. */
export function noAnswer(asked: Asked): PortError {
  const why = 'it may be busy, stopped, or waiting in a dialog of its own'
  return error('timeout', `${nameOf(asked)} does not answer accessibility requests; ${why}`, asked)
}

function error(code: PortErrorCode, message: string, asked: Asked, answer?: string): PortError {
  const what = `${asked.bus}, ${asked.iface.replace('org.a11y.atspi.', '')}.${asked.member}`
  return new PortError(code, message, { cause: new Error(answer === undefined ? what : `${what}: ${answer}`) })
}

function nameOf({ who, bus, over }: Asked): string {
  if (who !== undefined) return who
  if (bus === 'org.freedesktop.DBus') return `the ${over}`
  return bus.startsWith(':') ? 'the app' : `the service ${bus}`
}

export function busDied(over: BusName): PortError {
  return new PortError(
    'unavailable',
    `there is no connection to the ${over}: nothing listens at its address, or it has ended`,
  )
}

/** GDBus (GTK 4) says UnknownMethod also for a dead object; only its text tells them apart. */
function isObjectMissing(name: string, text: string): boolean {
  return (
    name === 'org.freedesktop.DBus.Error.UnknownMethod' &&
    /Object does not exist at path|No such object path/.test(text)
  )
}

/** GDBus answers Properties.Get and Set on an absent interface with InvalidArgs. */
function isInterfaceMissing(name: string, text: string): boolean {
  return name === 'org.freedesktop.DBus.Error.InvalidArgs' && text.includes('No such interface')
}
