import { expect, test } from 'vitest'
import { setStage } from './stage.ts'

/** Far above what it takes, for a machine that is busy with other things. */
const BACK_WITHIN_MS = 200

test.each(['gtk3', 'gtk4'] as const)(
  'a %s dialog that comes up in front by itself does not keep the focus of the person',
  { timeout: 120_000 },
  async (toolkit) => {
    const stage = await setStage(toolkit, 'covered')
    try {
      const { bystander, fixture, surehand } = stage
      const app = String(fixture.pid)
      const opener = (await surehand.look(app, { include_screenshot: false })).element('dialog-button')
      const watch = await bystander.watch()
      const mark = bystander.sentinel.journal.mark()
      const answer = await surehand.call('click', { app, element_id: opener.id, include_screenshot: false })
      await fixture.settled()
      await bystander.disturbances(watch)
      expect(answer.said).toBe('success')
      const moves = bystander.sentinel.journal.since(mark).filter(({ event }) => /^focus-(in|out)$/.test(event))
      const lost = moves.filter(({ event }) => event === 'focus-out')
      const back = moves.filter(({ event }) => event === 'focus-in')
      expect(back.length).toBe(lost.length)
      for (const [index, { t }] of lost.entries())
        expect(((back[index]?.t ?? Number.POSITIVE_INFINITY) - t) / 1_000).toBeLessThan(BACK_WITHIN_MS)
      const focus = answer.meta['computer-use-mcp/focus']
      if (lost.length > 0) expect(focus).toMatchObject({ focus_changed: true, taken: { returned: true } })
      // A new GTK 4 window says that the person has just used it, so there is something to give back.
      expect(lost.length > 0).toBe(toolkit === 'gtk4')
    } finally {
      await stage.strike()
    }
  },
)
