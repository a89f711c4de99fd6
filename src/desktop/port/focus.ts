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
  /** `focus`: the person's keyboard focus moved to another window. `active`: the window manager's active window changed. */
  readonly kind: 'focus' | 'active'
  readonly window: FocusWindow
}

export interface Focus {
  read(budget: Budget): Promise<FocusReading>
  watch(listener: (event: FocusEvent) => void): Promise<Subscription>
}
