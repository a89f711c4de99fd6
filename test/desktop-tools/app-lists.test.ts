import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { BusMonitor } from '../support/bus-monitor.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { run } from '../support/oracles.ts'
import { type Answer, launcher, Surehand } from '../support/surehand.ts'

const SECRET_TITLE = 'Vault of account 4711'
const GEOMETRY = '900x600+10+30'

let desktop: EmbeddedDesktop
let folder: string
let open: FixtureProcess
let vault: FixtureProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-app-lists-'))
  desktop = await startEmbeddedDesktop()
  const { env } = desktop
  open = await startFixture({ env, options: ['--name', 'open-app', '--geometry', GEOMETRY] })
  // Right over the other one.
  vault = await startFixture({ env, options: ['--name', 'vault-app', '--title', SECRET_TITLE, '--geometry', GEOMETRY] })
}, 120_000)
afterAll(async () => {
  await vault?.stop()
  await open?.stop()
  await desktop?.stop()
  rmSync(folder, { recursive: true })
})

function config(name: string, text: string): string {
  const file = join(folder, `${name}.yaml`)
  writeFileSync(file, text)
  return file
}
const denying = () => config('denying', 'policy: {apps: {deny: [{window_class: vault-app}]}}')

/** Bus name of a process on the accessibility bus, as the bus itself tells. */
async function busNameOf(pid: number): Promise<string> {
  const bus = (method: string, ...args: string[]) =>
    run(
      desktop.env,
      'gdbus',
      ...['call', '--address', desktop.accessibilityBus, '--dest', 'org.freedesktop.DBus'],
      ...['--object-path', '/org/freedesktop/DBus', '--method', `org.freedesktop.DBus.${method}`, ...args],
    )
  for (const [, name] of (await bus('ListNames')).matchAll(/'(:[^']+)'/g)) {
    const answer = await bus('GetConnectionUnixProcessID', name as string).catch(() => '')
    if (answer.includes(`uint32 ${pid},`)) return name as string
  }
  throw new Error(`no connection of process ${pid} is on the accessibility bus`)
}

const everything = (answer: Answer): string => JSON.stringify(answer.raw)

describe('a denied app', () => {
  let surehand: Surehand
  let monitor: BusMonitor
  let asked: readonly string[]
  let app: string
  beforeAll(async () => {
    app = String(vault.pid)
    monitor = await BusMonitor.start(desktop.accessibilityBus)
    // From before the server starts: its whole life is watched.
    asked = monitor.record(await busNameOf(vault.pid))
    surehand = await Surehand.connect(desktop.env, { config: denying() })
  })
  afterAll(async () => {
    await surehand?.stop()
    await monitor?.stop()
  })

  test.each([
    ['list_windows', {}],
    ['get_app_state', {}],
    ['get_app_state', { window_title: SECRET_TITLE }],
    ['find', { query: 'a' }],
    ['wait_for', { until: { text: 'a' }, timeout_seconds: 0.1 }],
    ['click', { x: 50, y: 50 }],
    ['click', { x: 50, y: 50, confirm: true, allow_focus_change: true, allow_global_cursor: true }],
    ['type_text', { text: 'seen by nobody', method: 'keys' }],
    ['press_key', { key: 'Return' }],
    ['scroll', { x: 50, y: 50, direction: 'down' }],
    ['drag', { from_x: 50, from_y: 50, to_x: 90, to_y: 90 }],
    ['manage_window', { action: 'minimize' }],
    ['open_app', {}],
    ['open_app', { activate: true, confirm: true, allow_focus_change: true }],
  ])('%s %j is refused, and its title is told nowhere', async (tool, args) => {
    const mark = vault.journal.mark()
    const answer = await surehand.call(tool, { app, ...args })
    expect(answer.said).toBe('POLICY_DENIED')
    expect(answer.meta['computer-use-mcp/error']).toMatchObject({ gate: 'apps', rules: ['apps.deny[0]'] })
    expect(everything(answer)).not.toContain('4711')
    expect(vault.journal.since(mark)).toEqual([])
  })

  test('list_apps names it, says that it is denied, and tells no title', async () => {
    const answer = await surehand.call('list_apps', {})
    expect(answer.text).toContain(`vault-app (pid ${vault.pid}, denied by policy`)
    expect(everything(answer)).not.toContain('4711')
  })

  test('a person in it: what is told of their focus leaves its title out', async () => {
    await run(desktop.env, 'xdotool', 'windowactivate', '--sync', String(vault.xid))
    const { said, meta, raw } = await surehand.call('press_key', { app: String(open.pid), key: 'Tab' })
    expect(said).not.toBe('POLICY_DENIED')
    expect(meta['computer-use-mcp/focus']).toMatchObject({ frontmost_before: { pid: vault.pid } })
    expect(JSON.stringify(raw)).not.toContain('4711')
  })

  test('the picture of a window that it covers shows nothing of it', async () => {
    const pixelsOf = async () => {
      const { raw } = await surehand.call('get_app_state', { app: String(open.pid) })
      const image = raw.content.find(({ type }) => type === 'image') as { data: string }
      return sharp(Buffer.from(image.data, 'base64')).raw().toBuffer()
    }
    const { env } = desktop
    const covered = await pixelsOf()
    await run(env, 'xdotool', 'windowmove', '--sync', String(vault.xid), '3000', '3000')
    try {
      expect(Buffer.compare(covered, await pixelsOf())).toBe(0)
    } finally {
      await run(env, 'xdotool', 'windowmove', '--sync', String(vault.xid), '10', '30')
    }
  })

  const beyondRoot = () => asked.filter((line) => !line.includes('path=/org/a11y/atspi/accessible/root;'))

  test('all the while nothing was asked of it but who it is', () => {
    expect(asked.length).toBeGreaterThan(0)
    expect(beyondRoot()).toEqual([])
  })

  test('an id from before the policy is refused', async () => {
    const call = async (file: string, tool: string, args: object) => {
      const env = { ...desktop.env, SUREHAND_CONFIG: file }
      const output = await run(
        env,
        'sh',
        '-c',
        '"$0" call "$1" --args "$2" || true',
        launcher,
        tool,
        JSON.stringify(args),
      )
      return JSON.parse(output)
    }
    const before = await call(config('open', '{}'), 'find', { app, query: 'initial', role: 'text' })
    const id = before.structuredContent.matches[0]?.id ?? before.structuredContent.matches[0]
    expect(id).toMatch(/^e\d+@s\d+$/)
    // Without the policy it was walked, and this oracle hears that.
    expect(beyondRoot().length).toBeGreaterThan(0)
    const after = await call(denying(), 'read_text', { app, element_id: id })
    expect(after._meta['computer-use-mcp/error']).toMatchObject({ code: 'POLICY_DENIED' })
    // Also by the name of another app.
    const aside = await call(denying(), 'get_app_state', { app: String(open.pid), scope_element_id: id })
    expect(aside._meta['computer-use-mcp/error']).toMatchObject({ code: 'POLICY_DENIED' })
  })
})

test('by its desktop id: a running one through its entry, and the one that would be started', async () => {
  const { env } = desktop
  const applications = join(env.XDG_DATA_HOME as string, 'applications')
  mkdirSync(applications, { recursive: true })
  const started = join(folder, 'started')
  const entry = [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Strongbox',
    `Exec=touch ${started}`,
    'StartupWMClass=vault-app',
  ]
  writeFileSync(join(applications, 'org.example.Strongbox.desktop'), `${entry.join('\n')}\n`)
  const surehand = await Surehand.connect(env, {
    config: config('by-id', 'policy: {apps: {deny: [{desktop_id: org.example.Strongbox}, {executable: kcalc}]}}'),
  })
  try {
    expect((await surehand.call('list_windows', { app: String(vault.pid) })).said).toBe('POLICY_DENIED')
    expect((await surehand.call('list_windows', { app: String(open.pid) })).said).toBe('none')
    const opened = await surehand.call('open_app', { app: 'kcalc', confirm: true })
    expect(opened.said).toBe('POLICY_DENIED')
    expect(opened.meta['computer-use-mcp/error']).toMatchObject({ rules: ['apps.deny[1]'] })
    // Denied before anybody is asked.
    expect((await surehand.call('open_app', { app: 'kcalc' })).said).toBe('POLICY_DENIED')
    expect(existsSync(started)).toBe(false)
  } finally {
    await surehand.stop()
  }
})

test('a read-only app is looked at and not acted on', async () => {
  const surehand = await Surehand.connect(desktop.env, {
    config: config('read-only', 'policy: {apps: {read_only: [{window_class: open-app}]}}'),
  })
  try {
    const app = String(open.pid)
    const view = await surehand.look(app)
    const mark = open.journal.mark()
    const answer = await surehand.call('click', { app, element_id: view.element('honest-button').id, confirm: true })
    expect(answer.said).toBe('POLICY_DENIED')
    expect(answer.meta['computer-use-mcp/error']).toMatchObject({ gate: 'apps', rules: ['apps.read_only[0]'] })
    expect(open.journal.since(mark)).toEqual([])
    expect((await surehand.call('list_apps', {})).text).toContain(`open-app (pid ${open.pid}, read-only by policy`)
  } finally {
    await surehand.stop()
  }
})
