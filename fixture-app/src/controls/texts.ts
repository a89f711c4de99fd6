import type { Fixture } from '../fixture.ts'
import type { Panel, TextField, TextSpec } from '../toolkit.ts'

/** Journals the text whenever it changed, then lets `then` react. */
function field(fixture: Fixture, spec: TextSpec, then: (text: string, self: TextField) => void): TextField {
  const made: TextField = fixture.toolkit.text({
    ...spec,
    changed: (text) => {
      fixture.journal.write(spec.id, 'text', { text })
      then(text, made)
    },
  })
  fixture.controls.set(spec.id, made)
  return made
}

export function addTexts(fixture: Fixture, panel: Panel): void {
  const { toolkit } = fixture
  const echoed = (spec: TextSpec, echoOf: (text: string) => string = (text) => text) => {
    const echo = toolkit.readout(`${spec.id}-echo`, echoOf(spec.text ?? ''))
    panel.row(
      field(fixture, spec, (text) => echo.show(echoOf(text))),
      echo,
    )
  }
  const length = (text: string) => `${[...text].length} characters`
  echoed({ id: 'text-entry', name: 'Text', text: 'initial' })
  echoed({ id: 'limited-entry', name: 'At most five', maxLength: 5 })
  // The words themselves must show up nowhere in the window.
  echoed({ id: 'password-entry', name: 'Password', kind: 'password' }, length)
  echoed({ id: 'text-view', name: 'Notes', kind: 'lines', text: 'first line\nsecond line' }, length)

  const shouted = toolkit.readout('upper-entry-echo', '')
  panel.row(
    field(fixture, { id: 'upper-entry', name: 'Capitals' }, (text, self) => {
      shouted.show(text.toUpperCase())
      if (text !== text.toUpperCase()) self.set(text.toUpperCase())
    }),
    shouted,
  )

  const fixed = 'fixed'
  const kept = toolkit.readout('rejecting-entry-echo', fixed)
  panel.row(
    field(fixture, { id: 'rejecting-entry', name: 'Rejects changes', text: fixed }, (text, self) => {
      if (text !== fixed) self.set(fixed)
    }),
    kept,
  )

  addKeystrokes(fixture, panel)
}

/** A field that tells what is selected in it, and three of which one has the focus. */
export function addFocusFields(fixture: Fixture, panel: Panel): void {
  const { journal, toolkit } = fixture
  const text = 'the quick brown fox and the lazy dog'
  const shown = toolkit.readout('select-entry-readout', '')
  let last = '0,0'
  const select: TextField = field(
    fixture,
    {
      id: 'select-entry',
      name: 'Select here',
      text,
      selected: (start, end) => {
        if (`${start},${end}` === last) return
        last = `${start},${end}`
        const selected = select.text().slice(start, end)
        shown.show(selected)
        journal.write('select-entry', 'selection', { start, end, text: selected })
      },
    },
    () => {},
  )
  panel.row(select, shown)

  const focus = toolkit.readout('tab-readout', 'none', 10)
  const names = ['First', 'Second', 'Third']
  const ids = names.map((name) => `tab-${name.toLowerCase()}`)
  panel.row(...names.map((name, index) => field(fixture, { id: ids[index] ?? '', name }, () => {})))
  panel.row(focus)
  toolkit.onFocus((id) => {
    if (!ids.includes(id)) return
    focus.show(id)
    journal.write(id, 'focus')
  })
}

/** Read-only for accessibility, while keys are heard and echoed elsewhere: the way of terminals and canvas apps. */
function addKeystrokes(fixture: Fixture, panel: Panel): void {
  let heard = ''
  const echo = fixture.toolkit.readout('keystroke-echo', '')
  const input = fixture.toolkit.text({
    id: 'keystroke-input',
    name: 'Keystrokes',
    text: 'keys go here',
    readOnly: true,
    typed: (character) => {
      heard += character
      echo.show(heard)
      fixture.journal.write('keystroke-input', 'effect', { text: heard })
    },
  })
  fixture.controls.set('keystroke-input', input)
  panel.row(input, echo)
}
