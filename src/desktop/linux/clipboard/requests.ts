import type { Event, Property } from 'x11'
import { words } from '../x11/raw.ts'
import type { XServer } from '../x11/server.ts'
import { type Content, type Converted, convertTo } from './content.ts'
import { Pieces, sendInPieces } from './pieces.ts'

export type SelectionRequest = Event & { readonly name: 'SelectionRequest' }

/** More than this goes in pieces; below the 256 KiB that a request may have on any server. */
const ONE_PIECE = 64 * 1024
const SELECTION_NOTIFY = 31
const PAIRS_BYTES = 4096
/** The second byte of a property with 32-bit items. */
const WORDS = 32

/**
 * Answers one request for a selection that we own (ICCCM 2.2). Whoever asked is told in any case, also that we refuse.
 * Rejects when the asker has gone.
 * @param content `undefined`: we have just lost it
 */
export async function answerRequest(
  server: XServer,
  content: Content | undefined,
  request: SelectionRequest,
): Promise<void> {
  // Clients from before ICCCM name no property.
  const property = request.property === 0 ? request.target : request.property
  const given = content !== undefined && (await answer(server, content, { ...request, property }))
  await notify(server, request, given ? property : 0)
}

function answer(
  server: XServer,
  content: Content,
  { target, requestor, property }: Pick<SelectionRequest, 'target' | 'requestor' | 'property'>,
): Promise<boolean> {
  return target === server.atoms.MULTIPLE
    ? answerSeveral(server, content, requestor, property)
    : give(server, content, requestor, target, property)
}

/** Puts the content where it was asked for. @returns false: refused */
async function give(
  server: XServer,
  content: Content,
  requestor: number,
  target: number,
  property: number,
): Promise<boolean> {
  const converted = convertTo(target, content, server.atoms)
  if (converted === undefined) return false
  if (converted.data.length <= ONE_PIECE) await put(server, requestor, property, converted)
  else await sendInPieces(server, requestor, property, new Pieces(converted, ONE_PIECE))
  return true
}

/** A list of target and property pairs; the property of each that we refuse is set to none (ICCCM 2.6.2). */
async function answerSeveral(server: XServer, content: Content, requestor: number, property: number): Promise<boolean> {
  const { connection, atoms } = server
  const listed = await connection.ask<Property>((X, done) =>
    X.GetProperty(0, requestor, property, atoms.ATOM_PAIR, 0, PAIRS_BYTES / 4, done),
  )
  if (listed.format !== WORDS) return false
  const answered: number[] = []
  for (let at = 0; at + 8 <= listed.data.length; at += 8) {
    const [target, into] = [listed.data.readUInt32LE(at), listed.data.readUInt32LE(at + 4)]
    const given = target !== atoms.MULTIPLE && (await give(server, content, requestor, target, into))
    answered.push(target, given ? into : 0)
  }
  await put(server, requestor, property, { type: atoms.ATOM_PAIR, format: 32, data: words(...answered) })
  return true
}

function put(
  { connection }: XServer,
  window: number,
  property: number,
  { type, format, data }: Converted,
): Promise<void> {
  return connection.ask<void>((X, done) => X.ChangeProperty(0, window, property, type, format, data, done))
}

function notify(
  { connection }: XServer,
  { time, requestor, selection, target }: SelectionRequest,
  property: number,
): Promise<void> {
  const event = Buffer.alloc(32)
  event[0] = SELECTION_NOTIFY
  for (const [index, value] of [time, requestor, selection, target, property].entries())
    event.writeUInt32LE(value >>> 0, 4 + index * 4)
  return connection.ask<void>((X, done) => X.SendEvent(requestor, 0, 0, event, done))
}
