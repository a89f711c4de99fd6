import GLib from 'gi://GLib'
import type { Fixture } from '../fixture.ts'
import type { Labelled } from '../toolkit.ts'

/** Commands that work on any control by its id. */
export function addControlCommands(fixture: Fixture): void {
  const { commands, controls, journal, toolkit } = fixture
  const named = (id: string | undefined) => {
    const control = controls.get(id ?? '')
    if (!control)
      throw new Error(`no control ${id ?? '(none given)'}; expected one of ${[...controls.keys()].join(' ')}`)
    return control
  }
  commands.on('disable', ([id]) => named(id).setSensitive(false))
  commands.on('enable', ([id]) => named(id).setSensitive(true))
  commands.on('focus', ([id]) => named(id).focus())
  commands.on('remove', ([id]) => {
    named(id).remove()
    controls.delete(id ?? '')
  })
  commands.on('set-label', ([id], rest) => {
    const control = named(id)
    if (!('setLabel' in control)) throw new Error(`${control.id} has no label`)
    ;(control as Labelled).setLabel(rest.slice(control.id.length).trim())
  })
  commands.on('resize', ([width, height]) => {
    if (!/^\d+$/.test(width ?? '') || !/^\d+$/.test(height ?? '')) throw new Error('resize needs WIDTH HEIGHT')
    toolkit.resize(Number(width), Number(height))
  })
  commands.on('present', () => toolkit.present())
  commands.on('read-clipboard', () =>
    toolkit.readClipboard((text) => journal.write('clipboard', 'text', text === undefined ? {} : { text })),
  )
  // Its acknowledgement comes after all that the app had begun before.
  commands.on('sync', () => {})
  commands.on('wait', ([ms], _rest, done) => {
    if (!/^\d+$/.test(ms ?? '')) throw new Error('wait needs MS')
    GLib.timeout_add(GLib.PRIORITY_DEFAULT, Number(ms), () => {
      done()
      return GLib.SOURCE_REMOVE
    })
    return 'later'
  })
  commands.on('quit', () => toolkit.quit())
}
