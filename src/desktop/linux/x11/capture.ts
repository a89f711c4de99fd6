import type { Image, WindowAttributes } from 'x11'
import { type Budget, type Pixels, PortError, type Rect } from '../../port.ts'
import { isGone, isMismatch } from './connection.ts'
import { bgraToAlpha, bgrxToRgb, emptyPixels, type ImageFormat, unsupported } from './pixels.ts'
import { words } from './raw.ts'
import type { Redirection } from './redirect.ts'
import type { XServer } from './server.ts'
import { describeWindow } from './window-facts.ts'
import { readScreen, readWindow, topOf } from './window-list.ts'

const COMPOSITE_NAME_WINDOW_PIXMAP = 6
/** Replies above this many bytes are asked for in bands, so that events do not wait behind one huge reply. */
const BAND_BYTES = 8 * 1024 * 1024
const ALL_PLANES = 0xffffffff
/** Of visuals with an alpha channel; there is no other. */
const ALPHA_DEPTH = 32

interface Size {
  readonly width: number
  readonly height: number
}

/** A window to be shown: its XID, the size of its frame as it was listed, and its owner. */
export interface Subject {
  readonly id: number
  /** Callers map coordinates with it. */
  readonly size: Size
  readonly pid: number | undefined
  /** Also read how opaque it is, where it says. */
  readonly withAlpha?: boolean
}

/**
 * The window's own pixels, also those that others cover, from the picture that the Composite extension keeps of each
 * redirected child of the root. Where the window is now does not matter, its size does.
 * @throws PortError `rejected` while the window is not on the screen or after it was resized, `gone`, `unavailable`, and
 *   as `Redirection.settle` does.
 */
export async function captureWindow(
  server: XServer,
  redirection: Redirection,
  { id, size, pid, withAlpha = false }: Subject,
  budget: Budget,
): Promise<Pixels> {
  const { connection } = server
  const { composite } = server.extensions
  if (composite === undefined) throw new PortError('unavailable', 'this X server lacks the Composite extension')
  const top = await topOf(server, id, [])
  if (top === undefined) throw windowGone()
  const [outer, inner] = await Promise.all([readWindow(server, top, top), readWindow(server, id, top)])
  if (outer === undefined || inner === undefined) throw windowGone()
  const { frame } = describeWindow(inner, server.atoms, undefined)
  if (frame.width !== size.width || frame.height !== size.height) {
    const now = `${frame.width}x${frame.height}`
    throw new PortError('rejected', `the window was ${size.width}x${size.height} when listed and is ${now} now`)
  }
  const area = { ...frame, x: frame.x - outer.origin.x, y: frame.y - outer.origin.y }
  const doubt = await redirection.settle(top, area, pid, budget)
  const border = outer.geometry.borderWidth
  const inPixmap = { ...area, x: area.x + border, y: area.y + border }
  const format = formatOf(server, outer.geometry.depth, outer.attributes.visual)
  const hasAlpha = withAlpha && outer.geometry.depth === ALPHA_DEPTH
  const pixmap = connection.allocateId()
  try {
    // The pixmap is of the moment: it is replaced when the window is resized, so each capture names it anew.
    const named = connection.rawVoid(
      { major: composite.major, minor: COMPOSITE_NAME_WINDOW_PIXMAP },
      words(top, pixmap),
    )
    const [pixels] = await Promise.all([readArea(server, pixmap, inPixmap, format, hasAlpha), named])
    return doubt === undefined ? pixels : { ...pixels, doubt }
  } catch (error) {
    if (isMismatch(error)) {
      throw new PortError(
        'rejected',
        'the window is not on the screen (minimised, on another desktop, or just resized)',
      )
    }
    if (isGone(error)) throw windowGone()
    throw error
  } finally {
    connection
      .ask<void>((X, done) => X.FreePixmap(pixmap, done))
      .catch(() => {
        // Never named, or freed with the connection.
      })
    connection.releaseId(pixmap)
  }
}

/** The root with everything on it, without the pointer. */
export async function captureScreen(server: XServer): Promise<Pixels> {
  const { connection } = server
  const [screen, attributes] = await Promise.all([
    readScreen(server),
    connection.ask<WindowAttributes>((X, done) => X.GetWindowAttributes(connection.root, done)),
  ])
  const depth = connection.screen.root_depth
  return readArea(server, connection.root, screen, formatOf(server, depth, attributes.visual))
}

async function readArea(
  server: XServer,
  drawable: number,
  area: Rect,
  format: ImageFormat,
  hasAlpha = false,
): Promise<Pixels> {
  const reason = unsupported(format)
  if (reason !== undefined) throw new PortError('unavailable', `cannot read this display's pixels: ${reason}`)
  const { x, y, width, height } = area
  const pixels = emptyPixels(width, height)
  const alpha = hasAlpha ? new Uint8Array(width * height) : undefined
  const band = Math.max(1, Math.floor(BAND_BYTES / (width * 4)))
  for (let row = 0; row < height; row += band) {
    const rows = Math.min(band, height - row)
    const image = await server.connection.ask<Image>((X, done) =>
      X.GetImage(2, drawable, x, y + row, width, rows, ALL_PLANES, done),
    )
    bgrxToRgb(image.data, pixels.rgb, width, row, rows)
    if (alpha !== undefined) bgraToAlpha(image.data, alpha, width, row, rows)
  }
  return alpha === undefined ? pixels : { ...pixels, alpha }
}

/** Pixmaps have no visual, so GetImage cannot tell the masks; they are those of the window's. */
function formatOf(server: XServer, depth: number, visualId: number): ImageFormat {
  const { display, screen } = server.connection
  const visual = screen.depths[depth]?.[visualId]
  return {
    bitsPerPixel: display.format[depth]?.bits_per_pixel ?? 0,
    redMask: visual?.red_mask ?? 0,
    greenMask: visual?.green_mask ?? 0,
    blueMask: visual?.blue_mask ?? 0,
    leastSignificantByteFirst: display.image_byte_order === 0,
  }
}

function windowGone(): PortError {
  return new PortError('gone', 'the window no longer exists')
}
