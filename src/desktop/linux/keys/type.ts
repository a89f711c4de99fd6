import { type Budget, PortError, type TypedText } from '../../port.ts'
import type { KeyMap, Stroke } from './key-map.ts'
import type { Keyboard } from './keyboard.ts'
import { type Keysym, NO_SYMBOL } from './keysyms.ts'
import { modifierCode, type Need, needOfStep } from './needs.ts'
import type { SpareContent } from './spare-row.ts'
import { looksDead, type Step, splitText, stepsOf } from './steps.ts'
import type { Target } from './target.ts'

export interface TypeOptions {
  readonly signal?: AbortSignal | undefined
  /** After each character: code points that went out so far. */
  readonly onProgress?: ((typed: number) => void) | undefined
}

/**
 * What became of a text. `unanswered`: the app has not taken the last characters for five seconds. All are `uncertain` where
 * the app cannot be asked whether it has looked codes up and was given time instead.
 */
export type Typed = TypedText

/** An app may be this many characters behind; more would only fill its queue, and go on after an abort. */
const AHEAD = 8

/** One step that went out. */
interface Sent {
  readonly stroke: Stroke
  readonly keysym: Keysym
  /** Between these requests it was sent. */
  readonly before: number
  readonly last: number
  /** How often we had changed the map. */
  readonly changes: number
  readonly length: number
}

/** Types a text into the window that the agent's keyboard reaches. */
export async function typeText(keyboard: Keyboard, text: string, target: Target, options: TypeOptions): Promise<Typed> {
  const { units, impossible } = splitText(text)
  if (impossible.length > 0) return { typed: 0, impossible }
  const steps = stepsOf(units, (character) => target.confusesDead && looksDead(character))
  const run = new Typing(keyboard, steps, target, options)
  try {
    return await run.all()
  } catch (error) {
    const stopped = error instanceof PortError ? STOPS[error.code] : undefined
    if (stopped === undefined) throw error
    return run.outcome(stopped)
  }
}

const STOPS: Partial<Record<string, NonNullable<Typed['stopped']>>> = { aborted: 'aborted', timeout: 'unanswered' }

class Typing {
  readonly #keyboard: Keyboard
  readonly #steps: readonly Step[]
  readonly #target: Target
  readonly #options: TypeOptions
  /** Sent, and the app has not yet said that it has taken them. */
  readonly #unproven: Sent[] = []
  #echo: Promise<void> | undefined
  /** The app is known to have heard of so many of our changes of the map. */
  #heard = 0
  readonly #rests: number
  #next = 0
  #typed = 0

  constructor(keyboard: Keyboard, steps: readonly Step[], target: Target, options: TypeOptions) {
    this.#keyboard = keyboard
    this.#rests = keyboard.rests
    this.#steps = steps
    this.#target = target
    this.#options = options
  }

  async all(): Promise<Typed> {
    await this.#keyboard.clearLocks()
    const isModified = await this.#keyboard.isModified()
    if (isModified && this.#steps.some((step) => step.as === 'number')) {
      throw new PortError(
        'rejected',
        'keys of this keyboard are held down, and some characters need others; release them first',
      )
    }
    for (;;) {
      const stop = await this.#reconsider()
      if (stop !== undefined) return stop
      if (this.#next === this.#steps.length) return this.outcome()
      const map = await this.#keyboard.map()
      const [control = 0, shift = 0] = ['Control_L', 'Shift_L'].map((name) => modifierCode(name, map))
      const steadily = this.#target.looksAtPerson || isModified || shift === 0
      const needs = this.#needs(map, steadily)
      const covered = await this.#keyboard.provide(() => contents(needs()), this.#soon())
      if (covered === 0) return this.#noCodes(needs())
      await this.#stretch(needs(), covered, { control, shift })
    }
  }

  outcome(stopped?: Typed['stopped'], doubtful = 0): Typed {
    const uncertain = this.#keyboard.rests > this.#rests ? this.#typed : doubtful
    return {
      typed: this.#typed,
      impossible: [],
      ...(stopped === undefined ? {} : { stopped }),
      ...(uncertain === 0 ? {} : { uncertain }),
    }
  }

  #needs(map: KeyMap, steadily: boolean) {
    const [steps, from] = [this.#steps, this.#next]
    return function* () {
      for (let index = from; index < steps.length; index++) {
        const step = steps[index]
        if (step !== undefined) yield needOfStep(step, map, steadily)
      }
    }
  }

  /** Sends what is provided for; ends early when the map has changed. */
  async #stretch(needs: Iterable<Need>, count: number, held: { control: number; shift: number }): Promise<void> {
    const keyboard = this.#keyboard
    const end = this.#next + count
    for (const need of needs) {
      const step = this.#steps[this.#next]
      if (step === undefined || this.#next === end || keyboard.watch.changedAfter !== undefined) return
      if (step.isFirst && this.#options.signal?.aborted)
        throw new PortError('aborted', 'the caller cancelled the typing')
      const [stroke, keysym] =
        'stroke' in need
          ? [need.stroke, need.keysym]
          : [{ code: keyboard.holderOf(need.content), shift: false }, need.content[0]]
      const modifiers = step.as === 'number' ? [held.control, held.shift] : stroke.shift ? [held.shift] : []
      const codes = [...modifiers, stroke.code]
      const { before, last } = await keyboard.strike(codes, this.#target.window)
      this.#unproven.push({ stroke, keysym, before, last, changes: keyboard.changes, length: step.length })
      this.#next += 1
      this.#typed += step.length
      if (step.length > 0) this.#options.onProgress?.(this.#typed)
      const mayWait = !this.#isWithin && keyboard.watch.changedAfter === undefined
      if (mayWait && this.#unproven.length >= AHEAD) await this.#keepUp()
    }
  }

  /** Waits until the app is no more than twice `AHEAD` behind. */
  async #keepUp(): Promise<void> {
    const { window } = this.#target
    await this.#echo
    if (this.#unproven.length < AHEAD) return
    if (!(await this.#keyboard.echo.isAnswering(window, this.#options.signal))) {
      // What it has taken cannot be known; the last ones are the likeliest to be on their way.
      this.#unproven.splice(0, this.#unproven.length - AHEAD / 2)
      return
    }
    const [sent, changes] = [this.#unproven.length, this.#keyboard.changes]
    const { watch } = this.#keyboard
    this.#echo = this.#keyboard.settle(window, this.#soon()).then(async () => {
      // An answer after somebody else's change does not prove by which map the keys were looked up.
      await watch.upToDate()
      if (watch.changedAfter !== undefined) return
      this.#unproven.splice(0, sent)
      this.#heard = changes
    })
    // Thrown where it is awaited; a text that ends before that does not need it any more.
    this.#echo.catch(() => {})
  }

  /** Somebody else may have changed the map: what is on its way may come out as something else. */
  async #reconsider(): Promise<Typed | undefined> {
    const after = this.#keyboard.watch.changedAfter
    if (after === undefined) return undefined
    const [unproven, heard] = [[...this.#unproven], this.#heard]
    const map = await this.#keyboard.map()
    const { keepsOrder } = this.#target
    const isSafe = (sent: Sent) => keepsOrder && sent.last <= after && sent.changes <= heard
    const first = unproven.findIndex((sent) => !isSafe(sent) && map.meaning(sent.stroke) !== sent.keysym)
    // Whatever is on its way means the same by both maps, or has been looked up by the old one.
    if (first < 0) return undefined
    const doubtful = unproven.slice(first)
    const length = doubtful.reduce((sum, sent) => sum + sent.length, 0)
    const isLost = ({ before, stroke }: Sent) => keepsOrder && before >= after && map.meaning(stroke) === NO_SYMBOL
    // One at most is sent before a change is known. Nothing comes of a code that the change has emptied before.
    if (doubtful.length > 1 || !doubtful.every(isLost))
      return this.outcome('map-changed', length + (this.#isWithin ? 1 : 0))
    this.#unproven.pop()
    this.#next -= 1
    this.#typed -= length
    return undefined
  }

  /** A character has been begun and not ended. */
  get #isWithin(): boolean {
    return this.#steps[this.#next]?.isFirst === false
  }

  /** What has been begun is not cancelled. */
  #soon(): Budget {
    return this.#keyboard.soon(this.#isWithin ? undefined : this.#options.signal)
  }

  #noCodes(needs: Iterable<Need>): Typed {
    if (this.#typed > 0) return this.outcome('map-changed')
    const steps = this.#steps.slice(this.#next)
    const lacking = [...needs].flatMap((need, index) => ('stroke' in need ? [] : (steps[index]?.character ?? [])))
    return { typed: 0, impossible: [...new Set(lacking)] }
  }
}

function* contents(needs: Iterable<Need>): Generator<SpareContent | undefined> {
  for (const need of needs) yield 'stroke' in need ? undefined : need.content
}
