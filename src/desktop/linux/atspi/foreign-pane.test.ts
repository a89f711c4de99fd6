import { describe, expect, it } from 'vitest'
import { type AccessibleHandle, PortError } from '../../port.ts'
import { readWholeLineage, shiftBetween } from './foreign-pane.ts'
import { handleOf, ROOT_PATH } from './handles.ts'
import type { Call, Link } from './link.ts'

const BUS = ':1.7'
const SHOWING = 1 << 25
const FRAME = 23
const PANEL = 39
const ROOT_PANE = 46

const at = (path: string): AccessibleHandle => handleOf(BUS, path)
const soon = () => ({ deadline: performance.now() + 1_000 })

interface Told {
  readonly role: number
  readonly parent?: string
  readonly children?: readonly string[]
}

function appWith(told: Readonly<Record<string, Told>>): Link {
  const answer = ({ path, member, body }: Call): unknown => {
    const one = told[path]
    if (one === undefined) throw new PortError('gone', 'no such object')
    const { role, parent, children = [] } = one
    switch (member === 'Get' ? body?.[1] : member) {
      case 'GetRole':
        return role
      case 'GetState':
        return [SHOWING, 0]
      case 'Parent':
        return parent === undefined ? ['', ''] : [BUS, parent]
      case 'ChildCount':
        return children.length
      case 'GetChildren':
        return children.map((child) => [BUS, child])
      default:
        return ''
    }
  }
  return { call: async (call: Call) => ({ body: [answer(call)], sequence: 0, at: 0 }) } as unknown as Link
}

/** As LibreOffice tells it: the pane says that its parent is a frame which nobody lists. */
const OFFICE: Readonly<Record<string, Told>> = {
  [ROOT_PATH]: { role: 75, children: ['/window'] },
  '/window': { role: FRAME, parent: ROOT_PATH, children: ['/box'] },
  '/box': { role: PANEL, parent: '/window', children: ['/menus', '/inner'] },
  '/menus': { role: PANEL, parent: '/box' },
  '/inner': { role: PANEL, parent: '/box', children: ['/pane'] },
  '/pane': { role: ROOT_PANE, parent: '/nobody', children: ['/sheet'] },
  '/nobody': { role: FRAME },
  '/sheet': { role: PANEL, parent: '/pane' },
}

describe('the lineage of what is in a pane of another toolkit', () => {
  it('goes on with those that list the pane', async () => {
    const lineage = await readWholeLineage(appWith(OFFICE), new Map(), at('/sheet'), soon())
    expect(lineage).toEqual(['/pane', '/inner', '/box', '/window', ROOT_PATH].map(at))
  })

  it('does not lead to a window that lists the pane no more', async () => {
    const app = appWith({ ...OFFICE, '/inner': { role: PANEL, parent: '/box' } })
    const lineage = await readWholeLineage(app, new Map(), at('/sheet'), soon())
    expect(lineage).toEqual(['/pane', '/nobody'].map(at))
  })

  it('is left alone where it reaches the application', async () => {
    const lineage = await readWholeLineage(appWith(OFFICE), new Map(), at('/menus'), soon())
    expect(lineage).toEqual(['/box', '/window', ROOT_PATH].map(at))
  })
})

describe('the shift of a pane', () => {
  const real = { x: 0, y: 44, width: 1280, height: 756 }

  it('is the way from where it says it is to where its lister is', () => {
    expect(shiftBetween({ ...real, y: 19 }, real)).toEqual({ x: 0, y: 25 })
  })

  it.each([
    ['they agree', real, real],
    ['the sizes differ', { ...real, y: 19, height: 700 }, real],
    ['one is nowhere', undefined, real],
  ])('is not known where %s', (_, told, lister) => expect(shiftBetween(told, lister)).toBeUndefined())
})
