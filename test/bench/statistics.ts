/**
 * The value below which this share of the samples lies, between two of them by straight line.
 * @param share 0.5 for the median
 */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples: a benchmark needs at least one round')
  const sorted = [...samples].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] as number
  const above = sorted[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** Three digits after the point: microseconds. */
export const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000
