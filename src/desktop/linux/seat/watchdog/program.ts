/**
 * The watchdog of one seat, a process of its own: `program SEAT [RECORD]`, DISPLAY and XAUTHORITY in the environment. It
 * makes the seat's record, or takes over the one of a watchdog that died, and prints its window. Then it waits until the
 * pipe on its standard input closes, which happens when the seat is closed and also when its process dies in whatever
 * way, SIGKILL included; puts the X server in order; and ends. There is no other way down, so a quiet end takes the same
 * path as a crash.
 */
import { openServer } from '../../x11/server.ts'
import { findSeatExtensions } from '../extensions.ts'
import { SeatRecord } from '../record.ts'
import { undoSeat } from '../undo.ts'

const CONNECT_LIMIT = 5_000

const [seatName, recordWindow] = process.argv.slice(2)
if (seatName === undefined) throw new Error('usage: program SEAT [RECORD]')

// Only the pipe decides: a signal that is meant for the whole group must not leave the seat without a watchdog.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => {})
process.stdin.on('error', () => {})
process.stdout.on('error', () => {})
const ownerGone = new Promise<void>((resolve) => process.stdin.once('close', resolve))
process.stdin.resume()

const server = await openServer(process.env, { deadline: performance.now() + CONNECT_LIMIT })
const { connection } = server
// Devices, shapes and key map go with the server.
connection.onEnd(() => process.exit(0))
const extensions = await findSeatExtensions(connection)
const record =
  recordWindow === undefined
    ? await SeatRecord.create(connection, seatName)
    : await SeatRecord.at(connection, Number(recordWindow))
process.stdout.write(`${record.window}\n`)
await ownerGone
await undoSeat(server, extensions, seatName, record)
connection.close()
