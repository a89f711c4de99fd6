/**
 * npm run typing: random strings through the agent's keyboard into real apps on several layouts.
 *   --strings N      into each app on each layout; 100
 *   --seed N         of the strings; 1
 *   --targets A,B    gtk3, gtk4, xterm, qt5; the first three
 *   --layouts A,B    as setxkbmap takes them; us, de, fr, ru, ar, us(dvorak)
 *   --json           one object a line
 * Exit code 1 when one string arrived otherwise, the map was not put back, a person noticed anything, or typing was slower than 200 characters a second.
 */
import { parseArgs } from 'node:util'
import { type Leg, runCampaign } from './campaign.ts'
import { layouts } from './layouts.ts'
import type { TargetName } from './targets.ts'

const SLOWEST = 200
const say = (text: string) => process.stdout.write(`${text}\n`)

const { values } = parseArgs({
  options: {
    strings: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    targets: { type: 'string', default: 'gtk3,gtk4,xterm' },
    layouts: { type: 'string', default: layouts.join(',') },
    json: { type: 'boolean', default: false },
  },
})

const line = (leg: Leg) =>
  [
    leg.target.padEnd(6),
    leg.layout.padEnd(11),
    `${leg.equal}/${leg.strings} equal`.padEnd(15),
    `${leg.characters} characters`.padEnd(18),
    `${leg.charactersPerSecond}/s typed`.padEnd(13),
    `${leg.charactersPerSecondArrived}/s arrived`.padEnd(16),
    `${leg.mapChanges} map changes`,
  ].join('  ')

let failed = false
const campaign = {
  strings: Number(values.strings),
  seed: Number(values.seed),
  targets: values.targets.split(',') as TargetName[],
  layouts: values.layouts.split(','),
}
for await (const leg of runCampaign(campaign)) {
  say(values.json ? JSON.stringify(leg) : line(leg))
  const isRight =
    leg.equal === leg.strings && leg.isMapBack && leg.disturbances.length === 0 && leg.charactersPerSecond >= SLOWEST
  if (isRight) continue
  failed = true
  if (!values.json) say(JSON.stringify(leg))
}
process.exitCode = failed ? 1 : 0
