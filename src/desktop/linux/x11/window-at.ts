import type { Point } from '../../port.ts'
import { readWords } from './properties.ts'
import type { XServer } from './server.ts'
import { kindOf } from './window-facts.ts'
import { attributesOf, clientIn, readProperty } from './window-list.ts'

/**
 * The client's top-level window that a click at this point would hit; `undefined`: the desktop's background. The
 * server itself finds the topmost mapped child, with bounding and input shapes considered (and InputOnly windows, which
 * show nothing and take clicks all the same).
 */
export async function windowAt(server: XServer, point: Point): Promise<number | undefined> {
  const { connection, atoms } = server
  const { root } = connection
  const { child } = await connection.ask<{ child: number }>((X, done) =>
    X.TranslateCoordinates(root, root, point.x, point.y, done),
  )
  if (child === 0) return undefined
  const id = (await clientIn(server, child)) ?? child
  const [type, attributes] = await Promise.all([
    readProperty(server, id, '_NET_WM_WINDOW_TYPE'),
    attributesOf(server, id),
  ])
  const kind = kindOf(readWords(type) ?? [], atoms, attributes?.overrideRedirect !== 0, false)
  return kind === 'desktop' ? undefined : id
}
