import type { Bystander, Noticed } from '../support/bystander.ts'
import type { FixtureProcess } from '../support/fixture.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import type { Answer, Surehand, View } from '../support/surehand.ts'
import { patience } from './report.ts'
import type { Address, Line, Row, Spot, Tool } from './rows.ts'
import { watchStarvation } from './starvation.ts'
import { callWitness } from './witnesses.ts'

/** Everyone who takes part: the app, the person in front of it, and the server that acts. */
export interface Scene {
  /** For tables: where the app stands, and what is special about it. */
  readonly place: string
  readonly desktop: { readonly env: Readonly<Record<string, string>> }
  readonly fixture: FixtureProcess
  readonly bystander: Bystander
  readonly surehand: Surehand
}

/** A row as it went: what the server said, what the app's journal holds, what the person noticed. */
export interface Performance {
  readonly place: string
  readonly row: Row
  readonly address: Address
  readonly answer: Answer
  /** Of the app, and after it what the witness saw. */
  readonly journal: readonly JournalEntry[]
  readonly noticed: Noticed
  /** Other processes of the machine took time that the scene needed. */
  readonly starved: boolean
}

/** An effect that the verdict did not wait for may still be on its way. */
const STRAGGLER_MS = 5_000 * patience
const RETURNS_WITHIN_MS = 10_000 * patience

/** Looks, calls, and collects the evidence. Judges nothing. */
export async function perform(scene: Scene, row: Row, address: Address): Promise<Performance> {
  const { place, fixture, bystander, surehand } = scene
  const watch = await bystander.watch()
  const args = await argumentsOf(surehand, String(fixture.pid), row, address)
  for (const command of row.meanwhile ?? []) await fixture.command(command)
  const askAgain = row.witness && (await callWitness(row.witness, scene))
  const mark = fixture.journal.mark()
  const starvation = watchStarvation()
  const answer = await surehand.call(row.tool, args)
  const starved = starvation()
  // Asked at once: what it tells was so when the answer came.
  const testimony = ((await askAgain?.()) ?? []).map((line) => asEntry(line, answer.answeredAt))
  await fixture.settled()
  const last = row.journal.findLast((line) => !testimony.some((seen) => matches(line, seen)))
  if (last !== undefined)
    await fixture.journal.until((candidate) => matches(last, candidate), STRAGGLER_MS, mark).catch(() => undefined)
  const journal = [...fixture.journal.since(mark).filter(isAboutTheCall), ...testimony]
  for (const command of row.afterwards ?? []) await fixture.command(command)
  const noticed = await bystander.noticed(watch)
  await comeBack(scene, noticed)
  return { place, row, address, answer, journal, noticed, starved }
}

/** The person goes on in their own window if they lost it, so that the next row finds them there. */
async function comeBack({ bystander, fixture }: Scene, { moved }: Noticed): Promise<void> {
  if (!moved.some(({ part }) => part === 'focus')) return
  const { journal } = bystander.sentinel
  const mark = journal.mark()
  await bystander.returns()
  await journal.until(entry('window', 'focus-in'), RETURNS_WITHIN_MS, mark)
  await fixture.settled()
}

/** They say by themselves what they are about, or need nothing of the kind. */
const WITHOUT_APP: ReadonlySet<Tool> = new Set(['open_app', 'open_url', 'write_clipboard'])
const WITHOUT_STATE: ReadonlySet<Tool> = new Set(['write_clipboard'])

async function argumentsOf(surehand: Surehand, app: string, row: Row, address: Address) {
  const { expect, ...others } = row.args ?? {}
  const { element, ...conditions } = (expect ?? {}) as { element?: string }
  const { view, where } = await find(surehand, app, row, address)
  const expected = element === undefined ? conditions : { ...conditions, element_id: view?.element(element).id }
  return {
    ...(!WITHOUT_APP.has(row.tool) && { app }),
    ...where,
    ...others,
    ...(expect !== undefined && { expect: expected }),
    ...(!WITHOUT_STATE.has(row.tool) && { include_screenshot: false }),
  }
}

/** What was looked at to find the target, and the arguments that name it. */
async function find(surehand: Surehand, app: string, { on, inside = [] }: Row, address: Address) {
  if (on === undefined) return { where: {} }
  if (typeof on !== 'string') {
    const view = await lookFor(surehand, app, on.from.of, { include_screenshot: true })
    const [from, to] = [pixel(view, on.from), pixel(view, on.to)]
    return { view, where: { from_x: from.x, from_y: from.y, to_x: to.x, to_y: to.y } }
  }
  const [outer = on, ...further] = [...inside, on]
  const view = await lookFor(surehand, app, outer, { include_screenshot: address === 'point' })
  let inner = view
  let container = outer
  for (const name of further) {
    inner = await lookFor(surehand, app, name, { scope_element_id: inner.element(container).id })
    container = name
  }
  return { view, where: address === 'point' ? pixel(inner, { of: on }) : { element_id: inner.element(on).id } }
}

/** A look on a busy machine may run out of time; it says so then, and another one may see more. */
async function lookFor(surehand: Surehand, app: string, name: string, args: Readonly<Record<string, unknown>>) {
  let view = await surehand.look(app, args)
  for (let more = 3; more > 0 && !view.has(name) && view.coverage !== 'complete'; more -= 1)
    view = await surehand.look(app, args)
  return view
}

function pixel(view: View, { of, dx = 0, dy = 0 }: Spot) {
  const { box } = view.element(of)
  if (box === undefined) throw new Error(`${of} has no box in the picture`)
  return { x: Math.floor(box.x + box.width / 2) + dx, y: Math.floor(box.y + box.height / 2) + dy }
}

/** What the app writes by itself or about our commands is not about the call. */
const isAboutTheCall = ({ control, event }: JournalEntry): boolean =>
  control !== 'commands' && !control.startsWith('clock-') && event !== 'rebuilt' && event !== 'resorted'

export const matches = ([control, event, detail]: Line, candidate: JournalEntry): boolean =>
  entry(control, event, detail)(candidate)

const asEntry = ([control, event, detail]: Line, t: number): JournalEntry => ({ ...detail, t, seq: 0, control, event })
