import type { Fixture } from '../fixture.ts'
import type { NumberField, NumberSpec, Panel } from '../toolkit.ts'

/** Controls with a value. `settle` says where the app lets a value come to rest. */
export function addNumbers(fixture: Fixture, panel: Panel): void {
  const { journal, toolkit } = fixture
  const add = (spec: Omit<NumberSpec, 'changed'>, settle: (value: number) => number = (value) => value) => {
    const readout = toolkit.readout(`${spec.id}-readout`, String(spec.value), 4)
    let shown = spec.value
    const control: NumberField = toolkit.number({
      ...spec,
      changed: (value) => {
        const settled = settle(value)
        journal.write(spec.id, 'value', { value, settled })
        if (settled !== shown) readout.show(String(settled))
        shown = settled
        if (settled !== value) control.set(settled)
      },
    })
    fixture.controls.set(spec.id, control)
    panel.row(control, readout)
  }
  const percent = { minimum: 0, maximum: 100 }
  add({ id: 'plain-slider', name: 'Volume', kind: 'slider', ...percent, step: 1, value: 20 })
  add(
    { id: 'snap-slider', name: 'Snaps to tens', kind: 'slider', ...percent, step: 10, value: 20 },
    (value) => Math.round(value / 10) * 10,
  )
  add({ id: 'clamp-slider', name: 'At most sixty', kind: 'slider', ...percent, step: 1, value: 20 }, (value) =>
    Math.min(value, 60),
  )
  add({ id: 'stuck-slider', name: 'Stuck', kind: 'slider', ...percent, step: 1, value: 50 }, () => 50)
  add({ id: 'spin', name: 'Copies', kind: 'spin', minimum: 0, maximum: 20, step: 1, value: 1 })
}
