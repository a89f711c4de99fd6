import GLib from 'gi://GLib'
import { after, Counter, every, type Fixture } from '../fixture.ts'
import type { Panel } from '../toolkit.ts'

/** Effects that come later than the press, and a press that blocks the whole app. */
export function addTiming(fixture: Fixture, panel: Panel): void {
  const { commands, journal, toolkit } = fixture
  for (const [id, label, ms] of [
    ['quick-button', 'After 5 ms', 5],
    ['late-button', 'After 800 ms', 800],
  ] as const) {
    const counter = new Counter(fixture, `${id.split('-')[0]}-count`, id)
    const press = () => {
      journal.write(id, 'activate')
      after(ms, () => counter.bump())
    }
    const made = toolkit.button({ id, label, press })
    fixture.controls.set(id, made)
    panel.row(made, counter.readout)
  }

  let slowMs = fixture.options.slowMs
  const counter = new Counter(fixture, 'slow-count', 'slow-button')
  const slow = toolkit.button({
    id: 'slow-button',
    label: 'Blocks',
    press: () => {
      journal.write('slow-button', 'activate', { blocks_ms: slowMs })
      GLib.usleep(slowMs * 1000)
      counter.bump()
    },
  })
  fixture.controls.set('slow-button', slow)
  panel.row(slow, counter.readout)
  commands.on('slow', ([ms]) => {
    if (ms === undefined || !/^\d+$/.test(ms)) throw new Error('slow needs whole milliseconds')
    slowMs = Number(ms)
  })
}

/** Lehmer's generator: the same seed gives the same moments on every machine. */
function lehmer(seed: number): () => number {
  let state = (seed % 2147483646) + 1
  const next = () => {
    state = (state * 48271) % 2147483647
    return (state - 1) / 2147483646
  }
  // The first numbers of small seeds are all small.
  next()
  next()
  return next
}

/** Labels that change by themselves, so that a verdict built on "something changed" is found out. */
export function addClocks(fixture: Fixture, panel: Panel): void {
  const { commands, journal, options, toolkit } = fixture
  const clock = (id: string) => {
    const readout = toolkit.readout(id, 'stopped', 8)
    let ticks = 0
    return {
      readout,
      tick: () => {
        ticks += 1
        readout.show(`tick ${ticks}`)
        if (options.journalTicks) journal.write(id, 'tick', { ticks })
      },
    }
  }
  const fast = clock('clock-fast')
  const second = clock('clock-second')
  const random = toolkit.readout('clock-random', 'unarmed', 8)
  panel.row(fast.readout, second.readout, random)

  let running = false
  const start = () => {
    if (running) return
    running = true
    every(100, fast.tick)
    every(1000, second.tick)
  }

  const draw = lehmer(options.seed)
  let firings = 0
  let disarm = () => {}
  const arm = (ms: number) => {
    disarm()
    random.show('armed')
    journal.write('clock-random', 'armed', { fires_in_ms: ms })
    disarm = after(ms, () => {
      firings += 1
      random.show(`fired ${firings}`)
      journal.write('clock-random', 'fired', { firings })
    })
  }
  const [least, most] = options.randomRange
  const drawn = () => Math.round(least + draw() * (most - least))
  commands.on('arm-random', ([ms]) => {
    if (ms !== undefined && !/^\d+$/.test(ms))
      throw new Error('arm-random takes whole milliseconds, or nothing for a drawn moment')
    arm(ms === undefined ? drawn() : Number(ms))
  })
  commands.on('clocks', start)
  if (options.clocks) {
    start()
    arm(drawn())
  }
}
