import type { Fixture } from '../fixture.ts'
import type { Panel } from '../toolkit.ts'

export function addToggles(fixture: Fixture, panel: Panel): void {
  const { journal, toolkit } = fixture
  const state = toolkit.readout('toggle-state', 'off', 4)
  const box = toolkit.toggle({
    id: 'toggle-box',
    label: 'Toggle',
    changed: (on) => {
      state.show(on ? 'on' : 'off')
      journal.write('toggle-box', 'toggle', { on })
    },
  })
  panel.row(box, state)

  // Unticks itself before control returns to the main loop: the action succeeds, the state stays.
  const stubbornState = toolkit.readout('stubborn-state', 'off', 4)
  const stubborn = toolkit.toggle({
    id: 'stubborn-box',
    label: 'Stays off',
    changed: (on) => {
      journal.write('stubborn-box', 'toggle', { on })
      if (on) stubborn.set(false)
    },
  })
  panel.row(stubborn, stubbornState)
  fixture.controls.set('toggle-box', box).set('stubborn-box', stubborn)
}
