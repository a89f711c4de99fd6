/** Whether accessibility says too little of a window to work with, and the picture may say more. Pure. */
import type { Rect } from '../desktop/port.ts'
import { sharedPart } from './geometry.ts'
import type { IdentifiedNode, IdentifiedSnapshot } from './identify.ts'
import { IMAGE, isInteractive, isTextEntry, VALUED } from './roles.ts'

const REMEDY = 'get_app_state with ocr=true also reads the texts in the picture; act on them by x and y.'

/** Smaller windows need no more than a few controls, in screen pixels. */
const ROOMY = 240 * 180
/** From so many controls without a label on, and that part of all, labels are missing. */
const UNNAMED = { least: 4, share: 0.5 }
/** A canvas matters when it fills this part of the window. */
const CANVAS_SHARE = 0.3
/** With fewer lines that say something, a roomy window says too little. */
const FEW = 3

/** A sentence for the reader; undefined where the outline says enough, or says itself that it is not whole. */
export function opacityHint(seen: IdentifiedSnapshot): string | undefined {
  const { snapshot, main } = seen
  const frame = snapshot.window.frame
  if (snapshot.pictureText || snapshot.scoped || snapshot.skeleton || !frame) return undefined
  if (!main) return `What the window shows cannot be read by accessibility. ${REMEDY}`
  if (snapshot.coverage === 'partial' || snapshot.coverage === 'unstable') return undefined
  const lines = below(main)
  const area = frame.width * frame.height
  const canvas = lines.find((line) => isCanvas(line) && shareOf(line.parts.box, frame) >= CANVAS_SHARE)
  if (canvas)
    return `${canvas.id} is drawn by the app itself, and accessibility says nothing of what is in it. ${REMEDY}`
  const controls = lines.filter(
    ({ source, parts }) => isInteractive(source.record) && !isTextEntry(source.record) && parts.box,
  )
  const unnamed = controls.filter((line) => !saysSomething(line))
  if (unnamed.length >= UNNAMED.least && unnamed.length >= controls.length * UNNAMED.share)
    return `${unnamed.length} of ${controls.length} controls have no label. ${REMEDY}`
  if (area >= ROOMY && lines.filter(tells).length < FEW && !lines.some(fillsWithText(frame)))
    return `Accessibility tells next to nothing of this window. ${REMEDY}`
  return undefined
}

const below = (node: IdentifiedNode): IdentifiedNode[] => node.children.flatMap((child) => [child, ...below(child)])

const isCanvas = ({ source, children }: IdentifiedNode): boolean =>
  IMAGE.has(source.record.role) && source.record.role !== 'icon' && children.length === 0

const saysSomething = ({ parts }: IdentifiedNode): boolean =>
  [parts.label, parts.value, parts.description, parts.help, parts.placeholder, parts.url].some(
    (said) => said !== undefined,
  )

/** A label, a control that has one, or a field or value to be set; what only lays out tells nothing. */
const tells = (line: IdentifiedNode): boolean => {
  const { record } = line.source
  return saysSomething(line) || isTextEntry(record) || VALUED.has(record.role)
}

/** An editor or a terminal is one element and says all there is. */
const fillsWithText =
  (frame: Rect) =>
  ({ source, parts }: IdentifiedNode): boolean =>
    source.record.interfaces.has('Text') && shareOf(parts.box, frame) >= CANVAS_SHARE

/** The part of the window that a box, relative to its frame, covers. */
function shareOf(box: Rect | undefined, { width, height }: Rect): number {
  const shared = sharedPart(box, { x: 0, y: 0, width, height })
  return shared ? (shared.width * shared.height) / (width * height) : 0
}
