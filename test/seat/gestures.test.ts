import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AimedSeat } from '../../src/desktop/port.ts'
import { dragGesture } from '../../src/ladder/gestures.ts'
import { entry } from '../support/journal.ts'
import { PLACES, SET_UP_MS, type Stage, setStage, WINDOW_MANAGERS, WITHIN_MS } from './stage.ts'

/**
 * Every gesture, beside the person's window and wholly below it, under three window managers. The fixture's journal says
 * what arrived; the person's window, xdotool and the window manager say that the person noticed nothing.
 */
const scenes = WINDOW_MANAGERS.flatMap((manager) => PLACES.map((place) => [manager, place] as const))

describe.each(scenes)('under %s, target %s', (manager, place) => {
  let stage: Stage

  beforeAll(async () => {
    stage = await setStage(manager, place)
  }, SET_UP_MS)

  afterAll(() => stage?.strike(), SET_UP_MS)

  /** Runs it while the person must notice nothing, and proves afterwards that they would have. */
  async function unnoticed<T>(work: () => Promise<T>): Promise<T> {
    const watch = await stage.person.watch()
    const result = await work()
    await stage.fixture.settled()
    expect(await stage.person.disturbances(watch)).toEqual([])
    await stage.personTypes('x')
    // Whatever had been on its way to the person's window came before their own key.
    const told = stage.person.sentinel.journal.since(watch.mark)
    expect(told.slice(0, told.findIndex(entry('sentinel-entry', 'key-press', { key: 'x' })))).toEqual([])
    return result
  }
  const click = async (seat: AimedSeat) => {
    await seat.press('left')
    await seat.release('left')
  }
  const arrived = (control: string, event: string, detail: Record<string, unknown> = {}, from = 0) =>
    stage.fixture.journal.until(entry(control, event, detail), WITHIN_MS, from)
  const mark = () => stage.fixture.journal.mark()

  test('left click', async () => {
    const from = mark()
    const { covered, focusTaken } = await unnoticed(() => stage.aim('honest-button', click))
    const press = await arrived('honest-button', 'button-press', { button: 1 }, from)
    expect(press.device).toMatch(/^surehand /)
    await arrived('honest-button', 'effect', {}, from)
    expect(covered).toBe(place === 'covered')
    expect(focusTaken).toBeUndefined()
  })

  test('double click', async () => {
    const from = mark()
    await unnoticed(() =>
      stage.aim('honest-button', async (seat) => {
        await click(seat)
        await click(seat)
      }),
    )
    const presses = stage.fixture.journal.since(from).filter(entry('honest-button', 'button-press'))
    expect(presses.length).toBe(2)
  })

  test('middle click', async () => {
    const from = mark()
    await unnoticed(() =>
      stage.aim('honest-button', async (seat) => {
        await seat.press('middle')
        await seat.release('middle')
      }),
    )
    await arrived('honest-button', 'button-press', { button: 2 }, from)
    await arrived('honest-button', 'button-release', { button: 2 }, from)
  })

  test('press and release apart', async () => {
    const from = mark()
    await unnoticed(() =>
      stage.aim('honest-button', async (seat) => {
        await seat.press('left')
        await arrived('honest-button', 'button-press', { button: 1 }, from)
        expect(stage.fixture.journal.since(from).filter(entry('honest-button', 'button-release'))).toEqual([])
        await seat.release('left')
        await arrived('honest-button', 'button-release', { button: 1 }, from)
      }),
    )
    await arrived('honest-button', 'effect', {}, from)
  })

  test('a press that is left over is released', async () => {
    const from = mark()
    await unnoticed(() => stage.aim('honest-button', (seat) => seat.press('left')))
    await arrived('honest-button', 'button-release', { button: 1 }, from)
  })

  // What is dragged is shown in a window of the app right where it would be dropped.
  test('drag and drop', async () => {
    const from = mark()
    const to = await stage.middleOf('drop-target')
    await unnoticed(() => stage.aim('drag-source', (seat, at) => dragGesture(at, to)(seat)))
    await arrived('drop-target', 'drop', { text: 'Parcel' }, from)
  })

  test('drag', async () => {
    const { x, y, width, height } = await stage.boxOf('plain-slider')
    const middle = y + (height >> 1)
    const from = mark()
    await unnoticed(() =>
      stage.seat.aimed(
        stage.window,
        { x: x + (width >> 1), y: middle },
        async (seat) => {
          await seat.press('left')
          for (let step = 1; step <= 10; step++) {
            await seat.move({ x: x + (width >> 1) + ((width * step) >> 5), y: middle })
          }
          await seat.release('left')
        },
        { deadline: performance.now() + WITHIN_MS },
      ),
    )
    await arrived('plain-slider', 'value', {}, from)
    await arrived('plain-slider', 'button-release', { button: 1 }, from)
  })

  test('wheel', async () => {
    const from = mark()
    await unnoticed(() => stage.aim('row-list-scroll', (seat) => seat.wheel('down', 3)))
    await arrived('row-list', 'scroll', {}, from)
  })

  test('right click, its menu, and an item of it; the person types meanwhile', async () => {
    const from = mark()
    await unnoticed(() =>
      stage.aim('context-target', async (seat) => {
        await seat.press('right')
        await seat.release('right')
      }),
    )
    await arrived('context-target', 'popup', {}, from)
    await stage.personTypes('x')
    await unnoticed(() => stage.aim('context-copy', click))
    await arrived('context-copy', 'menu', {}, from)
  })

  test('keys and text', async () => {
    await stage.fixture.command('focus text-entry')
    const from = mark()
    await unnoticed(() =>
      stage.aim('text-entry', async (seat) => {
        await seat.chord([{ keysym: 'Control_L' }, { keysym: 'a' }])
        await seat.type('Größe 日本 😀')
      }),
    )
    await arrived('text-entry', 'text', { text: 'Größe 日本 😀' }, from)
  })

  test("the agent's own Alt+F4 closes no window of the person", async () => {
    const from = mark()
    await unnoticed(() =>
      stage.aim('text-entry', async (seat) => {
        // A change of the key map, after which window managers take their shortcuts anew.
        await seat.type('日本語')
        await seat.chord([{ keysym: 'Alt_L' }, { keysym: 'F4' }])
        await seat.chord([{ keysym: 'Alt_L' }, { keysym: 'F4' }])
      }),
    )
    await arrived('text-entry', 'key-press', { key: 'F4' }, from)
    expect(stage.person.sentinel.running).toBe(true)
    expect(stage.fixture.running).toBe(true)
  })
})
