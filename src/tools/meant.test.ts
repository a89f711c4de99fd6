import { expect, test } from 'vitest'
import type { Accessibility, AccessibleHandle, AccessibleRecord } from '../desktop/port.ts'
import { meantBy } from './meant.ts'

interface Spec {
  readonly role: string
  readonly actions?: readonly string[]
}

function recordOf({ role, actions }: Spec): AccessibleRecord {
  return {
    handle: role as AccessibleHandle,
    role,
    name: 'It',
    description: '',
    states: { has: () => false, list: () => [] },
    interfaces: new Set(actions === undefined ? [] : ['Action']),
    childCount: 0,
    indexInParent: 0,
  }
}

const named = (names: readonly string[] = []) => names.map((name) => ({ name, description: '' }))

/** The role of what is meant when the first of these is hit, each inside of the next. */
async function meant(hit: Spec, ...around: readonly Spec[]): Promise<string | undefined> {
  const accessibility: Pick<Accessibility, 'ancestors' | 'describe'> = {
    ancestors: async () => around.map(recordOf),
    describe: async ({ records }) => ({
      details: new Map(
        records.map(({ handle, role }) => [
          handle,
          { actions: named(around.find((one) => one.role === role)?.actions) },
        ]),
      ),
      failed: new Set<AccessibleHandle>(),
    }),
  }
  const found = await meantBy(
    accessibility,
    { record: recordOf(hit), details: { actions: named(hit.actions) } },
    { deadline: 0 },
  )
  return found?.role
}

/** As GTK 4 has them. */
const label = { role: 'label', actions: ['clipboard.copy', 'link.open', 'menu.popup'] }
const panel = { role: 'panel', actions: [] }

test.each<[string, Spec, Spec[], string | undefined]>([
  ['the label of a check box', label, [{ role: 'check box', actions: [] }], 'check box'],
  ['the picture of a check box', { role: 'filler', actions: [] }, [{ role: 'check box', actions: [] }], 'check box'],
  ['the label of a row', label, [panel, { role: 'list item', actions: [] }], 'list item'],
  ['the label of a row of GTK 3', { role: 'label' }, [{ role: 'filler' }, { role: 'list item' }], 'list item'],
  ['a button in a row', { role: 'push button', actions: ['click'] }, [{ role: 'list item' }], undefined],
  [
    'the label of a button in a row',
    label,
    [{ role: 'push button', actions: ['click'] }, { role: 'list item' }],
    undefined,
  ],
  ['what can be pressed in a row', { role: 'section', actions: ['press'] }, [{ role: 'list item' }], undefined],
  ['a label in that', { role: 'label' }, [{ role: 'section', actions: ['press'] }, { role: 'list item' }], undefined],
  ['a row itself', { role: 'list item' }, [{ role: 'check box' }], undefined],
  ['a label by itself', label, [panel], undefined],
])('%s', async (_name, hit, around, role) => {
  expect(await meant(hit, ...around)).toBe(role)
})
