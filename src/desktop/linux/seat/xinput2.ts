import type { Connection } from '../x11/connection.ts'
import { words } from '../x11/raw.ts'

/** Numbers of XI2proto.h. */
const QUERY_POINTER = 40
const CHANGE_HIERARCHY = 43
const SET_CLIENT_POINTER = 44
const GET_CLIENT_POINTER = 45
const SELECT_EVENTS = 46
const QUERY_DEVICE = 48
const SET_FOCUS = 49
const GET_FOCUS = 50
const GRAB_DEVICE = 51
const UNGRAB_DEVICE = 52
const ALLOW_EVENTS = 53
const PASSIVE_GRAB_DEVICE = 54
const PASSIVE_UNGRAB_DEVICE = 55

const ALL_DEVICES = 0
const ADD_MASTER = 1
const REMOVE_MASTER = 2
const FLOATING = 2

const GRABBED = 0
const SYNC = 0
const ASYNC = 1
const REPLAY_DEVICE = 2
const ANY_MODIFIER = 0x8000_0000
const NO_TOUCH = 0

const CLASS_BUTTON = 1

/** XIDs of windows begin here; a focus below is none (0) or whatever is under the pointer (1). */
export const LOWEST_WINDOW = 2
export const POINTER_ROOT = 1

/** Event types, for `select`, and as they come in generic events. */
export const KEY_PRESS = 2
export const BUTTON_PRESS = 4
export const FOCUS_IN = 9
export const FOCUS_OUT = 10
export const RAW_KEY_PRESS = 13
export const RAW_KEY_RELEASE = 14
export const RAW_BUTTON_PRESS = 15
export const RAW_MOTION = 17

export const MASTER_POINTER = 1

/** What a passive grab waits for; `detail` is a button number or a key code, 0 any. */
export const GRAB_BUTTON = 0
export const GRAB_KEY = 1

export interface InputDevice {
  readonly id: number
  /** 1 master pointer, 2 master keyboard, 3 and 4 their slaves, 5 floating. */
  readonly use: number
  /** The paired master, or a slave's master. */
  readonly attachment: number
  readonly name: string
  /** Numbers of the buttons that are down. */
  readonly buttonsDown: readonly number[]
}

export interface PointerState {
  /** The child of the root that the pointer is in; 0: none. */
  readonly child: number
  readonly x: number
  readonly y: number
}

/** The XInput 2.2 requests that npm `x11` lacks, on one connection. All answers are of this connection's order. */
export class XInput2 {
  readonly #connection: Connection
  readonly #major: number

  /** @param major Opcode of XInputExtension, whose version 2.2 or later this connection has announced. */
  constructor(connection: Connection, major: number) {
    this.#connection = connection
    this.#major = major
  }

  devices(): Promise<readonly InputDevice[]> {
    return this.#ask(QUERY_DEVICE, shorts(ALL_DEVICES, 0), parseDevices)
  }

  /** Makes a pointer and a keyboard, each with an XTEST device below it; `NAME pointer`, `NAME keyboard`. */
  addMaster(name: string): Promise<void> {
    const text = Buffer.from(name)
    const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4)])
    const [sendsCore, enabled] = [1, 1]
    const change = Buffer.concat([
      shorts(ADD_MASTER, (8 + padded.length) / 4, text.length),
      Buffer.from([sendsCore, enabled]),
      padded,
    ])
    return this.#tell(CHANGE_HIERARCHY, Buffer.concat([Buffer.from([1, 0, 0, 0]), change]))
  }

  /** Removes a master pointer, its keyboard and their XTEST devices; other devices below them float. */
  removeMaster(pointer: number): Promise<void> {
    const change = Buffer.concat([shorts(REMOVE_MASTER, 3, pointer), Buffer.from([FLOATING, 0]), shorts(0, 0)])
    return this.#tell(CHANGE_HIERARCHY, Buffer.concat([Buffer.from([1, 0, 0, 0]), change]))
  }

  /**
   * From now on the core and XTEST requests of a client speak of this pointer and its keyboard.
   * @param window One of the client's; 0: of this connection.
   */
  setClientPointer(pointer: number, window = 0): Promise<void> {
    return this.#tell(SET_CLIENT_POINTER, Buffer.concat([words(window), shorts(pointer, 0)]))
  }

  /** The pointer that the core requests of the client that owns this window speak of. */
  clientPointer(window: number): Promise<number> {
    return this.#ask(GET_CLIENT_POINTER, words(window), (reply) => reply.readUInt16LE(2))
  }

  pointer(device: number): Promise<PointerState> {
    const body = Buffer.concat([words(this.#connection.root), shorts(device, 0)])
    return this.#ask(QUERY_POINTER, body, (reply) => ({
      child: reply.readUInt32LE(4),
      // 16.16 fixed point; the pixel is the whole part.
      x: reply.readInt32LE(8) >> 16,
      y: reply.readInt32LE(12) >> 16,
    }))
  }

  /** XID of the window that has this keyboard's focus; 0 none, 1 whatever is under the pointer. */
  focus(keyboard: number): Promise<number> {
    return this.#ask(GET_FOCUS, shorts(keyboard, 0), (reply) => reply.readUInt32LE(0))
  }

  setFocus(keyboard: number, window: number): Promise<void> {
    return this.#tell(SET_FOCUS, Buffer.concat([words(window, 0), shorts(keyboard, 0)]))
  }

  /** Replaces what this connection wants to hear of one device at one window. */
  select(window: number, device: number, eventTypes: readonly number[]): Promise<void> {
    const mask = eventTypes.reduce((bits, type) => bits | (1 << type), 0)
    return this.#tell(SELECT_EVENTS, Buffer.concat([words(window), shorts(1, 0, device, 1), words(mask)]))
  }

  /** Grabs a device, asynchronously, and hears nothing of it. @returns false: another client has it. */
  async grab(device: number, window: number): Promise<boolean> {
    const [noCursor, ownerEvents, maskWords] = [0, 0, 1]
    const body = Buffer.concat([
      words(window, 0, noCursor),
      shorts(device),
      Buffer.from([ASYNC, ASYNC, ownerEvents, 0]),
      shorts(maskWords),
      words(0),
    ])
    return this.#ask(GRAB_DEVICE, body, (reply) => reply.readUInt8(0) === GRABBED)
  }

  ungrab(device: number): Promise<void> {
    return this.#tell(UNGRAB_DEVICE, Buffer.concat([words(0), shorts(device, 0)]))
  }

  /**
   * From now on a press at or below this window is told to us and to nobody else. `hold`: the device stands still then,
   * until `replay`; `keep`: it goes on, and what follows up to the release is ours too.
   * @param detail Button or key code; 0 any.
   * @returns whether the grab was made; false: another client has the same one.
   */
  async passiveGrab(
    type: typeof GRAB_BUTTON | typeof GRAB_KEY,
    detail: number,
    device: number,
    window: number,
    mode: 'hold' | 'keep',
  ): Promise<boolean> {
    const [modifiers, maskWords, ownerEvents] = [1, 1, 0]
    const body = Buffer.concat([
      words(0, window, 0, detail),
      shorts(device, modifiers, maskWords),
      Buffer.from([type, mode === 'hold' ? SYNC : ASYNC, ASYNC, ownerEvents, 0, 0]),
      words(1 << (type === GRAB_BUTTON ? BUTTON_PRESS : KEY_PRESS), ANY_MODIFIER),
    ])
    const failed = await this.#ask(PASSIVE_GRAB_DEVICE, body, (reply) => reply.readUInt16LE(0))
    return failed === 0
  }

  passiveUngrab(type: typeof GRAB_BUTTON | typeof GRAB_KEY, detail: number, device: number, window: number) {
    const body = Buffer.concat([
      words(window, detail),
      shorts(device, 1),
      Buffer.from([type, 0, 0, 0]),
      words(ANY_MODIFIER),
    ])
    return this.#tell(PASSIVE_UNGRAB_DEVICE, body)
  }

  /** Gives the press that a passive grab of ours holds back to whom it belongs, past all grabs up to our window. */
  replay(device: number): Promise<void> {
    const body = Buffer.concat([words(0), shorts(device), Buffer.from([REPLAY_DEVICE, 0]), words(NO_TOUCH, 0)])
    return this.#tell(ALLOW_EVENTS, body)
  }

  #ask<T>(minor: number, body: Buffer, parse: (reply: Buffer) => T): Promise<T> {
    return this.#connection.raw({ major: this.#major, minor }, body, parse)
  }

  #tell(minor: number, body: Buffer): Promise<void> {
    return this.#connection.rawVoid({ major: this.#major, minor }, body)
  }
}

/** The reply of XIQueryDevice from its ninth byte on. */
export function parseDevices(reply: Buffer): readonly InputDevice[] {
  const devices: InputDevice[] = []
  let offset = 24
  for (let left = reply.readUInt16LE(0); left > 0; left--) {
    const head = offset
    const classes = reply.readUInt16LE(head + 6)
    const nameLength = reply.readUInt16LE(head + 8)
    offset += 12
    const name = reply.toString('utf8', offset, offset + nameLength)
    offset += Math.ceil(nameLength / 4) * 4
    const buttonsDown: number[] = []
    for (let index = 0; index < classes; index++) {
      if (reply.readUInt16LE(offset) === CLASS_BUTTON) buttonsDown.push(...parseButtons(reply, offset))
      offset += reply.readUInt16LE(offset + 2) * 4
    }
    devices.push({
      id: reply.readUInt16LE(head),
      use: reply.readUInt16LE(head + 2),
      attachment: reply.readUInt16LE(head + 4),
      name,
      buttonsDown,
    })
  }
  return devices
}

/** xXIButtonInfo: a bit mask of the buttons' state, rounded up to words, follows the eight bytes of its head. */
function parseButtons(reply: Buffer, offset: number): number[] {
  const count = reply.readUInt16LE(offset + 6)
  const down: number[] = []
  for (let button = 1; button <= count; button++) {
    if (reply.readUInt8(offset + 8 + (button >> 3)) & (1 << (button & 7))) down.push(button)
  }
  return down
}

function shorts(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(values.length * 2)
  values.forEach((value, index) => {
    body.writeUInt16LE(value, index * 2)
  })
  return body
}
