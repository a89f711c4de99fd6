import type { Property } from 'x11'
import { internAtom } from '../x11/atoms.ts'
import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'
import { packRequests, unpackRequests, type XRequest } from './requests.ts'

/** Each holds the requests that undo one kind of change. */
export type UndoSlot =
  /** Presses on the person's devices. */
  | 'HELD'
  /** Input shapes of windows that lay over a target. */
  | 'SHAPES'

/** Whose focus it is, should the target have it when we end. All XIDs. */
export interface FocusOwner {
  readonly target: number
  readonly person: number
}

const NAMES = {
  SEAT: '_SUREHAND_SEAT',
  HELD: '_SUREHAND_UNDO_HELD',
  SHAPES: '_SUREHAND_UNDO_SHAPES',
  KEYMAP: '_SUREHAND_UNDO_KEYMAP',
  FOCUS: '_SUREHAND_FOCUS',
  TARGETS: '_SUREHAND_TARGETS',
} as const

const CREATE_WINDOW = 1
const MAP_WINDOW = 8
const SET_CLOSE_DOWN_MODE = 112
const KILL_CLIENT = 113
const DESTROY = 0
const RETAIN_PERMANENT = 1
const INPUT_ONLY = 2
const OVERRIDE_REDIRECT = 1 << 9
const REPLACE = 0
const STRING = 31
/** In words; more than any request can carry. */
const LONGEST = 1 << 20

/**
 * What one seat would have to undo, kept by the X server itself: properties of a window that shows nothing and that
 * nobody else listens to. Written before each change, on the same connection, it is in order with it and costs no round
 * trip; and it outlives every process of ours, the watchdog too.
 */
export class SeatRecord {
  readonly window: number
  readonly #connection: Connection
  readonly #atoms: Atoms

  private constructor(connection: Connection, atoms: Atoms, window: number) {
    this.#connection = connection
    this.#atoms = atoms
    this.window = window
  }

  /** The record outlives this connection; `destroy` ends it. */
  static async create(connection: Connection, seatName: string): Promise<SeatRecord> {
    const atoms = await internNames(connection)
    const record = new SeatRecord(connection, atoms, connection.allocateId())
    const geometry = Buffer.alloc(12)
    // Mapped, so that it can be grabbed at, and beyond the screen.
    geometry.writeInt16LE(-1, 0)
    geometry.writeInt16LE(-1, 2)
    geometry.writeUInt16LE(1, 4)
    geometry.writeUInt16LE(1, 6)
    geometry.writeUInt16LE(INPUT_ONLY, 10)
    await Promise.all([
      connection.rawVoid({ major: SET_CLOSE_DOWN_MODE, minor: RETAIN_PERMANENT }, Buffer.alloc(0)),
      connection.rawVoid(
        { major: CREATE_WINDOW, minor: 0 },
        Buffer.concat([words(record.window, connection.root), geometry, words(0, OVERRIDE_REDIRECT, 1)]),
      ),
      connection.rawVoid({ major: MAP_WINDOW, minor: 0 }, words(record.window)),
      record.#write('SEAT', Buffer.from(seatName)),
    ])
    return record
  }

  static async at(connection: Connection, window: number): Promise<SeatRecord> {
    return new SeatRecord(connection, await internNames(connection), window)
  }

  /** All on this server: of seats that live, and of some that nobody has put in order. */
  static async list(connection: Connection): Promise<readonly { record: SeatRecord; seatName: string }[]> {
    const atoms = await internNames(connection)
    const { children } = await connection.ask<{ children: number[] }>((X, done) => X.QueryTree(connection.root, done))
    const found = await Promise.all(
      children.map(async (window) => {
        const record = new SeatRecord(connection, atoms, window)
        return { record, seatName: (await record.#read('SEAT')).toString('utf8') }
      }),
    )
    return found.filter(({ seatName }) => seatName !== '')
  }

  /** How to undo all changes of a kind that there are, and the one that the caller sends next. Replaces what was there. */
  write(slot: UndoSlot, requests: readonly XRequest[]): Promise<void> {
    return this.#write(slot, packRequests(requests))
  }

  async read(slot: UndoSlot): Promise<readonly XRequest[]> {
    return unpackRequests(await this.#read(slot))
  }

  /** @param data What `restoreKeyMap` understands. */
  writeKeyMap(data: Uint8Array | undefined): Promise<void> {
    return this.#write('KEYMAP', Buffer.from(data ?? []))
  }

  async readKeyMap(): Promise<Uint8Array | undefined> {
    const data = await this.#read('KEYMAP')
    return data.length === 0 ? undefined : data
  }

  writeFocus(owner: FocusOwner | undefined): Promise<void> {
    return this.#write('FOCUS', owner === undefined ? Buffer.alloc(0) : words(owner.target, owner.person))
  }

  async readFocus(): Promise<FocusOwner | undefined> {
    const bytes = await this.#read('FOCUS')
    return bytes.length < 8 ? undefined : { target: bytes.readUInt32LE(0), person: bytes.readUInt32LE(4) }
  }

  /** Windows whose apps have heard of our devices. */
  writeTargets(windows: readonly number[]): Promise<void> {
    return this.#write('TARGETS', words(...windows))
  }

  async readTargets(): Promise<readonly number[]> {
    const bytes = await this.#read('TARGETS')
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.readUInt32LE(index * 4))
  }

  /**
   * With all else that the client which made it has left. A client that still lives loses its connection; what it leaves
   * is retained then, hence the second request.
   */
  async destroy(): Promise<void> {
    const kill = () => this.#connection.rawVoid({ major: KILL_CLIENT, minor: 0 }, words(this.window))
    await Promise.allSettled([
      this.#connection.rawVoid({ major: SET_CLOSE_DOWN_MODE, minor: DESTROY }, Buffer.alloc(0)),
      kill(),
      kill(),
    ])
  }

  #write(name: keyof typeof NAMES, data: Buffer): Promise<void> {
    return this.#connection.ask<void>((X, done) =>
      X.ChangeProperty(REPLACE, this.window, this.#atoms[name], STRING, 8, data, done),
    )
  }

  /** Empty: no such property, or no such window. */
  async #read(name: keyof typeof NAMES): Promise<Buffer> {
    const answer = this.#connection.ask<Property>((X, done) =>
      X.GetProperty(0, this.window, this.#atoms[name], STRING, 0, LONGEST, done),
    )
    return answer.then(
      ({ data }) => data,
      () => Buffer.alloc(0),
    )
  }
}

type Atoms = Readonly<Record<keyof typeof NAMES, number>>

async function internNames(connection: Connection): Promise<Atoms> {
  const entries = await Promise.all(
    Object.entries(NAMES).map(async ([key, name]) => [key, await internAtom(connection, name)] as const),
  )
  return Object.fromEntries(entries) as Atoms
}
