import { describe, expect, it } from 'vitest'
import { type AccessibleHandle, PortError } from '../../port.ts'
import { handleOf } from './handles.ts'
import { type ParentMemory, readLineage } from './lineage.ts'
import type { Call, Link } from './link.ts'

const DEFUNCT = 1 << 6
const soon = () => ({ deadline: performance.now() + 1_000 })

/** An app whose accessibles have these parents; counts how often it had to be waited for. */
function appWith(parents: Readonly<Record<string, string>>, defunct: readonly string[] = []) {
  let trips = 0
  let arrived: Promise<void> | undefined
  const answer = (call: Call): readonly unknown[] => {
    const parent = parents[call.path]
    if (parent === undefined) throw new PortError('gone', 'no such object')
    if (call.member === 'GetState') return [[defunct.includes(call.path) ? DEFUNCT : 0, 0]]
    const slash = parent.indexOf('/')
    return [[parent.slice(0, slash) || ':1.7', parent.slice(slash)]]
  }
  const link = {
    // All that is asked in one turn of the event loop travels together.
    async call(call: Call) {
      arrived ??= new Promise((resolve) => {
        trips++
        setImmediate(() => {
          arrived = undefined
          resolve()
        })
      })
      await arrived
      return { body: answer(call), sequence: 0, at: 0 }
    },
  } as unknown as Link
  return { link, trips: () => trips }
}

const at = (path: string): AccessibleHandle => handleOf(':1.7', path)
const DESKTOP = ':1.0/org/a11y/atspi/accessible/root'
const FOUR = { '/label': '/button', '/button': '/box', '/box': '/window', '/window': DESKTOP }

describe('the lineage of an accessible', () => {
  it('ends where the app does', async () => {
    const { link } = appWith(FOUR)
    expect(await readLineage(link, new Map(), at('/label'), soon())).toEqual(['/button', '/box', '/window'].map(at))
  })

  it('takes one trip where the parents were seen before', async () => {
    const memory: ParentMemory = new Map()
    const { link, trips } = appWith(FOUR)
    const first = await readLineage(link, memory, at('/label'), soon())
    expect(trips()).toBe(4)
    expect(await readLineage(link, memory, at('/label'), soon())).toEqual(first)
    expect(trips()).toBe(5)
  })

  it.each([
    ['moved elsewhere', { ...FOUR, '/button': '/other', '/other': '/window' }, ['/button', '/other', '/window']],
    ['lost an ancestor', { '/label': '/button', '/button': '/box' }, ['/button']],
    ['became a root', { ...FOUR, '/button': DESKTOP }, ['/button']],
  ])('is the present one when it has %s', async (_, parents, expected) => {
    const memory: ParentMemory = new Map()
    await readLineage(appWith(FOUR).link, memory, at('/label'), soon())
    expect(await readLineage(appWith(parents).link, memory, at('/label'), soon())).toEqual(expected.map(at))
  })

  it('ends below an ancestor that says it is defunct', async () => {
    expect(await readLineage(appWith(FOUR, ['/box']).link, new Map(), at('/label'), soon())).toEqual([at('/button')])
  })

  it('ends at a cycle, also of remembered parents', async () => {
    const circle = { '/a': '/b', '/b': '/a' }
    const memory: ParentMemory = new Map([
      [at('/a'), at('/b')],
      [at('/b'), at('/a')],
    ])
    expect(await readLineage(appWith(circle).link, memory, at('/a'), soon())).toEqual([at('/b')])
  })

  it('of an accessible that is gone is an error', async () => {
    const memory: ParentMemory = new Map([[at('/label'), at('/button')]])
    await expect(readLineage(appWith({}).link, memory, at('/label'), soon())).rejects.toMatchObject({ code: 'gone' })
  })
})
