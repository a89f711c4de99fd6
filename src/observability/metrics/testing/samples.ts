import type { CallResult } from '../../../dispatch/result.ts'
import { createInstruments } from '../instruments.ts'

/** One sample of the text format. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export const freshInstruments = () =>
  createInstruments(
    { agentSeatUp: async () => true, accessibilityUp: async () => true, screenLocked: async () => false },
    { version: '1.2.3', platform: 'linux' },
  )

/** Reads the text format, without prom-client. */
export const parseSamples = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line)
      if (parts === null) throw new Error(`not a sample: ${line}`)
      const [, name = '', labels = '', value = ''] = parts
      const pairs = [...labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, word]) => [label, word])
      return {
        name,
        labels: Object.fromEntries(pairs),
        value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value),
      }
    })

/** Of all samples with this name and these labels. */
export const sum = (samples: readonly Sample[], name: string, labels: Readonly<Record<string, string>> = {}): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, word]) => sample.labels[label] === word))
    .reduce((total, { value }) => total + value, 0)

/** A click that went to its verdict through the first tier, in 12 ms. */
export const clicked: CallResult = {
  tool: 'click',
  operationId: 'operation',
  decisionId: 'decision',
  phase: 'commit',
  timings: { resolve: 1, gate: 2, before: 3, deliver: 0.4, after: 5, verify: 0.6, total: 12 },
  gates: [
    { gate: 'rate_limit', decision: 'allow', ms: 0.01 },
    { gate: 'screen_lock', decision: 'allow', ms: 1.5 },
    { gate: 'confirmation', decision: 'allow', ms: 0.01 },
    { gate: 'screen_lock', decision: 'allow', ms: 1.4 },
  ],
  action: {
    outcome: { classification: 'success', evidence: [] },
    ladder: { status: 'delivered', tier: 'tier1-ax-action', fallbackReasons: [] },
    focus: { focus_changed: false, focus_change_allowed: false, cursor_movement_allowed: false, changes: [] },
  },
}
