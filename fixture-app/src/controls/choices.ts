import type { Fixture } from '../fixture.ts'
import type { Panel } from '../toolkit.ts'

export function addChoices(fixture: Fixture, panel: Panel): void {
  const { journal, toolkit } = fixture
  const add = (id: string, name: string, kind: 'combo' | 'radio', options: readonly [string, ...string[]]) => {
    const readout = toolkit.readout(`${id}-readout`, options[0], 6)
    const control = toolkit.choice({
      id,
      name,
      kind,
      options,
      chosen: (option) => {
        readout.show(option)
        journal.write(id, 'choose', { option })
      },
    })
    fixture.controls.set(id, control)
    panel.row(control, readout)
  }
  add('colour-radio', 'Colour', 'radio', ['Red', 'Green', 'Blue'])
  add('fruit-combo', 'Fruit', 'combo', ['Apple', 'Banana', 'Cherry'])
}
