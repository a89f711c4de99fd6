import { setTimeout as delay } from 'node:timers/promises'
import { startMousepad } from './apps.ts'
import { BareBus } from './bare-bus.ts'
import { theSame } from './check.ts'
import type { Contender } from './measure.ts'
import { OURS } from './result.ts'
import { floorOf, openEngineOver } from './state-mousepad.ts'
import type { Workplace } from './workplace.ts'

const INTO_IT = 'org.a11y.atspi.EditableText'
const MARK = 'x'
/** The app draws what it changed, and answers nobody meanwhile. */
const DRAWN_WITHIN_MS = 20

/** `get_app_state` of Mousepad again, after its text has got or lost a letter; the floor is that of reading everything, after the same. */
export async function stateMousepadWarm(place: Workplace): Promise<readonly Contender[]> {
  const { env, accessibilityBus, folder } = place
  const app = await startMousepad(env, accessibilityBus, folder)
  place.atEnd(() => app.stop())
  const bus = await BareBus.connect(accessibilityBus, app.pid)
  place.atEnd(() => bus.close())
  const engine = await openEngineOver(env, 'trees')
  place.atEnd(() => engine.close())

  let heard = () => {}
  await bus.listen(({ member }) => {
    if (member === 'TextCaretMoved') heard()
  })
  const path = await bus.editable()
  const isSame = theSame('lines of the outline')
  const request = { tool: 'get_app_state', arguments: { app: String(app.pid), include_screenshot: false } }
  let isMarked = false

  /** The caret goes along with the letter, so the last event of a change is that of the caret. */
  const change = async () => {
    const told = new Promise<void>((resolve) => (heard = resolve))
    const call = { path, iface: INTO_IT }
    if (isMarked) await bus.call({ ...call, member: 'DeleteText', signature: 'ii', body: [0, MARK.length] })
    else await bus.call({ ...call, member: 'InsertText', signature: 'isi', body: [0, MARK, MARK.length] })
    await told
    isMarked = !isMarked
    await delay(DRAWN_WITHIN_MS)
  }
  const whole = floorOf(bus)
  const floor: Contender = {
    name: whole.name,
    async round() {
      await change()
      return whole.round()
    },
  }
  const ours: Contender = {
    name: OURS,
    async round() {
      await change()
      const startedAt = performance.now()
      const { answer, refusal } = await engine.call({ id: 'bench' }, request)
      const ms = performance.now() - startedAt
      if (answer === undefined) throw new Error(`get_app_state was refused: ${refusal?.message}`)
      if (!answer.text.includes(': complete.')) throw new Error(`get_app_state did not read all:\n${answer.text}`)
      if (answer.text.includes(`${MARK}Line 1 of`) !== isMarked) throw new Error(`an old text:\n${answer.text}`)
      isSame(answer.text.split('\n').length)
      return ms
    },
  }
  return [floor, ours]
}
