import type { Bystander } from '../support/bystander.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import type { Answer, Surehand, View } from '../support/surehand.ts'
import { GEOMETRY, type MatrixApp } from './apps/app.ts'
import type { Cell } from './cells.ts'
import { deedOf } from './deeds.ts'
import type { Deed, Pixel, Step } from './steps.ts'

/** Everyone who takes part. */
export interface Scene {
  readonly app: MatrixApp
  readonly bystander: Bystander
  readonly surehand: Surehand
}

/** A cell as it went. Judged elsewhere. */
export interface Performance {
  readonly cell: Cell
  /** Of the calls that brought the app to where the action makes sense. */
  readonly preparations: readonly Answer[]
  /** Of the steps that were called, in order: each only if the one before was not refused. */
  readonly answers: readonly Answer[]
  /** A step whose target no look showed. */
  readonly notShown?: string
  /** The line that proves the action, if it came. */
  readonly proof: JournalEntry | undefined
  /** All that the app told of itself meanwhile. */
  readonly told: readonly JournalEntry[]
  readonly heard: readonly JournalEntry[]
  readonly pointer: { readonly before: string; readonly after: string }
}

/** An effect that no verdict waited for may still be on its way. */
const STRAGGLER_MS = 1_500
/** A menu or a dialog comes up, and the accessibility of the app tells of it, within this time. */
const SHOWN_WITHIN_MS = 3_000
const RETURNS_WITHIN_MS = 3_000

class NotShown extends Error {}

export async function perform(scene: Scene, cell: Cell): Promise<Performance> {
  const { app, bystander } = scene
  const deed = deedOf(cell.toolkit, cell.action)
  const watch = await bystander.watch()
  const begin = app.journal.mark()
  const preparations: Answer[] = []
  for (const step of deed.before ?? []) preparations.push(await call(scene, cell, step))
  const mark = app.journal.mark()
  const { answers, notShown } = await play(scene, cell, deed)
  const proof = await app.journal.until(deed.proves, STRAGGLER_MS, mark).catch(() => undefined)
  const told = app.journal.since(begin)
  const { heard, moved } = await bystander.noticed(watch)
  const pointer = moved.find(({ part }) => part === 'pointer')
  await comeBack(bystander)
  return {
    cell,
    preparations,
    answers,
    ...(notShown !== undefined && { notShown }),
    proof,
    told,
    heard,
    pointer: { before: pointer?.from ?? '', after: pointer?.to ?? '' },
  }
}

async function play(scene: Scene, cell: Cell, { steps }: Deed) {
  const answers: Answer[] = []
  try {
    for (const step of steps) {
      const answer = await call(scene, cell, step)
      answers.push(answer)
      if (isRefusal(answer)) break
    }
  } catch (error) {
    if (!(error instanceof NotShown)) throw error
    return { answers, notShown: error.message }
  }
  return { answers }
}

/** Nothing was sent. */
export const isRefusal = ({ said, raw }: Answer): boolean => raw.isError === true || said === 'unsupported'

async function call({ surehand, app }: Scene, cell: Cell, step: Step): Promise<Answer> {
  const flags = cell.mode === 'takeover' ? { allow_focus_change: true, allow_global_cursor: true } : {}
  const where = await find(surehand, String(app.pid), step, cell)
  return surehand.call(step.tool, {
    app: String(app.pid),
    ...where,
    ...step.args,
    ...flags,
    include_screenshot: false,
    include_state: false,
  })
}

/** The arguments that name the target of a step. */
async function find(surehand: Surehand, app: string, step: Step, cell: Cell) {
  const { on, at, role, window, popup } = step
  if (popup) {
    const view = await lookFor(
      surehand,
      app,
      'a popup without elements',
      true,
      (shown) => barePopup(shown) !== undefined,
    )
    return middleOf(barePopup(view) as Box)
  }
  if (at !== undefined) {
    await surehand.look(app, { include_screenshot: true, ...(window !== undefined && { window_title: window }) })
    return pixelsOf(step, at)
  }
  if (on === undefined) return {}
  const address = step.by ?? cell.address
  const view = await lookFor(surehand, app, on, address === 'point', (shown) => shown.has(on, role))
  const element = view.element(on, role)
  if (address === 'element') return { element_id: element.id }
  const { box } = element
  if (box === undefined) throw new NotShown(`${on} has no box`)
  return pixelsOf(step, middleOf(box))
}

function pixelsOf({ drag }: Step, middle: Pixel) {
  if (drag === undefined) return middle
  return {
    from_x: middle.x + drag.from.dx,
    from_y: middle.y + drag.from.dy,
    to_x: middle.x + drag.to.dx,
    to_y: middle.y + drag.to.dy,
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Of what can be seen of it: a list may be as long as all its rows. */
function middleOf({ x, y, width, height }: Box) {
  const right = Math.min(x + width, GEOMETRY.width)
  const bottom = Math.min(y + height, GEOMETRY.height)
  return { x: Math.floor((Math.max(0, x) + right) / 2), y: Math.floor((Math.max(0, y) + bottom) / 2) }
}

const barePopup = ({ answer }: View): Box | undefined =>
  (answer.data.popups_without_elements as readonly Box[] | undefined)?.at(-1)

/** What comes up because of the step before need not be there at once. */
async function lookFor(
  surehand: Surehand,
  app: string,
  name: string,
  include_screenshot: boolean,
  shows: (view: View) => boolean,
): Promise<View> {
  const end = milliseconds() + SHOWN_WITHIN_MS
  for (;;) {
    const view = await surehand.look(app, { include_screenshot })
    if (shows(view)) return view
    if (milliseconds() > end) throw new NotShown(`get_app_state (${view.coverage}) does not show ${name}`)
  }
}

const milliseconds = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** The person goes back to their window if they lost it, so that the next cell finds them there. */
async function comeBack(bystander: Bystander): Promise<void> {
  const { journal } = bystander.sentinel
  const last = journal.since(0).findLast(({ event }) => event === 'focus-in' || event === 'focus-out')
  if (last?.event !== 'focus-out') return
  const mark = journal.mark()
  await bystander.returns()
  // A menu that is still open may hold on to the keyboard; then the next cell says so.
  await journal.until(entry('window', 'focus-in'), RETURNS_WITHIN_MS, mark).catch(() => undefined)
}
