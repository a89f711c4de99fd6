import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { setScene } from './scene.ts'

const WITHIN_MS = 10_000
const SET_UP_MS = 120_000

let scene: Awaited<ReturnType<typeof setScene>>
beforeAll(async () => {
  scene = await setScene('chromium', 'visible')
}, SET_UP_MS)
afterAll(() => scene?.strike())

const system = (program: string, ...args: readonly string[]) => run(scene.env, program, ...args)

/** Pointers and keyboards of the X server that have a focus of their own. */
const masters = async () => (await system('xinput', 'list', '--short')).match(/\[master/g)?.length

const clickCanvas = async () => {
  const app = String(scene.app.pid)
  const { id } = (await scene.surehand.look(app)).element('canvas')
  return scene.surehand.call('click', { app, element_id: id, mouse_button: 'right', include_state: false })
}

test("Chromium does not hear the person while the agent's keyboard exists, so that makes way for them", async () => {
  const { app, bystander, surehand } = scene
  const view = await surehand.look(String(app.pid), { include_screenshot: true })
  const { box } = view.element('key-area')
  const frame = view.answer.data.window as { frame: { x: number; y: number } }
  if (box === undefined) throw new Error('the key area has no box')
  const [x, y] = [frame.frame.x + box.x + 20, frame.frame.y + box.y + 20]

  let mark = app.journal.mark()
  await clickCanvas()
  await app.journal.until(entry('canvas', 'effect', { button: 'right' }), WITHIN_MS, mark)
  expect(await masters()).toBe(4)

  mark = app.journal.mark()
  // By a click, as people do: what comes to the front by itself right after a gesture is sent back.
  await system('xdotool', 'mousemove', String(x), String(y), 'click', '1')
  await expect.poll(masters, { timeout: WITHIN_MS }).toBe(2)
  await system('xdotool', 'key', 'y')
  await app.journal.until(entry('key-area', 'chord', { chord: 'y' }), WITHIN_MS, mark)

  mark = app.journal.mark()
  const refused = await clickCanvas()
  expect(refused.said).toBe('unsupported')
  expect(refused.text).toContain('hears nothing of their keyboard')
  expect(await masters()).toBe(2)
  expect(app.journal.since(mark)).toEqual([])

  await bystander.returns()
  await clickCanvas()
  await app.journal.until(entry('canvas', 'effect', { button: 'right' }), WITHIN_MS, mark)
}, 60_000)
