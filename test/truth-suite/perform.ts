import type { Bystander } from '../support/bystander.ts'
import type { FixtureProcess } from '../support/fixture.ts'
import { entry, type JournalEntry } from '../support/journal.ts'
import type { Answer, Surehand } from '../support/surehand.ts'
import { patience } from './report.ts'
import type { Line, Row } from './rows.ts'
import { watchStarvation } from './starvation.ts'

/** Everyone who takes part: the app, the person in front of it, and the server that acts. */
export interface Scene {
  /** For tables: where the app stands, and what is special about it. */
  readonly place: string
  readonly fixture: FixtureProcess
  readonly bystander: Bystander
  readonly surehand: Surehand
}

export type Address = 'element' | 'point'

/** A row as it went: what the server said, what the app's journal holds, what the person noticed. */
export interface Performance {
  readonly place: string
  readonly row: Row
  readonly address: Address
  readonly answer: Answer
  readonly journal: readonly JournalEntry[]
  readonly disturbances: readonly string[]
  /** When the person's window lost the focus, if it did. */
  readonly focusLostAt?: number
  /** Other processes of the machine took time that the scene needed. */
  readonly starved: boolean
}

/** An effect that the verdict did not wait for may still be on its way. */
const STRAGGLER_MS = 5_000 * patience

/** Looks, calls, and collects the evidence. Judges nothing. */
export async function perform(
  { place, fixture, bystander, surehand }: Scene,
  row: Row,
  address: Address,
): Promise<Performance> {
  const watch = await bystander.watch()
  const args = await argumentsOf(surehand, String(fixture.pid), row, address)
  for (const command of row.meanwhile ?? []) await fixture.command(command)
  const mark = fixture.journal.mark()
  const starvation = watchStarvation()
  const answer = await surehand.call(row.tool, args)
  const starved = starvation()
  await fixture.settled()
  const last = row.journal.at(-1)
  if (last !== undefined) await fixture.journal.until(entry(...last), STRAGGLER_MS, mark).catch(() => undefined)
  const journal = fixture.journal.since(mark).filter(isAboutTheCall)
  for (const command of row.afterwards ?? []) await fixture.command(command)
  const disturbances = await bystander.disturbances(watch)
  const focusLostAt = bystander.focusLostAt(watch)
  return { place, row, address, answer, journal, disturbances, starved, ...(focusLostAt && { focusLostAt }) }
}

async function argumentsOf(surehand: Surehand, app: string, row: Row, address: Address) {
  const { expect, ...others } = row.args ?? {}
  const [outer = row.on, ...further] = [...(row.inside ?? []), row.on]
  const view = await lookFor(surehand, app, outer, { include_screenshot: address === 'point' })
  let inner = view
  let container = outer
  for (const name of further) {
    inner = await lookFor(surehand, app, name, { scope_element_id: inner.element(container).id })
    container = name
  }
  const { id, box } = inner.element(row.on)
  const { element, ...conditions } = (expect ?? {}) as { element?: string }
  const expected = element === undefined ? conditions : { ...conditions, element_id: view.element(element).id }
  return {
    app,
    ...(address === 'element' ? { element_id: id } : middleOf(row.on, box)),
    ...others,
    ...(expect === undefined ? {} : { expect: expected }),
    include_screenshot: false,
  }
}

/** A look on a busy machine may run out of time; it says so then, and another one may see more. */
async function lookFor(surehand: Surehand, app: string, name: string, args: Readonly<Record<string, unknown>>) {
  let view = await surehand.look(app, args)
  for (let more = 3; more > 0 && !view.has(name) && view.coverage !== 'complete'; more -= 1)
    view = await surehand.look(app, args)
  return view
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function middleOf(name: string, box: Box | undefined) {
  if (box === undefined) throw new Error(`${name} has no box in the picture`)
  return { x: Math.floor(box.x + box.width / 2), y: Math.floor(box.y + box.height / 2) }
}

/** What the app writes by itself or about our commands is not about the call. */
const isAboutTheCall = ({ control, event }: JournalEntry): boolean =>
  control !== 'commands' && !control.startsWith('clock-') && event !== 'rebuilt' && event !== 'resorted'

export const matches = (line: Line, candidate: JournalEntry): boolean => entry(...line)(candidate)
