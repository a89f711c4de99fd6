import { expect, test } from 'vitest'
import { type AimedSeat, type Desktop, PortError, type WindowHandle } from '../desktop/port.ts'
import { clickGesture, typeGesture } from './gestures.ts'
import { agentSeatRung } from './seat-rungs.ts'

const aim = { window: 'window' as WindowHandle, point: async () => ({ x: 1, y: 1 }) }

/** A seat whose presses fare as told, one after the other, and after that succeed. */
function seatOf(...presses: readonly (PortError | undefined)[]): Pick<Desktop, 'agentSeat' | 'coreSeat'> {
  const left = [...presses]
  const seat: AimedSeat = {
    move: async () => {},
    press: async () => {
      const error = left.shift()
      if (error !== undefined) throw error
    },
    release: async () => {},
    wheel: async () => {},
    chord: async () => {},
    type: async (text) => ({ typed: text.length, impossible: [] }),
    settle: async () => {},
  }
  const use = {
    aimed: async (_w: unknown, _p: unknown, gestures: (seat: AimedSeat) => Promise<unknown>) => ({
      result: await gestures(seat),
      covered: false,
    }),
  }
  return { agentSeat: { offered: true, use } as never, coreSeat: { offered: false, reason: 'not asked for' } }
}

const deliver = (seat: ReturnType<typeof seatOf>, gesture = clickGesture('left', 2)) =>
  agentSeatRung(seat, aim, gesture, { deadline: 0 }).deliver()

const refused = new PortError('rejected', 'another window lies over it; nothing was pressed')
const astray = new PortError('failed', 'another window got the press')

test('a press that was refused is proof that nothing was sent', async () => {
  expect(await deliver(seatOf(refused))).toEqual({ status: 'not_delivered', reason: 'point-covered' })
  expect(await deliver(seatOf(refused), typeGesture('a', { click: true }))).toMatchObject({ status: 'not_delivered' })
})

test.each([
  ['a press that went astray', seatOf(astray)],
  ['a second press that was refused after a first', seatOf(undefined, refused)],
])('%s proves nothing', async (_, seat) => {
  expect(await deliver(seat)).toMatchObject({ status: 'unknown' })
})
