import type { Row } from '../rows.ts'
import { buttons } from './buttons.ts'
import { choices } from './choices.ts'
import { desktop, futile } from './desktop.ts'
import { keys, keys3 } from './keys.ts'
import { lists } from './lists.ts'
import { menus } from './menus.ts'
import { numbers } from './numbers.ts'
import { pointer, pointer3 } from './pointer.ts'
import { scrolls } from './scrolls.ts'
import { seat } from './seat.ts'
import { secrets } from './secrets.ts'
import { selections } from './selections.ts'
import { texts } from './texts.ts'
import { timing } from './timing.ts'
import { windows } from './windows.ts'

/**
 * The truth about the fixture app, in the order in which the suite goes through it. Written by hand from
 * fixture-app/README.md; nothing here is derived from what the server answers.
 */
export const expectations: readonly Row[] = [
  ...buttons,
  ...choices,
  ...menus,
  ...texts,
  ...numbers,
  ...lists,
  ...timing,
  ...seat,
  ...pointer,
  ...pointer3,
  ...keys,
  ...keys3,
  ...scrolls,
  ...selections,
  ...windows,
  ...desktop,
  ...futile,
  ...secrets,
]
