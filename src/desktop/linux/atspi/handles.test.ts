import { describe, expect, test } from 'vitest'
import type { AccessibleHandle } from '../../port.ts'
import { addressOf, busOf, handleFromReference, handleOf } from './handles.ts'

describe('handles', () => {
  test('hold bus name and path', () => {
    const handle = handleOf(':1.7', '/org/a11y/atspi/accessible/3')
    expect(addressOf(handle)).toEqual({ bus: ':1.7', path: '/org/a11y/atspi/accessible/3' })
    expect(busOf(handle)).toBe(':1.7')
  })

  test.each([[['', '/org/a11y/atspi/null']], [[':1.7', '/org/a11y/atspi/null']], [[':1.7']], [undefined]])(
    '%j refers to nothing',
    (reference) => expect(handleFromReference(reference)).toBeUndefined(),
  )

  test.each(['', '/path', 'org.example/path', ':1.7'])('%j from a table on disk names nothing', (text) => {
    expect(() => addressOf(text as AccessibleHandle)).toThrow(expect.objectContaining({ code: 'gone' }))
  })
})
