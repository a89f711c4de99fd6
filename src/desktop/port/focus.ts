import type { Budget, Instant, Point, Subscription, WindowHandle } from './values.ts'

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
  /**
   * `focus`: the person's keyboard focus moved to another window. `active`: the window manager's active window changed.
   * `grab`: what the person types goes to this window, of another app than the one that has their focus, until it closes.
   */
  readonly kind: 'focus' | 'active' | 'grab'
  readonly window: FocusWindow
}

export interface Focus {
  read(budget: Budget): Promise<FocusReading>
  watch(listener: (event: FocusEvent) => void): Promise<Subscription>
  /**
   * Keeps the person's focus where it is: what a new window of this process takes is given back at once. Ends what was kept
   * before. A person who is in one of its windows, or goes there, is left alone.
   */
  keep(pid: number): Promise<FocusKeeping>
}

export interface FocusKeeping {
  /** What was taken so far, once it is dealt with. @param grace Milliseconds to wait for it, if nothing was taken yet. */
  settled(grace: number): Promise<FocusTaken | undefined>
  /** Goes on for a moment, for windows that come late. */
  linger(): void
  end(): void
}

/** The person's focus was taken by the target itself, and given back. */
export interface FocusTaken {
  readonly by: FocusWindow
  /** How long the person was without it, in milliseconds; absent: it could not be given back. */
  readonly returnedAfter?: number
}
