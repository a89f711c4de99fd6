import { expect, test } from 'vitest'
import { type Leg, runCampaign } from './campaign.ts'
import { layouts } from './layouts.ts'

/** The short form of `npm run typing`. */
const STRINGS = 6
const SLOWEST_PER_SECOND = 200

test('random strings of all planes arrive as they are, in GTK 3, GTK 4 and xterm, on six layouts', async () => {
  const legs: Leg[] = []
  for await (const leg of runCampaign({ strings: STRINGS, seed: 11, targets: ['gtk3', 'gtk4', 'xterm'], layouts })) {
    legs.push(leg)
    expect(leg).toMatchObject({ equal: STRINGS, disturbances: [] })
  }
  expect(legs).toHaveLength(18)
  const mean = legs.reduce((sum, leg) => sum + leg.charactersPerSecond, 0) / legs.length
  expect(mean).toBeGreaterThan(SLOWEST_PER_SECOND)
}, 60_000)
