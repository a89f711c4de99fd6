import { type Budget, PortError } from '../../port.ts'
import type { Call } from '../atspi/link.ts'
import { askRunning, type Bus } from './bus.ts'
import type { LockAnswer, LockSource } from './lock-source.ts'

const LOGIN1 = 'org.freedesktop.login1'
const MANAGER: Pick<Call, 'bus' | 'path' | 'iface'> = {
  bus: LOGIN1,
  path: '/org/freedesktop/login1',
  iface: 'org.freedesktop.login1.Manager',
}

/** `LockedHint` of the person's session; lockers that integrate with systemd set it. */
export function logindSource(bus: Bus, env: NodeJS.ProcessEnv): LockSource {
  return {
    name: 'logind',
    async ask(budget) {
      const session = await findSession(bus, env, budget)
      if (session === undefined) return { state: 'absent', detail: 'logind runs no session for this user' }
      if (session === 'not-running') return { state: 'absent', detail: 'logind is not running' }
      const body = await getProperty(bus, session, 'org.freedesktop.login1.Session', 'LockedHint', budget)
      return answerOf(body, 'LockedHint')
    },
  }
}

/** A boolean as a source gives it; anything else is a failure, never "unlocked". */
export function answerOf(body: readonly unknown[] | 'not-running', what: string): LockAnswer {
  if (body === 'not-running') return { state: 'absent', detail: 'the service is not running' }
  const [value] = body
  if (typeof value !== 'boolean') throw new PortError('failed', `expected a boolean as ${what}, got ${typeof value}`)
  return { state: value ? 'locked' : 'unlocked' }
}

/**
 * The session by its id; else the one that this process runs in; else, for a service of the user's manager, which runs in
 * none, the user's graphical session.
 */
async function findSession(
  bus: Bus,
  env: NodeJS.ProcessEnv,
  budget: Budget,
): Promise<string | 'not-running' | undefined> {
  const id = env.XDG_SESSION_ID
  const byId = id === undefined || id === '' ? undefined : await manager(bus, 'GetSession', 's', id, budget)
  if (byId !== undefined) return byId
  const byPid = await manager(bus, 'GetSessionByPID', 'u', process.pid, budget)
  if (byPid !== undefined) return byPid
  const user = await manager(bus, 'GetUser', 'u', process.getuid?.() ?? 0, budget)
  if (user === undefined || user === 'not-running') return user
  const display = await getProperty(bus, user, 'org.freedesktop.login1.User', 'Display', budget)
  const [sessionId, path] = display === 'not-running' ? [] : ((display[0] ?? []) as readonly unknown[])
  return typeof path === 'string' && sessionId !== '' ? path : undefined
}

/** @returns an object path; `undefined` when logind knows no such session or user */
async function manager(
  bus: Bus,
  member: string,
  signature: string,
  argument: string | number,
  budget: Budget,
): Promise<string | 'not-running' | undefined> {
  try {
    const body = await askRunning(bus, { ...MANAGER, member, signature, body: [argument] }, budget)
    if (body === 'not-running') return body
    return typeof body[0] === 'string' ? body[0] : undefined
  } catch (error) {
    if (error instanceof PortError && error.code === 'rejected') return undefined
    throw error
  }
}

function getProperty(bus: Bus, path: string, iface: string, name: string, budget: Budget) {
  const properties = { bus: LOGIN1, path, iface: 'org.freedesktop.DBus.Properties', member: 'Get' }
  return askRunning(bus, { ...properties, signature: 'ss', body: [iface, name] }, budget)
}
