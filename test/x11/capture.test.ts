import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Desktop, Pixels, Rect, WindowInfo } from '../../src/desktop/port.ts'
import { boundsByXwininfo, Stage, type Subject, soon } from './stage.ts'

const BLUE = '10,20,200'
const RED = '200,30,10'
const AREA = { x: 100, y: 100, width: 400, height: 300 }

let stage: Stage
/** Two apps, so that one may be stopped. */
let under: Subject
let over: Subject
let blue: number
beforeAll(async () => {
  stage = await Stage.start()
  under = stage.subject()
  over = stage.subject()
  blue = await under.open({ key: 'blue', title: 'blue', frame: AREA, colour: `rgb(${BLUE})` })
})
afterAll(() => stage?.close())

/** Puts a red window over the blue one, of this size. */
async function cover(frame: Rect = { x: 60, y: 60, width: 600, height: 500 }): Promise<number> {
  const red = await over.open({ key: 'red', title: 'red', frame, colour: `rgb(${RED})` })
  await stage.run('xdotool', 'windowraise', String(red))
  return red
}
const uncover = () => over.send('close', { key: 'red' })

const blueWindow = (desktop = stage.desktop) => stage.window(under.pid, blue, desktop)

/** Colours of a picture and how many pixels have them. */
function colours({ rgb }: Pixels): Record<string, number> {
  const counts: Record<string, number> = {}
  for (let i = 0; i < rgb.length; i += 3) {
    const colour = `${rgb[i]},${rgb[i + 1]},${rgb[i + 2]}`
    counts[colour] = (counts[colour] ?? 0) + 1
  }
  return counts
}

/** A new connection, as `surehand call` opens one. */
async function withNewConnection<T>(use: (desktop: Desktop) => Promise<T>): Promise<T> {
  const desktop = await stage.connectAnew()
  try {
    return await use(desktop)
  } finally {
    await desktop.close()
  }
}

let red: number | undefined
afterEach(async () => {
  under.kill('SIGCONT')
  if (red !== undefined) await uncover()
  red = undefined
})

function expectBlue(pixels: Pixels, window: WindowInfo): void {
  expect([pixels.width, pixels.height]).toEqual([window.frame?.width, window.frame?.height])
  expect(colours(pixels)).toEqual({ [BLUE]: pixels.width * pixels.height })
}

describe('a window of one colour', () => {
  test('uncovered', async () => {
    const window = await blueWindow()
    expectBlue(await stage.desktop.capture.window(window, soon()), window)
  })

  test('wholly covered, also while its app is stopped', async () => {
    red = await cover()
    const window = await blueWindow()
    expectBlue(await stage.desktop.capture.window(window, soon()), window)
    under.kill('SIGSTOP')
    expectBlue(await stage.desktop.capture.window(window, soon()), window)
  })
})

test('connecting takes the focus from nobody', async () => {
  await stage.run('xdotool', 'windowactivate', '--sync', String(blue))
  const moves: unknown[] = []
  const subscription = await stage.desktop.focus.watch((event) => moves.push(event))
  await withNewConnection(async (desktop) => desktop.capture.window(await blueWindow(desktop), soon()))
  expect((await stage.desktop.focus.read(soon())).focus?.title).toBe('blue')
  expect(moves).toEqual([])
  subscription.close()
})

test('only the frame is shown: client-side shadows are cut away', async () => {
  await stage.run(
    'xprop',
    '-id',
    String(blue),
    '-f',
    '_GTK_FRAME_EXTENTS',
    '32c',
    '-set',
    '_GTK_FRAME_EXTENTS',
    '10,20,30,40',
  )
  const { width, height } = await boundsByXwininfo(stage, blue)
  const pixels = await stage.desktop.capture.window(await blueWindow(), soon())
  expect([pixels.width, pixels.height]).toEqual([width - 30, height - 70])
  await stage.run('xprop', '-id', String(blue), '-remove', '_GTK_FRAME_EXTENTS')
})

test('a window that was resized since it was listed is refused: its coordinates would be wrong', async () => {
  const window = await blueWindow()
  await stage.run('xdotool', 'windowsize', '--sync', String(blue), '380', '280')
  await expect(stage.desktop.capture.window(window, soon())).rejects.toMatchObject({ code: 'rejected' })
  await stage.run('xdotool', 'windowsize', '--sync', String(blue), '400', '300')
})

test('a window that was only moved is not', async () => {
  const window = await blueWindow()
  await stage.run('xdotool', 'windowmove', '--sync', String(blue), '300', '300')
  expect(colours(await stage.desktop.capture.window(window, soon()))).toHaveProperty([BLUE])
  await stage.run('xdotool', 'windowmove', '--sync', String(blue), '100', '100')
})

test('a minimised window has no picture, a closed one is gone', async () => {
  const xid = await over.open({ key: 'x', title: 'x', frame: AREA })
  const window = await stage.window(over.pid, xid)
  await stage.run('xdotool', 'windowminimize', '--sync', String(xid))
  await expect.poll(() => stage.desktop.capture.window(window, soon()).catch(({ code }) => code)).toBe('rejected')
  await over.send('close', { key: 'x' })
  await expect.poll(() => stage.desktop.capture.window(window, soon()).catch(({ code }) => code)).toBe('gone')
})

test('the display shows what a person sees: the cover', async () => {
  red = await cover()
  const { x, y, width, height } = await boundsByXwininfo(stage, red)
  const pixels = await stage.desktop.capture.display(soon())
  expect([pixels.width, pixels.height]).toEqual([1280, 800])
  const at = (px: number, py: number) => [...pixels.rgb.subarray((py * pixels.width + px) * 3).subarray(0, 3)].join()
  expect(at(x + width / 2, y + height / 2)).toBe(RED)
})

describe('a window that was covered before anyone connected', () => {
  let window: WindowInfo
  beforeAll(async () => {
    window = await blueWindow()
    // While one connection redirects, the next one finds every picture whole.
    await stage.desktop.close()
  })

  test('is drawn anew, without doubt', async () => {
    red = await cover()
    await withNewConnection(async (desktop) => {
      const window = await blueWindow(desktop)
      const pixels = await desktop.capture.window(window, soon())
      expectBlue(pixels, window)
      expect(pixels.doubt).toBeUndefined()
    })
  })

  test('half covered, half beyond the edge of the screen', async () => {
    await stage.run('xdotool', 'windowmove', '--sync', String(blue), '-150', '-100')
    red = await cover({ x: 0, y: 0, width: 120, height: 600 })
    await withNewConnection(async (desktop) => {
      const window = await blueWindow(desktop)
      expect(window.frame?.x).toBeLessThan(0)
      expectBlue(await desktop.capture.window(window, soon()), window)
    })
    await stage.run('xdotool', 'windowmove', '--sync', String(blue), '100', '100')
  })

  test("while its app is stopped: refused, never the cover's pixels", async () => {
    red = await cover()
    under.kill('SIGSTOP')
    await withNewConnection(async (desktop) => {
      const asked = performance.now()
      await expect(desktop.capture.window(window, soon())).rejects.toMatchObject({
        code: 'timeout',
        message: expect.stringMatching(/its app is stopped/),
      })
      expect(performance.now() - asked).toBeLessThan(1_000)
    })
  })

  test('not covered, its app stopped: captured all the same', async () => {
    await stage.run('xdotool', 'windowraise', String(blue))
    await withNewConnection(async (desktop) => {
      // What the last test covered must have been drawn again.
      const shown = async () => colours(await desktop.capture.display(soon()))[BLUE]
      await expect.poll(shown).toBe((window.frame?.width ?? 0) * (window.frame?.height ?? 0))
    })
    under.kill('SIGSTOP')
    await withNewConnection(async (desktop) => expectBlue(await desktop.capture.window(window, soon()), window))
  })
})
