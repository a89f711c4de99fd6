import { describe, expect, test } from 'vitest'
import vectors from '../../../../contracts/keys/names.json' with { type: 'json' }
import { parseKeys } from './parse-keys.ts'

interface Vector {
  readonly in: string
  readonly out?: readonly string[]
  /** Part of what is wrong. */
  readonly problem?: string
  /** The message must not repeat what came. */
  readonly conceals?: boolean
}

describe('contracts/keys/names.json', () => {
  test.each(vectors.keys as readonly Vector[])('$in', ({ in: text, out, problem, conceals }) => {
    const parsed = parseKeys(text)
    if ('keys' in parsed) {
      expect(parsed.keys.map(({ keysym }) => keysym)).toEqual(out)
    } else {
      expect(problem).toBeDefined()
      expect(parsed.problem).toContain(problem)
      if (conceals) expect(parsed.problem).not.toContain(text)
    }
  })
})

test('every named key and modifier of the tables is a name that X knows', async () => {
  const { NAMED, MODIFIERS, WITH_FN } = await import('./key-names.ts')
  const { keysymOfName } = await import('./keysyms.ts')
  const names = [NAMED, MODIFIERS, WITH_FN].flatMap((table) => Object.values(table))
  expect(names.filter((name) => keysymOfName(name) === undefined)).toEqual([])
})
