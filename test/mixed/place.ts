import type { Surehand, View } from '../support/surehand.ts'
import type { Pixel, Plan, Target } from './plan.ts'

/** The target is not to be seen, so there is nothing to call. */
export class NotShown extends Error {}

/** The arguments that name the target, from what was looked at last. */
export async function addressOf(
  at: Target,
  view: View,
  surehand: Surehand,
  app: string,
): Promise<Record<string, unknown>> {
  if (at === 'nothing') return {}
  if (at === 'app') return { app }
  if ('element' in at) {
    let inner = view
    for (const name of at.inside ?? []) inner = await surehand.look(app, { scope_element_id: shown(inner, name).id })
    return { app, element_id: shown(inner, at.element).id }
  }
  if ('pixel' in at) return { app, ...pixel(view, { of: at.pixel, dx: at.dx ?? 0, dy: at.dy ?? 0 }) }
  const from = pixel(view, at.from)
  const to = pixel(view, at.to)
  return { app, from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y }
}

/** The argument `expect` about the element of that name. */
export function expectationOf({ element, ...conditions }: NonNullable<Plan['expect']>, view: View): object {
  return { ...conditions, element_id: shown(view, element).id }
}

export const needsPicture = (at: Target): boolean => typeof at !== 'string' && !('element' in at)

function shown(view: View, name: string) {
  if (!view.has(name)) throw new NotShown(name)
  return view.element(name)
}

function pixel(view: View, { of, dx, dy }: Pixel): { x: number; y: number } {
  const { box } = shown(view, of)
  if (box === undefined) throw new NotShown(`${of} has no box`)
  return { x: Math.floor(box.x + box.width / 2) + dx, y: Math.floor(box.y + box.height / 2) + dy }
}
