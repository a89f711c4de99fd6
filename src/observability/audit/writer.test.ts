import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { verifyFolder } from './verify.ts'
import { type Bounds, ChainWriter } from './writer.ts'

const roomy: Bounds = { bytes: 1_000_000, files: 10 }
const intent = (decision_id: string) => ({ type: 'intent', decision_id, tool: 'click' }) as const
const outcome = (decision_id: string) => ({ type: 'outcome', decision_id }) as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-audit-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, name)
const current = () => path('audit-1.jsonl')
const openWriter = (bounds = roomy) => ChainWriter.open(folder, bounds, { pid: 1 })
const read = (file = current()) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => (line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : []))

async function write(writer: ChainWriter, ...calls: string[]): Promise<void> {
  for (const call of calls) {
    await writer.append(intent(call), { durable: true })
    await writer.append(outcome(call), { durable: false })
  }
}

async function verified() {
  const chains = await verifyFolder(folder, [])
  return {
    findings: chains.flatMap(({ findings }) => findings.map(({ kind, file, line }) => `${kind} ${file}:${line}`)),
    remarks: chains.flatMap(({ remarks }) => remarks.map(({ what }) => what)),
    records: chains.reduce((sum, { records }) => sum + records, 0),
  }
}

describe('one writer', () => {
  it('goes on where the last one ended, for its owner alone', async () => {
    for (const call of ['a', 'b']) {
      const writer = await openWriter()
      await write(writer, call)
      await writer.close()
    }
    expect(read().map(({ seq, type }) => `${seq} ${type}`)).toEqual([
      '1 opened',
      '2 intent',
      '3 outcome',
      '4 opened',
      '5 intent',
      '6 outcome',
    ])
    expect(await verified()).toEqual({ findings: [], remarks: [], records: 6 })
    for (const name of readdirSync(folder)) expect(statSync(path(name)).mode & 0o777).toBe(0o600)
  })

  it('keeps the order of what comes at once', async () => {
    const writer = await openWriter()
    const calls = Array.from({ length: 200 }, (_, index) => `d${index}`)
    await Promise.all(calls.map((call, index) => writer.append(intent(call), { durable: index % 3 === 0 })))
    await writer.close()
    expect(read().flatMap(({ decision_id }) => decision_id ?? [])).toEqual(calls)
    expect((await verified()).findings).toEqual([])
  })

  it('begins a new file when one is full, carries the chain over, and keeps as many as it should', async () => {
    const writer = await openWriter({ bytes: 1_000, files: 2 })
    await write(writer, ...Array.from({ length: 20 }, (_, index) => `d${index}`))
    await writer.close()
    const logs = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    expect(logs).toHaveLength(3)
    for (const name of logs) expect(statSync(path(name)).size).toBeLessThanOrEqual(1_000)
    const [first] = read()
    expect(first).toMatchObject({ type: 'continued', after: logs.at(-2) })
    expect(read(path(logs[1] as string)).at(-1)).toMatchObject({ seq: first.seq - 1, hash: first.prev })
    expect(await verified()).toMatchObject({ findings: [], remarks: [expect.stringContaining('begins with record')] })

    rmSync(path(logs[0] as string))
    expect((await verified()).findings).toEqual(['missing audit-1.jsonl:1'])
  })

  it('is not taken for cut off when it ended between rotating away and going on', async () => {
    const writer = await openWriter({ bytes: 1_000, files: 2 })
    await write(writer, ...Array.from({ length: 20 }, (_, index) => `d${index}`))
    await writer.close()
    const [oldest] = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
    renameSync(current(), path('audit-1.000099.jsonl'))
    unlinkSync(path(oldest as string))
    const next = await openWriter()
    await write(next, 'z')
    await next.close()
    expect(read()[0]).toMatchObject({ type: 'continued', after: 'audit-1.000099.jsonl' })
    expect((await verified()).findings).toEqual([])
  })

  it('goes on after a crash between two files', async () => {
    const writer = await openWriter()
    await write(writer, 'a')
    await writer.close()
    // As a rotation that ended after its first step.
    writeFileSync(path('audit-1.000001.jsonl'), readFileSync(current()))
    unlinkSync(current())
    const next = await openWriter()
    await write(next, 'b')
    await next.close()
    expect(read().map(({ type }) => type)).toEqual(['continued', 'opened', 'intent', 'outcome'])
    expect(await verified()).toEqual({ findings: [], remarks: [], records: 7 })
  })
})

describe('what a crash leaves', () => {
  beforeEach(async () => {
    const writer = await openWriter()
    await write(writer, 'a')
    await writer.close()
  })

  const goOn = async () => {
    const writer = await openWriter()
    await write(writer, 'b')
    await writer.close()
  }

  it('a torn last line: the next start says so, and nobody is accused', async () => {
    appendFileSync(current(), '{"seq":4,"time":"2026-')
    expect(await verified()).toMatchObject({ findings: [], remarks: [expect.stringContaining('not whole')] })
    await goOn()
    expect(read().find(({ type }) => type === 'recovered')).toMatchObject({ seq: 4, torn: { bytes: 22 } })
    expect(await verified()).toEqual({
      findings: [],
      remarks: ['went on after this: a line of 22 bytes was torn, as when a process or the machine stops'],
      records: 7,
    })
  })

  it('a torn last line of a file that is full', async () => {
    appendFileSync(current(), '{"seq":4,"time":"2026-')
    const writer = await openWriter({ bytes: 100, files: 9 })
    await write(writer, 'b', 'c')
    await writer.close()
    expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(1)
    expect((await verified()).findings).toEqual([])
  })

  it('files that were taken away are missed by the head that stayed', async () => {
    unlinkSync(current())
    expect((await verified()).findings).toEqual(['truncated audit-1.jsonl:0'])
  })

  it('an end that was cut off while somebody writes, too', async () => {
    const writer = await openWriter()
    await write(writer, 'b', 'c')
    const lines = readFileSync(current(), 'utf8').split('\n')
    truncateSync(current(), Buffer.byteLength(`${lines.slice(0, 5).join('\n')}\n`))
    expect((await verified()).findings).toEqual(['truncated audit-1.jsonl:5'])
    await writer.close()
  })

  it('a line longer than what is read at once', async () => {
    appendFileSync(current(), `{"seq":4,"text":"${'x'.repeat(300_000)}`)
    await goOn()
    expect((await verified()).findings).toEqual([])
  })

  it('an end that was cut off stays visible after the next start', async () => {
    const lines = readFileSync(current(), 'utf8').split('\n')
    truncateSync(current(), Buffer.byteLength(`${lines[0]}\n`))
    expect((await verified()).findings).toEqual(['truncated audit-1.jsonl:1'])
    await goOn()
    expect(read()[1]).toMatchObject({
      type: 'recovered',
      missing: 'it ended with record 1, though record 3 had been on disk',
    })
    expect((await verified()).findings).toEqual(['missing audit-1.jsonl:2'])
  })

  it('a last line that was changed stays what it is: changed', async () => {
    const text = readFileSync(current(), 'utf8')
    writeFileSync(current(), text.replace('"outcome"', '"opened!"'))
    await goOn()
    expect((await verified()).findings).toContain('changed audit-1.jsonl:3')
  })
})

describe('the disk', () => {
  /** What the writer asks of it, instead of `fdatasync`. */
  async function insteadOfSync(sync: () => Promise<void>) {
    const some = await open('/dev/null')
    await some.close()
    return vi.spyOn(Object.getPrototypeOf(some) as FileHandle, 'datasync').mockImplementation(sync)
  }
  afterEach(() => vi.restoreAllMocks())

  it('has an intent before anybody is told, and is not waited for with an outcome', async () => {
    let reach = () => {}
    const sync = await insteadOfSync(() => new Promise((resolve) => (reach = resolve)))
    const writer = await openWriter()
    let told = false
    const appended = writer.append(intent('a'), { durable: true }).then(() => {
      told = true
    })
    await expect.poll(() => sync.mock.calls.length).toBe(1)
    expect(read().at(-1)).toMatchObject({ type: 'intent' })
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(told).toBe(false)
    reach()
    await appended
    await writer.append(outcome('a'), { durable: false })
    expect(sync).toHaveBeenCalledTimes(1)
    sync.mockImplementation(async () => {})
    await writer.close()
  })

  it('that fails to keep an intent leaves no trace of it but a record of the failure', async () => {
    const writer = await openWriter()
    await write(writer, 'a')
    const sync = await insteadOfSync(() => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })))
    await expect(writer.append(intent('b'), { durable: true })).rejects.toThrow('EIO')
    sync.mockRestore()
    await write(writer, 'c')
    await writer.close()
    expect(read().map(({ type, decision_id }) => decision_id ?? type)).toEqual([
      'opened',
      'a',
      'a',
      'recovered',
      'c',
      'c',
    ])
    expect(await verified()).toMatchObject({ findings: [], remarks: ['went on after this: writing had failed (EIO)'] })
  })
})

describe('a disk that is full', () => {
  it('refuses what cannot be written, and is used again when there is room', async () => {
    const writer = await openWriter()
    await write(writer, 'a')
    const kept = readFileSync(current())
    await writer.close()
    unlinkSync(current())
    symlinkSync('/dev/full', current())

    const next = await openWriter()
    await expect(next.append(intent('b'), { durable: true })).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(next.append(outcome('b'), { durable: false })).rejects.toMatchObject({ code: 'ENOSPC' })
    unlinkSync(current())
    writeFileSync(current(), kept)
    await write(next, 'c')
    await next.close()
    expect(
      read()
        .slice(3)
        .map(({ type }) => type),
    ).toEqual(['recovered', 'opened', 'intent', 'outcome'])
    expect(await verified()).toEqual({
      findings: [],
      remarks: ['went on after this: writing had failed (ENOSPC); 1 outcome was not recorded'],
      records: 7,
    })
  })
})

/** Writes calls until it is told to stop or killed. */
const program = `
  import { ChainWriter } from ${JSON.stringify(new URL('./writer.ts', import.meta.url).href)}
  const [folder, name, count] = process.argv.slice(1)
  const writer = await ChainWriter.open(folder, { bytes: 20_000, files: 1_000 }, { pid: process.pid })
  for (let i = 0; i < Number(count); i++) {
    await writer.append({ type: 'intent', decision_id: name + i, tool: 'click' }, { durable: true })
    await writer.append({ type: 'outcome', decision_id: name + i }, { durable: false })
    if (i === 3) process.stdout.write('going')
  }
  await writer.close()
`

function start(name: string, count: number): ChildProcess {
  const args = ['--input-type=module', '-e', program, folder, name, String(count)]
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('several processes', () => {
  it('write at once, some are killed in the middle, and no chain is broken', async () => {
    const steady = ['a', 'b'].map((name) => start(name, 100))
    const doomed = ['c', 'd'].map((name) => start(name, 1_000_000))
    for (const child of doomed) {
      await once(child.stdout as NodeJS.ReadableStream, 'data')
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    }
    // Takes over a chain of one that was killed.
    const heir = start('e', 20)
    for (const child of [...steady, heir]) if (child.exitCode === null) await once(child, 'exit')
    const { findings, remarks, records } = await verified()
    expect(findings).toEqual([])
    expect(records).toBeGreaterThanOrEqual(2 * (100 + 100 + 20 + 4 + 4))
    // A kill comes between an intent and its outcome, or tears nothing at all.
    expect(remarks.filter((what) => !/has no outcome|torn|not whole/.test(what))).toEqual([])
  }, 60_000)

  it('a second writer gets a chain of its own, and the first is free again when its writer ends', async () => {
    const first = await openWriter()
    const second = await openWriter()
    await write(first, 'a')
    await write(second, 'b')
    expect(read().map(({ decision_id }) => decision_id)).toEqual([undefined, 'a', 'a'])
    expect(read(path('audit-2.jsonl')).map(({ decision_id }) => decision_id)).toEqual([undefined, 'b', 'b'])
    await first.close()
    await expect(first.append(intent('late'), { durable: true })).rejects.toThrow('closed')
    const third = await openWriter()
    await write(third, 'c')
    expect(read().at(-1)).toMatchObject({ decision_id: 'c' })
    await Promise.all([second.close(), third.close()])
    expect((await verified()).findings).toEqual([])
  })
})
