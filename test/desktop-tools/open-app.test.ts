import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JournalEntry } from '../support/journal.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { Stage, windowManagers } from './stage.ts'

const started = new Set<number>()
/** The process of the app whose state an answer shows, remembered so that it can be ended. */
function pidIn(answer: Answer): number {
  const pid = Number(/\(pid (\d+)/.exec(answer.text)?.[1])
  started.add(pid)
  return pid
}
function endStarted(): void {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
  started.clear()
}

/** For how long the person was without the focus, each time, in milliseconds. */
function absences(journal: readonly JournalEntry[]): readonly number[] {
  const moves = journal.filter(({ control, event }) => control === 'window' && event.startsWith('focus-'))
  const out = moves.filter(({ event }) => event === 'focus-out')
  return out.map(({ t }) => {
    const back = moves.find((move) => move.event === 'focus-in' && move.t >= t)
    return back === undefined ? Number.POSITIVE_INFINITY : (back.t - t) / 1_000
  })
}

/** Longest that an app that takes the focus may have it, in milliseconds; idle machines need 5. */
const LONGEST_ABSENCE = 150

describe.each(windowManagers)('open_app under %s', (windowManager) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await Stage.set(windowManager)
  }, 120_000)
  afterAll(() => stage?.strike())
  beforeEach(async () => {
    await stage.goHome()
    await stage.bystander.pressKey()
    await stage.bystander.sentinel.command('clear')
  })
  afterEach(endStarted)

  test.each([
    ['Mousepad', 'GTK 3', false],
    ['XTerm', 'no toolkit that knows the protocol', false],
    ['Calculator', 'GTK 4, which takes the focus by itself', true],
  ])('%s (%s) opens while the person keeps the focus', async (app, _, takes) => {
    const mark = stage.bystander.sentinel.journal.mark()
    const answer = await stage.surehand.call('open_app', { app, confirm: true, include_screenshot: false })
    const pid = pidIn(answer)
    expect(answer.said).toBe('success')
    expect(answer.data.delivery_tier).toBe('app-launch')
    const windows = await stage.run('xdotool', 'search', '--onlyvisible', '--pid', String(pid))
    expect(windows).not.toBe('')
    await stage.bystander.sentinel.command('clear')
    const away = absences(stage.bystander.sentinel.journal.since(mark))
    const focus = answer.meta['computer-use-mcp/focus'] as { taken?: { returned: boolean }; focus_changed: boolean }
    // What is reported is what happened.
    expect(focus.taken !== undefined).toBe(away.length > 0)
    expect(focus.focus_changed).toBe(away.length > 0)
    if (!takes) expect(away).toEqual([])
    for (const duration of away) expect(duration).toBeLessThan(LONGEST_ABSENCE)
    if (takes && focus.taken !== undefined) expect(focus.taken.returned).toBe(true)
    // The person types on.
    await stage.bystander.pressKey()
  })

  test('activate gives it the focus, if allowed', async () => {
    const refused = await stage.surehand.call('open_app', {
      app: 'mousepad',
      activate: true,
      confirm: true,
      include_state: false,
    })
    expect(refused.said).toBe('unsupported')
    const opened = await stage.surehand.call('open_app', {
      app: 'mousepad',
      activate: true,
      confirm: true,
      allow_focus_change: true,
    })
    const pid = pidIn(opened)
    expect(opened.said).toBe('success')
    expect(Number(await stage.run('xdotool', 'getactivewindow', 'getwindowpid'))).toBe(pid)
    await stage.goHome()
    const again = await stage.surehand.call('open_app', {
      app: String(pid),
      activate: true,
      confirm: true,
      allow_focus_change: true,
      include_state: false,
    })
    expect(again.said).toBe('success')
    expect(again.data.delivery_tier).toBe('window-manager')
    expect(Number(await stage.run('xdotool', 'getactivewindow', 'getwindowpid'))).toBe(pid)
  })
})

describe('open_app', () => {
  let stage: Stage
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surehand-open-app-'))
    stage = await Stage.set()
    stage.install('fails', 'Name=Failing', 'Exec=sh -c "exit 3"')
    stage.install('silent', 'Name=Silent', `Exec=sh -c "env >${folder}/env; echo $$ >${folder}/pid; exec sleep 60"`)
    for (const [marker, text, mode] of [
      ['chrome_100_percent.pak', '', 0o644],
      ['icudtl.dat', '', 0o644],
      ['shell', `#!/bin/sh\necho "$@" >${folder}/arguments\n`, 0o755],
    ] as const)
      writeFileSync(join(folder, marker), text, { mode })
    stage.install('electron', 'Name=Electronic', `Exec=${folder}/shell --own %U`)
    stage.install('broken', 'Name=Broken', 'Exec=nowhere-to-be-found')
  }, 120_000)
  afterAll(async () => {
    await stage?.strike()
    rmSync(folder, { recursive: true })
  })
  afterEach(endStarted)

  const open = (app: string, args = {}) => stage.surehand.call('open_app', { app, include_screenshot: false, ...args })
  const windowsOf = async (name: string) => {
    const found = await stage.run('xdotool', 'search', '--onlyvisible', '--class', name).catch(() => '')
    return found.split('\n').filter((line) => line !== '')
  }

  test('starting needs confirm, and nothing starts without it', async () => {
    expect((await open('silent')).said).toBe('CONFIRMATION_REQUIRED')
    expect(existsSync(join(folder, 'pid'))).toBe(false)
  })

  test('what runs already is left alone', async () => {
    const first = pidIn(await open('Mousepad', { confirm: true }))
    for (const name of ['mousepad', 'Mousepad', 'org.xfce.mousepad', 'org.xfce.mousepad.desktop', String(first)]) {
      const again = await open(name)
      expect([name, again.said]).toEqual([name, 'success'])
      expect(again.data).not.toHaveProperty('delivery_tier')
    }
    expect(await windowsOf('mousepad')).toHaveLength(1)
  })

  test('an app that is not installed, or whose program is missing', async () => {
    const answer = await open('nonsense', { confirm: true })
    expect(answer.said).toBe('APP_NOT_FOUND')
    expect(answer.text).toContain('Mousepad')
    expect(answer.text).not.toContain('Broken')
    expect((await open('Broken', { confirm: true })).said).toBe('APP_NOT_FOUND')
  })

  test('an app that ends at once is no success', async () => {
    const answer = await open('Failing', { confirm: true })
    expect(answer.said).toBe('effect_not_verified')
    expect(answer.text).toContain('exit code 3')
  })

  test('one without a window is not verified; it was started accessible, and by itself', async () => {
    const answer = await open('Silent', { confirm: true })
    expect(answer.said).toBe('effect_not_verified')
    expect(answer.text).toContain('no window')
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
    started.add(pid)
    const env = readFileSync(join(folder, 'env'), 'utf8')
    for (const line of ['QT_ACCESSIBILITY=1', 'QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1', 'GNOME_ACCESSIBILITY=1'])
      expect(env.split('\n')).toContain(line)
    expect(env).not.toMatch(/^(SUREHAND_CONFIG|NODE_OPTIONS|NO_AT_BRIDGE)=/m)
    // A session of its own: no signal to ours reaches it.
    expect(Number(execFileSync('ps', ['-o', 'sid=', '-p', String(pid)], { encoding: 'utf8' }))).toBe(pid)
  })

  test('an app that brings Chromium along is told to show all of itself to accessibility', async () => {
    await open('Electronic', { confirm: true })
    expect(readFileSync(join(folder, 'arguments'), 'utf8').trim()).toBe('--force-renderer-accessibility --own')
  })

  test('it lives on when the server ends', async () => {
    const other = await Surehand.connect(stage.env)
    const answer = await other.call('open_app', { app: 'Calculator', confirm: true, include_screenshot: false })
    const pid = pidIn(answer)
    await other.stop()
    expect(() => process.kill(pid, 0)).not.toThrow()
    expect(await stage.run('xdotool', 'search', '--onlyvisible', '--pid', String(pid))).not.toBe('')
  })

  test('what should be shown decides', async () => {
    const shown = await open('Mousepad', { confirm: true, expect: { text: 'Search' } })
    pidIn(shown)
    expect(shown.said).toBe('success')
    endStarted()
    await expect.poll(() => windowsOf('mousepad')).toEqual([])
    const missing = await open('Mousepad', { confirm: true, expect: { text: 'no such words' } })
    pidIn(missing)
    expect(missing.said).toBe('effect_not_verified')
  })
})
