import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { launcher, Surehand } from '../support/surehand.ts'
import { patience } from './report.ts'
import { SET_UP_MS, type Stage, setStage } from './scene.ts'

const ENDS_WITHIN_MS = 5_000 * patience
const ANSWERS_WITHIN_MS = 20_000 * patience

let stage: Stage

beforeAll(async () => {
  stage = await setStage('visible')
}, SET_UP_MS)

afterAll(() => stage?.strike())

type Message = { readonly jsonrpc?: unknown; readonly id?: unknown; readonly result?: Record<string, unknown> }

const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bare', version: '1' } }

/** `serve` with nothing between it and the test. */
class Bare {
  readonly child: ChildProcess
  readonly exited: Promise<unknown[]>
  readonly stdout: string[] = []
  stderr = ''
  readonly #lines: Interface

  constructor(env: Readonly<Record<string, string>> = {}) {
    const whole = { ...stage.desktop.env, SUREHAND_CONFIG: '', ...env }
    this.child = spawn(launcher, ['serve'], { env: whole, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
    this.exited = once(this.child, 'exit')
    this.child.stderr?.on('data', (chunk) => {
      this.stderr += chunk
    })
    this.#lines = createInterface({ input: this.child.stdout as NodeJS.ReadableStream })
    this.#lines.on('line', (line) => this.stdout.push(line))
    onTestFinished(() => {
      this.child.kill('SIGKILL')
    })
  }

  send(message: object): void {
    this.child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  async answer(id: number): Promise<Message> {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS)
    for (;;) {
      const found = this.stdout.map(parse).find((message) => message?.id === id)
      if (found !== undefined) return found
      await once(this.#lines, 'line', { signal })
    }
  }

  async initialize(): Promise<Message> {
    this.send({ id: 1, method: 'initialize', params: opening })
    const answer = await this.answer(1)
    this.send({ method: 'notifications/initialized' })
    return answer
  }

  call(id: number, name: string, args: object): void {
    this.send({ id, method: 'tools/call', params: { name, arguments: args } })
  }
}

function parse(line: string): Message | undefined {
  try {
    return JSON.parse(line) as Message
  } catch {
    return undefined
  }
}

const noise = fileURLToPath(new URL('noisy-dependency.mjs', import.meta.url))

test('nothing but the protocol on stdout, whoever prints', async () => {
  const server = new Bare({ NODE_DEBUG: '*', NODE_OPTIONS: `--import ${noise}` })
  await server.initialize()
  server.call(2, 'list_apps', {})
  await server.answer(2)
  server.call(3, 'get_app_state', { app: String(stage.fixture.pid) })
  await server.answer(3)
  server.child.stdin?.end()
  await server.exited
  expect(server.stdout.filter((line) => parse(line)?.jsonrpc !== '2.0')).toEqual([])
  for (const said of ['noise at import', 'noise by console', 'noise by write', 'noise as warning', 'NET'])
    expect(server.stderr).toContain(said)
})

test('what is no message is answered with an error, logged in words, and does no harm', async () => {
  const server = new Bare()
  await server.initialize()
  server.child.stdin?.write('my secret\n{"my":"secret"}\n')
  server.call(2, 'list_apps', {})
  await server.answer(2)
  server.child.stdin?.end()
  await server.exited
  const errors = server.stdout.map(parse).filter((message) => message?.id === null)
  expect(errors).toMatchObject([{ error: { code: -32_700 } }, { error: { code: -32_600 } }])
  expect(server.stderr).toContain('this line is not JSON')
  expect(server.stderr + server.stdout).not.toContain('secret')
})

describe('both eras', () => {
  test('initialize of 2025-06-18', async () => {
    const { result } = await new Bare().initialize()
    expect(result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'surehand' } })
  })

  test.each([
    ['auto', 'modern', '2026-07-28'],
    ['legacy', 'legacy', '2025-11-25'],
  ] as const)('%s', async (mode, era, revision) => {
    const surehand = await Surehand.connect(stage.desktop.env, { era: mode })
    onTestFinished(() => surehand.stop())
    expect(surehand.client.getProtocolEra()).toBe(era)
    expect(surehand.client.getNegotiatedProtocolVersion()).toBe(revision)
    const view = await surehand.look(String(stage.fixture.pid))
    const answer = await surehand.call('click', {
      app: String(stage.fixture.pid),
      element_id: view.element('honest-button').id,
    })
    expect(answer.said).toBe('success')
    expect(Object.keys(answer.meta)).toContain('computer-use-mcp/outcome')
  })
})

test('every schema is an object at its root, without alternatives there', async () => {
  const { tools } = await stage.surehand.client.listTools()
  expect(tools.length).toBeGreaterThan(0)
  for (const { name, inputSchema, outputSchema, description, annotations } of tools) {
    for (const schema of [inputSchema, outputSchema]) {
      expect(schema?.type, name).toBe('object')
      for (const word of ['anyOf', 'oneOf', 'allOf', '$ref'])
        expect(Object.keys(schema ?? {}), name).not.toContain(word)
    }
    expect(description, name).toMatch(/\w{3}/)
    expect(typeof annotations?.readOnlyHint, name).toBe('boolean')
  }
})

describe('the end', () => {
  test.each([
    ['stdin ends', (server: Bare) => server.child.stdin?.end()],
    ['SIGTERM', (server: Bare) => server.child.kill('SIGTERM')],
    ['SIGINT', (server: Bare) => server.child.kill('SIGINT')],
  ])('%s: it is gone within 5 s and leaves no child', async (_, end) => {
    const server = new Bare()
    await server.initialize()
    server.call(2, 'get_app_state', { app: String(stage.fixture.pid) })
    await server.answer(2)
    await endsAlone(server, () => end(server))
  })

  test('stdin ends in the middle of a call: the call runs to its end, and the server goes', async () => {
    const { fixture } = stage
    const server = new Bare()
    await server.initialize()
    server.call(2, 'get_app_state', { app: String(fixture.pid), include_screenshot: false })
    const { result } = await server.answer(2)
    const { content = [] } = result as { content?: { text?: string }[] }
    const [, id] = /(e\d+@s\d+) .* id=slow-button/.exec(content[0]?.text ?? '') ?? []
    const mark = fixture.journal.mark()
    server.call(3, 'click', { app: String(fixture.pid), element_id: id })
    await fixture.journal.until(entry('slow-button', 'activate'), ANSWERS_WITHIN_MS, mark)
    await endsAlone(server, () => server.child.stdin?.end())
    await fixture.journal.until(entry('slow-button', 'effect'), ANSWERS_WITHIN_MS, mark)
    expect(server.stderr).toMatch(/"tool":"click".*"verdict":"success"/)
    expect((await server.answer(3)).result).toMatchObject({ structuredContent: { verdict: 'success' } })
  })

  test('stdin ends right behind a question: it is answered', async () => {
    const server = new Bare()
    server.send({ id: 1, method: 'initialize', params: opening })
    server.send({ method: 'notifications/initialized' })
    server.call(2, 'get_app_state', { app: String(stage.fixture.pid), include_screenshot: false })
    server.call(3, 'list_apps', {})
    await endsAlone(server, () => server.child.stdin?.end())
    for (const id of [1, 2, 3]) expect((await server.answer(id)).result).toBeDefined()
    expect(server.stdout).toHaveLength(3)
  })

  test('stdin ends behind a question that takes long: it is given up, and that is said', async () => {
    const server = new Bare()
    await server.initialize()
    server.call(2, 'wait_for', { app: String(stage.fixture.pid), until: { text: 'never' }, timeout_seconds: 20 })
    await endsAlone(server, () => server.child.stdin?.end())
    expect(JSON.stringify(await server.answer(2))).toContain('CANCELLED')
  })

  test('the client reads no more: it is gone within 5 s, in good order', async () => {
    const server = new Bare()
    await server.initialize()
    server.child.stdout?.destroy()
    await endsAlone(server, () => server.call(2, 'list_apps', {}))
    expect(await server.exited).toEqual([0, null])
    expect(server.stderr).toContain('the client takes no more answers (EPIPE)')
  })

  async function endsAlone(server: Bare, end: () => void): Promise<void> {
    const group = server.child.pid as number
    expect(processesIn(group)).toContain(group)
    const late = AbortSignal.timeout(ENDS_WITHIN_MS)
    end()
    await Promise.race([
      server.exited,
      once(late, 'abort').then(() => Promise.reject(new Error(`still running after ${ENDS_WITHIN_MS} ms`))),
    ])
    expect(processesIn(group)).toEqual([])
  }
})

/** Running processes of a process group, as /proc tells. */
function processesIn(group: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const [state, , pgrp] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return state !== 'Z' && Number(pgrp) === group
      } catch {
        return false
      }
    })
    .map(Number)
}
