import { expect, test } from 'vitest'
import type { AccessibleHandle, AccessibleRecord } from '../../port.ts'
import { insidePopups } from './boxes.ts'
import { statesFromWords } from './states.ts'

const handle = (path: string) => `:1.7/${path}` as AccessibleHandle
const record = (path: string, role: string, parent: string): AccessibleRecord => ({
  handle: handle(path),
  parent: handle(parent),
  role,
  name: path,
  description: '',
  states: statesFromWords(0, 0),
  interfaces: new Set(),
  childCount: 0,
  indexInParent: 0,
})

const tree = [
  record('window', 'dialog', 'app'),
  record('button', 'push button', 'window'),
  record('popover', 'menu', 'button'),
  record('panel', 'panel', 'popover'),
  record('item', 'menu item', 'panel'),
  record('label', 'label', 'window'),
]

test('a popup and all below it, in whatever order they come', () => {
  const expected = new Set(['popover', 'panel', 'item'].map(handle))
  expect(insidePopups(tree, handle('window'))).toEqual(expected)
  expect(insidePopups(tree.toReversed(), handle('window'))).toEqual(expected)
})

test('a popover that is no menu is told by its content', () => {
  const popover = [
    record('popover', 'filler', 'window'),
    { ...record('content', 'filler', 'popover'), name: 'GtkPopoverContent' },
    record('button', 'push button', 'content'),
    record('other', 'filler', 'window'),
  ]
  const expected = new Set(['popover', 'content', 'button'].map(handle))
  expect(insidePopups(popover, handle('window'))).toEqual(expected)
})

test('of the popup’s own window nothing lies elsewhere', () => {
  expect(insidePopups(tree.slice(2, 5), handle('popover'))).toEqual(new Set())
})

test('parents in a circle end', () => {
  const circle = [record('a', 'panel', 'b'), record('b', 'panel', 'a')]
  expect(insidePopups(circle, undefined)).toEqual(new Set())
})
