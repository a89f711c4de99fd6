import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import type { Desktop } from '../../src/desktop/port.ts'
import { startLocker } from '../support/fixture.ts'
import { run } from '../support/oracles.ts'
import { Subject, soon } from './stage.ts'

type Child = ChildProcessByStdio<Writable, Readable, null>

let embedded: EmbeddedDesktop
let systemBus: Child
let systemBusAddress: string
const ending: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  embedded = await startEmbeddedDesktop()
  // A bus of our own in the place of the system's.
  systemBus = start('dbus-daemon', '--session', '--nofork', '--print-address=1')
  systemBusAddress = await firstLine(systemBus)
})
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end()
})
afterAll(async () => {
  if (systemBus) await kill(systemBus)
  await embedded?.stop()
})

function start(program: string, ...args: readonly string[]): Child {
  return spawn(program, args, { env: embedded.env, stdio: ['pipe', 'pipe', 'inherit'] })
}

async function kill(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

const firstLine = async (child: Child): Promise<string> => {
  const lines = createInterface({ input: child.stdout })
  const [line] = (await once(lines, 'line')) as [string]
  lines.close()
  return line
}

/** The port with the stand-in system bus; sessions of the machine are not those of the test. */
async function open(more: Record<string, string> = {}): Promise<Desktop> {
  const { XDG_SESSION_ID: _, ...env } = embedded.env
  const desktop = await openLinuxDesktop({ ...env, DBUS_SYSTEM_BUS_ADDRESS: systemBusAddress, ...more })
  ending.push(() => desktop.close())
  return desktop
}

async function stateOf(desktop: Desktop, source: string): Promise<string | undefined> {
  const readings = await desktop.session.lock(soon())
  return readings.find((reading) => reading.source === source)?.state
}

/** A lock service that says what it is told to. */
async function serve(address: string, name: string) {
  const script = fileURLToPath(new URL('lock-service.py', import.meta.url))
  const child = start('/usr/bin/python3', script, address, name)
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await answers.next()
  ending.push(() => kill(child))
  return {
    child,
    async set(locked: boolean) {
      child.stdin.write(`${locked}\n`)
      await answers.next()
    },
  }
}

describe.each(['org.freedesktop.ScreenSaver', 'org.gnome.ScreenSaver', 'org.freedesktop.login1'] as const)(
  '%s',
  (name) => {
    const isLogind = name === 'org.freedesktop.login1'
    const source = isLogind ? 'logind' : name
    const address = () => (isLogind ? systemBusAddress : (embedded.env.DBUS_SESSION_BUS_ADDRESS ?? ''))

    test('absent without the service; then what the service says', async () => {
      const desktop = await open()
      expect(await stateOf(desktop, source)).toBe('absent')
      const service = await serve(address(), name)
      expect(await stateOf(desktop, source)).toBe('unlocked')
      await service.set(true)
      expect(await stateOf(desktop, source)).toBe('locked')
    })

    test('silent, within its time, while the service is stopped; and after it was killed', async () => {
      const desktop = await open()
      const service = await serve(address(), name)
      expect(await stateOf(desktop, source)).toBe('unlocked')
      service.child.kill('SIGSTOP')
      const asked = performance.now()
      expect(await stateOf(desktop, source)).toBe('silent')
      expect(performance.now() - asked).toBeLessThan(1_500)
      service.child.kill('SIGCONT')
      expect(await stateOf(desktop, source)).toBe('unlocked')
      await kill(service.child)
      await expect.poll(() => stateOf(desktop, source)).toBe('silent')
    })
  },
)

test('a session id that logind does not know falls back to the graphical session of the user', async () => {
  const service = await serve(systemBusAddress, 'org.freedesktop.login1')
  await service.set(true)
  expect(await stateOf(await open({ XDG_SESSION_ID: 'known' }), 'logind')).toBe('locked')
  expect(await stateOf(await open({ XDG_SESSION_ID: 'unknown' }), 'logind')).toBe('locked')
})

test('xscreensaver: its word on the root window counts, blanked is not locked', async () => {
  const desktop = await open()
  const say = (word: string) => {
    const format = word === '0' ? '32c' : '32a'
    return run(embedded.env, 'xprop', '-root', '-f', '_SCREENSAVER_STATUS', format, '-set', '_SCREENSAVER_STATUS', word)
  }
  expect(await stateOf(desktop, 'xscreensaver')).toBe('absent')
  await say('0')
  expect(await stateOf(desktop, 'xscreensaver')).toBe('unlocked')
  await say('BLANK')
  expect(await stateOf(desktop, 'xscreensaver')).toBe('unlocked')
  await say('LOCK')
  expect(await stateOf(desktop, 'xscreensaver')).toBe('locked')
  await say('SOMETHING_NEW')
  expect(await stateOf(desktop, 'xscreensaver')).toBe('silent')
  await run(embedded.env, 'xprop', '-root', '-remove', '_SCREENSAVER_STATUS')
  expect(await stateOf(desktop, 'xscreensaver')).toBe('silent')
})

describe('covering window', () => {
  test('a locker over the whole screen locks; when it has gone, no more', async () => {
    const desktop = await open()
    expect(await stateOf(desktop, 'covering window')).toBe('unlocked')
    const locker = await startLocker({ env: embedded.env })
    ending.push(() => locker.stop())
    expect(await stateOf(desktop, 'covering window')).toBe('locked')
    await locker.stop()
    await expect.poll(() => stateOf(desktop, 'covering window')).toBe('unlocked')
  })

  test('a full-screen window of an app does not', async () => {
    const desktop = await open()
    const subject = new Subject(embedded.env)
    ending.push(() => subject.stop())
    await subject.open({ key: 'a', title: 'film', frame: { x: 0, y: 0, width: 400, height: 300 } })
    await subject.send('fullscreen', { key: 'a' })
    const { apps } = await desktop.apps.list(soon())
    const app = apps.find(({ process }) => process?.pid === subject.pid)
    if (app === undefined) throw new Error('the subject is not listed')
    const frame = async () => (await desktop.windows.list(app, soon()))[0]
    await expect.poll(frame).toMatchObject({ fullscreen: true, frame: { x: 0, y: 0, width: 1280, height: 800 } })
    expect(await stateOf(desktop, 'covering window')).toBe('unlocked')
  })

  test('nor does an unmanaged one that leaves an edge free', async () => {
    const desktop = await open()
    const subject = new Subject(embedded.env)
    ending.push(() => subject.stop())
    const most = { x: 0, y: 0, width: 1280, height: 790 }
    await subject.open({ key: 'a', title: 'large tip', frame: most, popup: true })
    expect(await stateOf(desktop, 'covering window')).toBe('unlocked')
  })
})

test('without buses and display every source is absent, and nothing rejects', async () => {
  const desktop = await openLinuxDesktop({ DBUS_SYSTEM_BUS_ADDRESS: 'unix:path=/nonexistent/bus' })
  ending.push(() => desktop.close())
  const readings = await desktop.session.lock(soon())
  expect(readings.length).toBeGreaterThan(4)
  expect(new Set(readings.map(({ state }) => state))).toEqual(new Set(['absent']))
})
