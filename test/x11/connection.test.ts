import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import type { AccessibleHandle, Desktop, WindowEvent } from '../../src/desktop/port.ts'
import { soon } from './stage.ts'

/** A bare X server, to be stopped and killed. */
interface Server {
  readonly display: string
  signal(signal: NodeJS.Signals): void
  kill(): Promise<void>
}

const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})

async function startServer(number?: string, options: readonly string[] = []): Promise<Server> {
  const args = ['-displayfd', '1', '-nolisten', 'tcp', '-noreset', '-screen', '0', '640x480x24', ...options]
  const server = spawn('Xvfb', number === undefined ? args : [number, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = createInterface({ input: server.stdout as Readable })
  const [line] = (await once(lines, 'line')) as [string]
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill('SIGKILL')
    await exited
  }
  ending.push(kill)
  return { display: `:${line.trim()}`, signal: (signal) => server.kill(signal), kill }
}

async function open(display: string): Promise<Desktop> {
  const desktop = await openLinuxDesktop({ DISPLAY: display })
  ending.push(() => desktop.close())
  return desktop
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error) => error.code,
  )

describe('without a display', () => {
  test.each([
    ['no DISPLAY', {}, /DISPLAY is not set/],
    ['nothing listens', { DISPLAY: ':4242' }, /:4242: no X server listens there .*X4242/],
    [
      'nothing listens over there',
      { DISPLAY: '127.0.0.1:4242' },
      /no X server listens there .*127\.0\.0\.1, port 10242/,
    ],
    ['nonsense', { DISPLAY: 'nonsense' }, /DISPLAY is "nonsense"; expected :NUMBER/],
  ])('%s: opening works, every part says what is missing', async (_, env, message) => {
    const desktop = await openLinuxDesktop(env)
    ending.push(() => desktop.close())
    const missing = { code: 'unavailable', message: expect.stringMatching(message) }
    await expect(desktop.focus.read(soon())).rejects.toMatchObject(missing)
    await expect(desktop.focus.watch(() => {})).rejects.toMatchObject(missing)
    await expect(desktop.windows.at({ x: 1, y: 1 }, soon())).rejects.toMatchObject(missing)
    await expect(desktop.capture.display(soon())).rejects.toMatchObject(missing)
    await expect(desktop.apps.list(soon())).rejects.toMatchObject(missing)
    const parts = await desktop.health(soon())
    expect(parts.find(({ name }) => name === 'X display')).toMatchObject({
      state: 'missing',
      remedy: expect.any(String),
    })
  })
})

test("a display without XTEST: the agent's seat is told to be missing, with what that costs", async () => {
  const { display } = await startServer(undefined, ['-extension', 'XTEST'])
  const desktop = await open(display)
  const parts = await desktop.health(soon())
  expect(parts.find(({ name }) => name === "agent's seat")).toMatchObject({
    state: 'degraded',
    detail: expect.stringContaining('XTEST'),
    neededFor: expect.arrayContaining(['keys', 'drags']),
  })
})

test('the cookie of XAUTHORITY is sent, and the words of a server that refuses are passed on', async () => {
  let hello = Buffer.alloc(0)
  const reason = 'Not today'
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      hello = Buffer.concat([hello, data])
      if (hello.length < 12 + 20 + 16) return
      // Failed: length of the reason, version 11.0, additional words, reason.
      socket.end(
        Buffer.concat([Buffer.from([0, reason.length, 11, 0, 0, 0, 3, 0]), Buffer.from(reason.padEnd(12, '\0'))]),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const display = (server.address() as AddressInfo).port - 6_000
  const folder = mkdtempSync(join(tmpdir(), 'surehand-xauthority-'))
  ending.push(async () => {
    server.close()
    rmSync(folder, { recursive: true })
  })
  const cookie = randomBytes(16)
  const file = join(folder, 'Xauthority')
  const entry = [`${hostname()}/unix:${display}`, 'MIT-MAGIC-COOKIE-1', cookie.toString('hex')]
  // It says that the file is new.
  execFileSync('xauth', ['-f', file, 'add', ...entry], { stdio: 'ignore' })

  const desktop = await openLinuxDesktop({ DISPLAY: `127.0.0.1:${display}`, XAUTHORITY: file })
  ending.push(() => desktop.close())
  await expect(desktop.focus.read(soon())).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(reason),
  })
  expect(hello.subarray(12, 30).toString()).toBe('MIT-MAGIC-COOKIE-1')
  expect(hello.subarray(32, 48)).toEqual(cookie)
})

test('a session bus that accepts and never answers holds up nothing but accessibility', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-silent-bus-'))
  const bus = createServer(() => {}).listen(join(folder, 'bus'))
  await once(bus, 'listening')
  ending.push(async () => {
    bus.close()
    rmSync(folder, { recursive: true })
  })
  const server = await startServer()
  const began = performance.now()
  const desktop = await openLinuxDesktop({
    DISPLAY: server.display,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}`,
  })
  ending.push(() => desktop.close())
  expect(performance.now() - began).toBeLessThan(3_000)
  const asked = performance.now()
  expect(await desktop.capture.display(soon())).toMatchObject({ width: 640, height: 480 })
  const root = ':1.1/org/a11y/atspi/accessible/root' as AccessibleHandle
  expect(await codeOf(desktop.accessibility.readTree({ root, maxNodes: 9, maxDepth: 9 }, soon(200)))).toBe('timeout')
  const { apps, notes } = await desktop.apps.list(soon(200))
  expect(apps).toEqual([])
  expect(notes.join()).toMatch(/accessibility bus/)
  const readings = await desktop.session.lock(soon(200))
  expect(readings.find(({ source }) => source === 'org.gnome.ScreenSaver')?.state).toBe('silent')
  expect(performance.now() - asked).toBeLessThan(1_500)
})

describe('the server', () => {
  test('is stopped: calls end in their time; then it goes on and so do we', async () => {
    const server = await startServer()
    const desktop = await open(server.display)
    server.signal('SIGSTOP')
    const asked = performance.now()
    expect(await codeOf(desktop.capture.display(soon(200)))).toBe('timeout')
    expect(performance.now() - asked).toBeLessThan(1_000)
    server.signal('SIGCONT')
    expect(await desktop.capture.display(soon())).toMatchObject({ width: 640, height: 480 })
  })

  test('is killed in mid-call: the call ends at once', async () => {
    const server = await startServer()
    const desktop = await open(server.display)
    server.signal('SIGSTOP')
    const call = codeOf(desktop.capture.display(soon(20_000)))
    const asked = performance.now()
    await server.kill()
    expect(await call).toBe('unavailable')
    expect(performance.now() - asked).toBeLessThan(1_000)
  })

  test('comes back: it is found, and watching goes on', async () => {
    const first = await startServer()
    const desktop = await open(first.display)
    const events: WindowEvent[] = []
    await desktop.windows.watch((event) => events.push(event))
    await first.kill()
    await startServer(first.display)
    await expect.poll(() => codeOf(desktop.capture.display(soon())), { timeout: 5_000 }).toBe('fine')
    const client = spawn('xterm', { env: { ...process.env, DISPLAY: first.display }, stdio: 'ignore' })
    ending.push(async () => client.kill('SIGKILL'))
    await expect
      .poll(() => events.find(({ kind, pid }) => kind === 'mapped' && pid === client.pid), { timeout: 5_000 })
      .toBeDefined()
  })
})
