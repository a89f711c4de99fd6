import { expect, test } from 'vitest'
import { readingOf } from './target.ts'

const maps = (library: string) => `7f00-7f01 r-xp 00000000 08:01 42 /usr/lib/x86_64-linux-gnu/${library}\n`

test('what an app has loaded tells how it reads keys', () => {
  const none = { looksAtPerson: false, keepsOrder: false, confusesDead: false }
  const gtk3 = maps('libgdk-3.so.0.2405.32') + maps('libgtk-3.so.0.2405.32')
  expect(readingOf(gtk3)).toEqual({ ...none, keepsOrder: true, confusesDead: true })
  expect(readingOf(maps('libgtk-4.so.1.800.3'))).toEqual({ ...none, keepsOrder: true })
  expect(readingOf(maps('libQt5XcbQpa.so.5.15.8'))).toEqual({ ...none, looksAtPerson: true })
  expect(readingOf(maps('libX11.so.6'))).toEqual(none)
  expect(readingOf(`${gtk3}${maps('chrome_100_percent.pak')}`)).toEqual({ ...none, confusesDead: true })
})

test('an app that cannot be looked into is trusted with nothing', () => {
  expect(readingOf(undefined)).toEqual({ looksAtPerson: true, keepsOrder: false, confusesDead: false })
})
