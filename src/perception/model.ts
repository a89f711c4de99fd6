/** The shapes that perception's parts hand to each other. */
import type {
  AccessibleDetails,
  AccessibleHandle,
  AccessibleRecord,
  AppInfo,
  PortError,
  Rect,
  WindowInfo,
} from '../desktop/port.ts'
import type { PictureText, TextReader } from './reading.ts'

/** Bounds of one look at a window: `normal` is what a caller gets without asking, `most` what it can ask for. */
export const LIMITS = {
  elements: { normal: 1_000, most: 10_000 },
  depth: { normal: 64, most: 200 },
  /** Characters (code points) of one field; `most` is what `"max"` stands for. */
  text: { normal: 500, most: 200_000 },
  /** From this many rows on, a collection shows only those in view. */
  denseRows: 80,
  picture: { longSide: 1_280, maxBytes: 900_000 },
  pictureAfterAction: { longSide: 1_000, maxBytes: 900_000 },
} as const

/** Bounds of a picture: its longer side in pixels, its PNG in bytes. */
export interface PictureBounds {
  readonly longSide: number
  readonly maxBytes: number
}

export interface SnapshotOptions {
  /** Accessibles to show. Default 1,000; more than 10,000 is cut to that. */
  readonly maxElements?: number | undefined
  /** Levels below the window. Default 64; more than 200 is cut to that. */
  readonly maxDepth?: number | undefined
  /** Characters of one field. Default 500. */
  readonly textLimit?: number | 'max' | undefined
  /** Read only this accessible and what is below it, parts that are out of view included. */
  readonly scope?: AccessibleHandle | undefined
  /** Three levels, each container with the number of its children. Ignored with `scope`. */
  readonly skeleton?: boolean | undefined
  readonly includeScreenshot: boolean | PictureBounds
  /** Also reads the texts in the picture, whether that is included or not. */
  readonly reader?: TextReader | undefined
  /** The picture is taken once the tree was read and this has resolved, instead of at the same time; it never rejects. */
  readonly pictureAfter?: (() => Promise<void>) | undefined
  /** The app's windows where the caller has just listed them; saves a round trip. */
  readonly windows?: readonly WindowInfo[] | undefined
  /** A tree that is kept by what the app tells will do: for showing, never for proof. */
  readonly keptWillDo?: boolean | undefined
}

/**
 * Why a part of the tree is not in the snapshot.
 * - `out-of-view`: scrolled away. - `closed`: a menu or list of choices that is not open.
 * - `elements`, `depth`: the caller's limit. - `deadline`: no time left.
 * - `failed`: the app did not answer for this part.
 */
export type CutReason = 'out-of-view' | 'closed' | 'elements' | 'depth' | 'deadline' | 'failed'

export interface Cut {
  readonly reason: CutReason
  /** Accessibles left out directly below the node; 0: not known. */
  readonly count: number
}

/** The cuts with this one, which is added to an earlier one of the same reason. */
export function addCut(cuts: readonly Cut[], reason: CutReason, count: number): Cut[] {
  const before = cuts.find((cut) => cut.reason === reason)?.count ?? 0
  return [...cuts.filter((cut) => cut.reason !== reason), { reason, count: before + count }]
}

/** One accessible as seen, with what is below it. */
export interface SnapshotNode {
  readonly record: AccessibleRecord
  /** Boxes are relative to the snapshot's window, also in popups. Of a secret accessible there is no text and no value. */
  readonly details: AccessibleDetails
  readonly children: readonly SnapshotNode[]
  /** A password entry or something inside one. */
  readonly secret: boolean
  /** It, or a part of it, can be seen in the window. */
  readonly inView: boolean
  readonly cuts: readonly Cut[]
}

/**
 * - `complete`: everything in view was read. - `partial`: a limit, the deadline or a scope left something out.
 * - `degraded`: the app failed to answer for a part. - `unstable`: accessibles vanished under two passes, or the window
 *   did not come to rest in time.
 */
export type Coverage = 'complete' | 'partial' | 'degraded' | 'unstable'

export interface Picture {
  readonly png: Uint8Array
  readonly width: number
  readonly height: number
}

/** What turns a point of the picture into a point of the screen. */
export interface Geometry {
  /** The window's frame when it was captured, in screen pixels. */
  readonly frame: Rect
  /** What the picture shows, in screen pixels: the frame, and the popups over it where they stick out. */
  readonly view: Rect
  /** Size of the space that coordinates are given in: the picture's. */
  readonly width: number
  readonly height: number
  /** Picture pixels per screen pixel. */
  readonly scaleX: number
  readonly scaleY: number
  /** The window's logical-to-physical ratio when it was captured. */
  readonly windowScale: number
}

/** One accessible tree of the snapshot: the window, or a popup of the same app that is open. */
export interface SnapshotPart {
  readonly window: WindowInfo
  /** The accessible that bounds this part: the window's, or the app's where the window has none. */
  readonly boundary: AccessibleHandle
  readonly root: SnapshotNode
}

export interface Snapshot {
  readonly app: AppInfo
  readonly window: WindowInfo
  /** Absent: the window is not on the accessibility bus, or could not be read; `notes` say which. */
  readonly main?: SnapshotPart
  readonly popups: readonly SnapshotPart[]
  /** Windows of the popups over the window, rearmost first, with or without a part: they are in the picture. */
  readonly overlays: readonly WindowInfo[]
  readonly focused?: SnapshotNode
  /** Of the focused accessible. */
  readonly selectedText?: string
  readonly coverage: Coverage
  /** Only part of the window was asked for; what is missing says nothing about the rest. */
  readonly scoped: boolean
  /** The outline is to hold three levels only. */
  readonly skeleton: boolean
  /** Sentences for the reader: what is missing, and what to do about it. */
  readonly notes: readonly string[]
  readonly picture?: Picture
  /** Absent: not asked for, or it could not be read, and `notes` say why. */
  readonly pictureText?: PictureText
  /** Absent: the window system does not know where the window is. */
  readonly geometry?: Geometry
  /** Characters of one field that the outline may show. */
  readonly textLimit: number
  /** Accessibles read in all, shown or not. */
  readonly read: number
}

/** Everything that was read of the trees, and how well it went. */
export interface TreesRead {
  readonly main?: SnapshotPart
  readonly popups: readonly SnapshotPart[]
  readonly count: number
  /** Accessibles or parts that did not answer. */
  readonly failures: number
  /** Accessibles that ceased to exist while they were read. */
  readonly vanished: number
  /** Details that did not come in time: the lines are bare. */
  readonly bare: boolean
  /** Nothing told where the accessibles of the window are. */
  readonly unplaced: boolean
  /** The trees were kept, and the app has changed meanwhile. */
  readonly outdated: boolean
  readonly notes: readonly string[]
  /** The app did not answer at all. */
  readonly error?: PortError
}

/** Every node of a tree, parents first. */
export function* walkNodes(root: SnapshotNode): Generator<SnapshotNode> {
  yield root
  for (const child of root.children) yield* walkNodes(child)
}

export function countNodes(root: SnapshotNode): number {
  return root.children.reduce((sum, child) => sum + countNodes(child), 1)
}
