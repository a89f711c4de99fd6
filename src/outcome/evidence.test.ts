import { describe, expect, it } from 'vitest'
import vectors from '../../contracts/outcome/evidence.json' with { type: 'json' }
import type { AccessibleEventKind, AccessibleHandle } from '../desktop/port.ts'
import { gradeEvent, type SourceHistory } from './evidence.ts'
import { ChangeHistory } from './history.ts'

const label = 'label' as AccessibleHandle

describe('grades of evidence, from contracts/outcome/evidence.json', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, { event, window, history, grade }) => {
    const graded = gradeEvent({ ...event, kind: event.kind as AccessibleEventKind, source: label }, window, {
      lateChanges: 0,
      restedFor: 0,
      calmFor: Number.POSITIVE_INFINITY,
      ...history,
    } as SourceHistory)
    expect(graded?.grade ?? null).toBe(grade)
  })
})

describe('ChangeHistory', () => {
  const change = (at: number) => ({ source: label, at, kind: 'name' as const, detail: '' })
  const event = (at: number, more: object = {}) =>
    ({ grade: 'late', source: label, quiet: true, timely: false, at, ...more }) as const
  /** An action of one second, as those are whose effect is waited for in vain. */
  const act = (history: ChangeHistory, sentAt: number, ...events: ReturnType<typeof event>[]) =>
    history.noteAction(events, sentAt, sentAt + 1_000)

  it('calls an accessible restless for 30 s after it changed by itself', () => {
    const history = new ChangeHistory(0)
    history.noteIdle(change(5_000))
    expect(history.of(label, 5_100).restless).toBe(true)
    expect(history.of(label, 34_999).restless).toBe(true)
    expect(history.of(label, 35_000).restless).toBe(false)
  })

  it('does not take a counter that our actions change for a clock', () => {
    const history = new ChangeHistory(0)
    for (let at = 4_000; at < 24_000; at += 1_000) act(history, at, event(at, { grade: 'bracketed', timely: true }))
    expect(history.of(label, 25_000)).toMatchObject({
      restless: false,
      quietFor: Number.POSITIVE_INFINITY,
      lateChanges: 0,
    })
  })

  it('calls an accessible restless that changed twice in one action without an explanation', () => {
    const history = new ChangeHistory(0)
    act(history, 4_000, event(4_500), event(4_600))
    expect(history.of(label, 5_000).restless).toBe(true)
  })

  it('takes no accessible for restless because it changed twice in a window that had been brought to the front', () => {
    const history = new ChangeHistory(0)
    history.noteAction([event(4_500), event(4_600)], 4_000, 5_000, true)
    expect(history.of(label, 5_000)).toMatchObject({ restless: false, lateChanges: 1 })
  })

  it('only notes a single late change, because it may have been the effect', () => {
    const history = new ChangeHistory(0)
    act(history, 4_000, event(4_800))
    expect(history.of(label, 5_000)).toMatchObject({ restless: false, quietFor: 200, lateChanges: 1 })
  })

  it('takes what follows a quick verdict within a second for a late change: an effect may have two steps', () => {
    const history = new ChangeHistory(0)
    history.noteAction([event(4_001, { grade: 'bracketed', timely: true })], 4_000, 4_002)
    history.noteIdle(change(4_500))
    expect(history.of(label, 4_600)).toMatchObject({ restless: false, lateChanges: 1 })
    history.noteIdle(change(5_000))
    expect(history.of(label, 5_100).restless).toBe(true)
  })

  it('counts late changes of the last half minute, one an action', () => {
    const history = new ChangeHistory(0)
    for (const sentAt of [4_000, 5_000, 6_000]) act(history, sentAt, event(sentAt + 400))
    expect(history.of(label, 7_000).lateChanges).toBe(3)
    expect(history.of(label, 34_400).lateChanges).toBe(2)
  })

  it('measures for how long the app was left alone since the first late change, or at all', () => {
    const history = new ChangeHistory(0)
    expect(history.of(label, 4_000).restedFor).toBe(4_000)
    for (const sentAt of [4_000, 5_000, 6_000]) act(history, sentAt, event(sentAt + 400))
    expect(history.of(label, 7_000).restedFor).toBe(0)
    expect(history.of(label, 9_500).restedFor).toBe(2_500)
    act(history, 10_000, event(10_900))
    expect(history.of(label, 12_000).restedFor).toBe(4_000)
    expect(history.of('other' as AccessibleHandle, 12_000).restedFor).toBe(8_000)
  })

  it('takes the three events by which a label tells one change for one change', () => {
    const history = new ChangeHistory(0)
    act(history, 4_000, event(4_800), event(4_800.1), event(4_800.3))
    expect(history.of(label, 5_000)).toMatchObject({ restless: false, lateChanges: 1 })
  })

  it('does not hold against an accessible that it changed when an effect would, before enough was known of it', () => {
    const history = new ChangeHistory(0)
    act(history, 1_000, event(1_252, { timely: true }))
    expect(history.of(label, 4_000)).toMatchObject({ restless: false, quietFor: Number.POSITIVE_INFINITY })
  })

  it('tells how long nothing changed by itself that never had before', () => {
    const history = new ChangeHistory(0)
    expect(history.of(label, 4_000).calmFor).toBe(Number.POSITIVE_INFINITY)
    history.noteIdle(change(5_000))
    history.noteIdle(change(9_000))
    expect(history.of('other' as AccessibleHandle, 10_000).calmFor).toBe(5_000)
    act(history, 20_000, event(20_400, { source: 'third' }), event(20_010, { source: 'fourth', timely: true }))
    expect(history.of(label, 21_000).calmFor).toBe(600)
  })

  it('ignores focus and geometry', () => {
    const history = new ChangeHistory(0)
    history.noteIdle({ source: label, at: 5_000, kind: 'state', detail: 'focused' })
    history.noteIdle({ source: label, at: 5_000, kind: 'bounds', detail: '' })
    expect(history.of(label, 5_001).restless).toBe(false)
  })
})
