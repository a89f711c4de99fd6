import { openInbox } from '../x11/inbox.ts'
import { words } from '../x11/raw.ts'
import type { XServer } from '../x11/server.ts'
import type { Converted } from './content.ts'

const PROPERTY_CHANGE = 0x400000
const DELETED = 1
/** An asker that takes nothing for this long has given up, in milliseconds. */
const PATIENCE = 30_000

/** A converted text in pieces of at most this many bytes; the last one is empty and says that there are no more. */
export class Pieces {
  readonly type: number
  readonly size: number
  readonly #data: Buffer
  readonly #most: number
  #sent = 0
  #ended = false

  constructor({ type, data }: Converted, most: number) {
    this.type = type
    this.size = data.length
    this.#data = data
    this.#most = most
  }

  /** `undefined` after the empty one. */
  next(): Buffer | undefined {
    if (this.#ended) return undefined
    const piece = this.#data.subarray(this.#sent, this.#sent + this.#most)
    this.#sent += piece.length
    this.#ended = piece.length === 0
    return piece
  }
}

/**
 * Begins to give a large text (ICCCM 2.7.2) and resolves when the asker may be told so. The pieces follow by themselves,
 * one each time that it takes the one before.
 */
export async function sendInPieces(
  server: XServer,
  requestor: number,
  property: number,
  pieces: Pieces,
): Promise<void> {
  const { connection, atoms } = server
  const taken = openInbox(connection, (event) =>
    event.name === 'PropertyNotify' && event.wid === requestor && event.atom === property && event.state === DELETED
      ? true
      : undefined,
  )
  try {
    await connection.ask<void>((X, done) => X.ChangeWindowAttributes(requestor, { eventMask: PROPERTY_CHANGE }, done))
    const announcement = words(pieces.size)
    await connection.ask<void>((X, done) =>
      X.ChangeProperty(0, requestor, property, atoms.INCR, 32, announcement, done),
    )
  } catch (error) {
    taken.close()
    throw error
  }
  const follow = async () => {
    for (let piece = pieces.next(); piece !== undefined; piece = pieces.next()) {
      const data = piece
      await taken.next({ deadline: performance.now() + PATIENCE }, 'hand over the clipboard')
      await connection.ask<void>((X, done) => X.ChangeProperty(0, requestor, property, pieces.type, 8, data, done))
    }
  }
  follow()
    .catch(() => {
      // The asker has gone or given up; nobody else is waiting for this.
    })
    .finally(() => taken.close())
}
