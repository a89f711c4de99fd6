import { afterAll, beforeAll, expect, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { gtk4 } from './expectations/gtk4.ts'
import './matcher.ts'
import { perform } from './perform.ts'
import { patience } from './report.ts'
import { addressed } from './rows.ts'
import { beginHistory, SET_UP_MS, type Stage, setStage } from './scene.ts'

const WITHIN_MS = 10_000 * patience
let stage: Stage
let watchedLongEnough: () => Promise<unknown>

beforeAll(async () => {
  stage = await setStage('covered', { options: ['--toolkit', 'gtk4'] })
  watchedLongEnough = await beginHistory(stage)
}, SET_UP_MS)

afterAll(() => stage?.strike())

test('a dialog that takes the focus by itself: an answer that comes later says so', async () => {
  const { surehand, fixture, bystander } = stage
  const app = String(fixture.pid)
  const watch = await bystander.watch()
  const button = (await surehand.look(app)).element('dialog-button').id
  const mark = fixture.journal.mark()
  const opened = await surehand.call('click', { app, element_id: button, include_state: false })
  await fixture.journal.until(entry('dialog', 'open'), WITHIN_MS, mark)
  expect(opened.said).toBe('success')
  // It may take the focus after the answer, which nobody can tell then.
  const lostAt = bystander.focusLostAt(watch)
  if (lostAt !== undefined && lostAt <= opened.answeredAt)
    expect(opened.meta['computer-use-mcp/focus']).toMatchObject({ focus_changed: true })
  const answer = (await surehand.look(app)).element('dialog-ok').id
  expect((await surehand.call('click', { app, element_id: answer, include_state: false })).said).toBe('success')
  await fixture.journal.until(entry('dialog', 'close', { answer: 'dialog-ok' }), WITHIN_MS, mark)
  await bystander.returns()
})

test.each(gtk4.filter(({ place }) => place !== 'visible').flatMap(addressed))('%s by %s', async (_, address, row) => {
  if (row.needsHistory) await watchedLongEnough()
  expect(await perform({ ...stage, place: 'GTK 4' }, row, address)).toTellTheTruth()
})
