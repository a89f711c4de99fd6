import type { Geometry, Property, WindowAttributes } from 'x11'
import type { Rect } from '../../port.ts'
import { intersect } from '../rect.ts'
import type { AtomName } from './atoms.ts'
import { isGone } from './connection.ts'
import { KeptListing, type WindowListing } from './kept-listing.ts'
import { readText, readWord, readWords } from './properties.ts'
import type { XServer } from './server.ts'
import { describeWindow, type RawWindow, WINDOW_PROPERTIES, type XWindow } from './window-facts.ts'
import { ownerPid, pidsByConnection } from './window-pids.ts'

/** Titles and classes longer than this many bytes are cut by the X server. */
const PROPERTY_BYTES = 64 * 1024
/** Reparenting window managers put one or two windows of their own around a client's. */
const FRAME_DEPTH = 3

/**
 * All top-level windows: what the window manager lists, what it frames without listing (some modal dialogs), and
 * override-redirect windows that are on the screen. Each layer of questions is one round trip, however many windows; a
 * question too many costs less than a trip more, so windows are described before it is known which of them count.
 */
async function readListing(server: XServer): Promise<WindowListing> {
  const { connection, atoms } = server
  const { root } = connection
  const [screen, tree, stackingList, plainList, activeWindow] = await Promise.all([
    readScreen(server),
    childrenOf(server, root),
    readProperty(server, root, '_NET_CLIENT_LIST_STACKING'),
    readProperty(server, root, '_NET_CLIENT_LIST'),
    readProperty(server, root, '_NET_ACTIVE_WINDOW'),
  ])
  const order = tree?.children ?? []
  const listed = readWords(stackingList) ?? readWords(plainList) ?? []
  const [tops, attributes, bounds, ofListed] = await Promise.all([
    Promise.all(listed.map((id) => topOf(server, id, order))),
    Promise.all(order.map((id) => attributesOf(server, id))),
    Promise.all(order.map((id) => boundsOf(server, id))),
    readFacts(server, listed),
  ])
  const taken = new Set(tops)
  const others = order.filter(
    (id, index) => !taken.has(id) && isVisibleContent(attributes[index]) && !isHelper(bounds[index], screen),
  )
  const [clients, ofOthers] = await Promise.all([
    Promise.all(others.map(async (top) => (await clientIn(server, top)) ?? top)),
    readFacts(server, others),
  ])
  const framed = clients.filter((id) => !ofOthers.has(id))
  const facts = new Map([...ofListed, ...ofOthers, ...(framed.length > 0 ? await readFacts(server, framed) : [])])

  const topOfEach = new Map<number, number>()
  for (const [index, id] of listed.entries()) {
    const top = tops[index]
    if (top !== undefined) topOfEach.set(id, top)
  }
  for (const [index, id] of clients.entries()) topOfEach.set(id, others[index] ?? id)
  const windows = [...topOfEach]
    .flatMap(([id, top]) => {
      const known = facts.get(id)
      return known === undefined ? [] : [describeWindow({ ...known.raw, top }, atoms, known.pid)]
    })
    .filter((window) => window.managed || intersect(window.bounds, screen) !== undefined)
  const active = readWord(activeWindow)
  return {
    windows: sortByStacking(windows, order),
    ...(active === undefined ? {} : { active }),
    screen,
  }
}

interface WindowFacts {
  readonly raw: Omit<RawWindow, 'top'>
  readonly pid: number | undefined
}

/** What is known of each window by itself, and whose it is, in one round trip. Windows that have gone are left out. */
async function readFacts(server: XServer, ids: readonly number[]): Promise<ReadonlyMap<number, WindowFacts>> {
  const { UTF8_STRING, STRING } = server.atoms
  const [raws, pids] = await Promise.all([
    Promise.all(ids.map((id) => readRaw(server, id))),
    pidsByConnection(server, ids),
  ])
  const facts = raws
    .filter((raw) => raw !== undefined)
    .map((raw): [number, WindowFacts] => {
      const { properties: p } = raw
      const machine = readText(p.WM_CLIENT_MACHINE, UTF8_STRING, STRING)
      const pid = ownerPid({ connectionPid: pids.get(raw.id), claimedPid: readWord(p._NET_WM_PID), machine })
      return [raw.id, { raw, pid }]
    })
  return new Map(facts)
}

const keptListings = new WeakMap<XServer, KeptListing>()
const underWay = new WeakMap<XServer, Promise<WindowListing>>()

/**
 * The windows as they are now; the same object as before where nothing has changed. Who asks at the same moment shares the
 * answer: the questions would travel together.
 */
export function listWindows(server: XServer): Promise<WindowListing> {
  const shared = underWay.get(server)
  if (shared !== undefined) return shared
  const kept = keptListings.get(server) ?? new KeptListing(server, readListing)
  keptListings.set(server, kept)
  const listing = kept.list()
  underWay.set(server, listing)
  process.nextTick(() => underWay.delete(server))
  return listing
}

/** The root window as it is now; RandR may have resized it since the connection was opened. */
export async function readScreen(server: XServer): Promise<Rect> {
  const { root } = server.connection
  const { width, height } = await server.connection.ask<Geometry>((X, done) => X.GetGeometry(root, done))
  return { x: 0, y: 0, width, height }
}

export function sortByStacking(windows: readonly XWindow[], order: readonly number[]): readonly XWindow[] {
  const place = new Map(order.map((id, index) => [id, index]))
  const height = (window: XWindow) => (window.viewable ? (place.get(window.top) ?? -1) : -1)
  return [...windows].sort((a, b) => height(a) - height(b))
}

/** InputOnly windows show nothing; unmapped ones are not there. */
function isVisibleContent(attributes: WindowAttributes | undefined): boolean {
  return attributes !== undefined && attributes.klass === 1 && attributes.mapState === 2
}

/** Window managers keep a tiny window mapped beyond the screen's edge (EWMH's _NET_SUPPORTING_WM_CHECK); it holds no client. */
function isHelper(bounds: Rect | undefined, screen: Rect): boolean {
  return bounds !== undefined && bounds.width <= 1 && bounds.height <= 1 && intersect(bounds, screen) === undefined
}

async function boundsOf(server: XServer, id: number): Promise<Rect | undefined> {
  const geometry = await unlessGone(server.connection.ask<Geometry>((X, done) => X.GetGeometry(id, done)))
  return geometry && { x: geometry.xPos, y: geometry.yPos, width: geometry.width, height: geometry.height }
}

/** All that `describeWindow` needs, in one round trip; `undefined` when the window has gone. */
export async function readWindow(server: XServer, id: number, top: number): Promise<RawWindow | undefined> {
  const raw = await readRaw(server, id)
  return raw && { ...raw, top }
}

async function readRaw(server: XServer, id: number): Promise<WindowFacts['raw'] | undefined> {
  const { connection } = server
  const [attributes, geometry, translated, ...values] = await Promise.all([
    attributesOf(server, id),
    unlessGone(connection.ask<Geometry>((X, done) => X.GetGeometry(id, done))),
    unlessGone(
      connection.ask<{ destX: number; destY: number }>((X, done) =>
        X.TranslateCoordinates(id, connection.root, 0, 0, done),
      ),
    ),
    ...WINDOW_PROPERTIES.map((name) => readProperty(server, id, name)),
  ])
  if (attributes === undefined || geometry === undefined || translated === undefined) return undefined
  const properties = Object.fromEntries(WINDOW_PROPERTIES.map((name, index) => [name, values[index]]))
  return { id, attributes, geometry, origin: { x: translated.destX, y: translated.destY }, properties }
}

/** The child of the root above a window; `undefined` when the window has gone. */
export async function topOf(server: XServer, id: number, rootChildren: readonly number[]): Promise<number | undefined> {
  const tops = new Set(rootChildren)
  let window = id
  for (let depth = 0; depth < 32; depth++) {
    if (tops.has(window)) return window
    const parent = (await childrenOf(server, window))?.parent
    if (parent === undefined || parent === 0) return undefined
    if (parent === server.connection.root) return window
    window = parent
  }
  return undefined
}

/** The client's own window inside a child of the root: the one that a window manager gave a WM_STATE (ICCCM 4.1.3.1). */
export async function clientIn(server: XServer, top: number): Promise<number | undefined> {
  let layer: readonly number[] = [top]
  for (let depth = 0; depth < FRAME_DEPTH && layer.length > 0; depth++) {
    const [states, trees] = await Promise.all([
      Promise.all(layer.map((id) => readProperty(server, id, 'WM_STATE'))),
      Promise.all(layer.map((id) => childrenOf(server, id))),
    ])
    const index = states.findIndex((state) => state !== undefined && state.type !== 0)
    if (index >= 0) return layer[index]
    layer = trees.flatMap((tree) => tree?.children ?? [])
  }
  return undefined
}

export function childrenOf(server: XServer, id: number): Promise<{ parent: number; children: number[] } | undefined> {
  return unlessGone(
    server.connection.ask<{ root: number; parent: number; children: number[] }>((X, done) => X.QueryTree(id, done)),
  )
}

export function attributesOf(server: XServer, id: number): Promise<WindowAttributes | undefined> {
  return unlessGone(server.connection.ask<WindowAttributes>((X, done) => X.GetWindowAttributes(id, done)))
}

export function readProperty(server: XServer, window: number, name: AtomName): Promise<Property | undefined> {
  const ANY_TYPE = 0
  return unlessGone(
    server.connection.ask<Property>((X, done) =>
      X.GetProperty(0, window, server.atoms[name], ANY_TYPE, 0, PROPERTY_BYTES / 4, done),
    ),
  )
}

/** Windows vanish between two questions all the time; that is an answer, not a failure. */
async function unlessGone<T>(reply: Promise<T>): Promise<T | undefined> {
  try {
    return await reply
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}
