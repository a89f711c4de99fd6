import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { windowHandle } from '../../src/desktop/linux/x11/handles.ts'
import type { AimedSeat } from '../../src/desktop/port.ts'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { AgentProcess } from './agent-process.ts'
import { inOrder } from './in-order.ts'
import { readServerState } from './server-state.ts'
import { SET_UP_MS, type Stage, setStage, soon, WINDOW_MANAGERS, WITHIN_MS } from './stage.ts'
import { stageForTest } from './stage-for-test.ts'
import { XWindow } from './x-window.ts'

/** Takeovers of the person's devices, and events that are posted without any. */
const click = async (seat: AimedSeat) => {
  await seat.press('left')
  await seat.release('left')
}

describe.each(WINDOW_MANAGERS)('a takeover under %s', (manager) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await setStage(manager, 'visible')
  }, SET_UP_MS)

  afterAll(() => stage?.strike(), SET_UP_MS)

  /** What the person has, as the system's own tools tell it. */
  const seat = async () => [
    await stage.xdotool('getmouselocation'),
    await stage.xdotool('getwindowfocus'),
    await stage.xdotool('getactivewindow'),
  ]

  test('clicks with the person’s pointer, and puts everything back', async () => {
    const before = await seat()
    const from = stage.fixture.journal.mark()
    const at = await stage.middleOf('honest-button')
    const { restored } = await stage.core.takeover(stage.window, at, click, soon())
    expect(await seat()).toEqual(before)
    expect(restored).toMatchObject({ pointer: true, focus: true })
    const device = { device: 'Virtual core pointer' }
    const presses = stage.fixture.journal.since(from).filter(entry('honest-button', 'button-press', device))
    expect(presses).toEqual([expect.objectContaining({ x: at.x, y: at.y })])
    await stage.fixture.journal.until(entry('honest-button', 'effect'), WITHIN_MS, from)
    const release = await stage.fixture.journal.until(entry('honest-button', 'button-release'), WITHIN_MS, from)
    expect(release).toMatchObject({ x: at.x, y: at.y })
    await stage.personTypes('x')
  })

  test('types what was meant, whatever is locked', async () => {
    const locks = async () => /Caps Lock: +(on|off)/.exec(await run(stage.env, 'xset', 'q'))?.[1]
    await stage.fixture.command('focus text-entry')
    await stage.xdotool('key', 'Caps_Lock')
    expect(await locks()).toBe('on')
    const from = stage.fixture.journal.mark()
    await stage.core.takeover(
      stage.window,
      undefined,
      async (use) => {
        await use.chord([{ keysym: 'Control_L' }, { keysym: 'a' }])
        await use.type('aBc é 日')
      },
      soon(),
    )
    expect(await locks()).toBe('on')
    await stage.xdotool('key', 'Caps_Lock')
    await stage.fixture.journal.until(entry('text-entry', 'text', { text: 'aBc é 日' }), WITHIN_MS, from)
    await stage.personTypes('x')
  })

  test('leaves the pointer with a person who has moved it on', async () => {
    const { restored } = await stage.core.takeover(
      stage.window,
      await stage.middleOf('honest-button'),
      async () => {
        await stage.xdotool('mousemove', '1100', '100')
      },
      soon(),
    )
    expect(restored).toMatchObject({ pointer: false, focus: true })
    expect(await stage.xdotool('getmouselocation')).toMatch(/^x:1100 y:100 /)
  })
})

describe('a takeover', () => {
  test('of a window that stays below another presses nothing', { timeout: SET_UP_MS }, async () => {
    const stage = await stageForTest('openbox', 'covered')
    const before = await stage.xdotool('getmouselocation')
    const from = stage.person.sentinel.journal.mark()
    const at = await stage.middleOf('honest-button')
    await expect(stage.core.takeover(stage.window, at, click, soon())).rejects.toMatchObject({ code: 'rejected' })
    expect(await stage.xdotool('getmouselocation')).toBe(before)
    await stage.personTypes('x')
    const told = stage.person.sentinel.journal.since(from)
    expect(told.filter(({ event }) => event.startsWith('button'))).toEqual([])
  })

  test('that is killed in the middle gives pointer and focus back', { timeout: SET_UP_MS }, async () => {
    const stage = await stageForTest('openbox', 'visible')
    const before = await readServerState(stage.env)
    const pointer = await stage.xdotool('getmouselocation')
    const from = stage.fixture.journal.mark()
    const at = await stage.middleOf('honest-button')
    const agent = await AgentProcess.start(stage.env, stage.window, at, 'takeover')
    const device = { device: 'Virtual core pointer' }
    await stage.fixture.journal.until(entry('honest-button', 'button-press', device), WITHIN_MS, from)
    await agent.kill('SIGKILL')
    await inOrder(stage.env, before)
    expect(await stage.xdotool('getmouselocation')).toBe(pointer)
    await stage.personTypes('x')
  })
})

describe('posted events', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await setStage('openbox', 'covered')
  }, SET_UP_MS)

  afterAll(() => stage?.strike(), SET_UP_MS)

  const posted = () => {
    const { postedEvents } = stage.desktop
    if (!postedEvents.offered) throw new Error(postedEvents.reason)
    return postedEvents.use
  }

  test('reach a window that listens to the core protocol, and nobody else', async () => {
    const window = await XWindow.open(stage.env, '--geometry', '200x150+300+300')
    onTestFinished(() => window.close())
    await stage.xdotool('windowactivate', '--sync', `${stage.person.sentinel.xid}`)
    const watch = await stage.person.watch()
    const from = window.lines.length
    await posted().click(windowHandle(window.xid), { x: 400, y: 400 }, 'right', 2, soon())
    await posted().chord(windowHandle(window.xid), [{ keysym: 'Control_L' }, { keysym: 'a' }], soon())
    await window.until(({ event, detail }) => event === 'key-release' && detail === 37, from)
    const events = window.lines.slice(from).filter(({ event }) => /key|button/.test(event))
    expect(events.every(({ sent }) => sent)).toBe(true)
    expect(events.map(({ event, detail }) => `${event} ${detail}`)).toEqual([
      ...['button-press 3', 'button-release 3', 'button-press 3', 'button-release 3'],
      ...['key-press 37', 'key-press 38', 'key-release 38', 'key-release 37'],
    ])
    expect(events.slice(0, 4).map(({ x, y }) => [x, y])).toEqual(Array(4).fill([400, 400]))
    expect(await stage.person.disturbances(watch)).toEqual([])
  })

  test('are not sent to a toolkit that would drop them', async () => {
    const at = await stage.middleOf('honest-button')
    await expect(posted().click(stage.window, at, 'left', 1, soon())).rejects.toMatchObject({ code: 'rejected' })
    await expect(posted().chord(stage.window, [{ keysym: 'a' }], soon())).rejects.toMatchObject({ code: 'rejected' })
  })

  test('a key that the layout lacks is refused before anything is sent', async () => {
    const window = await XWindow.open(stage.env, '--geometry', '200x150+300+300')
    onTestFinished(() => window.close())
    const keys = [{ keysym: 'Control_L' }, { keysym: 'U65E5' }]
    await expect(posted().chord(windowHandle(window.xid), keys, soon())).rejects.toMatchObject({
      code: 'interface-missing',
    })
    expect(window.lines.filter(({ event }) => event === 'key-press')).toEqual([])
  })
})
