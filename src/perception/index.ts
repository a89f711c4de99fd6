/** Perception's public face: looking at a window, ids for what is seen, and proof that an id still holds. */
export type { ArrangedNode } from './arrange.ts'
export { type CapturePort, capture } from './capture.ts'
export { chooseWindow, modalInFront, type WindowChoice } from './choose-window.ts'
export { type Difference, diffSnapshots } from './diff.ts'
export { type Fingerprint, fingerprint } from './fingerprint.ts'
export { checkFresh, type Freshness, type PointResult, sharedPart, toScreen } from './geometry.ts'
export {
  type ArrangedSnapshot,
  arrangeSnapshot,
  type IdentifiedNode,
  type IdentifiedSnapshot,
  identify,
  identifyTogether,
} from './identify.ts'
export type { IdentityEntry, Pictured } from './identity-files.ts'
export { type Found, IdentityTable, type Lookup } from './identity-table.ts'
export {
  type Coverage,
  type Cut,
  type Geometry,
  LIMITS,
  type Picture,
  type PictureBounds,
  type Snapshot,
  type SnapshotNode,
  type SnapshotOptions,
  type SnapshotPart,
  walkNodes,
} from './model.ts'
export { openedItemAt } from './open-menus.ts'
export { lineOf, renderOutline } from './outline.ts'
export { type Proof, proveIdentity } from './prove.ts'
export type { Reading, ReadWord, TextReader } from './reading.ts'
export {
  ABSORBS_TEXT,
  CLIPS,
  isDisabled,
  isPassword,
  isSheetCell,
  isTextEntry,
  MENU_ITEM,
  OPENS,
  PRESSABLE,
  ROW,
  TOGGLE,
  VALUED,
} from './roles.ts'
export { mayShow } from './select.ts'
export { outlineStructured } from './structured.ts'
export { APP_TEXTS, displayText, fenced, named, quote, quoted } from './text.ts'
export { unreadableMark, whyUnreadable } from './unreadable.ts'
