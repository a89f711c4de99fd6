import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { type Answer, Surehand } from '../support/surehand.ts'
import { Stage, windowManagers } from './stage.ts'

describe.each(windowManagers)('manage_window under %s', (windowManager) => {
  let stage: Stage
  let fixture: FixtureProcess
  beforeAll(async () => {
    stage = await Stage.set(windowManager)
    fixture = await stage.fixture()
    await stage.goHome()
  }, 120_000)
  afterAll(async () => {
    await fixture?.stop()
    await stage?.strike()
  })
  beforeEach(() => stage.goHome())

  const manage = (action: string, args = {}): Promise<Answer> =>
    stage.surehand.call('manage_window', { app: String(fixture.pid), action, include_state: false, ...args })

  /** As the X server sees the app's own window. */
  async function frame() {
    const text = await stage.run('xwininfo', '-id', String(fixture.xid))
    const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(text)?.[1])
    return {
      x: number('Absolute upper-left X'),
      y: number('Absolute upper-left Y'),
      width: number('Width'),
      height: number('Height'),
    }
  }
  const property = (name: string) => stage.run('xprop', '-id', String(fixture.xid), name)
  const isMinimised = async () => (await property('WM_STATE')).includes('Iconic')
  const active = async () => Number(await stage.run('xdotool', 'getactivewindow'))

  /** What the person notices while this is done. */
  async function unnoticed(work: () => Promise<unknown>): Promise<void> {
    const watch = await stage.bystander.watch()
    await work()
    expect(await stage.bystander.disturbances(watch)).toEqual([])
  }

  test('the person would notice', async () => {
    await stage.bystander.pressKey()
  })

  test('move and resize are exact, one side alone leaves the others', async () => {
    await unnoticed(async () => {
      const moved = await manage('move', { x: 120, y: 140 })
      expect(moved.said).toBe('success')
      expect(moved.data.delivery_tier).toBe('window-manager')
      expect(await frame()).toMatchObject({ x: 120, y: 140 })
      expect((await manage('resize', { width: 800, height: 560 })).said).toBe('success')
      expect(await frame()).toEqual({ x: 120, y: 140, width: 800, height: 560 })
      expect((await manage('move', { y: 90 })).said).toBe('success')
      expect(await frame()).toEqual({ x: 120, y: 90, width: 800, height: 560 })
    })
  })

  test('what the app limits is said, what is so already is not sent', async () => {
    const limited = await manage('resize', { width: 500 })
    expect(limited.data).toMatchObject({ verdict: 'success', failure_domain: 'app_specific_semantics' })
    expect((await frame()).width).toBe(720)
    expect(limited.text).toContain('720×')
    const { width } = await frame()
    const again = await manage('resize', { width })
    expect(again.said).toBe('success')
    expect(again.data).not.toHaveProperty('delivery_tier')
  })

  test('a place that no display shows is refused before anything moves', async () => {
    const before = await frame()
    const answer = await manage('move', { x: 1_260 })
    expect(answer.said).toBe('OFFSCREEN_TARGET')
    expect(answer.text).toContain('1280×800 at 0,0')
    expect(await frame()).toEqual(before)
    expect((await manage('move', { x: 1_200 })).said).not.toBe('OFFSCREEN_TARGET')
    await manage('move', { x: 100, y: 100 })
  })

  test('a maximised window moves as well', async () => {
    await manage('resize', { width: 900, height: 600 })
    expect(await frame()).toMatchObject({ width: 900, height: 600 })
    await stage.run('wmctrl', '-i', '-r', String(fixture.xid), '-b', 'add,maximized_vert,maximized_horz')
    // xfwm4 does not maximise a window that has a largest size.
    if (windowManager !== 'xfwm4') await expect.poll(() => property('_NET_WM_STATE')).toContain('MAXIMIZED')
    expect((await manage('move', { x: 140, y: 110 })).said).toBe('success')
    expect(await frame()).toMatchObject({ x: 140, y: 110 })
    expect(await property('_NET_WM_STATE')).not.toContain('MAXIMIZED')
  })

  test('minimize, and back', async () => {
    await unnoticed(async () => {
      expect((await manage('minimize')).said).toBe('success')
      expect(await isMinimised()).toBe(true)
      expect((await manage('move', { x: 5 })).said).toBe('unsupported')
    })
    // mutter shows a minimised window only together with the focus.
    const needsFocus = windowManager === 'mutter'
    await unnoticed(async () => {
      const back = await manage('unminimize')
      expect(back.said).toBe(needsFocus ? 'effect_not_verified' : 'success')
      expect(back.text.includes('allow_focus_change')).toBe(needsFocus)
      expect(await isMinimised()).toBe(needsFocus)
    })
    if (!needsFocus) return
    expect((await manage('unminimize', { allow_focus_change: true })).said).toBe('success')
    expect(await isMinimised()).toBe(false)
  })

  test('raise needs the flag', async () => {
    await unnoticed(async () => {
      const refused = await manage('raise')
      expect(refused.said).toBe('unsupported')
      expect(await active()).not.toBe(fixture.xid)
    })
    const raised = await manage('raise', { allow_focus_change: true })
    expect(raised.said).toBe('success')
    expect(await active()).toBe(fixture.xid)
    expect(raised.meta['computer-use-mcp/focus']).toMatchObject({ focus_changed: true, focus_change_allowed: true })
  })

  test('taking the active window away needs the flag', async () => {
    await manage('raise', { allow_focus_change: true })
    expect((await manage('minimize')).said).toBe('unsupported')
    expect(await isMinimised()).toBe(false)
    expect((await manage('minimize', { allow_focus_change: true })).said).toBe('success')
    expect(await isMinimised()).toBe(true)
    await manage('unminimize', { allow_focus_change: true })
  })

  test('fullscreen, and back', async () => {
    const { width, height } = await frame()
    expect((await manage('fullscreen')).said).toBe('unsupported')
    expect((await manage('fullscreen', { allow_focus_change: true })).said).toBe('success')
    expect(await property('_NET_WM_STATE')).toContain('FULLSCREEN')
    expect((await manage('resize', { width: 800 })).said).toBe('unsupported')
    expect((await manage('exit_fullscreen')).said).toBe('success')
    expect(await property('_NET_WM_STATE')).not.toContain('FULLSCREEN')
    // Openbox puts it back a decoration's height beside where it was.
    expect(await frame()).toMatchObject({ width, height })
  })

  test('arguments that do not belong to the action are refused', async () => {
    for (const [action, args] of [
      ['move', {}],
      ['move', { width: 5 }],
      ['resize', { x: 5 }],
      ['close', { x: 1, confirm: true }],
      ['move', { x: 1.5 }],
      ['move', { x: 100_001 }],
      ['resize', { width: 0 }],
      ['hide', {}],
    ] as const)
      expect([action, (await manage(action, args)).said]).toEqual([action, 'INVALID_ARGUMENTS'])
  })

  test('close needs confirm, and is what ends the app', async () => {
    expect((await manage('close')).said).toBe('CONFIRMATION_REQUIRED')
    expect(fixture.running).toBe(true)
    await unnoticed(async () => {
      const closed = await manage('close', { confirm: true, include_state: true })
      expect(closed.said).toBe('success')
      await expect.poll(() => fixture.running).toBe(false)
    })
    expect((await manage('raise', { allow_focus_change: true })).said).toBe('APP_NOT_FOUND')
  })
})

test('an app that asks back before it closes has understood', async () => {
  const stage = await Stage.set()
  try {
    const { surehand } = stage
    await surehand.call('open_app', { app: 'mousepad', confirm: true, include_state: false })
    const view = await surehand.look('mousepad')
    const field = /^\s*(e\d+@s\d+) text \(.*settable/m.exec(view.answer.text)?.[1]
    await surehand.call('set_value', { app: 'mousepad', element_id: field, value: 'unsaved', include_state: false })
    const close = { app: 'mousepad', action: 'close', confirm: true, include_state: false }
    const answer = await surehand.call('manage_window', close)
    expect(answer.said).toBe('success')
    expect(answer.text).toContain('still open')
    const titles = await stage.run('xdotool', 'search', '--class', 'mousepad', 'getwindowname', '%@')
    expect(titles).toMatch(/mousepad/i)
  } finally {
    await stage.strike()
  }
})

test('without a window manager nothing is sent, and that is said', async () => {
  const desktop = await startEmbeddedDesktop({ windowManager: 'none' })
  const fixture = await startFixture({ env: desktop.env })
  const surehand = await Surehand.connect(desktop.env)
  try {
    for (const args of [{ action: 'move', x: 200 }, { action: 'minimize' }, { action: 'close', confirm: true }]) {
      const answer = await surehand.call('manage_window', { app: String(fixture.pid), include_state: false, ...args })
      expect(answer.said).toBe('unsupported')
      expect(answer.meta['computer-use-mcp/delivery']).toMatchObject({ fallback_reasons: ['cannot-be-asked'] })
    }
    expect(fixture.running).toBe(true)
  } finally {
    await surehand.stop()
    await fixture.stop()
    await desktop.stop()
  }
})
