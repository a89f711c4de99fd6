import { PortError } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'

/** The gates of a mutating call, in the order in which they are asked, with the question of each. */
export const gateMeanings = {
  kill_switch: 'Has somebody stopped all actions?',
  app_lease: 'Does another caller hold this app?',
  rate_limit: 'Does the caller act faster than the operator allows?',
  sleep_assertion: 'Can the machine be kept awake while calls flow?',
  screen_lock: 'Is the screen locked?',
  interference: 'Is a person at work in the target?',
  app_lists: 'Is the app denied, or for reading only?',
  url_policy: 'Are the documents of the window allowed?',
  rules: "What do the operator's rules say?",
  confirmation: 'Must somebody agree first?',
} as const
export type GateName = keyof typeof gateMeanings

/** `stopped`: the call was cancelled or ran out of time while the gate waited. `error`: the gate itself failed; it refuses. */
export const gateDecisions = ['allow', 'refuse', 'stopped', 'error'] as const
export type GateDecision = (typeof gateDecisions)[number]

export interface GateRecord {
  readonly gate: GateName
  readonly decision: GateDecision
  /** How long it took to answer, waits included, in milliseconds. */
  readonly ms: number
}

/** What each gate said of one call. */
export class GateLog {
  readonly #records: GateRecord[] = []

  get records(): readonly GateRecord[] {
    return this.#records
  }

  /** Gates that let it pass, each once, in the order in which they first did. */
  get passed(): readonly GateName[] {
    const allowed = this.#records.filter(({ decision }) => decision === 'allow')
    return [...new Set(allowed.map(({ gate }) => gate))]
  }

  /** Asks a gate and notes what it said; what it throws goes on to the caller. */
  async pass<T>(gate: GateName, ask: () => T | Promise<T>): Promise<T> {
    const from = performance.now()
    const note = (decision: GateDecision) => this.#records.push({ gate, decision, ms: performance.now() - from })
    try {
      const answer = await ask()
      note('allow')
      return answer
    } catch (error) {
      note(decisionOf(error))
      throw error
    }
  }
}

function decisionOf(error: unknown): GateDecision {
  if (error instanceof Refusal)
    return error.code === 'CANCELLED' || error.code === 'DEADLINE_EXCEEDED' ? 'stopped' : 'refuse'
  if (error instanceof PortError) return error.code === 'aborted' ? 'stopped' : 'error'
  return error instanceof Error && error.name === 'AbortError' ? 'stopped' : 'error'
}
