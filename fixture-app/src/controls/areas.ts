import { Counter, type Fixture } from '../fixture.ts'
import type { Panel } from '../toolkit.ts'

const BUTTONS: Readonly<Record<number, string>> = { 1: 'left', 2: 'middle', 3: 'right' }

/** Bare pixels for the pointer: no accessible children, no actions, only what is drawn. */
export function addPointerAreas(fixture: Fixture, panel: Panel): void {
  const { controls, journal, toolkit } = fixture
  const counts = { left: 0, middle: 0, right: 0 }
  const told = () => `left ${counts.left} middle ${counts.middle} right ${counts.right}`
  const readout = toolkit.readout('canvas-readout', told(), 23)
  const canvas = toolkit.area({
    id: 'canvas',
    name: 'Canvas',
    height: 60,
    clicked: ({ button, ...at }) => {
      const name = BUTTONS[button]
      if (name !== 'left' && name !== 'middle' && name !== 'right') return
      counts[name] += 1
      readout.show(told())
      journal.write('canvas', 'effect', { button: name, count: counts[name], ...at })
    },
  })
  panel.row(canvas)
  panel.row(readout)

  const middles = new Counter(fixture, 'middle-count', 'middle-area')
  const middle = toolkit.area({
    id: 'middle-area',
    name: 'Middle button only',
    height: 20,
    clicked: ({ button }) => {
      if (button === 2) middles.bump()
    },
  })
  panel.row(middle, middles.readout)

  const doubles = new Counter(fixture, 'double-count', 'double-area')
  const double = toolkit.area({
    id: 'double-area',
    name: 'Double click only',
    height: 20,
    clicked: ({ button, presses }) => {
      if (button === 1 && presses === 2) doubles.bump()
    },
  })
  panel.row(double, doubles.readout)

  const inert = toolkit.area({ id: 'inert-area', name: 'Nothing here', height: 20 })
  panel.row(inert)
  for (const area of [canvas, middle, double, inert]) controls.set(area.id, area)
}

/** Takes every key while it has the focus, and shows the last chord and how many there were. */
export function addKeyArea(fixture: Fixture, panel: Panel): void {
  const { controls, journal, toolkit } = fixture
  const readout = toolkit.readout('key-area-readout', 'no key yet')
  let count = 0
  const area = toolkit.area({
    id: 'key-area',
    name: 'Keys',
    height: 24,
    chord: (chord) => {
      count += 1
      readout.show(`${chord} ${count}`)
      journal.write('key-area', 'chord', { chord, count })
    },
  })
  controls.set(area.id, area)
  panel.row(area, readout)
}
