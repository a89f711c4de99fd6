import { describe, expect, test } from 'vitest'
import type { AccessibleEvent, AccessibleHandle, AccessibleRecord } from '../../../port.ts'
import { statesFromWords } from '../states.ts'
import { consequenceOf } from './consequence.ts'

const record = (role: string, childCount: number, ...interfaces: string[]): AccessibleRecord => ({
  handle: ':1.5/7' as AccessibleHandle,
  role,
  name: '',
  description: '',
  states: statesFromWords(0, 0),
  interfaces: new Set(interfaces),
  childCount,
  indexInParent: 0,
})
const event = (kind: AccessibleEvent['kind'], detail = ''): AccessibleEvent => ({
  sequence: 1,
  at: 0,
  source: ':1.5/7' as AccessibleHandle,
  kind,
  detail,
})
const leaf = record('push button', 0)
const group = record('panel', 2)

describe('what an event leaves of a tree that is kept', () => {
  test.each([
    ['a caret moves', event('caret'), leaf, 'none'],
    ['a layout', event('bounds', 'bounds-changed'), group, 'none'],
    ['a value', event('value'), record('slider', 0, 'Value'), 'none'],
    ['a scroll bar is moved', event('value'), record('scroll bar', 0, 'Value'), 'all'],
    ['somebody types', event('text', 'insert'), record('text', 0, 'Text', 'EditableText'), 'none'],
    ['a label has another text', event('text', 'insert'), record('label', 0, 'Text'), 'itself'],
    ['a name', event('name'), group, 'itself'],
    ['a box is checked', event('state', 'checked'), record('check box', 1), 'itself'],
    ['a button is disabled', event('state', 'sensitive'), leaf, 'itself'],
    ['a group is disabled, and all in it', event('state', 'sensitive'), group, 'all'],
    ['of a menu nobody knows what is in it', event('state', 'enabled'), record('menu item', -1), 'all'],
    ['something comes into view', event('state', 'showing'), leaf, 'all'],
    ['something comes into being', event('children', 'add'), group, 'all'],
    ['another row is selected', event('selection'), record('list box', 3), 'all'],
    ['a window comes to the front', event('window', 'activate'), record('frame', 1), 'itself'],
    ['a window closes', event('window', 'destroy'), record('frame', 1), 'all'],
    ['a page was loaded', event('document', 'load-complete'), record('document web', 1), 'all'],
    ['a state that nobody knows', event('state', 'levitating'), leaf, 'all'],
    ['an event that nobody knows', event('other', 'something-new'), leaf, 'all'],
    ['of an accessible that is not kept', event('caret'), undefined, 'all'],
  ] as const)('%s', (_what, told, source, left) => {
    expect(consequenceOf(told, source)).toBe(left)
  })
})
