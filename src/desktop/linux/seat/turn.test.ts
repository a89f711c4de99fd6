import { expect, test } from 'vitest'
import { Turn } from './turn.ts'

test('one at a time, in order, whatever becomes of them', async () => {
  const turn = new Turn()
  const log: string[] = []
  const work = (name: string, fails = false) =>
    turn.run(async () => {
      log.push(`${name} in`)
      await Promise.resolve()
      log.push(`${name} out`)
      if (fails) throw new Error(name)
      return name
    })
  const [a, b, c] = [work('a'), work('b', true), work('c')]
  expect(turn.isFree).toBe(false)
  expect(await a).toBe('a')
  await expect(b).rejects.toThrow('b')
  expect(await c).toBe('c')
  expect(log).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  expect(turn.isFree).toBe(true)
})

test('one who gives up waiting leaves when the turn comes', async () => {
  const turn = new Turn()
  const leaveFirst = await turn.enter()
  void turn.enter().then((leave) => leave())
  const third = turn.run(async () => 'third')
  leaveFirst()
  leaveFirst()
  expect(await third).toBe('third')
})
