import { expect, test } from 'vitest'
import type { AccessibleRecord } from '../../port.ts'
import { handleOf } from './handles.ts'
import type { Call, Link } from './link.ts'
import { readText } from './text.ts'

/** An app that has this text, and notes what it is asked for. */
function appWith(text: string) {
  const asked: (readonly unknown[] | undefined)[] = []
  const call = async ({ member, body = [] }: Call) => {
    if (member === 'GetText') {
      asked.push(body)
      return { body: [[...text].slice(Number(body[0]), Number(body[1])).join('')] }
    }
    if (member === 'GetNSelections') return { body: [0] }
    return { body: [body[1] === 'CharacterCount' ? [...text].length : 0] }
  }
  return { link: { call } as unknown as Link, asked }
}

const record = { handle: handleOf(':1.7', '/a') } as AccessibleRecord
const budget = { deadline: 1e9 }

test.each([
  ['abc', 501, [[0, 3]], 'abc'],
  ['abcdef', 4, [[0, 4]], 'abcd'],
  ['', 501, [], ''],
])(
  'of %j at most %i characters are asked for, and none behind its end: GTK 3 crashes on that',
  async (text, limit, calls, content) => {
    const { link, asked } = appWith(text)
    const read = await readText(link, record, false, limit, budget)
    expect(asked).toEqual(calls)
    expect(read).toMatchObject({ content, characterCount: [...text].length })
  },
)
