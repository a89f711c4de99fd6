import type { XServer } from './server.ts'

const STRUCTURE_NOTIFY = 0x20000
const SUBSTRUCTURE_NOTIFY = 0x80000
const PROPERTY_CHANGE = 0x400000

/** A connection has one event mask for each window, and the last one set holds: whoever watches sets the same. */
const ROOT_EVENTS = STRUCTURE_NOTIFY | SUBSTRUCTURE_NOTIFY | PROPERTY_CHANGE
const WINDOW_EVENTS = STRUCTURE_NOTIFY | PROPERTY_CHANGE

/** From then on the server tells of its size, of each top-level window's place, order and mapping, and of the root's properties. */
export function watchRoot({ connection }: XServer): Promise<void> {
  return connection.ask<void>((X, done) => X.ChangeWindowAttributes(connection.root, { eventMask: ROOT_EVENTS }, done))
}

/** From then on the server tells of the window's place, mapping and properties. */
export function watchWindow({ connection }: XServer, window: number): Promise<void> {
  return connection.ask<void>((X, done) => X.ChangeWindowAttributes(window, { eventMask: WINDOW_EVENTS }, done))
}
