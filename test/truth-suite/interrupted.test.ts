import { setImmediate as immediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { BusMonitor } from '../support/bus-monitor.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { AccessibilityOracle } from '../support/oracles.ts'
import { type Answer, now, type View } from '../support/surehand.ts'
import { note, patience } from './report.ts'
import { SET_UP_MS, type Stage, setStage } from './scene.ts'

const WITHIN_MS = 10_000 * patience
/** A dead app must be noticed at once, in microseconds. */
const AT_ONCE = 1_000_000 * patience
/** However long an app says nothing, a call to it ends, in microseconds. */
const BOUND = 10_000_000 * patience

/** The victim is the stage's own app; the other one must not suffer. */
let stage: Stage
let victim: FixtureProcess
let other: FixtureProcess
let seen: View
let otherSeen: View

beforeEach(async () => {
  stage = await setStage('visible')
  victim = stage.fixture
  other = await startFixture({
    env: stage.desktop.env,
    options: ['--background', '--name', 'other', '--title', 'Other'],
  })
  seen = await stage.surehand.look(String(victim.pid))
  otherSeen = await stage.surehand.look(String(other.pid))
}, SET_UP_MS)

afterEach(async () => {
  await other?.stop()
  await stage?.strike()
})

const click = (app: FixtureProcess, view: View, control: string, signal?: AbortSignal): Promise<Answer> => {
  const args = { app: String(app.pid), element_id: view.element(control).id, include_state: false }
  return stage.surehand.call('click', args, signal)
}
const clickOther = () => click(other, otherSeen, 'honest-button')

/** Resolves once the server has put a question to the victim, which then cannot answer any more. */
async function questions(): Promise<() => Promise<void>> {
  const oracle = new AccessibilityOracle(stage.desktop.env, 'surehand-fixture')
  const busName = await oracle.busName()
  await oracle.stop()
  const monitor = await BusMonitor.start(stage.desktop.accessibilityBus)
  onTestFinished(() => monitor.stop())
  return () => monitor.asked(busName, WITHIN_MS)
}

/** For the table of `repeat.ts`: how long after that moment the answer came. */
const figure = (row: string, { said, answeredAt }: Answer, since: number) =>
  note({ row, said, ms: (answeredAt - since) / 1_000, faults: [] })

const written = (app: FixtureProcess, mark: number, control: string): string[] =>
  app.journal
    .since(mark)
    .filter((line) => line.control === control)
    .map(({ event }) => event)

describe('kill -9 of the app', () => {
  test('while it handles a click: an answer at once that claims nothing, and the next app works', async () => {
    await victim.command('slow 20000')
    const mark = victim.journal.mark()
    const calling = click(victim, seen, 'slow-button')
    await victim.journal.until(entry('slow-button', 'activate'), WITHIN_MS, mark)
    const killedAt = now()
    process.kill(victim.pid, 'SIGKILL')
    const answer = await calling
    figure('kill -9 while it handles a click', answer, killedAt)
    expect(answer.answeredAt - killedAt).toBeLessThan(AT_ONCE)
    expect(answer.said).toBe('verifier_ambiguous')

    const next = await clickOther()
    expect(next.said).toBe('success')
    expect(next.answeredAt - next.askedAt).toBeLessThan(AT_ONCE)
    const again = await click(victim, seen, 'honest-button')
    expect(again.raw.isError).toBe(true)
    expect(again.answeredAt - again.askedAt).toBeLessThan(AT_ONCE)
  })

  test('while it is looked at: an error at once', async () => {
    const asked = await questions()
    process.kill(victim.pid, 'SIGSTOP')
    const question = asked()
    const looking = stage.surehand.call('get_app_state', { app: String(victim.pid), include_screenshot: false })
    await question
    const killedAt = now()
    process.kill(victim.pid, 'SIGKILL')
    const answer = await looking
    figure('kill -9 while it is looked at', answer, killedAt)
    expect(answer.answeredAt - killedAt).toBeLessThan(AT_ONCE)
    expect(answer.raw.isError).toBe(true)
    expect((await clickOther()).said).toBe('success')
  })
})

describe('SIGSTOP of the app', () => {
  test('calls to it are bounded and send nothing, another app does not notice, and after SIGCONT it works', async () => {
    const before = await medianOfClicks(15)
    const mark = victim.journal.mark()
    process.kill(victim.pid, 'SIGSTOP')
    const calls = ['get_app_state', 'list_windows', 'click', 'set_value'] as const
    const stuck = calls.map((tool) => stage.surehand.call(tool, argumentsFor(tool)))
    const during = await medianOfClicks(15)
    // At several moments of the silence, because what an app may still take depends on how long it has been silent.
    const lists: Answer[] = []
    for (let round = 0; round < 8; round += 1) lists.push(await stage.surehand.call('list_apps', {}))
    const answers = await Promise.all(stuck)
    process.kill(victim.pid, 'SIGCONT')

    for (const [index, answer] of answers.entries()) {
      figure(`${calls[index]} of a stopped app`, answer, answer.askedAt)
      expect.soft(answer.answeredAt - answer.askedAt, calls[index]).toBeLessThan(BOUND)
      expect.soft(['success', 'effect_not_verified', 'unsupported'], calls[index]).not.toContain(answer.said)
    }
    for (const listed of lists) {
      figure('list_apps beside a stopped app', listed, listed.askedAt)
      expect(listed.answeredAt - listed.askedAt).toBeLessThan(BOUND)
      expect(listed.text).toContain('Surehand fixture')
    }
    expect(during).toBeLessThan(before * 3 + 50_000 * patience)
    // What was refused must not have been on its way: nothing comes of it now.
    await victim.settled()
    expect(written(victim, mark, 'honest-button')).toEqual([])
    expect(written(victim, mark, 'text-entry')).toEqual([])
    expect((await click(victim, seen, 'honest-button')).said).toBe('success')
  })

  const argumentsFor = (tool: string): Record<string, unknown> => {
    const app = String(victim.pid)
    if (tool === 'click') return { app, element_id: seen.element('honest-button').id }
    if (tool === 'set_value') return { app, element_id: seen.element('text-entry').id, value: 'too late' }
    return tool === 'get_app_state' ? { app, include_screenshot: false } : { app }
  }

  /** In microseconds. */
  async function medianOfClicks(count: number): Promise<number> {
    const times: number[] = []
    for (let round = 0; round < count; round += 1) {
      const answer = await clickOther()
      expect(answer.said).toBe('success')
      times.push(answer.answeredAt - answer.askedAt)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] as number
  }
})

describe('cancelled by the client', () => {
  test('before anything was sent: nothing reaches the app', async () => {
    const asked = await questions()
    const mark = victim.journal.mark()
    process.kill(victim.pid, 'SIGSTOP')
    const cancel = new AbortController()
    const question = asked()
    const calling = click(victim, seen, 'honest-button', cancel.signal)
    await question
    cancel.abort()
    await expect(calling).rejects.toThrow()
    expect((await clickOther()).said).toBe('success')
    process.kill(victim.pid, 'SIGCONT')
    // Answered in order: had the cancelled call gone on, it would be before this one.
    expect((await click(victim, seen, 'tiny-button')).said).toBe('success')
    await victim.settled()
    expect(written(victim, mark, 'honest-button')).toEqual([])
  })

  test('at any moment: what the log calls cancelled left no trace, all else ran to its verdict', async () => {
    const mark = victim.journal.mark()
    for (let round = 0; round < 30; round += 1) {
      const cancel = new AbortController()
      const calling = click(victim, seen, 'honest-button', cancel.signal)
      const settled = Promise.allSettled([calling])
      for (let turn = 0; turn < round; turn += 1) await immediate()
      cancel.abort()
      await settled
    }
    expect((await click(victim, seen, 'tiny-button')).said).toBe('success')
    await victim.settled()
    const ended = stage.surehand.log().filter(({ tool }) => tool === 'click')
    const cancelled = ended.filter(({ error }) => error === 'CANCELLED')
    const ran = ended.filter(({ verdict }) => verdict !== undefined)
    expect(cancelled.length).toBeGreaterThan(0)
    expect(cancelled.length + ran.length).toBe(ended.length)
    expect(written(victim, mark, 'honest-button').filter((event) => event === 'effect').length).toBe(ran.length - 1)
  })

  test('after it was sent: the action runs to its verdict, and the server goes on', async () => {
    const mark = victim.journal.mark()
    const cancel = new AbortController()
    const calling = click(victim, seen, 'slow-button', cancel.signal)
    await victim.journal.until(entry('slow-button', 'activate'), WITHIN_MS, mark)
    cancel.abort()
    await expect(calling).rejects.toThrow()
    await victim.journal.until(entry('slow-button', 'effect'), WITHIN_MS, mark)
    expect((await click(victim, seen, 'honest-button')).said).toBe('success')
    const verdicts = stage.surehand.log().filter(({ tool }) => tool === 'click')
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['success', 'success'])
  })
})
