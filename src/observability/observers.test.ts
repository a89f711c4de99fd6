import { expect, test } from 'vitest'
import { clicked } from './metrics/testing/samples.ts'
import { composeObservers } from './observers.ts'

test('one that fails is told of, and keeps nothing from the others', () => {
  const told: string[] = []
  const fault = new Error('disk full')
  const all = composeObservers(
    {
      log: {
        finished: () => {
          throw fault
        },
      },
      audit: undefined,
      metrics: {
        started: (tool) => told.push(`started ${tool}`),
        finished: ({ tool }) => told.push(`finished ${tool}`),
      },
    },
    (name, error) => told.push(`${name} failed: ${error === fault}`),
  )
  all.started?.('click', { id: 'test' })
  all.looked?.({ coverage: 'complete', ms: 1, accessibles: 1 })
  all.finished(clicked, { id: 'test' })
  expect(told).toEqual(['started click', 'log failed: true', 'finished click'])
})
