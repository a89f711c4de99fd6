import type { AccessibleEvent, AccessibleRecord, State } from '../../../port.ts'

/** What an event leaves of a tree that is kept: all of it, all but the record of its source, nothing. */
export type Consequence = 'none' | 'itself' | 'all'

/** States that say nothing of the accessibles inside, whoever has them. */
const OWN_STATES: ReadonlySet<State> = new Set([
  'active',
  'armed',
  'busy',
  'checked',
  'focused',
  'has-tooltip',
  'indeterminate',
  'invalid-entry',
  'pressed',
  'required',
  'selected',
  'read-only',
])

/**
 * Of what has nothing inside these concern itself only. A parent that becomes insensitive takes along what is in it, without a
 * word of that.
 */
const OWN_STATES_OF_LEAVES: ReadonlySet<State> = new Set(['enabled', 'sensitive'])

/**
 * How much of a kept tree an event makes out of date. Texts, values, carets and boxes are no part of it: they are read
 * anew with every look. Whatever is not known to concern its source alone makes all of it out of date.
 * @param source the record that is kept of the event's source; undefined: the tree does not have it
 */
export function consequenceOf(event: AccessibleEvent, source: AccessibleRecord | undefined): Consequence {
  if (source === undefined) return 'all'
  switch (event.kind) {
    case 'caret':
    case 'text-selection':
    case 'bounds':
    case 'attributes':
      return 'none'
    case 'value':
      // A pane may say of what scrolled in and out of view nothing else than this.
      return source.role === 'scroll bar' ? 'all' : 'none'
    case 'text':
      // The text of a label is its name too; what a person types into is not.
      return source.interfaces.has('EditableText') ? 'none' : 'itself'
    case 'name':
    case 'description':
      return 'itself'
    case 'state':
      return ofState(event.detail ?? '', source)
    case 'window':
      return event.detail === 'activate' || event.detail === 'deactivate' ? 'itself' : 'all'
    case 'other':
      return event.detail === 'visible-data-changed' ? 'itself' : 'all'
    case 'children':
    case 'selection':
    case 'active-descendant':
    case 'model':
    case 'document':
      return 'all'
  }
}

function ofState(state: State, source: AccessibleRecord): Consequence {
  if (OWN_STATES.has(state)) return 'itself'
  return OWN_STATES_OF_LEAVES.has(state) && source.childCount === 0 ? 'itself' : 'all'
}
