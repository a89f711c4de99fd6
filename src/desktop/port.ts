/**
 * What a platform must offer. Everything above `desktop/` knows the screen only through these types;
 * a platform is one folder beside this file that implements `Desktop`.
 *
 * Rules that hold for every member:
 * - Handles are opaque, stable for the life of what they name, and safe to write to disk. Compare them with `===`.
 * - Points and rectangles are integers in physical screen pixels, origin at the top left of the root, unless a comment says otherwise.
 * - A field that is absent was not observed. It is never a guess.
 * - Every call takes a `Budget` and settles within it, whatever the other side does. Failures are `PortError`s.
 */

export type * from './port/accessibility.ts'
export type * from './port/accessible.ts'
export type * from './port/accessible-events.ts'
export type * from './port/clipboard.ts'
export type * from './port/desktop.ts'
export type * from './port/focus.ts'
export type * from './port/input.ts'
export type * from './port/launcher.ts'
export type * from './port/pictures.ts'
export type * from './port/session.ts'
export * from './port/values.ts'
export type * from './port/window-manager.ts'
export type * from './port/windows.ts'
