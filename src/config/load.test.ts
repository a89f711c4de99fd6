import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig, parseConfig } from './load.ts'

describe('surehand.yaml', () => {
  it('has a default for every key', () => {
    expect(parseConfig('', 'f')).toMatchObject({
      rate_limit: { actions_per_second: 30, burst: 60, max_wait_seconds: 2 },
    })
  })

  it.each([
    ['rate_limt: {}', 'f: rate_limt: there is no such key. Did you mean rate_limit?'],
    ['rate_limit: {brust: 3}', 'f: rate_limit.brust: there is no such key. Did you mean burst?'],
    [
      'rate_limit: {xyzzy: 3}',
      'f: rate_limit.xyzzy: there is no such key. Known are actions_per_second, burst, max_wait_seconds.',
    ],
    ['rate_limit: {burst: many}', 'f: rate_limit.burst: expected a number, got a string.'],
    ['verification: {deadline_seconds: 0}', 'f: verification.deadline_seconds: expected more than 0, got 0.'],
    ['log: {level: loud}', 'f: log.level: expected "silent", "error", "warn", "info" or "debug", got "loud".'],
    ['- a\n- b', 'f: the file: expected an object, got an array.'],
  ])('%s is an error that helps', (text, message) => {
    expect(() => parseConfig(text, 'f')).toThrow(message)
  })

  it('takes a section whose keys are all commented out', () => {
    expect(parseConfig('log:\n  # level: debug\ncall:\n  deadline_seconds: 3\n', 'f')).toMatchObject({
      log: {},
      call: { deadline_seconds: 3 },
    })
  })

  it('says where the YAML is broken', () => {
    expect(() => parseConfig('log: {level: ', 'f')).toThrow(/^f is not valid YAML: .*line 1/s)
  })

  it('is found by the variable, the folder, then the home', () => {
    const dir = mkdtempSync(join(tmpdir(), 'surehand-config-'))
    const file = join(dir, 'surehand.yaml')
    expect(loadConfig({ HOME: dir }, dir).file).toBeUndefined()
    writeFileSync(file, 'log: {level: debug}')
    expect(loadConfig({ HOME: '/nonexistent' }, dir)).toMatchObject({ file, config: { log: { level: 'debug' } } })
    expect(() => loadConfig({ SUREHAND_CONFIG: join(dir, 'other.yaml') }, dir)).toThrow(
      /other\.yaml, which does not exist/,
    )
  })
})
