import { afterAll, beforeAll, expect, test } from 'vitest'
import { gtk4 } from './expectations/gtk4.ts'
import './matcher.ts'
import { perform } from './perform.ts'
import { addressed } from './rows.ts'
import { beginHistory, SET_UP_MS, type Stage, setStage } from './scene.ts'

let stage: Stage
let watchedLongEnough: () => Promise<unknown>

beforeAll(async () => {
  stage = await setStage('covered', { options: ['--toolkit', 'gtk4'] })
  watchedLongEnough = await beginHistory(stage)
}, SET_UP_MS)

afterAll(() => stage?.strike())

test.each(gtk4.filter(({ place }) => place !== 'visible').flatMap(addressed))('%s by %s', async (_, address, row) => {
  if (row.needsHistory) await watchedLongEnough()
  expect(await perform({ ...stage, place: 'GTK 4' }, row, address)).toTellTheTruth()
})
