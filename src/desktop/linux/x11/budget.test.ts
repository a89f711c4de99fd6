import { expect, test } from 'vitest'
import { bounded } from './budget.ts'

const never = () => new Promise<never>(() => {})
const inMs = (ms: number) => performance.now() + ms

test('the work settles first: its value or its own error', async () => {
  await expect(bounded({ deadline: inMs(5_000) }, 'x', async () => 7)).resolves.toBe(7)
  await expect(bounded({ deadline: inMs(5_000) }, 'x', async () => Promise.reject(new Error('own')))).rejects.toThrow(
    'own',
  )
})

test('the deadline settles it when the work does not', async () => {
  await expect(bounded({ deadline: inMs(20) }, 'wait', never)).rejects.toMatchObject({ code: 'timeout' })
})

test('an abort settles it at once', async () => {
  const controller = new AbortController()
  const result = bounded({ deadline: inMs(60_000), signal: controller.signal }, 'wait', never)
  controller.abort()
  await expect(result).rejects.toMatchObject({ code: 'aborted' })
})

test('without time or after an abort the work is not begun', async () => {
  let begun = false
  const work = async () => {
    begun = true
  }
  await expect(bounded({ deadline: inMs(-1) }, 'x', work)).rejects.toMatchObject({ code: 'timeout' })
  await expect(bounded({ deadline: inMs(99), signal: AbortSignal.abort() }, 'x', work)).rejects.toMatchObject({
    code: 'aborted',
  })
  expect(begun).toBe(false)
})
