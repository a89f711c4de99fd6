import { expect, test } from 'vitest'
import { parseKeyFile } from './desktop-file.ts'
import type { Entry } from './entries.ts'
import { typeByName, withParents } from './file-types.ts'
import { chooseHandler } from './handlers.ts'

const entry = (id: string, ...mimeTypes: string[]): Entry => ({
  id: `${id}.desktop`,
  file: `/${id}`,
  name: id,
  plainName: id,
  exec: id,
  executable: id,
  mimeTypes,
  isHelper: false,
})

const entries = [entry('a', 't/x'), entry('b', 't/x'), entry('c')]
const choose = (...lists: string[]) => chooseHandler('t/x', lists.map(parseKeyFile), entries)?.id

test.each([
  ['without lists the first that can', [], 'a.desktop'],
  ['the default', ['[Default Applications]\nt/x=b.desktop'], 'b.desktop'],
  ['a default that is not installed is passed over', ['[Default Applications]\nt/x=z.desktop;b.desktop;'], 'b.desktop'],
  [
    'the more important list first',
    ['[Default Applications]\nt/x=b.desktop', '[Default Applications]\nt/x=a.desktop'],
    'b.desktop',
  ],
  ['an added association before what apps say', ['[Added Associations]\nt/x=c.desktop'], 'c.desktop'],
  ['a removed association', ['[Removed Associations]\nt/x=a.desktop'], 'b.desktop'],
  [
    'removed in a more important list than added',
    ['[Removed Associations]\nt/x=c.desktop', '[Added Associations]\nt/x=c.desktop'],
    'a.desktop',
  ],
  ['another type says nothing', ['[Default Applications]\nt/y=b.desktop'], 'a.desktop'],
])('%s', (_, lists, expected) => {
  expect(choose(...lists)).toBe(expected)
})

test('nobody opens it', () => {
  expect(chooseHandler('t/z', [], entries)).toBeUndefined()
})

const globs = [
  '# comment',
  '50:text/html:*.html',
  '50:text/x-c:*.c',
  '50:text/x-c++:*.C:cs',
  '60:a/b:*.tar.gz',
  '50:a/gz:*.gz',
  '50:a/make:makefile',
].join('\n')

test.each([
  ['page.HTML', 'text/html'],
  ['x.c', 'text/x-c'],
  ['x.tar.gz', 'a/b'],
  ['x.gz', 'a/gz'],
  ['Makefile', 'a/make'],
  ['x.unknown', undefined],
])('%s is of type %s', (name, type) => {
  expect(typeByName(name, globs)).toBe(type)
})

test('what a type is a kind of, and text at last', () => {
  expect(withParents('text/x-a', 'text/x-a text/x-b\ntext/x-b a/c')).toEqual([
    'text/x-a',
    'text/x-b',
    'a/c',
    'text/plain',
  ])
  expect(withParents('image/png', '')).toEqual(['image/png'])
})
