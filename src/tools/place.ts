import type { AppInfo, DetailField, Point, WindowHandle } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { Aim } from '../ladder/seat-rungs.ts'
import { aimAtElement } from './aim.ts'
import type { ToolContext } from './define.ts'
import { type FoundElement, resolveElement } from './element.ts'
import { resolvePoint } from './point.ts'

interface PlaceArguments {
  readonly app: string
  readonly element_id?: string | undefined
  readonly x?: number | undefined
  readonly y?: number | undefined
}

/** Where in an app to act: an element by its id, or a pixel of the last picture. */
export interface Place {
  readonly app: AppInfo
  readonly window: WindowHandle
  readonly aim: Aim
  /** Absent: a pixel at which accessibility knows no element. */
  readonly element?: Pick<FoundElement, 'record' | 'details' | 'target'>
}

/**
 * Exactly one of element_id, and x with y.
 * @throws {Refusal} INVALID_ARGUMENTS, and as the id or the pixel has it
 */
export async function resolvePlace(
  args: PlaceArguments,
  context: ToolContext,
  fields: readonly DetailField[],
): Promise<Place> {
  const point = pointOf(args)
  if (args.element_id !== undefined && point === undefined) {
    const { app, entry, ...element } = await resolveElement(context, args.app, args.element_id, fields)
    return { app, window: entry.seenIn, aim: aimAtElement(context, app, entry.window, entry.handle), element }
  }
  if (args.element_id === undefined && point !== undefined) return resolvePoint(context, args.app, point, fields)
  throw new Refusal('INVALID_ARGUMENTS', 'Give exactly one of: element_id, or x and y together.')
}

function pointOf({ x, y }: PlaceArguments): Point | undefined {
  if (x === undefined && y === undefined) return undefined
  if (x === undefined || y === undefined)
    throw new Refusal('INVALID_ARGUMENTS', 'x and y belong together; one is missing.')
  return { x, y }
}
