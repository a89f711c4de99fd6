import {
  type Budget,
  type Button,
  type Key,
  type Point,
  PortError,
  type PostedEvents,
  type WindowHandle,
} from '../../port.ts'
import { readKeyMap } from '../keys/key-map.ts'
import { keysymOfName } from '../keys/keysyms.ts'
import { modifierCode } from '../keys/needs.ts'
import { openXkb } from '../keys/xkb.ts'
import type { XLink } from '../x11/link.ts'
import { ownWindow, serverTime } from '../x11/own-window.ts'
import type { XServer } from '../x11/server.ts'
import { attributesOf } from '../x11/window-list.ts'
import { windowsAt } from './deepest.ts'
import { buttonNumber } from './gestures.ts'
import { POSTED, packPosted, stateOfButton } from './posted-event.ts'
import { areaOf, contains, findTarget } from './target.ts'

/** One key of a chord. */
interface Stroke {
  readonly code: number
  /** Bits of the state that it sets while it is down. */
  readonly modifiers: number
}

/**
 * Events by XSendEvent, marked as such by the server. They go to the deepest window that listens to the core protocol; a
 * window of a toolkit that uses XInput 2 alone has none, and would drop them.
 */
export function openPostedEvents(link: XLink): PostedEvents {
  return {
    click: (window, point, button, count, budget) =>
      link.use(budget, 'post a click', (server) => postClick(server, window, point, button, count, budget)),
    chord: (window, keys, budget) => link.use(budget, 'post keys', (server) => postChord(server, window, keys, budget)),
  }
}

async function postClick(
  server: XServer,
  handle: WindowHandle,
  point: Point,
  button: Button,
  count: number,
  budget: Budget,
): Promise<void> {
  const { client, area } = await findTarget(server, handle)
  if (!contains(area, point)) {
    throw new PortError('rejected', `the point ${point.x},${point.y} is not inside the window; nothing was sent`)
  }
  const to = await listenerAt(server, client, point, 'button-press')
  const detail = buttonNumber(button)
  for (let click = 0; click < count; click++) {
    await post(server, to, 'button-press', detail, 0, budget)
    await post(server, to, 'button-release', detail, stateOfButton(detail), budget)
  }
}

async function postChord(server: XServer, handle: WindowHandle, keys: readonly Key[], budget: Budget): Promise<void> {
  const { client, area } = await findTarget(server, handle)
  const middle = { x: area.x + (area.width >> 1), y: area.y + (area.height >> 1) }
  const to = await listenerAt(server, client, middle, 'key-press')
  const strokes = await strokesOf(server, keys)
  let state = 0
  for (const { code, modifiers } of strokes) {
    await post(server, to, 'key-press', code, state, budget)
    state |= modifiers
  }
  for (const { code, modifiers } of strokes.toReversed()) {
    await post(server, to, 'key-release', code, state, budget)
    state &= ~modifiers
  }
}

interface Listener {
  readonly window: number
  readonly onScreen: Point
  readonly inWindow: Point
}

/** @throws PortError `rejected` when nobody listens; nothing was sent. */
async function listenerAt(server: XServer, client: number, point: Point, kind: keyof typeof POSTED): Promise<Listener> {
  for (const window of (await windowsAt(server, client, point)).toReversed()) {
    const [attributes, area] = await Promise.all([attributesOf(server, window), areaOf(server, window)])
    if (attributes === undefined || area === undefined || (attributes.allEventMasks & POSTED[kind].mask) === 0) continue
    return { window, onScreen: point, inWindow: { x: point.x - area.x, y: point.y - area.y } }
  }
  throw new PortError(
    'rejected',
    `no window here listens to ${kind} events of the core protocol, so a posted one would be dropped; nothing was sent`,
  )
}

async function post(
  server: XServer,
  { window, onScreen, inWindow }: Listener,
  kind: keyof typeof POSTED,
  detail: number,
  state: number,
  budget: Budget,
): Promise<void> {
  const { connection } = server
  const time = await serverTime(server, await ownWindow(server), budget)
  const event = packPosted({ kind, detail, time, root: connection.root, window, onScreen, inWindow, state })
  await connection.ask<void>((X, done) => X.SendEvent(window, 0, POSTED[kind].mask, event, done))
}

/** @throws PortError `interface-missing` for a key that the layout lacks; nothing was sent. */
async function strokesOf({ connection }: XServer, keys: readonly Key[]): Promise<readonly Stroke[]> {
  const person = await (await openXkb(connection)).readMap()
  const map = readKeyMap({ person, agent: person, devices: [], borrowed: new Set() })
  const strokes: Stroke[] = []
  const add = (code: number) => strokes.push({ code, modifiers: map.modifierBits(code) })
  for (const { keysym: name } of keys) {
    const modifier = modifierCode(name, map)
    const keysym = keysymOfName(name)
    const stroke = keysym === undefined ? undefined : map.strokeOf(keysym)
    const shift = modifierCode('Shift_L', map)
    if (modifier !== undefined) {
      add(modifier)
    } else if (stroke === undefined || (stroke.shift && shift === undefined)) {
      throw new PortError(
        'interface-missing',
        `the keyboard layout has no key ${JSON.stringify(name)}; nothing was sent`,
      )
    } else {
      const hasShift = strokes.some(({ modifiers }) => (modifiers & 1) !== 0)
      if (stroke.shift && !hasShift && shift !== undefined) add(shift)
      add(stroke.code)
    }
  }
  return strokes
}
