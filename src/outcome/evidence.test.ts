import { describe, expect, it } from 'vitest'
import vectors from '../../contracts/outcome/evidence.json' with { type: 'json' }
import type { AccessibleEventKind, AccessibleHandle } from '../desktop/port.ts'
import { gradeEvent } from './evidence.ts'
import { ChangeHistory } from './history.ts'

const label = 'label' as AccessibleHandle

describe('grades of evidence, from contracts/outcome/evidence.json', () => {
  it.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_name, { event, window, history, grade }) => {
    const graded = gradeEvent({ ...event, kind: event.kind as AccessibleEventKind, source: label }, window, {
      lateChanges: 0,
      ...history,
    })
    expect(graded?.grade ?? null).toBe(grade)
  })
})

describe('ChangeHistory', () => {
  const change = (at: number) => ({ source: label, at, kind: 'name' as const, detail: '' })

  it('calls an accessible restless for 30 s after it changed by itself', () => {
    const history = new ChangeHistory(0)
    history.noteIdle(change(5_000))
    expect(history.of(label, 5_100).restless).toBe(true)
    expect(history.of(label, 34_999).restless).toBe(true)
    expect(history.of(label, 35_000).restless).toBe(false)
  })

  it('does not take a counter that our actions change for a clock', () => {
    const history = new ChangeHistory(0)
    for (let at = 4_000; at < 6_000; at += 100)
      history.noteAction([{ grade: 'bracketed', source: label, quiet: true, at }])
    expect(history.of(label, 6_000)).toEqual({
      restless: false,
      quietFor: Number.POSITIVE_INFINITY,
      lateChanges: 0,
      observedFor: 6_000,
    })
  })

  it('calls an accessible restless that changed twice in one action without an explanation', () => {
    const history = new ChangeHistory(0)
    history.noteAction([
      { grade: 'late', source: label, quiet: true, at: 4_500 },
      { grade: 'late', source: label, quiet: true, at: 4_600 },
    ])
    expect(history.of(label, 4_700).restless).toBe(true)
  })

  it('only notes a single late change, because it may have been the effect', () => {
    const history = new ChangeHistory(0)
    history.noteAction([{ grade: 'late', source: label, quiet: true, at: 4_800 }])
    expect(history.of(label, 5_000)).toEqual({ restless: false, quietFor: 200, lateChanges: 1, observedFor: 5_000 })
  })

  it('takes the three events by which a label tells one change for one change', () => {
    const history = new ChangeHistory(0)
    history.noteAction([4_800, 4_800.1, 4_800.3].map((at) => ({ grade: 'late', source: label, quiet: true, at })))
    expect(history.of(label, 5_000).restless).toBe(false)
  })

  it('counts late changes of the last half minute, one an action', () => {
    const history = new ChangeHistory(0)
    for (const at of [4_400, 5_400, 6_400]) history.noteAction([{ grade: 'late', source: label, quiet: true, at }])
    expect(history.of(label, 7_000)).toEqual({ restless: false, quietFor: 600, lateChanges: 3, observedFor: 7_000 })
    expect(history.of(label, 34_400).lateChanges).toBe(2)
  })

  it('ignores focus and geometry', () => {
    const history = new ChangeHistory(0)
    history.noteIdle({ source: label, at: 5_000, kind: 'state', detail: 'focused' })
    history.noteIdle({ source: label, at: 5_000, kind: 'bounds', detail: '' })
    expect(history.of(label, 5_001).restless).toBe(false)
  })
})
