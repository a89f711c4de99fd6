import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFocus } from '../support/absences.ts'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { setScene } from './scene.ts'

const WITHIN_MS = 10_000
const SET_UP_MS = 120_000

let scene: Awaited<ReturnType<typeof setScene>>
beforeAll(async () => {
  scene = await setScene('qt', 'visible')
}, SET_UP_MS)
afterAll(() => scene?.strike())

const system = (program: string, ...args: readonly string[]) => run(scene.env, program, ...args)

const click = (where: object, more: object = {}) =>
  scene.surehand.call('click', { app: String(scene.app.pid), ...where, ...more, include_state: false })

const look = () => scene.surehand.look(String(scene.app.pid), { include_screenshot: true })

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const middle = ({ x, y, width, height }: Box) => ({ x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) })

/** Openable only while the menu is open: it is its only popup. */
async function menuItem() {
  const popups = (await look()).answer.data.popups_without_elements as readonly Box[] | undefined
  expect(popups).toHaveLength(1)
  return middle((popups as readonly [Box])[0])
}

test('a menu of Qt leaves the person their focus, their keys and their pointer while it is open', async () => {
  const { app, bystander } = scene
  const { journal } = bystander.sentinel
  const began = journal.mark()
  const target = (await look()).element('context-target')

  await click({ element_id: target.id }, { mouse_button: 'right' })
  await app.journal.until(entry('context-target', 'popup'), WITHIN_MS)
  await bystander.pressKey()
  const pressed = journal.mark()
  const window = await system('xdotool', 'getwindowgeometry', '--shell', `${bystander.sentinel.xid}`)
  const [x = 0, y = 0] = ['X', 'Y'].map((name) => Number(new RegExp(`^${name}=(\\d+)$`, 'm').exec(window)?.[1]))
  await system('xdotool', 'mousemove', `${x + 10}`, `${y + 10}`, 'click', '2')
  await journal.until(({ event }) => event === 'button-release', WITHIN_MS, pressed)

  await click(await menuItem())
  await app.journal.until(entry('context-copy', 'menu'), WITHIN_MS)
  expect(journal.since(began).filter(isFocus)).toEqual([])
}, 60_000)

test("afterwards its menus are the person's as ever: they open one and choose by keys", async () => {
  const { app, bystander } = scene
  const view = await look()
  const { frame } = view.answer.data.window as { frame: Box }
  const at = middle(view.element('context-target').box as Box)
  const mark = app.journal.mark()
  await system('xdotool', 'mousemove', `${frame.x + at.x}`, `${frame.y + at.y}`, 'click', '3')
  await app.journal.until(entry('context-target', 'popup'), WITHIN_MS, mark)
  const keyed = bystander.sentinel.journal.mark()
  await system('xdotool', 'key', 'Down', 'Return')
  await app.journal.until(entry('context-copy', 'menu'), WITHIN_MS, mark)
  expect(bystander.sentinel.journal.since(keyed).filter(({ event }) => event.startsWith('key-'))).toEqual([])
}, 60_000)
