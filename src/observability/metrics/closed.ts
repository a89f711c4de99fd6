import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type Label, labelWords, type Words } from './labels.ts'

/** What a metric is, before there is a registry. */
export interface Definition<L extends Label = Label> {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly name: string
  readonly help: string
  readonly labels: readonly L[]
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[]
}

const sets: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(labelWords).map(([label, words]) => [label, new Set<string>(words)]),
)

/** @throws when a word is none of its label's. The word itself is not told: it may be anybody's text. */
function assertClosed(words: Readonly<Record<string, string>>, { name, labels }: Definition): void {
  for (const label of labels)
    if (sets[label]?.has(words[label] as string) !== true)
      throw new Error(`${name}: the label ${label} was given a word that is none of its set`)
}

/** All combinations of words, so that every series is there before its first event. */
export function everySeries(labels: readonly Label[]): Record<string, string>[] {
  let series: Record<string, string>[] = [{}]
  for (const label of labels)
    series = series.flatMap((one) => labelWords[label].map((word) => ({ ...one, [label]: word })))
  return series
}

export class ClosedCounter<L extends Label> {
  readonly #definition: Definition<L>
  readonly #counter: Counter

  constructor(definition: Definition<L>, registry: Registry) {
    const { name, help, labels } = definition
    this.#definition = definition
    this.#counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] })
    for (const series of everySeries(labels)) this.#counter.inc(series, 0)
  }

  add(words: Words<L>, by = 1): void {
    assertClosed(words, this.#definition)
    this.#counter.inc(words, by)
  }
}

export class ClosedHistogram<L extends Label> {
  readonly #definition: Definition<L>
  readonly #histogram: Histogram

  constructor(definition: Definition<L>, registry: Registry) {
    const { name, help, labels, buckets = [] } = definition
    this.#definition = definition
    this.#histogram = new Histogram({
      name,
      help,
      labelNames: [...labels],
      buckets: [...buckets],
      registers: [registry],
    })
    for (const series of everySeries(labels)) this.#histogram.zero(series)
  }

  observe(words: Words<L>, value: number): void {
    assertClosed(words, this.#definition)
    this.#histogram.observe(words, value)
  }
}

/** A gauge without labels, asked for at each scrape; undefined: not known, and then there is no sample. */
export function askedGauge(definition: Definition<never>, registry: Registry, ask: () => Promise<number | undefined>) {
  const { name, help } = definition
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await ask().catch(() => undefined)
      if (value === undefined) this.remove()
      else this.set(value)
    },
  })
}
