import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AccessibleHandle, PortError, type WindowHandle } from '../desktop/port.ts'
import { capture } from './capture.ts'
import { difference, fingerprintOf } from './fingerprint.ts'
import { arrangeSnapshot, identify, identifyTogether } from './identify.ts'
import type { IdentityEntry } from './identity-files.ts'
import { IdentityTable } from './identity-table.ts'
import type { SnapshotNode } from './model.ts'
import { proveIdentity } from './prove.ts'
import {
  detailsOf,
  FAKE_PROCESS,
  FakeDesktop,
  fakeApp,
  fakeWindow,
  recordOf,
  type Spec,
} from './testing/fake-desktop.ts'
import { readVectors } from './testing/vectors.ts'

interface Step {
  tree: Spec[]
  /** Only the app changes; nobody looks. */
  change?: boolean
  otherWindow?: Spec[]
  scope?: string
  maxElements?: number
  caller?: string
  startTime?: string
  dead?: boolean
  restart?: boolean
  ids?: Record<string, string>
  /** True: proved. Else a part of the reason. */
  proofs?: Record<string, true | string>
  lookups?: Record<string, string>
}
interface IdentityVectors {
  fingerprint: { why: string; then: Spec; now: Spec; changed: string | null }[]
  sequences: { why: string; steps: Step[] }[]
}
const vectors = readVectors<IdentityVectors>('identity.json')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'identity-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const soon = () => ({ deadline: performance.now() + 5_000 })

test.each(vectors.fingerprint)('fingerprint: $why', ({ then, now, changed }) => {
  const nodeOf = (spec: Spec, place = '0'): SnapshotNode => ({
    record: recordOf(spec, place),
    details: detailsOf(spec),
    children: (spec.children ?? []).map((child, index) => nodeOf(child, `${place}.${index}`)),
    secret: spec.role === 'password text',
    inView: true,
    cuts: [],
  })
  const reason = difference(fingerprintOf(nodeOf(then)), fingerprintOf(nodeOf(now)))
  if (changed === null) expect(reason).toBeUndefined()
  else expect(reason).toContain(changed)
})

test.each(vectors.sequences)('sequence: $why', async ({ steps }) => {
  let table = IdentityTable.open(folder)
  for (const step of steps) {
    if (step.restart) table = IdentityTable.open(folder)
    const caller = step.caller ?? 'me'
    const process = { ...FAKE_PROCESS, ...(step.startTime && { startTime: step.startTime }) }
    const other = { role: 'frame', handle: 'other', children: step.otherWindow ?? [] }
    const desktop = new FakeDesktop({ role: 'frame', name: 'W', handle: 'root', children: step.tree }, other)
    desktop.alive = !step.dead
    if (!step.change) {
      const window = fakeWindow({ process, accessible: 'root' as AccessibleHandle })
      const options = { includeScreenshot: false, maxElements: step.maxElements, scope: step.scope as AccessibleHandle }
      const snapshot = await capture(desktop, fakeApp({ process }), window, options, soon())
      const { ids } = identify(snapshot, table, caller)
      const told = Object.fromEntries([...ids].filter(([handle]) => step.ids && handle in step.ids))
      expect(told).toEqual(step.ids)
    }
    for (const [id, expected] of Object.entries(step.proofs ?? {})) {
      const found = table.lookup(caller, id)
      if (typeof found === 'string') throw new Error(`${id} is ${found}`)
      const proof = await proveIdentity(found.entry, desktop, soon())
      if (proof.ok) expect([id, true]).toEqual([id, expected])
      else expect(proof.reason).toContain(expected)
    }
    for (const [id, expected] of Object.entries(step.lookups ?? {})) {
      const found = table.lookup(caller, id)
      expect([id, typeof found === 'string' ? found : 'found']).toEqual([id, expected])
    }
  }
})

describe('the table on disk', () => {
  const entry = (handle: string, over: Partial<IdentityEntry> = {}): IdentityEntry => ({
    handle: handle as AccessibleHandle,
    fingerprint: { role: 'push button' },
    boundary: 'root' as AccessibleHandle,
    window: 'window:1' as WindowHandle,
    seenIn: 'window:1' as WindowHandle,
    process: FAKE_PROCESS,
    merged: false,
    ...over,
  })
  const identities = () => join(folder, 'identities')

  test('is for its owner only, also where the folder was open before', () => {
    IdentityTable.open(folder)
    chmodSync(identities(), 0o755)
    IdentityTable.open(folder).assign('me', [entry('a')])
    expect(statSync(identities()).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(identities())) expect(statSync(join(identities(), name)).mode & 0o777).toBe(0o600)
  })

  test('holds no label, no text and no caller, and of a password entry its role alone', async () => {
    const desktop = new FakeDesktop({
      role: 'frame',
      name: 'W',
      children: [
        { role: 'push button', name: 'Secret label' },
        { role: 'list item', name: 'Secret row' },
        {
          role: 'entry',
          name: 'x',
          states: ['editable'],
          interfaces: ['EditableText'],
          details: { text: { characterCount: 12, content: 'Secret value', selections: [] } },
        },
        { role: 'password text', name: 'PIN', handle: 'pin', details: { identifier: 'secret-field' } },
      ],
    })
    const snapshot = await capture(desktop, fakeApp(), fakeWindow(), { includeScreenshot: false }, soon())
    const table = IdentityTable.open(folder)
    const { ids } = identify(snapshot, table, 'Secret caller')
    const all = readdirSync(identities())
      .map((name) => readFileSync(join(identities(), name), 'utf8'))
      .join()
    expect(all).toContain('push button')
    expect(all).not.toMatch(/secret/i)
    const found = table.lookup('Secret caller', ids.get('pin' as AccessibleHandle) ?? '')
    expect(typeof found === 'object' && found.entry.fingerprint).toEqual({ role: 'password text' })
  })

  test('two processes at once never share a generation', () => {
    const one = IdentityTable.open(folder)
    const two = IdentityTable.open(folder)
    const given = [1, 2, 3].flatMap((round) => [
      ...one.assign('me', [entry(`one${round}`)]).ids,
      ...two.assign('me', [entry(`two${round}`)]).ids,
    ])
    expect(new Set(given).size).toBe(6)
    const seen = one.lookup('me', given[5] ?? '')
    expect(typeof seen === 'object' && seen.entry.handle).toBe('two3')
  })

  test('of what is in a popup both windows outlive the process: its own and the one that was looked at', () => {
    const popup = { boundary: 'menu' as AccessibleHandle, window: 'window:2' as WindowHandle }
    const entries = [entry('item', popup), entry('button')]
    IdentityTable.open(folder).assign('me', entries)
    const again = IdentityTable.open(folder)
    expect(again.lookup('me', 'e1@s1')).toMatchObject({ entry: { ...popup, seenIn: 'window:1' } })
    expect(again.lookup('me', 'e2@s1')).toMatchObject({ entry: { boundary: 'root', window: 'window:1' } })
    expect(again.assign('me', entries).ids).toEqual(['e1@s1', 'e2@s1'])
  })

  test('one process gives the id that another gave', () => {
    const { ids } = IdentityTable.open(folder).assign('me', [entry('a')])
    expect(IdentityTable.open(folder).assign('me', [entry('b'), entry('a')]).ids).toEqual(['e1@s2', ...ids])
  })

  test('a damaged file makes its ids unknown, and its number is not used again', () => {
    IdentityTable.open(folder).assign('me', [entry('a')])
    writeFileSync(join(identities(), 's1.json'), '{"version":1,"owner":')
    const table = IdentityTable.open(folder)
    expect(table.lookup('me', 'e1@s1')).toBe('unknown')
    expect(table.assign('me', [entry('a')]).ids).toEqual(['e1@s2'])
  })

  test('forgets the ids of processes that have ended, and counts on', () => {
    const table = IdentityTable.open(folder)
    const dead = { pid: 1, startTime: '1' }
    table.assign('me', [entry('a', { process: dead })])
    table.assign('me', [entry('b')])
    table.forgetDead((process) => process.pid !== dead.pid)
    expect(table.lookup('me', 'e1@s1')).toBe('unknown')
    expect(typeof table.lookup('me', 'e1@s2')).toBe('object')
    expect(table.assign('me', [entry('c')]).ids).toEqual(['e1@s3'])
  })

  test('a joined text is marked as nothing to act on', async () => {
    const texts = {
      role: 'panel',
      handle: 'p',
      children: [
        { role: 'label', name: 'a' },
        { role: 'label', name: 'b' },
      ],
    }
    const snapshot = await capture(
      new FakeDesktop({ role: 'frame', name: 'W', children: [texts] }),
      fakeApp(),
      fakeWindow(),
      { includeScreenshot: false },
      soon(),
    )
    const table = IdentityTable.open(folder)
    const found = table.lookup('me', identify(snapshot, table, 'me').ids.get('p' as AccessibleHandle) ?? '')
    expect(typeof found === 'object' && found.entry.merged).toBe(true)
  })
})

describe('a proof', () => {
  const found = async (desktop: FakeDesktop, handle: string) => {
    const table = IdentityTable.open(folder)
    const snapshot = await capture(desktop, fakeApp(), fakeWindow(), { includeScreenshot: false }, soon())
    const id = identify(snapshot, table, 'me').ids.get(handle as AccessibleHandle) ?? ''
    const result = table.lookup('me', id)
    if (typeof result === 'string') throw new Error(`${id} is ${result}`)
    return result.entry
  }
  const button = (over: Partial<Spec> = {}): Spec => ({ role: 'push button', name: 'A', handle: 'a', ...over })
  const frame = (...children: Spec[]): Spec => ({ role: 'frame', name: 'W', children })

  test('asks for all of it at once, and for nothing more of a button without an id', async () => {
    const desktop = new FakeDesktop(frame({ role: 'panel', children: [button()] }))
    const entry = await found(desktop, 'a')
    desktop.calls.length = 0
    const proof = await proveIdentity(entry, desktop, soon())
    expect(proof.ok && proof.record.name).toBe('A')
    expect(desktop.calls).toEqual(['readRecords', 'lineage'])
  })

  test('an accessible id that is no longer there is a change', async () => {
    const desktop = new FakeDesktop(frame(button({ details: { identifier: 'send' } })))
    const entry = await found(desktop, 'a')
    expect((await proveIdentity(entry, desktop, soon())).ok).toBe(true)
    desktop.trees = [frame(button())]
    expect(await proveIdentity(entry, desktop, soon())).toMatchObject({ reason: 'its accessible id has changed' })
  })

  test('an object that calls itself defunct is gone', async () => {
    const desktop = new FakeDesktop(frame(button()))
    const entry = await found(desktop, 'a')
    desktop.trees = [frame(button({ states: ['defunct'] }))]
    expect(await proveIdentity(entry, desktop, soon())).toMatchObject({ reason: 'it no longer exists' })
  })

  test('an app that goes while it is asked is gone; one that does not answer proves nothing', async () => {
    const desktop = new FakeDesktop(frame(button()))
    const entry = await found(desktop, 'a')
    desktop.accessibility.readRecords = () => Promise.reject(new PortError('gone', 'disconnected'))
    expect(await proveIdentity(entry, desktop, soon())).toMatchObject({ reason: 'it no longer exists' })
    desktop.accessibility.readRecords = () => Promise.reject(new PortError('timeout', 'no answer'))
    await expect(proveIdentity(entry, desktop, soon())).rejects.toMatchObject({ code: 'timeout' })
  })

  test('a row whose content was cut off is never proved', async () => {
    const row = { role: 'list item', handle: 'row', children: [{ role: 'label', name: 'Ana' }, button()] }
    const desktop = new FakeDesktop(frame(row))
    const table = IdentityTable.open(folder)
    const options = { includeScreenshot: false, maxElements: 2 }
    const snapshot = await capture(desktop, fakeApp(), fakeWindow(), options, soon())
    const result = table.lookup('me', identify(snapshot, table, 'me').ids.get('row' as AccessibleHandle) ?? '')
    if (typeof result === 'string') throw new Error(result)
    expect(await proveIdentity(result.entry, desktop, soon())).toMatchObject({
      reason: 'not all of the row could be read',
    })
  })

  test('a row is proved at any text limit of its capture', async () => {
    const text = 'x'.repeat(400)
    const desktop = new FakeDesktop(
      frame({
        role: 'list item',
        handle: 'row',
        children: [{ role: 'label', details: { text: { characterCount: 400, content: text, selections: [] } } }],
      }),
    )
    const table = IdentityTable.open(folder)
    for (const textLimit of [1, 300, 'max'] as const) {
      const snapshot = await capture(desktop, fakeApp(), fakeWindow(), { includeScreenshot: false, textLimit }, soon())
      const result = table.lookup('me', identify(snapshot, table, 'me').ids.get('row' as AccessibleHandle) ?? '')
      expect(typeof result === 'object' && (await proveIdentity(result.entry, desktop, soon())).ok).toBe(true)
    }
  })
})

test('snapshots of one look have ids of one generation, and what is in two of them has one id', async () => {
  const menu: Spec = {
    role: 'menu',
    name: 'File',
    handle: 'menu',
    children: [{ role: 'menu item', name: 'Save', handle: 'save', states: ['-showing'] }],
  }
  const desktop = new FakeDesktop({ role: 'frame', name: 'W', handle: 'root', children: [menu] })
  const window = fakeWindow({ accessible: 'root' as AccessibleHandle })
  const snapshots = await Promise.all(
    [undefined, 'menu', 'save'].map((scope) =>
      capture(desktop, fakeApp(), window, { includeScreenshot: false, scope: scope as AccessibleHandle }, soon()),
    ),
  )
  const table = IdentityTable.open(folder)
  const [whole, ofMenu, ofItem] = identifyTogether(snapshots.map(arrangeSnapshot), table, 'me')
  expect([...(whole?.nodes.keys() ?? [])]).toEqual(['e1@s1', 'e2@s1'])
  expect([...(ofMenu?.nodes.keys() ?? [])]).toEqual(['e2@s1', 'e3@s1'])
  expect([...(ofItem?.nodes.keys() ?? [])]).toEqual(['e3@s1'])
  expect(table.lookup('me', 'e3@s1')).toMatchObject({ entry: { handle: 'save' } })
  expect(table.lookup('me', 'e4@s1')).toBe('unknown')
})

test('generations that nobody used for an hour go when there are too many; the newest stays', () => {
  const table = IdentityTable.open(folder)
  const entry = (handle: string): IdentityEntry => ({
    handle: handle as AccessibleHandle,
    fingerprint: { role: 'push button' },
    boundary: 'root' as AccessibleHandle,
    window: 'window:1' as WindowHandle,
    seenIn: 'window:1' as WindowHandle,
    merged: false,
  })
  for (let count = 1; count <= 514; count++) table.assign('me', [entry(`h${count}`)])
  const old = new Date(Date.now() - 2 * 60 * 60_000)
  for (const number of [1, 2, 3]) utimesSync(join(folder, 'identities', `s${number}.json`), old, old)
  table.assign('me', [entry('h2'), entry('more')])
  // 515 are three too many. The second is in use, the first and third are not.
  expect(['e1@s1', 'e1@s2', 'e1@s3', 'e1@s4'].map((id) => typeof table.lookup('me', id))).toEqual([
    'string',
    'object',
    'string',
    'object',
  ])
})
