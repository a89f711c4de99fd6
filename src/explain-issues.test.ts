import { expect, test } from 'vitest'
import { z } from 'zod'
import { explainIssues, inWords } from './explain-issues.ts'

const schema = z.strictObject({
  app: z.string().min(1),
  count: z.int().min(1).max(2).default(1),
  share: z.number().positive().optional(),
  button: z.enum(['left', 'right', 'middle']).optional(),
  limit: z.union([z.int().min(1), z.literal('max')]).optional(),
  note: z.string().max(3).optional(),
  flag: z.boolean().optional(),
  state: z.string().regex(/^a/, 'a state such as "a"').optional(),
  names: z.array(z.string()).min(1).optional(),
  expect: z.strictObject({ role: z.string().optional(), name: z.string().optional() }).optional(),
})

function explained(input: unknown): string {
  const { error } = schema.safeParse(input, { reportInput: true })
  if (error === undefined) throw new Error('the schema takes it')
  return explainIssues(error, schema, { whole: 'the arguments', entry: 'argument' }).map(inWords).join(' ')
}

test.each([
  [{}, 'app: required, but missing.'],
  [{ app: 7 }, 'app: expected a string, got a number.'],
  [{ app: '' }, 'app: expected a string that is not empty, got "".'],
  [{ app: 'a', count: 0 }, 'count: expected at least 1, got 0.'],
  [{ app: 'a', count: 3 }, 'count: expected at most 2, got 3.'],
  [{ app: 'a', count: 1.5 }, 'count: expected a whole number, got 1.5.'],
  [{ app: 'a', count: 'secret' }, 'count: expected a number, got a string.'],
  [{ app: 'a', share: 0 }, 'share: expected more than 0, got 0.'],
  [{ app: 'a', button: 'fourth' }, 'button: expected "left", "right" or "middle", got "fourth".'],
  [{ app: 'a', limit: 'all' }, 'limit: expected a number or "max", got a string.'],
  [{ app: 'a', limit: 0 }, 'limit: expected at least 1, got 0.'],
  [{ app: 'a', note: 'long' }, 'note: expected at most 3 characters, got 4.'],
  [{ app: 'a', flag: 'yes' }, 'flag: expected true or false, got a string.'],
  [{ app: 'a', flag: null }, 'flag: expected true or false, got null.'],
  [{ app: 'a', state: 'b' }, 'state: expected a state such as "a", got a string.'],
  [{ app: 'a', names: [] }, 'names: expected an array that is not empty, got [].'],
  [{ app: 'a', names: ['b', 1] }, 'names[1]: expected a string, got a number.'],
  [{ app: 'a', expect: [1] }, 'expect: expected an object, got an array.'],
  [{ app: 'a', expect: { rloe: 'x' } }, 'expect.rloe: there is no such argument. Did you mean role?'],
  [{ app: 'a', expect: { xyzzy: 1 } }, 'expect.xyzzy: there is no such argument. Known are role, name.'],
  [
    { app: 'a', cuont: 1, noet: 'x' },
    'cuont: there is no such argument. Did you mean count? noet: there is no such argument. Did you mean note?',
  ],
  [[], 'the arguments: expected an object, got [].'],
])('%j: %s', (input, sentence) => {
  expect(explained(input)).toBe(sentence)
})
