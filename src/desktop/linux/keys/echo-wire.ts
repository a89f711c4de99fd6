import type { Property } from 'x11'
import { internAtom } from '../x11/atoms.ts'
import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'

/** The messages behind `echo.ts`, and how their answers are heard. */
export interface EchoWire {
  /** Says that it answers pings. */
  answersPing(window: number): Promise<boolean>
  /** Windows that the window manager lists and that belong to the same client, so that their messages share a queue. */
  siblings(window: number): Promise<readonly number[]>
  /** False: the server cannot tell who owns a selection. */
  readonly canEditres: boolean
  ping(window: number, token: number): Promise<void>
  /** Makes an app of the X toolkit take this selection; one of `SELECTIONS`. */
  editres(window: number, selection: number): Promise<void>
  close(): void
}

export interface EchoListener {
  pong(window: number, token: number): void
  taken(selection: number): void
}

/** Names of selections that nobody else uses. */
export const SELECTIONS = 8

const SEND_EVENT = 25
const SET_SELECTION_OWNER = 22
const CLIENT_MESSAGE = 33
const ATOM = 4
const WINDOW = 33
const STRUCTURE_EVENTS = 0x02_00_00 | 0x08_00_00
const FIXES_VERSION = 0
const FIXES_SELECT_SELECTION = 2
const NEW_OWNER = 1
const LONGEST = 1 << 14

/** @param connection Root events are added to those that it has selected. */
export async function openEchoWire(connection: Connection, listener: EchoListener): Promise<EchoWire> {
  const atom = (name: string) => internAtom(connection, name)
  const names = ['WM_PROTOCOLS', '_NET_WM_PING', 'Editres', '_NET_CLIENT_LIST']
  const [protocols = 0, netPing = 0, editres = 0, clientList = 0] = await Promise.all(names.map(atom))
  const selections = await Promise.all(
    Array.from({ length: SELECTIONS }, (_, index) => atom(`_SUREHAND_ECHO_${index}`)),
  )
  const newOwner = await watchOwners(connection, selections)
  await addRootEvents(connection)

  const subscription = connection.onEvent(({ rawData }) => {
    const type = rawData.readUInt8(0) & 0x7f
    const isPong =
      type === CLIENT_MESSAGE && rawData.readUInt32LE(8) === protocols && rawData.readUInt32LE(12) === netPing
    if (isPong) listener.pong(rawData.readUInt32LE(20), rawData.readUInt32LE(16))
    else if (type === newOwner && rawData.readUInt32LE(8) !== 0) {
      listener.taken(selections.indexOf(rawData.readUInt32LE(12)))
    }
  })

  const words32 = async (window: number, property: number, type: number) => {
    const { data } = await connection.ask<Property>((X, done) =>
      X.GetProperty(0, window, property, type, 0, LONGEST, done),
    )
    return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4))
  }
  const send = (window: number, type: number, data: readonly number[]) => {
    const event = Buffer.concat([Buffer.from([CLIENT_MESSAGE, 32, 0, 0]), words(window, type, ...data)])
    // Without an event mask it goes to the client that made the window.
    return connection.rawVoid({ major: SEND_EVENT, minor: 0 }, Buffer.concat([words(window, 0), event]))
  }
  return {
    canEditres: newOwner !== undefined,
    answersPing: async (window) => (await words32(window, protocols, ATOM)).includes(netPing),
    async siblings(window) {
      const clientOf = (id: number) => (id & ~connection.display.resource_mask) >>> 0
      const listed = await words32(connection.root, clientList, WINDOW)
      return listed.filter((other) => other !== window && clientOf(other) === clientOf(window))
    },
    ping: (window, token) => send(window, protocols, [netPing, token, window, 0, 0]),
    async editres(window, selection) {
      const name = selections[selection] ?? 0
      await Promise.all([
        // Who owns it already does not take it again.
        connection.rawVoid({ major: SET_SELECTION_OWNER, minor: 0 }, words(0, name, 0)),
        // Fourth comes the version of the protocol: none that there is.
        send(window, editres, [0, name, 0, 0, 0]),
      ])
    },
    close: () => subscription.close(),
  }
}

/** @returns the number of the event that says that a selection has a new owner. */
async function watchOwners(connection: Connection, selections: readonly number[]): Promise<number | undefined> {
  const extension = await connection.ask<{ present: number; majorOpcode: number; firstEvent: number }>((X, done) =>
    X.QueryExtension('XFIXES', done),
  )
  if (extension.present === 0) return undefined
  const major = extension.majorOpcode
  await Promise.all([
    connection.raw({ major, minor: FIXES_VERSION }, words(4, 0), () => undefined),
    ...selections.map((selection) =>
      connection.rawVoid({ major, minor: FIXES_SELECT_SELECTION }, words(connection.root, selection, NEW_OWNER)),
    ),
  ])
  return extension.firstEvent
}

/** Pongs are sent to those who watch the structure of the root (Qt) or of its children (GTK). */
async function addRootEvents(connection: Connection): Promise<void> {
  const { root } = connection
  const { myEventMasks } = await connection.ask<{ myEventMasks: number }>((X, done) =>
    X.GetWindowAttributes(root, done),
  )
  const eventMask = myEventMasks | STRUCTURE_EVENTS
  await connection.ask<void>((X, done) => X.ChangeWindowAttributes(root, { eventMask }, done))
}
