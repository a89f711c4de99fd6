import { expect, test } from 'vitest'
import { table } from './doctor.ts'

const ok = { name: 'X display', state: 'ok', detail: ':1, 1280x800', neededFor: ['windows'] } as const
const broken = {
  name: 'fonts',
  state: 'degraded',
  detail: 'no font files found',
  remedy: 'apt-get install fonts-dejavu-core',
  neededFor: ['text in screenshots'],
} as const

test('a part that is ok takes one line, another says what it costs and how to mend it', () => {
  expect(table([ok, broken], true)).toBe(`ok        X display  :1, 1280x800
degraded  fonts      no font files found
                     needed for: text in screenshots
                     to mend it: apt-get install fonts-dejavu-core

Ready.
`)
})
