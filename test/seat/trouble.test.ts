import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { windowHandle } from '../../src/desktop/linux/x11/handles.ts'
import type { AimedSeat } from '../../src/desktop/port.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import { comparable, readServerState } from './server-state.ts'
import { SET_UP_MS, type Stage, setStage, soon, WITHIN_MS } from './stage.ts'
import { XWindow } from './x-window.ts'

/** What may come between an agent and its target, wholly covered by the person's window. */
let stage: Stage

beforeAll(async () => {
  stage = await setStage('openbox', 'covered')
}, SET_UP_MS)

afterAll(() => stage?.strike(), SET_UP_MS)

async function open(...options: readonly string[]): Promise<XWindow> {
  const window = await XWindow.open(stage.env, ...options)
  onTestFinished(() => window.close())
  return window
}

const text = (length: number) => Array.from({ length }, (_, index) => 'abcdefghij'[index % 10]).join('')

/** Types into the fixture's entry, and calls back once a tenth of it has gone out. */
async function typing(length: number, meanwhile: () => Promise<void>): Promise<string> {
  const { fixture } = stage
  await fixture.command('focus text-entry')
  const from = fixture.journal.mark()
  const written = text(length)
  await stage.aim('text-entry', async (seat) => {
    await seat.chord([{ keysym: 'Control_L' }, { keysym: 'a' }])
    const typed = seat.type(written)
    await fixture.journal.until(
      (line) => line.event === 'text' && String(line.text).length === Math.floor(length / 10),
      WITHIN_MS,
      from,
    )
    await meanwhile()
    await typed
  })
  // The last key is known by its number, so that a text that lacks one is not waited for.
  const presses = (line: JournalEntry) => line.event === 'key-press' && line.device !== 'Virtual core keyboard'
  const isLast = () => fixture.journal.since(from).filter(presses).length >= length + 2
  await fixture.journal.until(isLast, WITHIN_MS, from)
  const texts = fixture.journal.since(from).filter(entry('text-entry', 'text'))
  return String(texts.at(-1)?.text)
}

const inputs = (window: XWindow) => window.lines.filter(({ event }) => /key|button/.test(event))

test('a window that comes up over the point during typing gets no key', async () => {
  const { x, y } = await stage.middleOf('text-entry')
  const popup = await open('--override', '--unmapped', '--geometry', `200x100+${x - 100}+${y - 50}`)
  const written = await typing(600, async () => {
    popup.command('map')
    await popup.until(({ event }) => event === 'mapped')
  })
  expect(written).toBe(text(600))
  expect(inputs(popup)).toEqual([])
})

test("the person's pointer that comes onto the hole clicks what they see", async () => {
  const { x, y } = await stage.middleOf('text-entry')
  const { sentinel } = stage.person
  const [from, mark] = [sentinel.journal.mark(), stage.fixture.journal.mark()]
  const written = await typing(600, async () => {
    // A hand takes longer from arriving to clicking.
    await stage.xdotool('mousemove', `${x}`, `${y}`, 'sleep', '0.05', 'click', '1')
    await sentinel.journal.until((line) => line.event === 'button-release', WITHIN_MS, from)
  })
  expect(written).toBe(text(600))
  const device = { device: 'Virtual core pointer' }
  expect(stage.fixture.journal.since(mark).filter(entry('text-entry', 'button-press', device))).toEqual([])
  await stage.xdotool('mousemove', '1150', '500')
})

test('a click waits until the person has left the point', async () => {
  const at = await stage.middleOf('honest-button')
  await stage.xdotool('mousemove', `${at.x}`, `${at.y}`)
  const from = stage.fixture.journal.mark()
  const begun = Number(process.hrtime.bigint() / 1_000n)
  const clicking = stage.aim('honest-button', async (seat) => {
    await seat.press('left')
    await seat.release('left')
  })
  await stage.xdotool('sleep', '0.3', 'mousemove_relative', '200', '200')
  await clicking
  const { t } = await stage.fixture.journal.until(entry('honest-button', 'button-press'), WITHIN_MS, from)
  expect(t - begun).toBeGreaterThan(300_000)
  await stage.xdotool('mousemove', '1150', '500')
})

test('a click that the person stands in the way of is refused, and nothing was sent', async () => {
  const at = await stage.middleOf('honest-button')
  await stage.xdotool('mousemove', `${at.x}`, `${at.y}`)
  const from = stage.fixture.journal.mark()
  const clicking = stage.aim('honest-button', (seat) => seat.press('left'))
  await expect(clicking).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining('person') })
  await stage.xdotool('mousemove', '1150', '500')
  await stage.fixture.settled()
  expect(stage.fixture.journal.since(from).filter(entry('honest-button', 'button-press'))).toEqual([])
})

test('the pointer that is put away is in no window that could tell', async () => {
  const corner = await open('--override', '--geometry', '300x200+980+600')
  const from = corner.lines.length
  await stage.aim('honest-button', async (seat) => {
    await seat.press('left')
    await seat.release('left')
  })
  await typing(20, async () => {})
  // It would have told of the person's.
  await stage.xdotool('mousemove', '1100', '700')
  await corner.until(({ event }) => event === 'enter', from)
  await stage.xdotool('mousemove', '1150', '500')
  await corner.until(({ event }) => event === 'leave', from)
  expect(corner.lines.slice(from).map(({ event }) => event)).toEqual(['enter', 'leave'])
})

describe('shapes', () => {
  const state = () => readServerState(stage.env)
  const click = (at: string) =>
    stage.aim(at, async (seat) => {
      await seat.press('left')
      await seat.release('left')
    })

  test('every window takes input as before, afterwards; those with a shape of their own too', async () => {
    const { x, y } = await stage.middleOf('honest-button')
    await open('--override', '--geometry', `100x80+${x - 50}+${y - 40}`, '--hole', '10,10,20,20')
    const before = await state()
    await click('honest-button')
    await typing(50, async () => {})
    const [now, wanted] = comparable(await state(), before)
    expect(now).toEqual(wanted)
  })

  test('a window that is resized while it has a hole takes input all over', async () => {
    const { x, y } = await stage.middleOf('text-entry')
    const popup = await open('--override', '--geometry', `60x60+${x - 30}+${y - 30}`)
    await typing(400, async () => {
      popup.command('resize 150 90')
    })
    const { inputShapes } = await state()
    expect(inputShapes[`${popup.xid}`]).toEqual([[0, 0, 150, 90]])
    expect(inputs(popup)).toEqual([])
  })
})

describe('focus', () => {
  const press = async (seat: AimedSeat) => {
    await seat.press('left')
    await seat.release('left')
  }

  /** Presses a window that takes the focus then. @returns what was reported, and what the person noticed. */
  async function rob(...options: readonly string[]) {
    const thief = await open('--take-focus', '--geometry', '200x150+300+300', ...options)
    const { sentinel } = stage.person
    await stage.xdotool('windowactivate', '--sync', `${sentinel.xid}`)
    const before = await readServerState(stage.env)
    const from = sentinel.journal.mark()
    const at = thief.lines.length
    const { focusTaken } = await stage.seat.aimed(windowHandle(thief.xid), { x: 400, y: 400 }, press, soon())
    await thief.until(({ event }) => event === 'focus-in', at)
    const after = await readServerState(stage.env)
    expect(after.focus).toBe(before.focus)
    expect(await stage.xdotool('getactivewindow')).toBe(`${sentinel.xid}`)
    await stage.personTypes('x')
    const noticed = sentinel.journal.since(from).filter(({ event }) => /focus/.test(event))
    return { thief, focusTaken, noticed }
  }

  test("a target that takes the person's focus when pressed gives it back, and that is told", async () => {
    const { thief, focusTaken, noticed } = await rob('--xi2')
    expect(focusTaken?.by.handle).toBe(windowHandle(thief.xid))
    expect(noticed.map(({ event }) => event)).toEqual(['focus-out', 'focus-in'])
    const [out, back] = noticed
    expect((back?.t ?? 0) - (out?.t ?? 0)).toBeLessThan(50_000)
    expect(focusTaken?.returnedAfter).toBeLessThan(50)
  })

  test("a target that takes the agent's focus loses it, and the window manager knows whose counts", async () => {
    const { focusTaken, noticed } = await rob()
    // Window managers differ in what they do about it; what the person notices is told.
    expect(noticed.length > 0).toBe(focusTaken !== undefined)
  })

  test('a person who goes to the target during it stays there', async () => {
    const other = await open('--geometry', '200x150+300+300')
    await stage.xdotool('windowactivate', '--sync', `${stage.person.sentinel.xid}`)
    const from = other.lines.length
    await stage.seat.aimed(
      windowHandle(other.xid),
      { x: 350, y: 350 },
      async (seat) => {
        await press(seat)
        await stage.xdotool('keydown', 'Alt_L', 'key', 'Tab', 'keyup', 'Alt_L')
        await stage.xdotool('windowactivate', '--sync', `${other.xid}`)
      },
      soon(),
    )
    await other.until(({ event, mode }) => event === 'focus-in' && mode === 0, from)
    expect(await stage.xdotool('getwindowfocus')).toBe(`${other.xid}`)
    await stage.xdotool('windowactivate', '--sync', `${stage.person.sentinel.xid}`)
  })
})

test('what cannot be aimed at is refused, and says why', async () => {
  const gone = await XWindow.open(stage.env)
  await gone.close()
  const use = (seat: AimedSeat) => seat.press('left')
  await expect(stage.seat.aimed(windowHandle(gone.xid), { x: 5, y: 5 }, use, soon())).rejects.toMatchObject({
    code: 'gone',
  })
  await expect(stage.seat.aimed(stage.window, { x: 5, y: 5 }, use, soon())).rejects.toMatchObject({ code: 'rejected' })
  const hidden = await open('--unmapped')
  await expect(stage.seat.aimed(windowHandle(hidden.xid), { x: 5, y: 5 }, use, soon())).rejects.toMatchObject({
    code: 'rejected',
  })
})

test('aims wait for each other, within their budgets', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = stage.aim('honest-button', () => promise)
  const late = stage.seat.aimed(stage.window, await stage.middleOf('honest-button'), async () => {}, soon(100))
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
  resolve()
  await first
  await stage.aim('honest-button', async () => {})
})

test('gestures end when their time is up, with everything released', async () => {
  const from = stage.fixture.journal.mark()
  const at = await stage.middleOf('text-entry')
  const gestures = async (seat: AimedSeat) => {
    await seat.press('left')
    for (;;) await seat.move(at)
  }
  await expect(stage.seat.aimed(stage.window, at, gestures, soon(300))).rejects.toMatchObject({ code: 'timeout' })
  await stage.fixture.journal.until(entry('text-entry', 'button-release'), WITHIN_MS, from)
})

test('a caller who cancels ends them at the next step', async () => {
  const from = stage.fixture.journal.mark()
  const at = await stage.middleOf('text-entry')
  const cancel = new AbortController()
  const gestures = async (seat: AimedSeat) => {
    await seat.press('left')
    cancel.abort()
    await seat.move({ x: at.x + 1, y: at.y })
  }
  const budget = { ...soon(), signal: cancel.signal }
  await expect(stage.seat.aimed(stage.window, at, gestures, budget)).rejects.toMatchObject({ code: 'aborted' })
  await stage.fixture.journal.until(entry('text-entry', 'button-release'), WITHIN_MS, from)
})

test('a server that stands still keeps nobody waiting beyond their time', async () => {
  const { server } = stage.embedded.pids
  const begun = performance.now()
  const gestures = async (seat: AimedSeat) => {
    process.kill(server, 'SIGSTOP')
    await seat.press('left')
  }
  const stuck = stage.seat.aimed(stage.window, await stage.middleOf('honest-button'), gestures, soon(300))
  await expect(stuck).rejects.toMatchObject({ code: 'timeout' })
  expect(performance.now() - begun).toBeLessThan(2_500)
  process.kill(server, 'SIGCONT')
  await stage.aim('honest-button', async (seat) => {
    await seat.press('left')
    await seat.release('left')
  })
})
