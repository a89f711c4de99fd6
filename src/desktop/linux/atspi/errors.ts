import { PortError } from '../../port.ts'

export type BusName = 'session bus' | 'system bus' | 'accessibility bus'

/** What we asked, for messages: never the arguments, they may hold what a person typed. */
export interface Asked {
  /** The bus it went over. */
  readonly over: BusName
  readonly bus: string
  readonly iface: string
  readonly member: string
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

/** Turns what dbus-native rejects with into a PortError. The peer's own text is left out: it can quote field contents. */
export function portErrorFrom(failure: Failure, asked: Asked): PortError {
  const what = `${asked.iface.replace('org.a11y.atspi.', '')}.${asked.member}`
  if (failure.code === 'ETIMEDOUT') {
    return new PortError('timeout', `${asked.bus} did not answer ${what} in time; the app may be busy or stopped`)
  }
  if (failure.code === 'ABORT_ERR') return new PortError('aborted', `${what} was cancelled by the caller`)
  if (failure.code === 'ECONNCLOSED') return busDied(asked.over)
  const name = typeof failure.dbusName === 'string' ? failure.dbusName : ''
  const text = typeof failure.message === 'string' ? failure.message : ''
  if (GONE.has(name) || isObjectMissing(name, text)) {
    return new PortError('gone', `${asked.bus} or its object is gone (asked ${what})`)
  }
  if (name === 'org.freedesktop.DBus.Error.NoReply') {
    return text.includes('disconnected')
      ? new PortError('gone', `${asked.bus} left the accessibility bus before it answered ${what}`)
      : new PortError('timeout', `the bus gave up waiting for ${asked.bus} to answer ${what}`)
  }
  if (MISSING.has(name) || isInterfaceMissing(name, text)) {
    return new PortError('interface-missing', `the object does not offer ${what}`)
  }
  if (name !== '') return new PortError('rejected', `${asked.bus} answered ${what} with ${name}`)
  return new PortError('failed', `could not send ${what}`, { cause: failure })
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
