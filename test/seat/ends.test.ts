import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '../support/journal.ts'
import { AgentProcess } from './agent-process.ts'
import { inOrder } from './in-order.ts'
import { readServerState, type ServerState } from './server-state.ts'
import { SET_UP_MS, type Stage, setStage, WINDOW_MANAGERS, WITHIN_MS } from './stage.ts'
import { stageForTest } from './stage-for-test.ts'
import { type WindowLine, XWindow } from './x-window.ts'

/** What a seat leaves behind, however its process ends: nothing. */
describe('however it ends', () => {
  let stage: Stage
  let before: ServerState

  beforeAll(async () => {
    stage = await setStage('openbox', 'covered')
    await stage.fixture.command('focus text-entry')
    before = await readServerState(stage.env)
  }, SET_UP_MS)

  afterAll(() => stage?.strike(), SET_UP_MS)

  async function agent(): Promise<AgentProcess> {
    const started = await AgentProcess.start(stage.env, stage.window, await stage.middleOf('text-entry'))
    onTestFinished(async () => {
      await started.kill('SIGKILL').catch(() => undefined)
    })
    return started
  }

  test('while an agent acts, its devices are there to be seen', async () => {
    await agent()
    expect((await readServerState(stage.env)).devices).toMatch(/surehand .* pointer/)
  })

  test.each([1, 2, 3, 4, 5])('SIGKILL in the middle of it, %i', async (round) => {
    const running = await agent()
    await delay(Math.random() * 300 * round)
    await running.kill('SIGKILL')
    await inOrder(stage.env, before)
  })

  test('no other window hears of its pointer then', async () => {
    // Where it is put away, and over all of the target.
    const windows = await Promise.all([
      XWindow.open(stage.env, '--override', '--geometry', '300x200+980+600'),
      XWindow.open(stage.env, '--override', '--geometry', '900x560+0+0'),
    ])
    onTestFinished(async () => {
      await Promise.all(windows.map((window) => window.close()))
    })
    const running = await agent()
    await delay(200)
    await running.kill('SIGKILL')
    await inOrder(stage.env, before)
    // A key that is held without a window grabs the agent's keyboard, and that is told as focus of a grab, which is none.
    const NOTICES_OF_GRABS = [1, 2]
    const isGrab = ({ event, mode }: WindowLine) => event.startsWith('focus') && NOTICES_OF_GRABS.includes(mode ?? 0)
    const heard = windows.flatMap(({ lines }) => lines.filter((line) => line.event !== 'ready' && !isGrab(line)))
    expect(heard).toEqual([])
  })

  test('SIGTERM, heeded', async () => {
    const running = await agent()
    await running.kill('SIGTERM')
    await inOrder(stage.env, before)
  })

  test('SIGINT and SIGHUP to its whole process group, unheeded', async () => {
    const running = await agent()
    running.signalGroup('SIGINT')
    running.signalGroup('SIGHUP')
    await running.ended
    await inOrder(stage.env, before)
  })

  test('its watchdog killed: another one takes its place', async () => {
    const running = await agent()
    const first = running.watchdog
    process.kill(first, 'SIGKILL')
    await expect.poll(() => watchdogOf(running), { timeout: 5_000 }).not.toBeOneOf([first, undefined])
    // It acts only while it is watched.
    const isAgents = ({ device }: JournalEntry) => String(device).startsWith('surehand')
    await stage.fixture.journal.until(isAgents, WITHIN_MS, stage.fixture.journal.mark())
    await running.kill('SIGKILL')
    await inOrder(stage.env, before)
  })

  test('its watchdog killed with it: the next seat puts the server in order', async () => {
    const running = await agent()
    process.kill(running.watchdog, 'SIGKILL')
    await running.kill('SIGKILL')
    expect((await readServerState(stage.env)).devices).not.toBe(before.devices)
    const next = await agent()
    await next.kill('SIGTERM')
    await inOrder(stage.env, before)
  })
})

const watchdogOf = (running: AgentProcess): number | undefined => {
  try {
    return running.watchdog
  } catch {
    return undefined
  }
}

describe.each(WINDOW_MANAGERS)("the person's Alt+F4 under %s", (manager) => {
  /** It closes the person's own window, and never the agent's target. */
  async function pressed(stage: Stage): Promise<void> {
    const { sentinel } = stage.person
    await stage.personTypes('x')
    const from = sentinel.journal.mark()
    // mutter takes its grabs anew when another keyboard is used, and hears no shortcut meanwhile: a person tries again.
    const hasEnded = () => sentinel.journal.until(({ event }) => event === 'exit', 2_000, from)
    for (let attempt = 1; ; attempt++) {
      await stage.xdotool('key', 'alt+F4')
      const isOver = await hasEnded().then(
        () => true,
        (error) => {
          if (attempt === 3) throw error
          return false
        },
      )
      if (isOver) break
    }
    await stage.fixture.settled()
    expect(stage.fixture.running).toBe(true)
  }

  test('while the agent types', { timeout: SET_UP_MS }, async () => {
    const stage = await stageForTest(manager, 'covered')
    await stage.fixture.command('focus text-entry')
    await stage.aim('text-entry', async (seat) => {
      const typing = seat.type('typing '.repeat(40))
      await pressed(stage)
      await typing
    })
  })

  test('after it has typed and clicked', { timeout: SET_UP_MS }, async () => {
    const stage = await stageForTest(manager, 'covered')
    await stage.aim('honest-button', async (seat) => {
      await seat.type('abc')
      await seat.press('left')
      await seat.release('left')
    })
    await pressed(stage)
  })

  test('after the agent was killed in the middle of it', { timeout: SET_UP_MS }, async () => {
    const stage = await stageForTest(manager, 'covered')
    const before = await readServerState(stage.env)
    const agent = await AgentProcess.start(stage.env, stage.window, await stage.middleOf('text-entry'), 'typing')
    await delay(100)
    await agent.kill('SIGKILL')
    await inOrder(stage.env, before)
    await pressed(stage)
  })
})
