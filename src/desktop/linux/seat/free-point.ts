import { type Budget, type Point, PortError, type Rect, type Subscription } from '../../port.ts'
import { bounded } from '../x11/budget.ts'
import { windowsAt } from './deepest.ts'
import { APPROACH, isNear, NEAR } from './near.ts'
import type { Person } from './person.ts'
import type { Purpose } from './reach.ts'
import type { Rig } from './rig.ts'
import { contains, type Target } from './target.ts'

const PATIENCE = 1_000

/**
 * Where the aim may be: not on a hole under the person's pointer, whose clicks would fall through it. Keys may go to
 * another point of the same window; a click waits until the person's pointer has moved on.
 * @throws PortError `rejected` when it does not.
 */
export async function freePoint(
  { core }: Rig,
  person: Person,
  target: Target,
  point: Point,
  purpose: Purpose,
  budget: Budget,
): Promise<Point> {
  const at = await person.pointer()
  const distance = purpose === 'keys' ? APPROACH : NEAR
  if (!isNear(at, point, distance)) return point
  const [, hit] = await windowsAt(core.server, core.connection.root, point)
  if (hit === target.path[1]) return point
  if (purpose === 'keys') {
    const below = async (where: Point) => (await windowsAt(core.server, target.client, where)).at(-1)
    const meant = await below(point)
    for (const candidate of pointsBeside(point, at, target.area)) {
      if ((await below(candidate)) === meant) return candidate
    }
  }
  await personLeaves(person, point, { ...budget, deadline: Math.min(budget.deadline, performance.now() + PATIENCE) })
  return point
}

/** Other points of the area, nearest first, that are out of the way of a pointer at `person`. */
export function pointsBeside(point: Point, person: Point, area: Rect): readonly Point[] {
  const directions = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const
  return [2, 3, 6, 12]
    .flatMap((step) => directions.map(([dx, dy]) => ({ dx: dx * step * APPROACH, dy: dy * step * APPROACH })))
    .map(({ dx, dy }) => ({ x: point.x + dx, y: point.y + dy }))
    .filter((candidate) => contains(area, candidate) && !isNear(candidate, person, APPROACH))
}

async function personLeaves(person: Person, point: Point, budget: Budget): Promise<void> {
  let moves: Subscription | undefined
  const left = new Promise<void>((resolve) => {
    moves = person.onMotion((at) => {
      if (!isNear(at, point, NEAR)) resolve()
    })
  })
  try {
    await bounded(budget, "wait for the person's pointer to leave the point", () => left)
  } catch (error) {
    if (!(error instanceof PortError) || error.code !== 'timeout') throw error
    throw new PortError(
      'rejected',
      "the person's pointer stays on this point of a window over the target; nothing was sent",
    )
  } finally {
    moves?.close()
  }
}
