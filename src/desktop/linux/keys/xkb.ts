import { PortError } from '../../port.ts'
import type { Connection } from '../x11/connection.ts'
import {
  CLIENT_KEYBOARD,
  clearLocksBody,
  getMapBody,
  getStateBody,
  type KeyMapReply,
  type KeyRange,
  type KeyRow,
  type KeyState,
  type MapEvent,
  parseMap,
  parseMapEvent,
  parseState,
  REQUESTS,
  selectMapEventsBody,
  setMapBody,
  useBody,
} from './xkb-wire.ts'

/** XKEYBOARD on one connection. */
export interface Xkb {
  readonly connection: Connection
  /** Of one device, or of the connection's own keyboard. */
  readMap(device?: number): Promise<KeyMapReply>
  /** Symbols of some keys that follow one another. */
  readRows(keys: KeyRange, device?: number): Promise<readonly KeyRow[]>
  /** Replaces symbols of keys that follow one another, on the connection's own keyboard and all devices below it. */
  writeRows(codes: KeyMapReply['codes'], first: number, rows: readonly KeyRow[]): Promise<void>
  readState(device?: number): Promise<KeyState>
  /** Releases what Caps Lock and its like have locked, and goes to the first group, on the connection's own keyboard. */
  clearLocks(): Promise<void>
  /** From now on this connection is told of every change of the device's map. */
  selectMapEvents(device: number): Promise<void>
  /** `seq` is the number of our last request that the server had handled before the change. */
  onMapEvent(listener: (event: MapEvent, seq: number) => void): { close(): void }
}

/** @throws PortError `unavailable` when the server lacks the extension. */
export async function openXkb(connection: Connection): Promise<Xkb> {
  const extension = await connection.ask<{ present: number; majorOpcode: number; firstEvent: number }>((X, done) =>
    X.QueryExtension('XKEYBOARD', done),
  )
  if (extension.present === 0) {
    throw new PortError('unavailable', 'this X server lacks XKEYBOARD, without which keys cannot be looked up')
  }
  const major = extension.majorOpcode
  await connection.raw({ major, minor: REQUESTS.use }, useBody, () => undefined)
  return {
    connection,
    readMap: (device = CLIENT_KEYBOARD) =>
      connection.raw({ major, minor: REQUESTS.getMap }, getMapBody(device), parseMap),
    async readRows(keys, device = CLIENT_KEYBOARD) {
      const body = getMapBody(device, keys)
      return (await connection.raw({ major, minor: REQUESTS.getMap }, body, parseMap)).rows
    },
    writeRows: (codes, first, rows) =>
      connection.rawVoid({ major, minor: REQUESTS.setMap }, setMapBody(CLIENT_KEYBOARD, codes, first, rows)),
    readState: (device = CLIENT_KEYBOARD) =>
      connection.raw({ major, minor: REQUESTS.getState }, getStateBody(device), parseState),
    clearLocks: () => connection.rawVoid({ major, minor: REQUESTS.latchLockState }, clearLocksBody()),
    selectMapEvents: (device) =>
      connection.rawVoid({ major, minor: REQUESTS.selectEvents }, selectMapEventsBody(device)),
    onMapEvent: (listener) =>
      connection.onEvent(({ type, rawData, seq }) => {
        if ((type & 0x7f) !== extension.firstEvent) return
        const event = parseMapEvent(rawData)
        if (event !== undefined) listener(event, seq)
      }),
  }
}
