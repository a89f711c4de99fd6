/**
 * An agent's process for the tests that end it: `agent WINDOW X Y [KIND]`, the desktop in the environment. It acts on the
 * window without a pause, in every way that leaves something to put in order: typing of characters that no layout has,
 * presses held, drags, chords; KIND `typing` types only, `takeover` takes the person's
 * devices over. Prints `acting` once it has begun.
 */
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import { type AimedSeat, PortError, type WindowHandle } from '../../src/desktop/port.ts'

const [window, x, y, kind] = process.argv.slice(2)
const at = { x: Number(x), y: Number(y) }
const desktop = await openLinuxDesktop(process.env)
const { agentSeat, coreSeat } = desktop
if (!agentSeat.offered) throw new Error(agentSeat.reason)
if (!coreSeat.offered) throw new Error(coreSeat.reason)
const core = coreSeat.use
const seat = agentSeat.use
const soon = () => ({ deadline: performance.now() + 30_000 })
const aimed = (gestures: (seat: AimedSeat) => Promise<unknown>) =>
  seat.aimed(window as WindowHandle, at, gestures, soon())

/** In place of what was there: an entry with a long text is slow, and everybody waits for its app. */
const typing = () =>
  aimed(async (use) => {
    await use.chord([{ keysym: 'Control_L' }, { keysym: 'a' }])
    await use.type('Größe 日本 ñandú 😀 typed by the agent ')
  })
const clicks = () =>
  aimed(async (use) => {
    await use.press('left')
    await use.release('left')
  })
const drag = () =>
  aimed(async (use) => {
    await use.press('left')
    for (let step = 0; step < 20; step++) await use.move({ x: at.x + step, y: at.y })
    await use.release('left')
  })
const chord = () => aimed((use) => use.chord([{ keysym: 'Shift_L' }, { keysym: 'Right' }]))
const held = async () => {
  await seat.press({ keysym: 'Shift_L' }, 10_000, soon())
  await typing()
  await seat.release({ keysym: 'Shift_L' }, soon())
}
const takeover = () =>
  core.takeover(
    window as WindowHandle,
    at,
    async (use) => {
      await use.press('left')
      await use.type('Größe 日本 ')
      await use.release('left')
    },
    soon(),
  )
const kinds = { all: [typing, clicks, drag, chord, held], typing: [typing], takeover: [takeover] }[kind ?? 'all'] ?? []

// Ctrl-C is for others.
process.on('SIGINT', () => {})
let isAsked = false
process.on('SIGTERM', () => {
  isAsked = true
})
await seat.pointer(soon())
process.stdout.write('acting\n')
for (let round = 0; !isAsked; round++) {
  await kinds[round % kinds.length]?.().catch((error: unknown) => {
    // While its watchdog is started again.
    if (!(error instanceof PortError) || error.code !== 'unavailable') throw error
  })
}
await desktop.close()
process.exit(0)
