import { setTimeout as delay } from 'node:timers/promises'
import { restoreKeyMap } from '../keys/restore.ts'
import type { XServer } from '../x11/server.ts'
import type { SeatExtensions } from './extensions.ts'
import { personMasters, releaseHeld, removeMasters, seatsAmong } from './masters.ts'
import { isOrphan, keyboardName } from './names.ts'
import type { FocusOwner } from './record.ts'
import { SeatRecord } from './record.ts'
import { remindWindowManager } from './reminder.ts'
import type { XRequest } from './requests.ts'
import { POINTER_ROOT, XInput2 } from './xinput2.ts'

/** An app still looks key codes up that it was sent before; measured: 120 ms were too short once. */
const KEYMAP_REST = 250

/**
 * Puts the server in order after a seat, whatever it was doing: releases what it holds, while a target can still be
 * reached; closes the holes; gives the focus back; removes its devices; restores the key map; destroys the record.
 * Each step is tried, whatever became of the others.
 */
export async function undoSeat(
  server: XServer,
  extensions: SeatExtensions,
  seatName: string,
  record: SeatRecord | undefined,
): Promise<void> {
  const { connection } = server
  const input = new XInput2(connection, extensions.input)
  const send = (requests: readonly XRequest[]) =>
    Promise.allSettled(requests.map(({ major, minor, body }) => connection.rawVoid({ major, minor }, body)))
  await releaseHeld(connection, extensions, seatName).catch(ignore)
  if (record === undefined) {
    await removeMasters(connection, extensions, seatName).catch(ignore)
    return
  }
  const [held, shapes, keymap, focus] = await Promise.all([
    record.read('HELD'),
    record.read('SHAPES'),
    record.readKeyMap(),
    record.readFocus(),
  ])
  await send([...held, ...shapes])
  await parkFocus(input, seatName).catch(ignore)
  if (focus !== undefined) await giveFocusBack(server, input, focus).catch(ignore)
  await removeMasters(connection, extensions, seatName).catch(ignore)
  if (keymap !== undefined) {
    await delay(KEYMAP_REST)
    await restoreKeyMap(connection, keymap).catch(ignore)
  }
  await record.destroy()
}

/** In order after every seat whose process has ended, should its watchdog have ended with it. */
export async function sweepOrphans(server: XServer, extensions: SeatExtensions): Promise<void> {
  const { connection } = server
  const [records, devices] = await Promise.all([
    SeatRecord.list(connection),
    new XInput2(connection, extensions.input).devices(),
  ])
  const names = new Set([...records.map(({ seatName }) => seatName), ...seatsAmong(devices)])
  for (const name of names) {
    if (!isOrphan(name)) continue
    await undoSeat(server, extensions, name, records.find(({ seatName }) => seatName === name)?.record)
  }
}

/** Before its device goes: a window manager that took it for the person's would keep what it believes. */
async function parkFocus(input: XInput2, seatName: string): Promise<void> {
  const keyboard = (await input.devices()).find(({ name }) => name === keyboardName(seatName))
  if (keyboard === undefined || (await input.focus(keyboard.id)) === POINTER_ROOT) return
  await input.setFocus(keyboard.id, POINTER_ROOT)
}

/** Only if the target has it: the person may have gone on to another window. Windows of one client share its high bits. */
async function giveFocusBack(server: XServer, input: XInput2, { target, person }: FocusOwner): Promise<void> {
  const { keyboard } = personMasters(await input.devices())
  const clientOf = (window: number) => (window & ~server.connection.display.resource_mask) >>> 0
  if (clientOf(await input.focus(keyboard)) === clientOf(target)) await input.setFocus(keyboard, person)
  await remindWindowManager(server, input, keyboard)
}

function ignore(): void {
  // The device or window went by itself.
}
