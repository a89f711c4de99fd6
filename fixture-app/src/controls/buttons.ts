import { Counter, type Fixture } from '../fixture.ts'
import type { ButtonSpec, Labelled, Panel } from '../toolkit.ts'

/** A button whose every press is journalled as `activate` before anything comes of it. */
function button(fixture: Fixture, spec: ButtonSpec): Labelled {
  const made = fixture.toolkit.button({
    ...spec,
    press: () => {
      fixture.journal.write(spec.id, 'activate')
      spec.press()
    },
  })
  fixture.controls.set(spec.id, made)
  return made
}

/** A button with a counter beside it that counts its presses. */
function counted(fixture: Fixture, panel: Panel, spec: Omit<ButtonSpec, 'press'>, readoutId: string): Labelled {
  const counter = new Counter(fixture, readoutId, spec.id)
  const made = button(fixture, { ...spec, press: () => counter.bump() })
  panel.row(made, counter.readout)
  return made
}

/** Buttons that do what they say, buttons that do not, and buttons that say the wrong thing about themselves. */
export function addButtons(fixture: Fixture, panel: Panel): void {
  const { toolkit } = fixture
  counted(fixture, panel, { id: 'honest-button', label: 'Count' }, 'honest-count')

  const lie = toolkit.readout('liar-readout', 'unchanged')
  panel.row(button(fixture, { id: 'liar-button', label: 'Save', press: () => {} }), lie)

  counted(fixture, panel, { id: 'disabled-button', label: 'Disabled' }, 'disabled-count').setSensitive(false)
  if (toolkit.canClaimEnabled) {
    const claims = { id: 'enabled-insensitive-button', label: 'Half disabled', claimsEnabled: true }
    counted(fixture, panel, claims, 'enabled-insensitive-count').setSensitive(false)
  }
  counted(fixture, panel, { id: 'tiny-button', label: 'Tiny', tiny: true }, 'tiny-count')
}

/** Buttons that change or end themselves when pressed. */
export function addSelfChangers(fixture: Fixture, panel: Panel): void {
  const { journal, toolkit } = fixture
  let started = false
  const relabel = button(fixture, {
    id: 'relabel-button',
    label: 'Start',
    press: () => {
      started = !started
      relabel.setLabel(started ? 'Stop' : 'Start')
      journal.write('relabel-button', 'effect', { label: started ? 'Stop' : 'Start' })
    },
  })
  const once = button(fixture, {
    id: 'self-disabling-button',
    label: 'Once',
    press: () => {
      once.setSensitive(false)
      journal.write('self-disabling-button', 'effect', { sensitive: false })
    },
  })
  panel.row(relabel, once)
  addSelfRemover(fixture, panel)
  addRebuilder(fixture, panel, toolkit.readout('rebuilder-generation', 'generation 1'))
}

function addSelfRemover(fixture: Fixture, panel: Panel): void {
  const id = 'self-removing-button'
  // Looked up by id: nothing else may hold on to the button once it is gone.
  const press = () => {
    fixture.controls.get(id)?.remove()
    fixture.controls.delete(id)
    fixture.journal.write(id, 'effect', { removed: true })
  }
  panel.row(button(fixture, { id, label: 'Remove me', press }))
}

/** `rebuild` destroys the button and puts a look-alike in its place: same id, name, role and box, another object. */
function addRebuilder(
  fixture: Fixture,
  panel: Panel,
  generationReadout: ReturnType<Fixture['toolkit']['readout']>,
): void {
  let generation = 1
  const counter = new Counter(fixture, 'rebuilder-count', 'rebuilder')
  const make = () => {
    const mine = generation
    return button(fixture, { id: 'rebuilder', label: 'Rebuilt', press: () => counter.bump({ generation: mine }) })
  }
  let current = make()
  panel.row(current, counter.readout, generationReadout)
  fixture.commands.on('rebuild', () => {
    const old = current
    generation += 1
    current = make()
    panel.replace(old, current)
    generationReadout.show(`generation ${generation}`)
    fixture.journal.write('rebuilder', 'rebuilt', { generation })
  })
}
