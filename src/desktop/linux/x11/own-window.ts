import type { Budget } from '../../port.ts'
import { openInbox } from './inbox.ts'
import type { XServer } from './server.ts'

const INPUT_ONLY = 2
const PROPERTY_CHANGE = 0x400000
const NEW_VALUE = 0

/** A window of our own that is never shown: selections are asked for with it, and owned by it. */
export async function createOwnWindow({ connection }: XServer): Promise<number> {
  const id = connection.allocateId()
  const values = { overrideRedirect: 1, eventMask: PROPERTY_CHANGE } as const
  await connection.ask<void>((X, done) =>
    X.CreateWindow(id, connection.root, -1, -1, 1, 1, 0, 0, INPUT_ONLY, 0, values, done),
  )
  return id
}

/** Never rejects: a window that has gone is destroyed. */
export async function destroyOwnWindow({ connection }: XServer, id: number): Promise<void> {
  await connection.ask<void>((X, done) => X.DestroyWindow(id, done)).catch(() => undefined)
  connection.releaseId(id)
}

/**
 * The server's clock now. Window managers and selections compare timestamps, and take "current time" (0) for nothing or
 * for a reason to refuse; the only way to ask is to change a property and look at the notice (ICCCM 2.1).
 */
export async function serverTime({ connection, atoms }: XServer, ownWindow: number, budget: Budget): Promise<number> {
  const inbox = openInbox(connection, (event) =>
    event.name === 'PropertyNotify' &&
    event.wid === ownWindow &&
    event.atom === atoms._SUREHAND &&
    event.state === NEW_VALUE
      ? event.time
      : undefined,
  )
  try {
    const change = connection.ask<void>((X, done) =>
      X.ChangeProperty(0, ownWindow, atoms._SUREHAND, atoms.INTEGER, 32, Buffer.alloc(0), done),
    )
    const [time] = await Promise.all([inbox.next(budget, "ask for the X server's time"), change])
    return time
  } finally {
    inbox.close()
  }
}

const windows = new WeakMap<XServer, Promise<number>>()

/** One own window for the life of the connection, for whoever needs it for a moment. */
export function ownWindow(server: XServer): Promise<number> {
  const existing = windows.get(server)
  if (existing !== undefined) return existing
  const created = createOwnWindow(server)
  windows.set(server, created)
  return created
}
