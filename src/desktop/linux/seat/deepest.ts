import type { Point } from '../../port.ts'
import { isGone } from '../x11/connection.ts'
import type { XServer } from '../x11/server.ts'

const DEEPEST = 32

/** From a window down to the one that is hit at a point of the screen; empty when it has gone. */
export async function windowsAt({ connection }: XServer, window: number, { x, y }: Point): Promise<readonly number[]> {
  const path: number[] = []
  try {
    for (let next = window; next !== 0 && path.length < DEEPEST; ) {
      const here = next
      path.push(here)
      const { child } = await connection.ask<{ child: number }>((X, done) =>
        X.TranslateCoordinates(connection.root, here, x, y, done),
      )
      next = child
    }
    return path
  } catch (error) {
    if (isGone(error)) return []
    throw error
  }
}
