import type { Event } from 'x11'
import { type Budget, PortError, type WindowHandle } from '../../port.ts'
import { activate } from '../window-manager.ts'
import { isGone, isMismatch } from '../x11/connection.ts'
import { requireWindowId } from '../x11/handles.ts'
import { readWord } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { attributesOf, childrenOf, readProperty, topOf } from '../x11/window-list.ts'
import { eventually } from './eventually.ts'
import type { Rig } from './rig.ts'
import { findTarget, type Target } from './target.ts'
import { FOCUS_IN, FOCUS_OUT } from './xinput2.ts'

/** XIDs; 0 (and 1, for the focus): no window. */
export interface Forefront {
  readonly focus: number
  readonly active: number
}

const CONFIGURE_WINDOW = 12
const STACK_MODE = 1 << 6
const ABOVE = 0
const GENERIC_EVENT = 35
/** A window that has to come out of the minimised state, or from another workspace, draws itself first. */
const COME_LIMIT = 2_000
const RETURN_LIMIT = 500

export async function readForefront({ core, person }: Rig): Promise<Forefront> {
  const { server } = core
  const [focus, active] = await Promise.all([
    core.input.focus(person.keyboard),
    readProperty(server, server.connection.root, '_NET_ACTIVE_WINDOW'),
  ])
  return { focus, active: readWord(active) ?? 0 }
}

/**
 * Makes the window the active one, and resolves once it has the focus.
 * @throws PortError `rejected` when the window manager, or the app, does not let it.
 */
export async function bringForward(rig: Rig, window: WindowHandle, budget: Budget): Promise<Target> {
  const { core } = rig
  const client = requireWindowId(window)
  await ask(rig, client, budget)
  const limit = Math.min(budget.deadline, performance.now() + COME_LIMIT)
  const isThere = async () => {
    const now = await readForefront(rig)
    return (now.active === client || !(await isManaged(core.server))) && (await isInFront(rig, client, now))
  }
  if (!(await whenFocusMoves(rig, client, isThere, limit))) {
    throw new PortError(
      'rejected',
      'the window did not become active with the focus: its app or the window manager did not let it, or a dialog of its own took it; nothing was sent',
    )
  }
  return findTarget(core.server, window)
}

/** The focus is in this client's window, or in one inside it. */
export async function isInFront({ core }: Rig, client: number, { focus }: Forefront): Promise<boolean> {
  if (focus <= 1) return false
  const { server } = core
  const tops = (await childrenOf(server, server.connection.root))?.children ?? []
  const [ofFocus, ofClient] = await Promise.all([topOf(server, focus, tops), topOf(server, client, tops)])
  return ofFocus !== undefined && ofFocus === ofClient
}

/** Gives the front back to who had it. */
export async function putForward(rig: Rig, before: Forefront): Promise<void> {
  const { core, person } = rig
  const limit = performance.now() + RETURN_LIMIT
  const isBack = async () => {
    const now = await readForefront(rig)
    return now.focus === before.focus && (before.active === 0 || now.active === before.active)
  }
  try {
    if (before.active !== 0) {
      await ask(rig, before.active, { deadline: limit })
      if (await whenFocusMoves(rig, before.focus, isBack, limit)) return
    }
    await core.input.setFocus(person.keyboard, before.focus)
  } catch (error) {
    // Their window has gone, or is not on the screen any more.
    if (!isGone(error) && !isMismatch(error)) throw error
  }
}

async function ask({ core, person }: Rig, window: number, budget: Budget): Promise<void> {
  const { server, connection } = core
  if (await isManaged(server)) return activate(server, window, budget)
  const body = Buffer.alloc(12)
  body.writeUInt32LE(window, 0)
  body.writeUInt16LE(STACK_MODE, 4)
  body.writeUInt32LE(ABOVE, 8)
  await Promise.all([
    connection.rawVoid({ major: CONFIGURE_WINDOW, minor: 0 }, body),
    core.input.setFocus(person.keyboard, window),
  ])
}

/** The announcement outlives a window manager that crashed; its window does not. */
export async function isManaged(server: XServer): Promise<boolean> {
  const manager = readWord(await readProperty(server, server.connection.root, '_NET_SUPPORTING_WM_CHECK'))
  return manager !== undefined && (await attributesOf(server, manager)) !== undefined
}

/** Woken by the focus of this window and by the window manager's announcements. */
async function whenFocusMoves(rig: Rig, window: number, isTrue: () => Promise<boolean>, limit: number) {
  const { core, person } = rig
  const listen = (types: readonly number[]) =>
    window <= 1 ? undefined : core.input.select(window, person.keyboard, types).catch(() => {})
  await listen([FOCUS_IN, FOCUS_OUT])
  try {
    return await eventually(core.connection, isTrue, mayMatter, limit)
  } finally {
    await listen([])
  }
}

const mayMatter = ({ type, name }: Event): boolean => type === GENERIC_EVENT || name === 'PropertyNotify'
