import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../support/oracles.ts'
import { expectations } from './expectations/index.ts'
import './matcher.ts'
import { perform } from './perform.ts'
import { addressed } from './rows.ts'
import { beginHistory, SET_UP_MS, type Stage, setStage } from './scene.ts'

/** The app wholly behind the person's window, and beside it. Every row runs in both at once, each a desktop of its own. */
const places = ['covered', 'visible'] as const
let stages: readonly Stage[] = []
let watchedLongEnough: readonly (() => Promise<unknown>)[] = []

beforeAll(async () => {
  stages = await Promise.all(places.map((place) => setStage(place)))
  watchedLongEnough = await Promise.all(stages.map(beginHistory))
}, SET_UP_MS)

afterAll(() => Promise.all(stages.map((stage) => stage.strike())))

describe.each(places.map((place, index) => ({ place, index })))(
  'the person before the $place app',
  ({ place, index }) => {
    test('would notice: an injected key is heard', async () => {
      const { bystander } = stages[index] as Stage
      const watch = await bystander.watch()
      await bystander.pressKey()
      expect(await bystander.disturbances(watch)).toContainEqual(expect.stringContaining('key-press'))
    })

    test(`sees it ${place}`, async () => {
      const { desktop, fixture, bystander } = stages[index] as Stage
      const top = await topmostAtMiddleOf(desktop.env, fixture.xid)
      expect(top).toBe(place === 'covered' ? bystander.sentinel.xid : fixture.xid)
    })
  },
)

test.each(expectations.flatMap(addressed))('%s by %s', async (_, address, row) => {
  if (row.needsHistory) await Promise.all(watchedLongEnough.map((watched) => watched()))
  const there = stages.filter(({ place }) => row.place === undefined || row.place === place)
  const performances = await Promise.all(there.map((stage) => perform(stage, row, address)))
  for (const performance of performances) expect(performance).toTellTheTruth()
})

/** The client window that is on top at the middle of another one, as the window manager stacks them. */
async function topmostAtMiddleOf(env: Readonly<Record<string, string>>, xid: number): Promise<number> {
  const stacking = await run(env, 'xprop', '-root', '-notype', '_NET_CLIENT_LIST_STACKING')
  const ids = [...stacking.matchAll(/0x[0-9a-f]+/g)].map(([id]) => Number(id)).toReversed()
  const frames = await Promise.all(ids.map(async (id) => ({ id, ...(await frameOf(env, id)) })))
  const wanted = await frameOf(env, xid)
  const x = wanted.x + wanted.width / 2
  const y = wanted.y + wanted.height / 2
  const top = frames.find(
    (frame) => x >= frame.x && x < frame.x + frame.width && y >= frame.y && y < frame.y + frame.height,
  )
  if (top === undefined) throw new Error(`no window lies over the middle of ${xid}`)
  return top.id
}

async function frameOf(env: Readonly<Record<string, string>>, xid: number) {
  const info = await run(env, 'xwininfo', '-id', String(xid))
  const number = (label: string) => Number(new RegExp(`${label}: +(-?\\d+)`).exec(info)?.[1])
  return {
    x: number('Absolute upper-left X'),
    y: number('Absolute upper-left Y'),
    width: number('Width'),
    height: number('Height'),
  }
}
