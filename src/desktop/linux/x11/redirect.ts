import { words } from './raw.ts'
import type { XServer } from './server.ts'

const COMPOSITE_REDIRECT_SUBWINDOWS = 2
const AUTOMATIC = 0

/**
 * Lets the server keep a picture of every child of the root, present and future, for as long as our connection lives;
 * it goes on showing them as before.
 */
export function redirectWindows({ connection, extensions }: XServer): void {
  const { composite } = extensions
  if (composite === undefined) return
  const request = { major: composite.major, minor: COMPOSITE_REDIRECT_SUBWINDOWS }
  connection.rawVoid(request, words(connection.root, AUTOMATIC)).catch(() => {
    // The server went; the next connection redirects anew.
  })
}
