import { restoreKeyMap } from '../keys/restore.ts'
import { readWord } from '../x11/properties.ts'
import type { XServer } from '../x11/server.ts'
import { readProperty } from '../x11/window-list.ts'
import type { SeatExtensions } from './extensions.ts'
import { forgotten } from './forgotten.ts'
import { findMasters, type Masters, personMasters, releaseHeld } from './masters.ts'
import { putAway } from './put-away.ts'
import type { FocusOwner, SeatRecord } from './record.ts'
import { remindWindowManager } from './reminder.ts'
import type { XRequest } from './requests.ts'
import { POINTER_ROOT, XInput2 } from './xinput2.ts'
import { XTest } from './xtest.ts'

/**
 * Puts the server in order after a seat, whatever it was doing: releases what it holds, while a target can still be
 * reached; hides its pointer; closes the holes; gives the focus back; restores the key map and removes the devices once no
 * app thinks of them any more; destroys the record. Each step is tried, whatever became of the others.
 * @param isHidden Its pointer was put away, or may have been: what it holds is released unheard.
 */
export async function undoSeat(
  server: XServer,
  extensions: SeatExtensions,
  seatName: string,
  record: SeatRecord | undefined,
  isHidden: boolean,
): Promise<void> {
  const { connection } = server
  const input = new XInput2(connection, extensions.input)
  const send = (requests: readonly XRequest[]) =>
    Promise.allSettled(requests.map(({ major, minor, body }) => connection.rawVoid({ major, minor }, body)))
  const masters = await findMasters(input, seatName)
  if (masters !== undefined) {
    await releaseHeld(connection, extensions, masters, isHidden).catch(ignore)
    await hide(server, extensions, masters, record).catch(ignore)
  }
  const [held, shapes, keymap, focus, targets] = await Promise.all([
    record?.read('HELD'),
    record?.read('SHAPES'),
    record?.readKeyMap(),
    record?.readFocus(),
    record?.readTargets(),
  ])
  await send([...(held ?? []), ...(shapes ?? [])])
  if (masters !== undefined) await parkFocus(input, masters).catch(ignore)
  if (focus !== undefined) await giveFocusBack(server, input, focus).catch(ignore)
  await forgotten(server, targets ?? [], async () => {
    if (keymap !== undefined) await restoreKeyMap(connection, keymap).catch(ignore)
  })
  if (masters !== undefined) await input.removeMaster(masters.pointer).catch(ignore)
  await record?.destroy()
}

async function hide(
  { connection }: XServer,
  extensions: SeatExtensions,
  { pointer }: Masters,
  record: SeatRecord | undefined,
) {
  const [input, test] = [new XInput2(connection, extensions.input), new XTest(connection, extensions.test)]
  await input.setClientPointer(pointer)
  await putAway({ input, test, root: connection.root }, pointer, record)
  await input.setClientPointer(personMasters(await input.devices()).pointer)
}

/** Before its device goes: a window manager that took it for the person's would keep what it believes. */
async function parkFocus(input: XInput2, { keyboard }: Masters): Promise<void> {
  if ((await input.focus(keyboard)) !== POINTER_ROOT) await input.setFocus(keyboard, POINTER_ROOT)
}

/**
 * Only if the target has it, or the window manager believes so: the person may have gone on to another window. Windows of
 * one client share their high bits.
 */
async function giveFocusBack(server: XServer, input: XInput2, { target, person }: FocusOwner): Promise<void> {
  const { connection } = server
  const isTargets = (window: number) => ((window ^ target) & ~connection.display.resource_mask) === 0
  const { keyboard } = personMasters(await input.devices())
  const [focus, active] = await Promise.all([
    input.focus(keyboard),
    readProperty(server, connection.root, '_NET_ACTIVE_WINDOW').then(readWord),
  ])
  if (isTargets(focus)) await input.setFocus(keyboard, person)
  // None at all is what it is left with when the agent's focus has gone.
  if (active !== undefined && (active === 0 || isTargets(active))) await remindWindowManager(server, input, keyboard)
}

function ignore(): void {
  // The device or window went by itself.
}
