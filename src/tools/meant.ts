import type { Accessibility, AccessibleDetails, AccessibleRecord, Budget } from '../desktop/port.ts'
import { pressAction } from '../ladder/actions.ts'
import { isTextEntry, PRESSABLE, ROW, TOGGLE, VALUED } from '../perception/index.ts'

const MAX_ANCESTORS = 5

/**
 * What is pressed inside a row or a check box, such as its label, means that; a control of its own inside of it means
 * itself. By roles and by actions that press: GTK 4 gives everything the Action interface, and every label eight actions.
 */
export async function meantBy(
  accessibility: Pick<Accessibility, 'ancestors' | 'describe'>,
  hit: { readonly record: AccessibleRecord; readonly details: Pick<AccessibleDetails, 'actions'> },
  budget: Budget,
): Promise<AccessibleRecord | undefined> {
  if (isControl(hit.record) || pressAction(hit.details.actions ?? []) !== undefined) return undefined
  const ancestors = (await accessibility.ancestors(hit.record.handle, budget)).slice(0, MAX_ANCESTORS)
  const index = ancestors.findIndex(isControl)
  const meant = ancestors[index]
  if (meant === undefined || !(ROW.has(meant.role) || TOGGLE.has(meant.role))) return undefined
  const between = ancestors.slice(0, index).filter(({ interfaces }) => interfaces.has('Action'))
  if (between.length === 0) return meant
  const read = await accessibility.describe({ records: between, fields: () => ['actions'], textLimit: 0 }, budget)
  const isPressed = ({ handle }: AccessibleRecord) => pressAction(read.details.get(handle)?.actions ?? []) !== undefined
  return between.some(isPressed) ? undefined : meant
}

/** Something that is used by itself, and no part of another thing. */
const isControl = (record: AccessibleRecord): boolean =>
  PRESSABLE.has(record.role) || VALUED.has(record.role) || isTextEntry(record)
