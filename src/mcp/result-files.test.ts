import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseUri, slice } from './resources.ts'
import { type Kept, ResultFiles } from './result-files.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'surehand-results-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const plenty = { files: 10, bytes: 1_000 }
const keep = (files: ResultFiles, text: string): Kept => {
  const kept = files.keep({ title: 'A text', type: 'text/plain', text })
  if (kept === undefined) throw new Error('it was not kept')
  return kept
}
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('of a session', () => {
  test('kept whole, for the owner only, until the session ends', () => {
    const files = ResultFiles.ofSession(dir, plenty)
    const kept = keep(files, 'Grüße\n')
    expect(readFileSync(kept.path)).toEqual(Buffer.from('Grüße\n'))
    expect([mode(kept.path), mode(dirname(kept.path))]).toEqual(['600', '700'])
    expect(kept.size).toBe(8)
    expect(files.read(kept.id)?.text).toBe('Grüße\n')
    files.remove()
    expect(existsSync(dirname(kept.path))).toBe(false)
    expect(files.read(kept.id)).toBeUndefined()
    expect(files.list()).toEqual([])
  })

  test('the same text is kept once', () => {
    const files = ResultFiles.ofSession(dir, plenty)
    expect(keep(files, 'x').id).toBe(keep(files, 'x').id)
    expect(files.list()).toHaveLength(1)
    expect(files.keep({ title: 'Data', type: 'application/json', text: 'x' })?.id).not.toBe(files.list()[1]?.id)
  })

  test('the oldest make way, by number and by size, and what was used again is not old', () => {
    const files = ResultFiles.ofSession(dir, { files: 3, bytes: 10 })
    const a = keep(files, 'aaa')
    const b = keep(files, 'bbb')
    keep(files, 'ccc')
    keep(files, 'aaa')
    const d = keep(files, 'ddd')
    expect(files.read(b.id)).toBeUndefined()
    expect(existsSync(b.path)).toBe(false)
    expect(files.list().map(({ id }) => id)).toEqual([d.id, a.id, keep(files, 'ccc').id])
    const e = keep(files, 'eeeee')
    expect(files.list().reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(10)
    expect(files.list()[0]?.id).toBe(e.id)
    expect(readdirSync(dirname(e.path))).toHaveLength(files.list().length)
  })

  test('what is larger than everything together is not kept, and nothing goes for it', () => {
    const files = ResultFiles.ofSession(dir, { files: 3, bytes: 10 })
    const a = keep(files, 'aaa')
    expect(files.keep({ title: 'A text', type: 'text/plain', text: 'x'.repeat(11) })).toBeUndefined()
    expect(files.read(a.id)?.text).toBe('aaa')
    expect(ResultFiles.ofSession(dir, { files: 0, bytes: 10 }).keep({ title: '', type: 'text/plain', text: '' })).toBe(
      undefined,
    )
  })

  test('another session sees and removes nothing of it', () => {
    const [one, other] = [ResultFiles.ofSession(dir, plenty), ResultFiles.ofSession(dir, plenty)]
    const kept = keep(one, 'mine')
    expect(other.read(kept.id)).toBeUndefined()
    other.remove()
    expect(one.read(kept.id)?.text).toBe('mine')
  })

  test('what a session that was killed left goes at the next start', () => {
    const { pid } = spawnSync('true')
    const left = join(dir, 'results', `session-${pid}-x`)
    mkdirSync(left, { recursive: true })
    ResultFiles.ofSession(dir, plenty)
    expect(existsSync(left)).toBe(false)
  })
})

describe('of the shell', () => {
  test('it outlives its process, counts in the next one, and goes after an hour', () => {
    const kept = keep(ResultFiles.ofShell(dir, plenty), 'x'.repeat(900))
    expect(ResultFiles.ofShell(dir, plenty).read(kept.id)?.text).toHaveLength(900)
    keep(ResultFiles.ofShell(dir, plenty), 'y'.repeat(200))
    expect(existsSync(kept.path)).toBe(false)
    const late = keep(ResultFiles.ofShell(dir, plenty), 'late')
    const longAgo = new Date(Date.now() - 61 * 60_000)
    utimesSync(late.path, longAgo, longAgo)
    ResultFiles.ofSession(dir, plenty)
    expect(existsSync(late.path)).toBe(false)
  })
})

describe('addresses', () => {
  test('whole, or a slice of characters', () => {
    expect(parseUri('surehand://results/0123')).toEqual({ id: '0123', offset: 0 })
    expect(parseUri('surehand://results/0123?offset=5&length=2')).toEqual({ id: '0123', offset: 5, length: 2 })
    expect(slice('a😀bc', 1, 2)).toBe('😀b')
    expect(slice('a😀bc', 2, undefined)).toBe('bc')
  })

  test.each([
    'surehand://results/0123?offset=-1',
    'surehand://results/0123?length=0',
    'surehand://results/0123?length=1e3',
    'surehand://results/0123?from=1',
    'file:///etc/passwd',
  ])('%s is refused', (uri) => {
    expect(() => parseUri(uri)).toThrow()
  })

  test('an id cannot lead out of the folder', () => {
    const files = ResultFiles.ofSession(dir, plenty)
    for (const uri of ['surehand://results/../../x', 'surehand://results/%2e%2e%2fx', 'surehand://results/'])
      expect(files.read(parseUri(uri).id)).toBeUndefined()
  })
})
