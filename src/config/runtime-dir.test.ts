import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseConfig } from './load.ts'
import { runtimeDir } from './runtime-dir.ts'

const config = parseConfig('', 'f')
let base: string

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'surehand-runtime-'))
})

afterEach(() => rmSync(base, { recursive: true }))

it('is made for its owner alone, below XDG_RUNTIME_DIR unless the configuration names one', () => {
  const dir = runtimeDir(config, { XDG_RUNTIME_DIR: base })
  expect(dir).toBe(join(base, 'surehand'))
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(runtimeDir({ ...config, runtime_dir: join(base, 'a/b') }, {})).toBe(join(base, 'a/b'))
})

it('says what named it, and what to set, when it cannot be made', () => {
  const file = join(base, 'file')
  writeFileSync(file, '')
  expect(() => runtimeDir(config, { XDG_RUNTIME_DIR: file })).toThrow(
    `The runtime directory ${file}/surehand (from XDG_RUNTIME_DIR) cannot be made or written: ENOTDIR. Set runtime_dir`,
  )
})

it('is refused when others can look into it', () => {
  const dir = runtimeDir(config, { XDG_RUNTIME_DIR: base })
  chmodSync(dir, 0o750)
  expect(() => runtimeDir(config, { XDG_RUNTIME_DIR: base })).toThrow(`chmod 700 ${dir}`)
})
