import type { AccessibleHandle, Rect } from '../desktop/port.ts'

/** What some intents compare beyond the target's own fields. A field that is absent was not observed. */
export interface Facts {
  readonly scroll?: ScrollFacts
  readonly window?: WindowFacts
  readonly app?: AppFacts
  /** Committed URLs of the documents of the window. */
  readonly urls?: readonly string[]
  /** How often each accessible of the window other than the target shows the typed text; those that do not are left out. */
  readonly echo?: Readonly<Record<AccessibleHandle, number>>
  /** The clipboard's text as another client reads it. */
  readonly clipboard?: string
}

export interface ScrollFacts {
  /** Of the scroll bar that belongs to the direction. */
  readonly position?: {
    readonly value: number
    readonly minimum: number
    readonly maximum: number
    /** The most that is visible at once; there where the value ends that much before the maximum. */
    readonly page?: number
  }
  /** Changes when other content comes into view; comparable only with another one of the same container. */
  readonly visible?: string
}

export interface WindowFacts {
  readonly present: boolean
  readonly frame?: Rect
  readonly active?: boolean
  readonly minimized?: boolean
  readonly fullscreen?: boolean
  /** How many other windows its app has; a question that it asks is one of them. */
  readonly others?: number
}

export interface AppFacts {
  readonly running: boolean
  /** A window of it is mapped. */
  readonly window: boolean
  /** How many are. */
  readonly windows?: number
  readonly active?: boolean
}
