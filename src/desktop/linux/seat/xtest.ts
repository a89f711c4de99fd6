import type { Connection } from '../x11/connection.ts'
import type { XRequest } from './requests.ts'

const FAKE_INPUT = 2
const KEY_PRESS = 2
const KEY_RELEASE = 3
const BUTTON_PRESS = 4
const BUTTON_RELEASE = 5
const MOTION = 6

/** Beyond every screen: the server stops at the last pixel, where of an arrow only the tip shows. */
export const CORNER = { x: 0x7fff, y: 0x7fff }

/**
 * XTEST requests: input from the devices of the connection's client pointer. The server has handled the event, grabs and
 * delivery included, before it looks at the next request of this connection.
 */
export class XTest {
  readonly #connection: Connection
  readonly #major: number

  constructor(connection: Connection, major: number) {
    this.#connection = connection
    this.#major = major
  }

  key(code: number, isPress: boolean): Promise<void> {
    return this.#fake(isPress ? KEY_PRESS : KEY_RELEASE, code)
  }

  button(number: number, isPress: boolean): Promise<void> {
    return this.#fake(isPress ? BUTTON_PRESS : BUTTON_RELEASE, number)
  }

  /** To a place on the screen, at once, without passing what lies between. */
  motion(x: number, y: number): Promise<void> {
    return this.#fake(MOTION, 0, this.#connection.root, x, y)
  }

  #fake(type: number, detail: number, root = 0, x = 0, y = 0): Promise<void> {
    return this.#connection.rawVoid({ major: this.#major, minor: FAKE_INPUT }, fakeInput(type, detail, root, x, y))
  }
}

/** Body of one XTestFakeInput: an event as it would come over the wire. */
function fakeInput(type: number, detail: number, root: number, x: number, y: number): Buffer {
  const body = Buffer.alloc(32)
  body[0] = type
  body[1] = detail
  body.writeUInt32LE(root, 8)
  body.writeInt16LE(x, 20)
  body.writeInt16LE(y, 22)
  return body
}

/** The request that releases one key or button of the connection's own devices. */
export function releasing(major: number, what: 'key' | 'button', detail: number): XRequest {
  const type = what === 'key' ? KEY_RELEASE : BUTTON_RELEASE
  return { major, minor: FAKE_INPUT, body: fakeInput(type, detail, 0, 0, 0) }
}

/** The request that puts the connection's own pointer at a place of the screen. */
export function moving(major: number, root: number, x: number, y: number): XRequest {
  return { major, minor: FAKE_INPUT, body: fakeInput(MOTION, 0, root, x, y) }
}
