import { describe, expect, test } from 'vitest'
import { decodeItems } from './items.ts'

const APP = [':1.7', '/org/a11y/atspi/accessible/root']
const PARENT = [':1.7', '/org/a11y/atspi/accessible/1']
const NONE = ['', '/org/a11y/atspi/null']
const INTERFACES = ['org.a11y.atspi.Accessible', 'org.a11y.atspi.Action', 'org.a11y.atspi.Component']
const BUTTON = [':1.7', '/org/a11y/atspi/accessible/2']
// Sensitive (24), showing (25), visible (30) in the low word; checkable (41) in the high one.
const WORDS = [2 ** 24 + 2 ** 25 + 2 ** 30, 2 ** 9]

describe('decodeItems', () => {
  test('reads the format with index and child count', () => {
    const [item] = decodeItems([[BUTTON, APP, PARENT, 3, 2, INTERFACES, 'Save', 43, 'Saves it', WORDS]])
    expect(item?.children).toBeUndefined()
    expect(item?.record).toMatchObject({
      handle: ':1.7/org/a11y/atspi/accessible/2',
      parent: ':1.7/org/a11y/atspi/accessible/1',
      role: 'push button',
      name: 'Save',
      description: 'Saves it',
      childCount: 2,
      indexInParent: 3,
    })
    expect(item?.record.states.list()).toEqual(['sensitive', 'showing', 'visible', 'checkable'])
    expect([...(item?.record.interfaces ?? [])]).toEqual(['Accessible', 'Action', 'Component'])
  })

  test('reads the older format with its list of children', () => {
    const children = [
      [':1.7', '/c/1'],
      [':1.7', '/c/2'],
    ]
    const [item] = decodeItems([[BUTTON, APP, PARENT, children, INTERFACES, 'File', 33, '', WORDS]])
    expect(item?.children).toEqual([':1.7/c/1', ':1.7/c/2'])
    expect(item?.record).toMatchObject({ role: 'menu', name: 'File', childCount: 2, indexInParent: -1 })
  })

  test('an accessible without a parent has none', () => {
    const [item] = decodeItems([[APP, APP, NONE, -1, 1, INTERFACES, 'mousepad', 75, '', [0, 0]]])
    expect(item?.record).not.toHaveProperty('parent')
    expect(item?.record.role).toBe('application')
  })

  test('skips what has no shape of an item, keeps the rest', () => {
    const good = [BUTTON, APP, PARENT, 0, 0, INTERFACES, 'Save', 43, '', WORDS]
    const broken = [null, 'x', [], [NONE], [BUTTON, APP, PARENT, 0, 0, INTERFACES, 'no role', 'push button', '', WORDS]]
    expect(decodeItems([...broken, good]).map(({ record }) => record.name)).toEqual(['Save'])
    expect(decodeItems(undefined)).toEqual([])
  })

  test('a role and states that are newer than the tables read as unknown and none', () => {
    const [item] = decodeItems([[BUTTON, APP, PARENT, 0, 0, INTERFACES, '', 4_000, '', [0, 2 ** 31]]])
    expect(item?.record.role).toBe('unknown')
    expect(item?.record.states.list()).toEqual([])
  })
})
