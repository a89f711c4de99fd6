import { execFile, spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import {
  type EmbeddedDesktop,
  type EmbeddedDesktopOptions,
  startEmbeddedDesktop,
} from '../../src/desktop/linux/embedded/desktop.ts'
import { processesWith, until } from './processes.ts'

const execute = promisify(execFile)
const started: EmbeddedDesktop[] = []

afterEach(async () => {
  await Promise.all(started.splice(0).map((desktop) => desktop.stop()))
})

async function start(options?: EmbeddedDesktopOptions): Promise<EmbeddedDesktop> {
  const desktop = await startEmbeddedDesktop(options)
  started.push(desktop)
  return desktop
}

/** Standard output of a command inside the desktop. */
async function inside({ env }: EmbeddedDesktop, command: string, ...args: readonly string[]): Promise<string> {
  return (await execute(command, args, { env })).stdout
}

/** Answer of the accessibility bus, asked by gdbus. */
function askAccessibility(
  desktop: EmbeddedDesktop,
  destination: string,
  path: string,
  method: string,
  ...args: string[]
) {
  const target = ['--address', desktop.accessibilityBus, '--dest', destination, '--object-path', path]
  return inside(desktop, 'gdbus', 'call', ...target, '--method', method, ...args)
}

const applications = (desktop: EmbeddedDesktop) =>
  askAccessibility(
    desktop,
    'org.a11y.atspi.Registry',
    '/org/a11y/atspi/accessible/root',
    'org.a11y.atspi.Accessible.GetChildren',
  )

/** The name of the first application on the accessibility bus. */
async function applicationName(desktop: EmbeddedDesktop): Promise<string | undefined> {
  const [, bus, path] = /\('(:[\d.]+)', (?:objectpath )?'([^']+)'\)/.exec(await applications(desktop)) ?? []
  if (!bus || !path) return undefined
  const property = ['org.a11y.atspi.Accessible', 'Name']
  return /'(.*)'/.exec(
    await askAccessibility(desktop, bus, path, 'org.freedesktop.DBus.Properties.Get', ...property),
  )?.[1]
}

/** Everything that carries the desktop's environment, the services too. */
const members = ({ env }: EmbeddedDesktop) => processesWith('XAUTHORITY', env.XAUTHORITY as string)

test('a GTK app is on the accessibility bus, without being told to', async () => {
  const desktop = await start()
  spawn('mousepad', { env: desktop.env, stdio: 'ignore' })
  expect(await until('mousepad on the bus', () => applicationName(desktop))).toBe('mousepad')
})

test('two that start at once have nothing in common', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.display).not.toBe(other.display)
  spawn('mousepad', { env: one.env, stdio: 'ignore' })
  await until('mousepad on the bus', () => applicationName(one))
  expect(await inside(one, 'xdotool', 'search', '--onlyvisible', '--sync', '--class', 'mousepad')).toMatch(/^\d+/)

  expect(await applications(other)).toBe('(@a(so) [],)\n')
  expect(await inside(other, 'xwininfo', '-root', '-tree')).not.toContain('mousepad')
  expect(await inside(other, 'gdbus', 'call', ...sessionNames)).not.toContain('xfce')
  const trespass = execute('xdpyinfo', { env: { ...one.env, DISPLAY: other.display } })
  await expect(trespass).rejects.toThrow('unable to open display')

  await one.stop()
  expect(await inside(other, 'xdotool', 'getdisplaygeometry')).toBe('1280 800\n')
})

const sessionNames = [
  ...['--session', '--dest', 'org.freedesktop.DBus', '--object-path', '/org/freedesktop/DBus'],
  ...['--method', 'org.freedesktop.DBus.ListNames'],
]

test('accessibility is said to be in use before any app starts', async () => {
  const status = await inside(
    await start(),
    ...(['gdbus', 'call', '--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'] as const),
    ...['--method', 'org.freedesktop.DBus.Properties.GetAll', 'org.a11y.Status'],
  )
  expect(status).toContain("'IsEnabled': <true>")
  expect(status).toContain("'ScreenReaderEnabled': <true>")
})

test('folders are its own and closed to others; what would lead an app out of the desktop is not inherited', async () => {
  const base = { ...process.env, NO_AT_BRIDGE: '1', WAYLAND_DISPLAY: 'wayland-0', AT_SPI_BUS_ADDRESS: 'unix:path=/x' }
  const { env } = await start({ environment: base })
  for (const name of [
    'HOME',
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_CACHE_HOME',
    'XDG_STATE_HOME',
    'XDG_RUNTIME_DIR',
  ]) {
    expect(env[name]).not.toBe(process.env[name])
    expect(statSync(env[name] as string).mode & 0o777).toBe(0o700)
  }
  expect(statSync(env.XAUTHORITY as string).mode & 0o777).toBe(0o600)
  expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['NO_AT_BRIDGE']))
  expect(env.WAYLAND_DISPLAY ?? env.AT_SPI_BUS_ADDRESS ?? env.NO_AT_BRIDGE).toBeUndefined()
})

test.each(['3.0', '4.0'])('GTK %s draws without animations and with a steady caret', async (version) => {
  const script = `
    imports.gi.versions.Gtk = '${version}'
    const { Gtk } = imports.gi
    Gtk.init(${version === '3.0' ? 'null' : ''})
    const settings = Gtk.Settings.get_default()
    print(settings.gtk_enable_animations, settings.gtk_cursor_blink)`
  expect(await inside(await start(), 'gjs', '-c', script)).toBe('false false\n')
})

test('size and window manager are as asked for', async () => {
  const small = await start({ size: { width: 640, height: 480 }, windowManager: 'none' })
  expect(await inside(small, 'xdotool', 'getdisplaygeometry')).toBe('640 480\n')
  expect(await inside(small, 'xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).not.toContain('window id')
  const managed = await start()
  expect(await inside(managed, 'xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).toContain('window id')
})

test('stop ends everything, also what hides from its parent or will not hear', async () => {
  const desktop = await start()
  const stubborn = 'trap "" TERM HUP; echo ready; while :; do sleep 60; done'
  const child = spawn('setsid', ['-f', 'sh', '-c', stubborn], { env: desktop.env, stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  spawn('mousepad', { env: desktop.env, stdio: 'ignore' })
  await until('mousepad on the bus', () => applicationName(desktop))
  for (const command of ['trap', 'mousepad', 'Xvfb', 'at-spi2-registryd']) {
    expect(members(desktop)).toContainEqual(expect.stringContaining(command))
  }

  await desktop.stop()
  expect(members(desktop)).toEqual([])
  expect(existsSync(dirname(desktop.env.HOME as string))).toBe(false)
  expect(existsSync(`/tmp/.X11-unix/X${desktop.display.slice(1)}`)).toBe(false)
})

test('stop cleans up even when its keeper was killed', async () => {
  const desktop = await start()
  process.kill(desktop.pids.keeper, 'SIGKILL')
  await desktop.stop()
  expect(members(desktop)).toEqual([])
  expect(existsSync(dirname(desktop.env.HOME as string))).toBe(false)
})

test('the loss of a part is told', async () => {
  const desktop = await start()
  process.kill(desktop.pids.server, 'SIGKILL')
  expect(await desktop.broken).toMatch(/^(X server: SIGKILL|window manager: )/)
})

test('a part that does not start is named, and nothing stays behind', async () => {
  const mark = `mark-${process.pid}`
  const environment = { ...process.env, TEST_MARK: mark }
  const failing = startEmbeddedDesktop({ windowManager: 'false', environment })
  await expect(failing).rejects.toThrow('window manager failed to start: ended with exit code 1')
  expect(processesWith('TEST_MARK', mark)).toEqual([])
  const missing = startEmbeddedDesktop({ windowManager: 'no-such-manager', environment })
  await expect(missing).rejects.toThrow('cannot start window manager: no-such-manager: not found')
  expect(processesWith('TEST_MARK', mark)).toEqual([])
})
