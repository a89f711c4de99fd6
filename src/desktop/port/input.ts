import type { FocusTaken } from './focus.ts'
import type { Budget, Instant, Point, Subscription, WindowHandle } from './values.ts'

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
  /** Rejects with `rejected` when it was not made, such as under another window. */
  press(button: Button): Promise<void>
  release(button: Button): Promise<void>
  /** Clicks of the wheel. */
  wheel(direction: WheelDirection, clicks: number): Promise<void>
  /** Presses the keys in order and releases them in reverse: `[Control_L, a]`. Rejects with `interface-missing` for a key that cannot be made. */
  chord(keys: readonly Key[]): Promise<void>
  /** Types any text, whatever the layout. Stops before the next character when `signal` fires, everything released. */
  type(text: string, signal?: AbortSignal): Promise<TypedText>
  /**
   * Resolves once the app has handled what was sent so far and had time to act on it: toolkits gather motion until they
   * next draw, and what they ask other apps about it is answered later still. Bounded, whatever the app does.
   */
  settle(): Promise<void>
}

/** What became of a text that was typed. Counts are of code points. */
export interface TypedText {
  /** Went out, all from the beginning of the text. */
  readonly typed: number
  /** Characters that no key makes. With any of them nothing was typed. */
  readonly impossible: readonly string[]
  /** Why not all: the caller stopped it; the app no longer took them; somebody else changed the keyboard map meanwhile. */
  readonly stopped?: 'aborted' | 'unanswered' | 'map-changed'
  /** So many of the last ones that went out may have arrived as others, or not at all. */
  readonly uncertain?: number
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

export interface HumanActivity {
  /** Input that none of our own requests explains. */
  watch(listener: (at: Instant) => void): Promise<Subscription>
}

export interface SleepInhibitor {
  hold(reason: string): Promise<Subscription>
}
