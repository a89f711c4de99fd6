import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entry } from '../support/journal.ts'
import { run } from '../support/oracles.ts'
import { SET_UP_MS, WINDOW_MANAGERS, WITHIN_MS } from './stage.ts'
import { stageForTest } from './stage-for-test.ts'

/** Two at work on one desktop. */
test.each(WINDOW_MANAGERS)(
  'a person who types 20 keys a second while an agent works loses none, under %s',
  { timeout: SET_UP_MS },
  async (manager) => {
    const stage = await stageForTest(manager, 'covered')
    const { journal } = stage.person.sentinel
    const from = journal.mark()
    const text = 'the person types this '.repeat(5)
    let isTyping = true
    const typing = run(stage.env, 'xdotool', 'type', '--delay', '50', text).finally(() => {
      isTyping = false
    })
    let rounds = 0
    while (isTyping) {
      rounds += 1
      await stage.aim('honest-button', async (seat) => {
        await seat.press('left')
        await seat.release('left')
      })
      await stage.aim('text-entry', async (seat) => {
        await seat.press('left')
        await seat.release('left')
        await seat.chord([{ keysym: 'Control_L' }, { keysym: 'a' }])
        await seat.type(`ñ日😀 round ${rounds}`)
      })
      await stage.aim('row-list-scroll', (seat) => seat.wheel(rounds % 2 === 0 ? 'up' : 'down', 2))
    }
    await typing
    await journal.until((line) => line.event === 'text' && String(line.text).length >= text.length, WITHIN_MS, from)
    const own = { device: 'Virtual core keyboard' }
    const told = journal
      .since(from)
      .filter((line) => line.event !== 'text' && !entry(line.control, line.event, own)(line))
    expect(told).toEqual([])
    const texts = journal.since(from).filter(entry('sentinel-entry', 'text'))
    expect(texts.at(-1)?.text).toBe(text)
    await stage.fixture.journal.until(entry('text-entry', 'text', { text: `ñ日😀 round ${rounds}` }), WITHIN_MS)
    expect(rounds).toBeGreaterThan(1)
  },
)

test('where the focus follows the pointer, it follows the person’s alone', { timeout: SET_UP_MS }, async () => {
  const stage = await stageForTest('openbox', 'visible')
  const folder = join(stage.env.XDG_CONFIG_HOME as string, 'openbox')
  const usual = await readFile('/etc/xdg/openbox/rc.xml', 'utf8')
  const following = usual.replace('<followMouse>no', '<followMouse>yes').replace(/<focusDelay>\d+/, '<focusDelay>0')
  expect(following).not.toBe(usual)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'rc.xml'), following)
  await run(stage.env, 'openbox', '--reconfigure')
  const over = async (x: number, y: number) => {
    await stage.xdotool('mousemove', `${x}`, `${y}`)
    return Number(await stage.xdotool('getwindowfocus'))
  }
  // Until it does.
  await expect
    .poll(async () => [await over(1050, 730), await over(400, 400)], { timeout: WITHIN_MS })
    .toEqual([stage.person.sentinel.xid, stage.fixture.xid])
  await expect.poll(() => over(1050, 730), { timeout: WITHIN_MS }).toBe(stage.person.sentinel.xid)
  const watch = await stage.person.watch()
  for (const control of ['honest-button', 'text-entry', 'honest-button']) {
    await stage.aim(control, async (seat, at) => {
      await seat.move({ x: at.x + 2, y: at.y })
      await seat.press('left')
      await seat.release('left')
    })
  }
  expect(await stage.person.disturbances(watch)).toEqual([])
})
