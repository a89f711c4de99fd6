import type { AccessibleHandle, Rect } from './values.ts'
import type { WindowInfo } from './windows.ts'

/** AT-SPI role name in lower case with spaces: `push button`, `check box`, `document web`, … */
export type Role = string

/** AT-SPI state name in lower case with hyphens: `showing`, `enabled`, `sensitive`, `checked`, `managed-descendants` … */
export type State = string

export interface States {
  has(state: State): boolean
  list(): readonly State[]
}

/** AT-SPI interface name without its prefix: `Action`, `Text`, `EditableText`, `Value`, `Selection`, … */
export type AccessibleInterface = string

/** What one accessible says of itself in one bulk read. */
export interface AccessibleRecord {
  readonly handle: AccessibleHandle
  readonly parent?: AccessibleHandle
  readonly role: Role
  readonly name: string
  readonly description: string
  readonly states: States
  readonly interfaces: ReadonlySet<AccessibleInterface>
  /** As claimed by the app; may be absurd (2³¹−1) for virtual containers. −1: not told. */
  readonly childCount: number
  readonly indexInParent: number
  /** It only holds the tree of another process, and says nothing of whether that shows. */
  readonly embeds?: true
}

export interface TreeNode {
  readonly record: AccessibleRecord
  readonly children: readonly TreeNode[]
  /** Children that exist by the app's own count but were not read. */
  readonly unread: number
  /** Why they were not read. */
  readonly cut?: 'nodes' | 'depth' | 'deadline' | 'declined' | 'failed'
}

export interface TreeRead {
  readonly root: TreeNode
  /** Accessibles in the tree. */
  readonly count: number
  /** `bulk`: one call for the whole app. `walk`: node by node. `kept`: none, from memory and what the app told since. */
  readonly method: 'bulk' | 'walk' | 'kept'
  /** A failure inside the walk that left a part unread; the app answered elsewhere. */
  readonly failures: number
}

export interface TreeRequest {
  readonly root: AccessibleHandle
  readonly maxNodes: number
  readonly maxDepth: number
  /** Called once per accessible before its children are read; false leaves them unread (`declined`). Pure and fast. */
  readonly enter?: (record: AccessibleRecord, depth: number) => boolean
  /** Of what a walk asks one by one only role, name and states are read, and nothing below: enough to search a long list. */
  readonly brief?: boolean
  /** A tree that is kept will do. For looking only: nothing that is proved or judged comes from memory. */
  readonly keptWillDo?: boolean
}

export type DetailField =
  | 'box'
  | 'actions'
  | 'text'
  | 'value'
  | 'attributes'
  | 'identifier'
  | 'help'
  | 'uri'
  | 'document'
  | 'row'

export interface AccessibleAction {
  /** Non-localised name by which it is performed: `click`, `press`, `clipboard.copy`, … */
  readonly name: string
  readonly description: string
}

export interface TextContent {
  readonly characterCount: number
  /** Absent when only the counts were read. */
  readonly content?: string
  readonly caret?: number
  /** Offsets in characters (code points), end exclusive. */
  readonly selections: readonly { readonly start: number; readonly end: number }[]
}

export interface ValueContent {
  readonly current: number
  readonly minimum: number
  readonly maximum: number
  /** 0 or absent: the control states no step. */
  readonly increment?: number
  readonly text?: string
}

export interface AccessibleDetails {
  /** Relative to the top left of the window's frame. Absent: no usable extents (not shown, or a sentinel value). */
  readonly box?: Rect
  readonly actions?: readonly AccessibleAction[]
  readonly text?: TextContent
  readonly value?: ValueContent
  readonly attributes?: Readonly<Record<string, string>>
  readonly identifier?: string
  readonly help?: string
  /** Of a link. */
  readonly uri?: string
  /** Of a document: its URL and its loading state where offered. */
  readonly document?: { readonly url?: string }
  /** Of a cell or a row: its row in the model. */
  readonly row?: number
}

export interface DescribeRequest {
  /** The window that boxes are relative to. */
  readonly window?: WindowInfo
  readonly records: readonly AccessibleRecord[]
  /** Fields to read for a record; a field whose interface the record lacks costs nothing. */
  readonly fields: (record: AccessibleRecord) => readonly DetailField[]
  /** Text beyond this many characters is not read. */
  readonly textLimit: number
  /** The records come from a tree that was kept: say whether that still holds. */
  readonly kept?: boolean
}

export interface DescribeResult {
  readonly details: ReadonlyMap<AccessibleHandle, AccessibleDetails>
  /** Records of which at least one field failed for another reason than a missing interface. */
  readonly failed: ReadonlySet<AccessibleHandle>
  /**
   * Boxes were asked for, and nothing tells how the extents that the app reports lie to the frame of the window: so no box
   * is there, which says nothing about what can be seen. Mostly the window is changing its size.
   */
  readonly unplaced?: boolean
  /** The tree that was kept does not hold any more: read it again. */
  readonly outdated?: boolean
}

/** A fresh read of single accessibles; `undefined` for one that is gone. */
export type RecordRead = ReadonlyMap<AccessibleHandle, AccessibleRecord | undefined>
