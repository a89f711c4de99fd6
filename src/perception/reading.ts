/** What is read from pictures, and by whom. */
import type { Budget, Pixels, Rect } from '../desktop/port.ts'

/** One word as a reader found it. */
export interface ReadWord {
  readonly text: string
  /** In pixels of the picture that was read. */
  readonly box: Rect
  /** How sure the reader is, in percent. */
  readonly confidence: number
  /** Words of the same line have the same number. */
  readonly line: number
}

export interface Reading {
  readonly words: readonly ReadWord[]
  /** Places that may hold text and were not read for want of time. */
  readonly unread: number
}

/** Reads text in pictures, somewhere else: this folder knows of no processes. */
export interface TextReader {
  /** @throws {Error} whose message says in a few words why the picture was not read */
  read(picture: Pixels, budget: Budget): Promise<Reading>
  /** Lets go of everything it holds. */
  close(): void
}

/** Words that stand together: a label, or a line of a text. */
export interface PictureLine {
  /** Sanitised and bounded, not yet quoted. */
  readonly text: string
  /** Relative to the window's frame, in screen pixels. */
  readonly box: Rect
  /** Of its least sure word, whole percent. */
  readonly confidence: number
}

export interface PictureText {
  /** From top to bottom, from left to right. */
  readonly lines: readonly PictureLine[]
  /** Lines that the bound left out. */
  readonly leftOut: number
  /** Places that the reader had no time for. */
  readonly unread: number
}
