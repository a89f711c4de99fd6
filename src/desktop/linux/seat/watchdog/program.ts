/**
 * The watchdog of one seat, a process of its own: `program SEAT [RECORD]`, DISPLAY and XAUTHORITY in the environment. It
 * first puts the server in order after seats whose processes have ended, then makes the seat's devices and its record, or
 * takes over those of a watchdog that died, puts the pointer away, and prints `RECORD POINTER KEYBOARD`.
 *
 * On its standard input it takes `hide N` and `show N`, and answers `N yes` or `N no` (an app has grabbed the pointer). When
 * that pipe closes, which happens when the seat is closed and also when its process dies in whatever way, SIGKILL
 * included, it puts the server in order and ends. There is no other way down, so a quiet end takes the same path as a crash.
 */
import { createInterface } from 'node:readline'
import { openServer } from '../../x11/server.ts'
import { findSeatExtensions } from '../extensions.ts'
import { createMasters, findMasters } from '../masters.ts'
import { findOrphans } from '../orphans.ts'
import { putAway } from '../put-away.ts'
import { SeatRecord } from '../record.ts'
import { XInput2 } from '../xinput2.ts'
import { XTest } from '../xtest.ts'

const CONNECT_LIMIT = 5_000

const [seatName, recordWindow] = process.argv.slice(2)
if (seatName === undefined) throw new Error('usage: program SEAT [RECORD]')

// Only the pipe decides: a signal that is meant for the whole group must not leave the seat without a watchdog.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})
process.stdin.on('error', () => {})
process.stdout.on('error', () => {})
const ownerGone = new Promise<void>((resolve) => process.stdin.once('close', resolve))
const lines = createInterface({ input: process.stdin })
const say = (line: string) => process.stdout.write(`${line}\n`)

const server = await openServer(process.env, { deadline: performance.now() + CONNECT_LIMIT })
const { connection } = server
// Devices, shapes and key map go with the server.
connection.onEnd(() => process.exit(0))
const extensions = await findSeatExtensions(connection)
const input = new XInput2(connection, extensions.input)
// Loaded when the seat is ready: it waits for us, and nobody waits for this.
const loadUndo = () => import('../undo.ts')
for (const orphan of await findOrphans(server, extensions)) {
  const { undoSeat } = await loadUndo()
  await undoSeat(server, extensions, orphan.seatName, orphan.record, true)
}
const record =
  recordWindow === undefined
    ? await SeatRecord.create(connection, seatName)
    : await SeatRecord.at(connection, Number(recordWindow))
const { pointer, keyboard } = (await findMasters(input, seatName)) ?? (await createMasters(input, seatName))
await input.setClientPointer(pointer)
const hands = { input, test: new XTest(connection, extensions.test), root: connection.root }
let isHiding = await putAway(hands, pointer, record)
lines.on('line', async (line) => {
  const [verb, number] = line.split(' ')
  const isShow = verb === 'show'
  try {
    if (isShow) await input.ungrab(pointer)
    isHiding = !isShow && (await putAway(hands, pointer, record))
    say(`${number} ${isHiding || isShow ? 'yes' : 'no'}`)
  } catch {
    say(`${number} no`)
  }
})
say(`${record.window} ${pointer} ${keyboard}`)
const { undoSeat } = await loadUndo()
await ownerGone
await undoSeat(server, extensions, seatName, record, isHiding)
connection.close()
