/**
 * What a platform must offer. Everything above `desktop/` knows the screen only through these types;
 * a platform is one folder beside this file that implements `Desktop`.
 *
 * Rules that hold for every member:
 * - Handles are opaque, stable for the life of what they name, and safe to write to disk. Compare them with `===`.
 * - Points and rectangles are integers in physical screen pixels, origin at the top left of the root, unless a comment says otherwise.
 * - A field that is absent was not observed. It is never a guess.
 * - Every call takes a `Budget` and settles within it, whatever the other side does. Failures are `PortError`s.
 */

/** Milliseconds on this process's monotonic clock, as `performance.now()` gives them. */
export type Instant = number

/** How long a call may take, and who may stop it. */
export interface Budget {
  readonly deadline: Instant
  readonly signal?: AbortSignal | undefined
}

declare const handleKind: unique symbol
/** One accessible object of one process; dies with it. */
export type AccessibleHandle = string & { readonly [handleKind]: 'accessible' }
/** One top-level window of the window system. */
export type WindowHandle = string & { readonly [handleKind]: 'window' }

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Rect extends Point {
  readonly width: number
  readonly height: number
}

/** A process that cannot be mistaken for a later one with the same pid. */
export interface ProcessIdentity {
  readonly pid: number
  /** Opaque start time; on Linux field 22 of /proc/PID/stat. */
  readonly startTime: string
}

/**
 * - `gone`: the process, window or accessible no longer exists.
 * - `timeout`: no answer within the budget. What was asked may still happen.
 * - `aborted`: the budget's signal fired.
 * - `unavailable`: this desktop lacks the service altogether (no display, no accessibility bus).
 * - `interface-missing`: the object does not implement what was asked. Proof that nothing happened.
 * - `rejected`: the other side answered with an error or with "no". Not proof that nothing happened.
 * - `failed`: anything else, a fault of ours or of the transport.
 */
export type PortErrorCode = 'gone' | 'timeout' | 'aborted' | 'unavailable' | 'interface-missing' | 'rejected' | 'failed'

export class PortError extends Error {
  readonly code: PortErrorCode
  constructor(code: PortErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PortError'
    this.code = code
  }
}

/** A part of the port that a platform, or this machine, may lack. `reason` is written for the person who must mend it. */
export type Offer<T> =
  | { readonly offered: true; readonly use: T }
  | { readonly offered: false; readonly reason: string }

/** Ends a subscription. Idempotent. */
export interface Subscription {
  close(): void
}

// ── apps and windows ────────────────────────────────────────────────────────────────────────────

/** A running app: one accessibility application, one process that owns windows, or both merged. */
export interface AppInfo {
  /** Opaque and stable while the app runs; equal in later listings. */
  readonly id: string
  readonly name: string
  readonly process?: ProcessIdentity
  /** Root accessible; absent when the app is not on the accessibility bus. */
  readonly root?: AccessibleHandle
  /**
   * Why its elements could not be read when it was listed, if the reason is not that it lacks accessibility. `no-bus`: this
   * desktop has no accessibility bus that answers. `silent`: the app is on it and does not answer; it may later.
   */
  readonly unreadable?: 'no-bus' | 'silent'
  readonly toolkit?: { readonly name: string; readonly version?: string }
  /** Basename of the executable. */
  readonly executable?: string
  /** Window class (X11: the class part of WM_CLASS of its first window). */
  readonly windowClass?: string
  /** Titles of its top-level windows, front to back. */
  readonly windowTitles: readonly string[]
}

export type WindowKind = 'normal' | 'dialog' | 'popup' | 'utility' | 'desktop' | 'dock' | 'unknown'

/** One top-level window, merged from the window system and the accessibility tree where both know it. */
export interface WindowInfo {
  readonly handle: WindowHandle
  readonly title: string
  readonly kind: WindowKind
  /** Visible frame without client-side shadows. Absent: unknown to the window system. */
  readonly frame?: Rect
  /** Logical-to-physical pixel ratio of the app's own drawing; 1 where the toolkit draws unscaled. */
  readonly scale: number
  readonly process?: ProcessIdentity
  /** The window's accessible (frame, dialog, …). Absent: not on the accessibility bus. */
  readonly accessible?: AccessibleHandle
  readonly active?: boolean
  readonly minimized?: boolean
  readonly modal?: boolean
  readonly fullscreen?: boolean
  /** It only shows something and takes no clicks: a tooltip, the icon of a drag. */
  readonly passive?: boolean
  /** 0 is the rearmost. Absent: not stacked (minimised, or known only to accessibility). */
  readonly stacking?: number
  readonly transientFor?: WindowHandle
}

export interface Apps {
  /** Every running app that accessibility or the window system knows. `notes` say what could not be read, and why. */
  list(budget: Budget): Promise<{ readonly apps: readonly AppInfo[]; readonly notes: readonly string[] }>
  /** Is this process still the same one? Cheap; no round trip to the app. */
  isAlive(process: ProcessIdentity): boolean
}

export interface Windows {
  /** Windows of the app, popups and open menus included, rearmost first. */
  list(app: AppInfo, budget: Budget): Promise<readonly WindowInfo[]>
  /** The topmost window whose pixels a click at this point would hit, the desktop's own background excluded. */
  at(point: Point, budget: Budget): Promise<WindowHandle | undefined>
  /** Windows appear, vanish, are renamed or restacked. */
  watch(listener: (event: WindowEvent) => void): Promise<Subscription>
}

export interface WindowEvent {
  readonly at: Instant
  readonly kind: 'mapped' | 'unmapped' | 'renamed' | 'moved'
  readonly window: WindowHandle
  /** Absent when the owner could not be told. */
  readonly pid?: number
  /** Override-redirect: a menu, tooltip or popup that no window list holds. */
  readonly unmanaged: boolean
}

// ── accessibility: reading ──────────────────────────────────────────────────────────────────────

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
  /** `bulk`: one call for the whole app. `walk`: node by node. */
  readonly method: 'bulk' | 'walk'
  /** A failure inside the walk that left a part unread; the app answered elsewhere. */
  readonly failures: number
}

export interface TreeRequest {
  readonly root: AccessibleHandle
  readonly maxNodes: number
  readonly maxDepth: number
  /** Called once per accessible before its children are read; false leaves them unread (`declined`). Pure and fast. */
  readonly enter?: (record: AccessibleRecord, depth: number) => boolean
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
}

/** A fresh read of single accessibles; `undefined` for one that is gone. */
export type RecordRead = ReadonlyMap<AccessibleHandle, AccessibleRecord | undefined>

// ── accessibility: events ───────────────────────────────────────────────────────────────────────

export type AccessibleEventKind =
  | 'name'
  | 'description'
  | 'text'
  | 'value'
  | 'state'
  | 'children'
  | 'bounds'
  | 'selection'
  | 'text-selection'
  | 'caret'
  | 'active-descendant'
  | 'attributes'
  | 'model'
  | 'document'
  | 'window'
  | 'other'

export interface AccessibleEvent {
  /** Position in the app's own stream of messages; comparable with a `Receipt` of the same app. */
  readonly sequence: number
  readonly at: Instant
  readonly source: AccessibleHandle
  readonly kind: AccessibleEventKind
  /** The event's detail: `insert`, `checked`, `activate`, … */
  readonly detail: string
  /** `state` events: the new value. */
  readonly on?: boolean
}

// ── accessibility: acting ───────────────────────────────────────────────────────────────────────

export type AccessibleRequest =
  | { readonly type: 'action'; readonly name: string }
  | { readonly type: 'set-text'; readonly text: string }
  | { readonly type: 'insert-text'; readonly offset: number; readonly text: string }
  | { readonly type: 'delete-text'; readonly start: number; readonly end: number }
  | { readonly type: 'set-caret'; readonly offset: number }
  | { readonly type: 'select-text'; readonly start: number; readonly end: number }
  | { readonly type: 'set-value'; readonly value: number }
  | { readonly type: 'select-child'; readonly index: number }
  | { readonly type: 'deselect-child'; readonly index: number }
  | { readonly type: 'scroll-into-view' }
  | { readonly type: 'grab-focus' }

/**
 * A request that the app answered with "done". Events of the same app with `opened < sequence < closed` were sent
 * after it had begun to read our requests and before it was done with this one: one sender's messages keep their
 * order. Something else of that app, a clock, can fall between as well; the bracket is some 0.2 ms wide.
 */
export interface Receipt {
  readonly sentAt: Instant
  readonly repliedAt: Instant
  readonly opened: number
  readonly closed: number
}

export interface Accessibility {
  /** Reads an accessible and what is below it. */
  readTree(request: TreeRequest, budget: Budget): Promise<TreeRead>
  /** Reads single accessibles again, without their children. */
  readRecords(handles: readonly AccessibleHandle[], budget: Budget): Promise<RecordRead>
  /** Reads what bulk reads do not hold, pipelined and bounded. */
  describe(request: DescribeRequest, budget: Budget): Promise<DescribeResult>
  /** Parents from the accessible up to its application, nearest first; stops at a cycle or after 64. */
  lineage(handle: AccessibleHandle, budget: Budget): Promise<readonly AccessibleHandle[]>
  /** The lineage, and each of it read. */
  ancestors(handle: AccessibleHandle, budget: Budget): Promise<readonly AccessibleRecord[]>
  /** The deepest accessible at a screen point inside the window. */
  at(window: WindowInfo, point: Point, budget: Budget): Promise<AccessibleHandle | undefined>
  /** Performs one request. Rejects with `interface-missing` only when nothing can have happened. */
  act(handle: AccessibleHandle, request: AccessibleRequest, budget: Budget): Promise<Receipt>
  /** Events of one app from now on, in order. Resolves when the app has been told to send them. */
  watch(root: AccessibleHandle, listener: (event: AccessibleEvent) => void, budget: Budget): Promise<Subscription>
  /** Told at once when the process behind a handle leaves the accessibility bus. */
  onGone(handle: AccessibleHandle, listener: () => void): Subscription
}

// ── the person's focus ──────────────────────────────────────────────────────────────────────────

/** `{}`: no window. */
export interface FocusWindow {
  readonly handle?: WindowHandle
  readonly pid?: number
  readonly title?: string
}

/** The person's pointer, keyboard focus and active window; never the agent's. */
export interface FocusReading {
  readonly pointer?: Point
  readonly focus?: FocusWindow
  readonly active?: FocusWindow
}

export interface FocusEvent {
  readonly at: Instant
  /** `focus`: the person's keyboard focus moved to another window. `active`: the window manager's active window changed. */
  readonly kind: 'focus' | 'active'
  readonly window: FocusWindow
}

export interface Focus {
  read(budget: Budget): Promise<FocusReading>
  watch(listener: (event: FocusEvent) => void): Promise<Subscription>
}

// ── pictures ────────────────────────────────────────────────────────────────────────────────────

/** Rows top to bottom, three bytes RGB a pixel, no padding. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** Of a popup that is not a plain rectangle: one byte a pixel, 255 is opaque; colours are multiplied by it already. */
  readonly alpha?: Uint8Array
  /** What may be wrong in the picture, in words for its reader. Absent: nothing is known to be. */
  readonly doubt?: string
}

export interface Capture {
  /** The window's own pixels, also where others cover it, cropped to its frame. `rejected`: nothing to see (minimised). */
  window(window: WindowInfo, budget: Budget): Promise<Pixels>
  /** The whole display as a person sees it. */
  display(budget: Budget): Promise<Pixels>
  /** Watches what is painted in a window from now on. `unavailable`: nothing tells of it here. */
  watchPaint(window: WindowHandle, budget: Budget): Promise<PaintWatch>
}

export interface PaintWatch extends Subscription {
  /** Resolves once the window was painted at or after `since` and then left alone for some frames; at `until` in any case. */
  rest(since: Instant, until: Instant): Promise<void>
}

// ── the session ─────────────────────────────────────────────────────────────────────────────────

/** `absent`: this source does not exist here. `silent`: it exists, or once answered, and now does not. */
export type LockState = 'locked' | 'unlocked' | 'silent' | 'absent'

export interface LockReading {
  readonly source: string
  readonly state: LockState
  readonly detail?: string
}

export interface Session {
  /** One reading per source of truth about the screen lock. Never rejects; a source that fails is `silent`. */
  lock(budget: Budget): Promise<readonly LockReading[]>
}

/** One part of the machine that surehand needs, for `doctor` and `health_report`. */
export interface HealthPart {
  readonly name: string
  readonly state: 'ok' | 'degraded' | 'missing'
  readonly detail: string
  /** A command or a step that mends it. */
  readonly remedy?: string
  /** What does not work without it. */
  readonly neededFor: readonly string[]
}

// ── input ───────────────────────────────────────────────────────────────────────────────────────

export type Button = 'left' | 'middle' | 'right'
export type WheelDirection = 'up' | 'down' | 'left' | 'right'

/** X keysym name: `Return`, `Control_L`, `a`, `U1F600`. */
export interface Key {
  readonly keysym: string
}

/** How a platform's keys are called. */
export interface KeyNames {
  /** A chord such as `ctrl+shift+a` or `Page_Down`: modifiers first, then one key. `problem` is a sentence for the caller. */
  parse(chord: string): { readonly keys: readonly Key[] } | { readonly problem: string }
}

/**
 * Pointer and keyboard of one seat, for gestures that a caller composes itself. Presses may be held across calls: each
 * names the time after which the platform releases it by itself, and `releaseAll` runs when the owner goes.
 */
export interface Seat {
  pointer(budget: Budget): Promise<Point>
  move(to: Point, budget: Budget): Promise<void>
  press(what: Button | Key, holdLimit: number, budget: Budget): Promise<void>
  release(what: Button | Key, budget: Budget): Promise<void>
  releaseAll(): Promise<void>
}

/** What gestures do with a seat that is aimed at a window. Each settles once the window system has taken the input. */
export interface AimedSeat {
  /** In screen pixels; the window stays aimed at. */
  move(to: Point): Promise<void>
  press(button: Button): Promise<void>
  release(button: Button): Promise<void>
  /** Clicks of the wheel. */
  wheel(direction: WheelDirection, clicks: number): Promise<void>
  /** Presses the keys in order and releases them in reverse: `[Control_L, a]`. Rejects with `interface-missing` for a key that cannot be made. */
  chord(keys: readonly Key[]): Promise<void>
  /**
   * Types any text, whatever the layout. Stops before the next character when `signal` fires, everything released.
   * @returns how many characters (code points) went out, and which could not be made.
   */
  type(text: string, signal?: AbortSignal): Promise<{ readonly typed: number; readonly impossible: readonly string[] }>
}

/** The person's focus was taken by the target itself during a gesture, and given back. */
export interface FocusTaken {
  readonly by: FocusWindow
  /** How long the person was without it, in milliseconds; absent: it could not be given back. */
  readonly returnedAfter?: number
}

export interface AimedResult<T> {
  readonly result: T
  readonly focusTaken?: FocusTaken
  /** Windows that lay over the point and were passed through. */
  readonly covered: boolean
  /** When the app had handled all of it: it answered a question (such as _NET_WM_PING) asked behind the gestures. Absent: it did not in time, or answers none. */
  readonly handledAt?: Instant
}

/** The agent's own pointer and keyboard. They never move the person's. */
export interface AgentSeat extends Seat {
  /**
   * Aims at a point of the window, under whatever covers it, runs the gestures, releases everything and takes the aim
   * away again, also when they fail. One aim at a time; others wait.
   * @throws PortError `gone`: the window vanished before anything was sent; `rejected`: the point is not in the window or
   *   cannot be reached, nothing was sent; `unavailable`: there is no seat.
   */
  aimed<T>(
    window: WindowHandle,
    point: Point,
    gestures: (seat: AimedSeat) => Promise<T>,
    budget: Budget,
  ): Promise<AimedResult<T>>
}

/** Events sent to one window without a device; toolkits may drop them. */
export interface PostedEvents {
  click(window: WindowHandle, point: Point, button: Button, count: number, budget: Budget): Promise<void>
  chord(window: WindowHandle, keys: readonly Key[], budget: Budget): Promise<void>
}

/** The person's pointer and keyboard, for takeovers that they allowed. */
export interface CoreSeat extends Seat {
  /**
   * Activates the window, runs the gestures with the person's devices, then puts focus and pointer back.
   * @throws PortError `rejected` when the window did not come to the front; nothing was sent.
   */
  takeover<T>(
    window: WindowHandle,
    point: Point | undefined,
    gestures: (seat: AimedSeat) => Promise<T>,
    budget: Budget,
  ): Promise<{
    readonly result: T
    readonly restored: { readonly pointer: boolean; readonly focus: boolean; readonly after: number }
  }>
}

export interface Clipboard {
  /** Its text as any other client gets it; `undefined`: it is empty or holds something else. */
  read(budget: Budget): Promise<string | undefined>
  /**
   * Also outlives this process. `undefined` empties it, where its content is ours.
   * @throws PortError `rejected` when another app took it at the same moment; its content was left alone.
   */
  write(text: string | undefined, budget: Budget): Promise<void>
}

/**
 * Requests to the window manager. Each settles when it has been carried out, changed or declined: read the window again.
 * Rejects with `interface-missing` when there is no way to ask; nothing was sent then.
 */
export interface WindowManager {
  /** The parts of the screen that can be seen. Empty: not known. */
  displays(budget: Budget): Promise<readonly Rect[]>
  /** To the front, with the person's focus; out of the minimised state as well. */
  activate(window: WindowHandle, budget: Budget): Promise<void>
  /** Frame of the app's own window, without decoration, in screen pixels. A maximised window is none afterwards. */
  setFrame(window: WindowHandle, frame: Partial<Rect>, budget: Budget): Promise<void>
  /**
   * `closed` asks the app to close the window, as its close button would. `restored` never moves the focus; a window
   * manager that cannot show a minimised window without it leaves the window as it is.
   */
  setState(
    window: WindowHandle,
    state: 'minimized' | 'restored' | 'fullscreen' | 'not-fullscreen' | 'closed',
    budget: Budget,
  ): Promise<void>
}

/** An app that can be started here. */
export interface InstalledApp {
  /** Desktop id; unique. */
  readonly id: string
  /** As people call it, in their language first. */
  readonly names: readonly string[]
  /** Basename of its program. */
  readonly executable: string
  /** Window class of its windows, where it says so. */
  readonly windowClass?: string
}

export interface Launched {
  /** That owns its window; the one that was started, while none has come. It may have ended since. */
  readonly process: ProcessIdentity
  /** The first that it showed; absent: none within the budget. */
  readonly window?: WindowHandle
  /** It took the person's focus although it was to be kept. */
  readonly focusTaken?: FocusTaken
  /** Of the started process, if it ended by itself. */
  readonly exitCode?: number
}

export interface Launcher {
  installed(): Promise<readonly InstalledApp[]>
  /** What opens this URL: the person's choice, else the system's. */
  handlerOf(url: string): Promise<InstalledApp | undefined>
  /**
   * Starts an app by its id and waits for its first window. `keep`: the person's focus stays where it is; an app that takes
   * it all the same loses it again. The app is accessible and lives on when we end.
   * @throws PortError `rejected` when nothing was started
   */
  open(id: string, options: { readonly focus: 'keep' | 'take' }, budget: Budget): Promise<Launched>
  /** Hands a URL to what opens it and waits until that is done or shows a window. It may take the focus. @throws PortError `rejected` */
  openUrl(url: string, budget: Budget): Promise<Launched>
}

export interface HumanActivity {
  /** Input that none of our own requests explains. */
  watch(listener: (at: Instant) => void): Promise<Subscription>
}

export interface SleepInhibitor {
  hold(reason: string): Promise<Subscription>
}

// ── the whole ───────────────────────────────────────────────────────────────────────────────────

export interface Desktop {
  readonly platform: string
  readonly apps: Apps
  readonly windows: Windows
  readonly accessibility: Accessibility
  readonly focus: Focus
  readonly capture: Capture
  readonly session: Session
  readonly keyNames: KeyNames
  /** The agent's own pointer and keyboard. */
  readonly agentSeat: Offer<AgentSeat>
  /** Events posted to one window without a device. */
  readonly postedEvents: Offer<PostedEvents>
  /** The person's pointer and keyboard. */
  readonly coreSeat: Offer<CoreSeat>
  readonly clipboard: Offer<Clipboard>
  readonly windowManager: Offer<WindowManager>
  readonly launcher: Offer<Launcher>
  readonly humanActivity: Offer<HumanActivity>
  readonly sleepInhibitor: Offer<SleepInhibitor>
  health(budget: Budget): Promise<readonly HealthPart[]>
  close(): Promise<void>
}
