import { describe, expect, test } from 'vitest'
import { bracket } from './act.ts'
import { decodeActions } from './actions.ts'
import { rangeOf } from './children.ts'
import { decodeAttributes } from './fields.ts'
import { statesFromReply, statesFromWords } from './states.ts'

test('states: every bit has its name, and a word that is missing has none', () => {
  const all = statesFromWords(0xffff_ffff, 0xfff)
  expect(all.list()).toHaveLength(44)
  expect(all.has('manages-descendants')).toBe(true)
  expect(all.has('read-only')).toBe(true)
  expect(statesFromReply([2 ** 31]).list()).toEqual(['manages-descendants'])
  expect(statesFromReply(undefined).list()).toEqual([])
  expect(statesFromReply([0, 0]).has('no such state')).toBe(false)
})

test('actions: labels are for people', () => {
  expect(decodeActions([['Click', 'Clicks the button', ''], 'broken'])).toEqual([
    { label: 'Click', description: 'Clicks the button' },
    { label: '', description: '' },
  ])
})

test('attributes: as an object, as pairs, and never as a prototype', () => {
  expect({ ...decodeAttributes({ id: 'save', level: 2 }) }).toEqual({ id: 'save' })
  expect({ ...decodeAttributes([['id', 'save'], ['x']]) }).toEqual({ id: 'save' })
  expect(decodeAttributes([['__proto__', 'x']]).toString).toBeUndefined()
})

describe('bracket', () => {
  test('lies between the two questions', () => expect(bracket(11, 10, 14)).toEqual({ opened: 10, closed: 14 }))

  test('ends with the answer where the second question got none', () => {
    expect(bracket(11, 10, undefined)).toEqual({ opened: 10, closed: 11 })
  })

  test('is empty where the first question got none: nothing is claimed', () => {
    const { opened, closed } = bracket(11, undefined, 14)
    expect(closed - opened).toBeLessThanOrEqual(0)
  })
})

describe('rangeOf', () => {
  test('from the first child seen to the last, a header at the top not among them', () => {
    expect(rangeOf([undefined, 40, 43], [52, 49, undefined])).toEqual({ first: 40, last: 52 })
  })

  test('a header that is a child belongs to no range but its own', () => {
    expect(rangeOf([0, 14_970], [15_005])).toEqual({ first: 0, last: 199 })
  })

  test('goes on from the first where the last row ends above the bottom', () => {
    expect(rangeOf([3], [undefined])).toEqual({ first: 3, last: 202 })
  })

  test('nothing in view', () => expect(rangeOf([undefined], [undefined])).toBeUndefined())
})
