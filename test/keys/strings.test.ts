import { expect, test } from 'vitest'
import { type Leg, runCampaign } from './campaign.ts'

/** The short form of `npm run typing`. */
const STRINGS = 12
const campaign = { seed: 11, targets: ['gtk3', 'gtk4', 'xterm'], layouts: ['us', 'fr', 'ar'] } as const
const SLOWEST_PER_SECOND = 200

test('random strings of all planes arrive as they are, in GTK 3, GTK 4 and xterm, on three layouts', async () => {
  const legs: Leg[] = []
  for await (const leg of runCampaign({ strings: STRINGS, ...campaign })) {
    legs.push(leg)
    expect(leg).toMatchObject({ equal: STRINGS, isMapBack: true, disturbances: [] })
  }
  expect(legs).toHaveLength(9)
  const mean = legs.reduce((sum, leg) => sum + leg.charactersPerSecond, 0) / legs.length
  expect(mean).toBeGreaterThan(SLOWEST_PER_SECOND)
}, 60_000)
