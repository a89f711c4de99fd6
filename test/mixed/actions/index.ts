import type { Generator } from '../plan.ts'
import { choices } from './choices.ts'
import { keys } from './keys.ts'
import { pointer } from './pointer.ts'
import { presses, stale } from './presses.ts'
import { scrolls } from './scrolls.ts'
import { texts } from './texts.ts'
import { values } from './values.ts'
import { windows } from './windows.ts'

/** Every kind of call that the app's journal can judge. */
export const generators: readonly Generator[] = [
  ...presses,
  ...stale,
  ...choices,
  ...texts,
  ...values,
  ...scrolls,
  ...pointer,
  ...keys,
  ...windows,
]

export { closeDialog } from './presses.ts'
