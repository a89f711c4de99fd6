import type { Property } from 'x11'
import { type Budget, PortError } from '../../port.ts'
import { type Inbox, openInbox } from '../x11/inbox.ts'
import { createOwnWindow, destroyOwnWindow, serverTime } from '../x11/own-window.ts'
import type { XServer } from '../x11/server.ts'

/** Beyond this a clipboard is not a text that somebody wants to read, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024

const NEW_VALUE = 0
const ANY_TYPE = 0

/** Types of text and what their bytes mean; the first are asked for first. */
const TEXTS = [
  { name: 'UTF8_STRING', encoding: 'utf8' },
  { name: 'text/plain;charset=utf-8', encoding: 'utf8' },
  { name: 'STRING', encoding: 'latin1' },
] as const

/**
 * The text of the clipboard as its owner gives it away, whoever that is. `undefined`: nobody owns it, or what it holds is
 * not text. A stopped or slow owner ends with the budget.
 */
export async function readClipboard(server: XServer, budget: Budget): Promise<string | undefined> {
  const { connection, atoms } = server
  const owner = await connection.ask<number>((X, done) => X.GetSelectionOwner(atoms.CLIPBOARD, done))
  if (owner === 0) return undefined
  const window = await createOwnWindow(server)
  try {
    const time = await serverTime(server, window, budget)
    for (const { name } of TEXTS) {
      const given = await convert(server, window, atoms[name], time, budget)
      // Some owners answer every question with what they have, such as a picture.
      const text = TEXTS.find((known) => atoms[known.name] === given?.type)
      if (given !== undefined && text !== undefined) return given.data.toString(text.encoding)
    }
    return undefined
  } finally {
    await destroyOwnWindow(server, window)
  }
}

/** A property as it was given, and what it claims to be. */
type Given = Pick<Property, 'type' | 'data'>

type Notice = 'value' | { readonly property: number }

/** What the owner makes of its content for this target; `undefined` when it refuses. */
async function convert(
  server: XServer,
  window: number,
  target: number,
  time: number,
  budget: Budget,
): Promise<Given | undefined> {
  const { connection, atoms } = server
  const inbox = openInbox<Notice>(connection, (event) => {
    if (event.name === 'SelectionNotify' && event.requestor === window && event.target === target)
      return { property: event.property }
    const isValue = event.name === 'PropertyNotify' && event.wid === window && event.state === NEW_VALUE
    return isValue && event.atom === atoms._SUREHAND ? 'value' : undefined
  })
  try {
    await connection.ask<void>((X, done) =>
      X.ConvertSelection(window, atoms.CLIPBOARD, target, atoms._SUREHAND, time, done),
    )
    const property = await answered(inbox, budget)
    if (property === 0) return undefined
    const given = await take(server, window)
    return given.type === atoms.INCR ? await collect(server, window, inbox, budget) : whole(given)
  } finally {
    inbox.close()
  }
}

async function answered(inbox: Inbox<Notice>, budget: Budget): Promise<number> {
  for (;;) {
    const notice = await inbox.next(budget, 'read the clipboard: the app that owns it does not answer')
    if (notice !== 'value') return notice.property
  }
}

/** ICCCM 2.7.2: each time that we remove the property its owner writes the next piece; an empty one is the last. */
async function collect(server: XServer, window: number, inbox: Inbox<Notice>, budget: Budget): Promise<Given> {
  const pieces: Buffer[] = []
  let size = 0
  for (;;) {
    await inbox.next(budget, 'read the clipboard: the app that owns it stopped half way')
    const piece = await take(server, window)
    // A notice of a piece that was taken already.
    if (piece.type === 0) continue
    if (piece.data.length === 0) return { type: piece.type, data: Buffer.concat(pieces) }
    size += whole(piece).data.length
    if (size > MAX_BYTES) throw tooLarge()
    pieces.push(piece.data)
  }
}

/** Reads the property and removes it, which tells its writer to go on. */
function take({ connection, atoms }: XServer, window: number): Promise<Property> {
  return connection.ask<Property>((X, done) =>
    X.GetProperty(1, window, atoms._SUREHAND, ANY_TYPE, 0, MAX_BYTES / 4, done),
  )
}

function whole(property: Property): Given {
  if (property.bytesAfter > 0) throw tooLarge()
  return property
}

const tooLarge = () => new PortError('rejected', `the clipboard holds more than ${MAX_BYTES / 1024 / 1024} MiB of text`)
