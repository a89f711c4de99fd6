import { type AimedSeat, type Budget, type Point, PortError, type WindowHandle } from '../../port.ts'
import { requireWindowId } from '../x11/handles.ts'
import { attributesOf } from '../x11/window-list.ts'
import { handled } from '../x11/window-messages.ts'
import { pidsByConnection } from '../x11/window-pids.ts'
import { CoreGestures } from './core-gestures.ts'
import { FocusGuard } from './focus-guard.ts'
import { bringForward, type Forefront, isInFront, isManaged, putForward, readForefront } from './forefront.ts'
import { readPersonLocks } from './person-locks.ts'
import type { Rig } from './rig.ts'
import { handledBy } from './settle.ts'
import { contains, isOfTarget, type TargetApp } from './target.ts'
import type { Turns } from './turns.ts'
import type { Workbench } from './workbench.ts'
import { LOWEST_WINDOW } from './xinput2.ts'
import { moving } from './xtest.ts'

/** Milliseconds. */
const HANDLED_WITHIN = 500

export interface Restored {
  readonly pointer: boolean
  readonly focus: boolean
  /** Milliseconds from the end of the gestures. */
  readonly after: number
}

/**
 * Brings a window to the front as the person would, acts there with their pointer and keyboard, and puts focus, active
 * window and pointer back. Nothing is sent before the window is active and has the focus.
 */
export async function takeOver<T>(
  bench: Workbench,
  turns: Turns,
  window: WindowHandle,
  point: Point | undefined,
  gestures: (seat: AimedSeat) => Promise<T>,
  budget: Budget,
): Promise<{ readonly result: T; readonly restored: Restored }> {
  const { rig, personDevices: devices } = bench
  const { server, connection } = rig.core
  const client = requireWindowId(window)
  const [attributes, before, at, locks, pids] = await Promise.all([
    attributesOf(server, client),
    readForefront(rig),
    devices.where(),
    readPersonLocks(connection),
    pidsByConnection(server, [client]),
  ])
  if (attributes === undefined) throw new PortError('gone', 'the window no longer exists')
  const pid = pids.get(client)
  const app: TargetApp = { client, ...(pid !== undefined && { pid }) }
  const isTheirApp = await isOfApp(rig, before.focus, app)
  // A guard of earlier gestures would take this for a theft.
  turns.guardWith(undefined)
  devices.forgetPlace()
  const isLocked = locks?.isOn === true
  await Promise.all([
    devices.owe([moving(rig.extensions.test, connection.root, at.x, at.y), ...(isLocked ? [locks.restoring] : [])]),
    rig.record.writeFocus(before.focus > 1 ? { target: client, person: before.focus } : undefined),
    isLocked && connection.rawVoid(locks.clearing, locks.clearing.body),
  ])
  const putBack = async () => {
    const started = performance.now()
    await devices.releaseAll()
    if (isLocked) await connection.rawVoid(locks.restoring, locks.restoring.body)
    const [pointer, focus] = await Promise.all([returnPointer(bench, at), returnFront(bench, app, isTheirApp, before)])
    await Promise.all([devices.owe([]), rig.record.writeFocus(undefined)])
    // A dialog that comes up late would take the focus once more.
    if (focus && !isTheirApp) {
      const guard = await FocusGuard.begin(rig, bench.person, app, before)
      turns.guardWith(guard)
      guard.linger()
    }
    return { pointer, focus, after: performance.now() - started }
  }
  let result: T
  try {
    const [target, hasManager] = await Promise.all([bringForward(rig, window, budget), isManaged(server)])
    const rules = {
      mayAct: () => turns.mayAct(budget),
      thawed: async () => (hasManager ? handled(server, budget) : undefined),
      hasPoint: point !== undefined,
    }
    if (point !== undefined) {
      if (!contains(target.area, point)) throw outside(point)
      await devices.move(point)
    }
    // It has to know that it has the focus before it is acted on, and to act before it loses it again.
    await handledBy(bench.echo, client)
    result = await gestures(new CoreGestures(bench, target, rules))
    await handledBy(bench.echo, client)
  } catch (error) {
    await putBack()
    throw error
  }
  return { result, restored: await putBack() }
}

/** A pointer that is not where we left it has been moved on by the person, and stays with them. */
async function returnPointer({ personDevices: devices }: Workbench, home: Point): Promise<boolean> {
  const { lastPlace } = devices
  if (lastPlace === undefined) return true
  const now = await devices.where()
  if (now.x !== lastPlace.x || now.y !== lastPlace.y) return false
  await devices.move(home)
  const after = await devices.where()
  devices.forgetPlace()
  return after.x === home.x && after.y === home.y
}

/**
 * Somebody else who has come to the front meanwhile stays there. A dialog that the gestures opened, or what came to the
 * front when they closed one, is of the same app.
 */
async function returnFront({ rig }: Workbench, app: TargetApp, isTheirApp: boolean, before: Forefront) {
  const { server } = rig.core
  // A window that has closed leaves the focus to the window manager, which gives it on.
  if (await isManaged(server)) await handled(server, { deadline: performance.now() + HANDLED_WITHIN })
  const now = await readForefront(rig)
  if (now.focus === before.focus && now.active === before.active) return true
  const isOurs = isTheirApp
    ? (await isInFront(rig, app.client, now)) || now.active === app.client
    : now.focus < LOWEST_WINDOW || (await isOfApp(rig, now.focus, app)) || (await isOfApp(rig, now.active, app))
  if (!isOurs) return false
  await putForward(rig, before)
  return (await readForefront(rig)).focus === before.focus
}

async function isOfApp({ core: { server } }: Rig, window: number, app: TargetApp): Promise<boolean> {
  if (window < LOWEST_WINDOW) return false
  const pids = await pidsByConnection(server, [window])
  return isOfTarget(server, window, pids.get(window), app)
}

function outside({ x, y }: Point): PortError {
  return new PortError('rejected', `the point ${x},${y} is not inside the window; nothing was sent`)
}
