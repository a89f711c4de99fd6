/** The caller's limits within what is allowed. Pure. */
import { LIMITS, type PictureBounds, type SnapshotOptions } from './model.ts'

export interface Limits {
  readonly elements: number
  readonly depth: number
  readonly text: number
  readonly picture?: PictureBounds
}

/** The caller's limits within what is allowed. */
export function readLimits(options: SnapshotOptions): Limits {
  const { includeScreenshot, textLimit } = options
  const picture =
    typeof includeScreenshot === 'object' ? includeScreenshot : includeScreenshot ? LIMITS.picture : undefined
  return {
    elements: within(options.maxElements, LIMITS.elements),
    depth: within(options.maxDepth, LIMITS.depth),
    text: textLimit === 'max' ? LIMITS.text.most : within(textLimit, LIMITS.text),
    ...(picture && { picture }),
  }
}

function within(asked: number | undefined, limit: { readonly normal: number; readonly most: number }): number {
  return asked === undefined ? limit.normal : Math.max(1, Math.min(Math.floor(asked), limit.most))
}
