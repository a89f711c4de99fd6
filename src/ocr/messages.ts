/** What surehand and its reading process say to each other. */
import type { Reading } from '../perception/index.ts'

export interface ReadRequest {
  readonly id: number
  readonly width: number
  readonly height: number
  /** Three bytes for each pixel. */
  readonly rgb: Uint8Array
  /** Milliseconds that the reading may take. */
  readonly within: number
}

export type ReadReply =
  | { readonly id: number; readonly reading: Reading }
  | { readonly id: number; readonly fault: string }
