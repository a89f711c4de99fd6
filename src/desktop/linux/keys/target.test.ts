import { expect, test } from 'vitest'
import { readingOf } from './target.ts'

const maps = (library: string) => `7f00-7f01 r-xp 00000000 08:01 42 /usr/lib/x86_64-linux-gnu/${library}\n`

test('what an app has loaded tells how it reads keys', () => {
  expect(readingOf(maps('libgdk-3.so.0.2405.32'))).toEqual({ looksAtPerson: false, keepsOrder: true })
  expect(readingOf(maps('libQt5XcbQpa.so.5.15.8'))).toEqual({ looksAtPerson: true, keepsOrder: false })
  expect(readingOf(maps('libX11.so.6'))).toEqual({ looksAtPerson: false, keepsOrder: false })
})

test('an app that cannot be looked into is trusted with nothing', () => {
  expect(readingOf(undefined)).toEqual({ looksAtPerson: true, keepsOrder: false })
})
