import type {
  AccessibleHandle,
  Budget,
  Instant,
  Point,
  ProcessIdentity,
  Rect,
  Subscription,
  WindowHandle,
} from './values.ts'

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

/** Where a process comes from, as the system tells it; never what the app says of itself. */
export interface ProcessOrigin {
  /** Whole path of its executable. */
  readonly executable?: string
  /** Basename of the script that it runs, where the executable is an interpreter. */
  readonly script?: string
  /** Desktop id of the entry that it was started from, without `.desktop`. */
  readonly desktopId?: string
  readonly sandbox?: { readonly kind: 'flatpak' | 'snap'; readonly id: string }
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
  list(budget: Budget, options?: ListOptions): Promise<AppListing>
  /** Is this process still the same one? Cheap; no round trip to the app. */
  isAlive(process: ProcessIdentity): boolean
  /** Where the process with this pid comes from. Cheap; no round trip to the app. */
  origin(pid: number): ProcessOrigin
}

export interface ListOptions {
  /** What was listed before will do, as long as nothing tells of a change: for looking only, as `TreeRequest.keptWillDo`. */
  readonly keptWillDo?: boolean
}

export interface AppListing {
  readonly apps: readonly AppInfo[]
  readonly notes: readonly string[]
}

export interface Windows {
  /** Windows of the app, popups and open menus included, rearmost first. */
  list(app: AppInfo, budget: Budget, options?: ListOptions): Promise<readonly WindowInfo[]>
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
