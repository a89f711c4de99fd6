import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { OcrReader, type ReaderOptions } from './reader.ts'

const program = fileURLToPath(new URL('testing/stand-in.ts', import.meta.url))
const picture = { width: 2, height: 1, rgb: new Uint8Array(6) }
const soon = (signal?: AbortSignal) => ({ deadline: performance.now() + 20_000, signal })

let reader: OcrReader
afterEach(() => reader.close())

/** A reader whose process behaves as the first language says. */
function open(behaviour: 'echo' | 'crash' | 'fault' | 'silent', over: Partial<ReaderOptions> = {}): OcrReader {
  reader = new OcrReader({ languages: [{ code: behaviour, file: '' }], deadline: 10_000, program, ...over })
  return reader
}

const textOf = async (opened: OcrReader) => (await opened.read(picture, soon())).words[0]?.text.split(' ') ?? []

/** Resolves once there is no such process. */
async function ended(pid: number): Promise<void> {
  const isAlive = () => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  while (isAlive()) await new Promise((resolve) => setImmediate(resolve))
}

describe('the process that reads', () => {
  test('is started by the first picture, not before, and serves the next one too', async () => {
    const opened = open('echo')
    expect(opened.pid).toBeUndefined()
    const [first, second] = await Promise.all([textOf(opened), textOf(opened)])
    expect(first[0]).toBe(String(opened.pid))
    expect(second[0]).toBe(first[0])
  })

  test('gets the pixels, and nothing of the environment', async () => {
    const [, bytes, variables] = await textOf(open('echo'))
    expect([bytes, variables]).toEqual(['6', '0'])
  })

  test('is ended when idle, and another one is started for the next picture', async () => {
    const opened = open('echo', { idle: 1 })
    const [first] = await textOf(opened)
    await ended(Number(first))
    const [second] = await textOf(opened)
    expect(second).not.toBe(first)
  })

  test('is ended with the reader', async () => {
    const opened = open('echo')
    const [pid] = await textOf(opened)
    opened.close()
    await ended(Number(pid))
    expect(opened.pid).toBeUndefined()
  })

  test('that crashes is an error, and another one is started', async () => {
    const opened = open('crash')
    await expect(opened.read(picture, soon())).rejects.toThrow('its process ended')
    await expect(opened.read(picture, soon())).rejects.toThrow('its process ended')
  })

  test('that cannot be started is an error', async () => {
    await expect(open('echo', { program: '/nonexistent.ts' }).read(picture, soon())).rejects.toThrow(
      'its process ended',
    )
  })

  test('that says what is wrong is believed', async () => {
    await expect(open('fault').read(picture, soon())).rejects.toThrow('no such page')
  })

  test('that takes too long is killed', async () => {
    const opened = open('silent', { deadline: 300 })
    const reading = opened.read(picture, soon())
    await Promise.resolve()
    const pid = opened.pid
    await expect(reading).rejects.toThrow('it took longer than 0.3 s')
    await ended(Number(pid))
  })

  test('leaves time for the answer of the call', async () => {
    await expect(open('silent').read(picture, { deadline: performance.now() + 200 })).rejects.toThrow(
      'there was no time left for it',
    )
  })

  test('is killed when the call is cancelled', async () => {
    const opened = open('silent')
    const cancelled = new AbortController()
    const reading = opened.read(picture, soon(cancelled.signal))
    await Promise.resolve()
    const pid = opened.pid
    cancelled.abort()
    await expect(reading).rejects.toThrow('the call was cancelled')
    await ended(Number(pid))
  })
})

test('a real reading, with the languages that come along', async () => {
  const { default: sharp } = await import('sharp')
  const { findLanguages } = await import('./languages.ts')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="80"><rect width="300" height="80" fill="#eee"/>
    <rect x="20" y="20" width="110" height="36" fill="#fafafa" stroke="#999"/>
    <text x="38" y="44" font-family="DejaVu Sans" font-size="16">Save file</text>
    <rect x="180" y="20" width="60" height="36" fill="#fafafa" stroke="#999"/>
    <text x="203" y="44" font-family="DejaVu Sans" font-size="16">=</text></svg>`
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  reader = new OcrReader({ languages: findLanguages(['eng'], '/nonexistent'), deadline: 15_000 })
  const { words } = await reader.read({ width: info.width, height: info.height, rgb: data }, soon())
  expect(words.map(({ text }) => text).sort()).toEqual(['=', 'Save', 'file'])
  const equals = words.find(({ text }) => text === '=')?.box
  expect(equals && equals.x > 180 && equals.x + equals.width < 240 && equals.y > 20).toBe(true)
}, 20_000)
