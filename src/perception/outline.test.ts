import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { capture } from './capture.ts'
import { identify } from './identify.ts'
import { IdentityTable } from './identity-table.ts'
import type { SnapshotOptions } from './model.ts'
import { opacityHint } from './opaque.ts'
import { renderOutline } from './outline.ts'
import { outlineStructured } from './structured.ts'
import { FakeDesktop, fakeApp, fakeWindow, type Spec } from './testing/fake-desktop.ts'
import { readVectors } from './testing/vectors.ts'

interface OutlineVector {
  why: string
  tree: Spec[]
  lines: string[]
  after?: string[]
  never?: string
  coverage?: string
  options?: Partial<SnapshotOptions>
  picture?: [number, number]
  frame?: [number, number, number, number]
  /** The toolkit says `showing` of the window alone. */
  silent?: boolean
}

let folder: string
let runs = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outline-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function look({ tree, options, picture, frame, silent }: Omit<OutlineVector, 'why' | 'lines'>) {
  const quiet = (spec: Spec): Spec => ({
    ...spec,
    states: [...(spec.states ?? []), '-showing', '-enabled'],
    ...(spec.children && { children: spec.children.map(quiet) }),
  })
  const [x, y, width, height] = frame ?? [0, 0, 640, 480]
  const desktop = new FakeDesktop({
    role: 'frame',
    name: 'W',
    details: { box: [0, 0, width, height] },
    children: silent ? tree.map(quiet) : tree,
  })
  desktop.pictureSize = picture ? { width, height } : desktop.pictureSize
  const window = fakeWindow({ title: 'W', frame: { x, y, width, height } })
  desktop.windowList = [window]
  const budget = { deadline: performance.now() + 5_000 }
  const snapshot = await capture(
    desktop,
    fakeApp(),
    window,
    { includeScreenshot: picture !== undefined, ...options },
    budget,
  )
  const seen = identify(snapshot, IdentityTable.open(join(folder, String(runs++))), 'me')
  const [, body = '', ...after] = renderOutline(seen).replaceAll('@s1', '').split('\n\n')
  // These windows hold a line or two: that this is little is told by opaque.test.ts.
  const said = after
    .flatMap((part) => part.split('\n'))
    .filter((line) => line !== opacityHint(seen)?.replaceAll('@s1', ''))
  return { snapshot, seen, lines: body.split('\n'), after: said }
}

/** Lines below the window's own, one level out. */
const below = (lines: string[]) => lines.slice(1).map((line) => line.replace(/^ {2}/, ''))

describe('lines', () => {
  test.each(readVectors<OutlineVector[]>('outline.json'))('$why', async (vector) => {
    const { snapshot, seen, lines, after } = await look(vector)
    expect(below(lines)).toEqual(vector.lines)
    expect(after.filter((line) => !line.startsWith('The focused element') || vector.after)).toEqual(vector.after ?? [])
    if (vector.coverage) expect(snapshot.coverage).toBe(vector.coverage)
    if (vector.never) {
      const said = JSON.stringify([outlineStructured(seen), renderOutline(seen), snapshot.notes, snapshot.selectedText])
      expect(said).not.toContain(vector.never)
    }
  })
})

describe('arrangement', () => {
  test.each(readVectors<OutlineVector[]>('arrangement.json'))('$why', async (vector) => {
    const { lines } = await look(vector)
    const bare = below(lines).map((line) => line.replace(/^( *)e\d+ /, '$1'))
    expect(bare.filter((line) => !/^ *\(outside/.test(line))).toEqual(vector.lines)
  })
})
