import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaintWatch } from '../../src/desktop/port.ts'
import { handleOf, Stage, type Subject, soon } from './stage.ts'

let stage: Stage
let app: Subject
let xid: number
let watch: PaintWatch
beforeAll(async () => {
  stage = await Stage.start()
  app = stage.subject()
  xid = await app.open({
    key: 'w',
    title: 'w',
    frame: { x: 100, y: 100, width: 400, height: 300 },
    colour: 'rgb(1,2,3)',
  })
  // What its appearance has to paint is painted.
  await stage.run('xdotool', 'windowfocus', '--sync', String(xid))
  watch = await stage.desktop.capture.watchPaint(handleOf(xid), soon())
})
afterAll(() => stage?.close())

async function msOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work
  return performance.now() - started
}

/** Paints the window anew, through a client of its own. */
const refresh = () => stage.run('xrefresh', '-geometry', '40x40+150+150')

test('a window that is not painted is waited for until the limit', async () => {
  const now = performance.now()
  const ms = await msOf(watch.rest(now, now + 200))
  expect(ms).toBeGreaterThan(190)
})

test('one that is painted, until it has come to rest', async () => {
  const now = performance.now()
  const resting = msOf(watch.rest(now, now + 10_000))
  await refresh()
  expect(await resting).toBeLessThan(5_000)
})

test('one that was painted already is not waited for', async () => {
  const since = performance.now()
  const painted = watch.rest(since, since + 10_000)
  await refresh()
  await painted
  const now = performance.now()
  expect(await msOf(watch.rest(since, now + 10_000))).toBeLessThan(1_000)
})

test('each painting is told, not only the first', async () => {
  for (let round = 0; round < 3; round++) {
    const since = performance.now()
    const painted = watch.rest(since, since + 10_000)
    await refresh()
    expect(await msOf(painted)).toBeLessThan(5_000)
  }
})

test('who has closed it is not kept waiting', async () => {
  const other = await stage.desktop.capture.watchPaint(handleOf(xid), soon())
  const now = performance.now()
  const resting = msOf(other.rest(now, now + 10_000))
  other.close()
  expect(await resting).toBeLessThan(1_000)
})

test('a window that has gone is gone', async () => {
  await expect(stage.desktop.capture.watchPaint(handleOf(0x3fffff), soon())).rejects.toMatchObject({ code: 'gone' })
})
