import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launcher, Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

const execute = promisify(execFile)

let stage: Stage
beforeAll(async () => {
  stage = await Stage.set()
}, 120_000)
afterAll(() => stage?.strike())

const owners: ChildProcess[] = []
afterEach(() => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL')
})

/** Another app copies; resolves once others get it. */
async function copy(text: string | Buffer, type = 'UTF8_STRING'): Promise<ChildProcess> {
  const owner = spawn('xclip', ['-selection', 'clipboard', '-quiet', '-t', type], {
    env: stage.env,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  owners.push(owner)
  owner.stdin.end(text)
  await expect.poll(() => pasted('-t', type).catch(() => 'nobody')).toBe(text.toString())
  return owner
}

/** What another app gets. */
async function pasted(...options: readonly string[]): Promise<string> {
  const { stdout } = await execute('xclip', ['-o', '-selection', 'clipboard', ...options], {
    env: stage.env,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

const write = (text: string, more = {}) => stage.surehand.call('write_clipboard', { text, confirm: true, ...more })
const read = (args = {}) => stage.surehand.call('read_clipboard', args)

const everything = 'Größe “ñandú” 日本語 😀 é\ttab\nline 2\r\n'
/** Three bytes each in UTF-8: beyond what one X request may hold. */
const large = Array.from({ length: 200_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 5_000))).join('')

describe('write_clipboard', () => {
  test('another app gets exactly the text, and the person notices nothing', async () => {
    const watch = await stage.bystander.watch()
    const answer = await write(everything)
    expect(answer.said).toBe('success')
    expect(answer.data.delivery_tier).toBe('pasteboard')
    expect(await pasted()).toBe(everything)
    expect(await pasted('-t', 'text/plain;charset=utf-8')).toBe(everything)
    expect(await stage.bystander.disturbances(watch)).toEqual([])
  })

  test('what cannot be said in Latin-1 is not offered as such', async () => {
    await write('naïve')
    expect((await pasted('-t', 'TARGETS')).split('\n')).toContain('STRING')
    expect(Buffer.from(await pasted('-t', 'STRING'), 'latin1').length).toBeGreaterThan(0)
    await write('日本')
    expect((await pasted('-t', 'TARGETS')).split('\n')).not.toContain('STRING')
  })

  test('200,000 characters arrive in pieces, one more is refused', async () => {
    expect((await write(large)).said).toBe('success')
    expect(await pasted()).toBe(large)
    expect((await write(`${large}x`)).said).toBe('INVALID_ARGUMENTS')
    expect(await pasted()).toBe(large)
  })

  test('without confirm nothing is touched', async () => {
    await copy('of the person')
    expect((await stage.surehand.call('write_clipboard', { text: 'mine' })).said).toBe('CONFIRMATION_REQUIRED')
    expect(await pasted()).toBe('of the person')
  })

  test('what is there already is not written again', async () => {
    await copy('of the person')
    const answer = await write('of the person')
    expect(answer.said).toBe('success')
    expect(answer.data).not.toHaveProperty('delivery_tier')
    // It is still the other app's.
    owners.pop()?.kill('SIGKILL')
    await expect.poll(() => pasted().catch(() => 'nobody')).toBe('nobody')
  })

  test('it outlives the server, and goes when another app copies', async () => {
    const other = await Surehand.connect(stage.env)
    await other.call('write_clipboard', { text: everything, confirm: true })
    await other.stop()
    await expect.poll(() => pasted().catch(() => 'nobody')).toBe(everything)
    await copy('newer')
    expect(await pasted()).toBe('newer')
  })

  test('a call from the shell leaves its text behind', async () => {
    const args = JSON.stringify({ text: 'from the shell', confirm: true })
    await execute(launcher, ['call', 'write_clipboard', '--args', args], { env: stage.env })
    expect(await pasted()).toBe('from the shell')
  })

  test('no log line holds the text', async () => {
    await write('unmistakable-7261')
    await read()
    expect(stage.surehand.stderr).toContain('write_clipboard')
    expect(stage.surehand.stderr).not.toContain('unmistakable-7261')
  })
})

describe('read_clipboard', () => {
  test.each([
    ['a text', 'of the person ñ 日 😀\nline 2'],
    ['an empty text', ''],
  ])('%s of another app', async (_, text) => {
    await copy(text)
    const { data } = await read()
    expect(data).toMatchObject({ text, total: [...text].length })
  })

  test('a large text comes in pieces that make the whole', async () => {
    await copy(large)
    const pieces: string[] = []
    for (let offset = 0; offset < 200_000; offset += 20_000) {
      const { data } = await read({ offset })
      expect(data.total).toBe(200_000)
      pieces.push(data.text as string)
    }
    expect(pieces.join('')).toBe(large)
  })

  test('a picture is no text', async () => {
    await copy(Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'image/png')
    const { data, text } = await read()
    expect(data).toEqual({ total: 0 })
    expect(text).toContain('no text')
  })

  test('nobody has copied anything', async () => {
    const owner = await copy('x')
    const gone = once(owner, 'exit')
    owner.kill('SIGKILL')
    await gone
    await expect.poll(async () => (await read()).data).toEqual({ total: 0 })
  })

  test('an app that does not give its text away does not hold the call up', async () => {
    const owner = await copy('x')
    owner.kill('SIGSTOP')
    while (!readFileSync(`/proc/${owner.pid}/status`, 'utf8').includes('State:\tT')) await setImmediate()
    const answer = await read()
    expect(answer.said).toBe('APP_UNRESPONSIVE')
    expect((answer.answeredAt - answer.askedAt) / 1e6).toBeLessThan(7)
    const gone = once(owner, 'exit')
    owner.kill('SIGKILL')
    await gone
    await copy('of an app that does')
    expect((await read()).data.text).toBe('of an app that does')
  })
})
