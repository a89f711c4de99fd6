import type { FaultKind } from './judge.ts'

/** One call as it went, with all that a reader needs to understand it. */
export interface Disagreement {
  readonly step: number
  readonly scene: string
  readonly kinds: readonly (FaultKind | 'disturbed')[]
  readonly call: { readonly tool: string; readonly control: string; readonly args: unknown }
  readonly commands: readonly string[]
  readonly said: string
  readonly text: string
  readonly meta: unknown
  readonly journal: readonly unknown[]
  readonly disturbances: readonly string[]
}

/** Counts by a name. */
type Counts = Record<string, number>

export interface Totals {
  readonly calls: number
  readonly verdicts: Counts
  /** By `tool control`. */
  readonly ambiguous: Counts
  readonly unsupported: Counts
  readonly refusals: Counts
  readonly faults: Counts
  /** Calls after which the effect was there when the answer came. */
  readonly happened: number
  /** Of those, the ones that the answer denied. */
  readonly denied: number
  /** Where the app itself took the person's focus, by control and by whether the answer said so. */
  readonly focusTaken: Counts
  /** Targets that no look showed, so that nothing was called. */
  readonly notShown: Counts
  /** Looks that failed although the app ran; the next one worked. */
  readonly looksFailed: Counts
  readonly byTool: Counts
}

export class Tally {
  readonly disagreements: Disagreement[] = []
  #calls = 0
  #happened = 0
  #denied = 0
  readonly #verdicts: Counts = {}
  readonly #ambiguous: Counts = {}
  readonly #unsupported: Counts = {}
  readonly #refusals: Counts = {}
  readonly #faults: Counts = {}
  readonly #focusTaken: Counts = {}
  readonly #notShown: Counts = {}
  readonly #looksFailed: Counts = {}
  readonly #byTool: Counts = {}

  call(tool: string, control: string, said: string, happened: boolean): void {
    this.#calls += 1
    bump(this.#byTool, tool)
    bump(this.#verdicts, said)
    if (happened) this.#happened += 1
    if (said === 'verifier_ambiguous') bump(this.#ambiguous, `${tool} ${control}`)
    else if (said === 'unsupported') bump(this.#unsupported, `${tool} ${control}`)
    else if (said !== 'success' && said !== 'effect_not_verified') bump(this.#refusals, `${said} ${tool} ${control}`)
  }

  disagree(disagreement: Disagreement): void {
    this.disagreements.push(disagreement)
    for (const kind of disagreement.kinds) bump(this.#faults, kind)
    if (disagreement.kinds.includes('false failure')) this.#denied += 1
  }

  focusTaken(control: string, reported: boolean): void {
    bump(this.#focusTaken, `${control}, ${reported ? 'reported' : 'not reported'}`)
  }

  lookFailed(why: string): void {
    bump(this.#looksFailed, why.replaceAll(/\d+/g, 'N').split('\n')[0] ?? '')
  }

  notShown(control: string): void {
    bump(this.#notShown, control)
  }

  get totals(): Totals {
    return {
      calls: this.#calls,
      verdicts: sorted(this.#verdicts),
      ambiguous: sorted(this.#ambiguous),
      unsupported: sorted(this.#unsupported),
      refusals: sorted(this.#refusals),
      faults: sorted(this.#faults),
      happened: this.#happened,
      denied: this.#denied,
      focusTaken: sorted(this.#focusTaken),
      notShown: sorted(this.#notShown),
      looksFailed: sorted(this.#looksFailed),
      byTool: sorted(this.#byTool),
    }
  }
}

function bump(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

const sorted = (counts: Counts): Counts => Object.fromEntries(Object.entries(counts).sort(([, a], [, b]) => b - a))

/** Highest share of effects that an answer may deny. */
const DENIED_AT_MOST = 0.005

/** In words, every promise that the run broke. Ambiguous verdicts are told, not judged. */
export function broken({ faults, denied, happened }: Totals): readonly string[] {
  const { 'false failure': _, ...zero } = faults
  const others = Object.entries(zero).map(([kind, count]) => `${count} × ${kind}, which must never be`)
  const share = denied / Math.max(happened, 1)
  const tooMany = `${denied} of ${happened} effects denied (${(100 * share).toFixed(2)} %; at most 0.5 %)`
  return share > DENIED_AT_MOST ? [...others, tooMany] : others
}
