import { expect, test } from 'vitest'
import { execArguments, programIndex, splitArguments } from './exec.ts'

const fields = { name: 'Editor', icon: 'edit', file: '/a/b.desktop' }

test.each([
  ['plain words', 'app  -a\t--b', ['app', '-a', '--b']],
  ['quotes keep spaces', 'app "a b" c', ['app', 'a b', 'c']],
  ['escapes in quotes', String.raw`app "a\"b\\c\$d\`e\f"`, ['app', String.raw`a"b\c$d` + String.raw`${'`'}e\f`]],
  ['an empty argument', 'app ""', ['app', '']],
  ['quotes inside an argument', 'env A="b c" app', ['env', 'A=b c', 'app']],
  ['single quotes', `app 'a "b"'`, ['app', 'a "b"']],
  ['no shell: its signs are text', 'app $HOME;rm >x `y` *', ['app', '$HOME;rm', '>x', '`y`', '*']],
])('%s', (_, value, expected) => {
  expect(splitArguments(value)).toEqual(expected)
})

test.each(['app "open', "app 'open", '', '   '])('%j is nothing that can be started', (value) => {
  expect(() => splitArguments(value)).toThrow(/Exec line/)
})

test.each([
  ['no URL: the code goes', 'app %U', undefined, ['app']],
  ['a URL', 'app %u', 'http://x/?a=b c', ['app', 'http://x/?a=b c']],
  ['a URL is one argument, whatever is in it', 'app %U', 'http://x/" --evil `rm`', ['app', 'http://x/" --evil `rm`']],
  ['the path of a file', 'app %f', 'file:///tmp/a%20b', ['app', '/tmp/a b']],
  ['other URLs stay for %F', 'app %F', 'http://x/', ['app', 'http://x/']],
  ['inside an argument', 'app --open=%u', 'http://x/', ['app', '--open=http://x/']],
  [
    'name, icon, file, percent',
    'app %c %i %k 100%%',
    undefined,
    ['app', 'Editor', '--icon', 'edit', '/a/b.desktop', '100%'],
  ],
  ['deprecated codes go', 'app %d %D %n %N %v %m -x', undefined, ['app', '-x']],
])('field codes: %s', (_, value, url, expected) => {
  expect(execArguments(value, { ...fields, ...(url !== undefined && { url }) })).toEqual(expected)
})

test('an unknown field code is refused', () => {
  expect(() => execArguments('app %x', fields)).toThrow('%x')
})

test.each([
  [['app', '-x'], 0],
  [['/usr/bin/env', 'A=1', 'B=', 'app', 'C=2'], 3],
  [['env'], 0],
])('the program of %j', (args, index) => {
  expect(programIndex(args)).toBe(index)
})
