import type { Rect } from '../port.ts'

/** The common part of two rectangles; `undefined` when there is none. */
export function intersect(a: Rect, b: Rect): Rect | undefined {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** What is left of `whole` without `cut`, as up to four rectangles that do not overlap. */
export function subtract(whole: Rect, cut: Rect): readonly Rect[] {
  const hole = intersect(whole, cut)
  if (hole === undefined) return [whole]
  const right = whole.x + whole.width - (hole.x + hole.width)
  const bottom = whole.y + whole.height - (hole.y + hole.height)
  return [
    { x: whole.x, y: whole.y, width: whole.width, height: hole.y - whole.y },
    { x: whole.x, y: hole.y + hole.height, width: whole.width, height: bottom },
    { x: whole.x, y: hole.y, width: hole.x - whole.x, height: hole.height },
    { x: hole.x + hole.width, y: hole.y, width: right, height: hole.height },
  ].filter(({ width, height }) => width > 0 && height > 0)
}

/** `subtract` for an area made of several rectangles. */
export function subtractAll(area: readonly Rect[], cut: Rect): readonly Rect[] {
  return area.flatMap((part) => subtract(part, cut))
}
