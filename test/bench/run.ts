/** `npm run bench`: what surehand costs, measured against the least that its work costs and against pyatspi. See README.md. */
import { setTimeout as delay } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { clickHonest } from './click-honest.ts'
import { missed } from './goals.ts'
import { machine } from './machine.ts'
import { type Contender, measure } from './measure.ts'
import { type Result, resultOf } from './result.ts'
import { stateMousepad } from './state-mousepad.ts'
import { stateMousepadWarm } from './state-warm.ts'
import { tableOf } from './table.ts'
import { inWorkplace, type Workplace } from './workplace.ts'

interface Benchmark {
  readonly prepare: (place: Workplace) => Promise<readonly Contender[]>
  /** Milliseconds after each round in which the app may draw what it changed. */
  readonly restMs: number
}

const BENCHMARKS: ReadonlyMap<string, Benchmark> = new Map([
  ['state.mousepad', { prepare: stateMousepad, restMs: 0 }],
  ['state.mousepad.warm', { prepare: stateMousepadWarm, restMs: 0 }],
  ['click.honest', { prepare: clickHonest, restMs: 20 }],
])

/** Until then the just-in-time compilers of both languages have seen the work. */
const WARM_UP = 40

interface Flags {
  readonly json?: true
  readonly check?: true
  readonly only: readonly string[]
  readonly rounds: number
}

const { json, check, only, rounds } = new Command('bench')
  .description('measure surehand, the floor below it and pyatspi beside it, in turn, on a desktop of its own')
  .option('--json', 'print one JSON object')
  .option('--check', 'exit 1 when a goal is missed')
  .option('--only <names>', `some of ${[...BENCHMARKS.keys()].join(', ')}`, namesOf, [...BENCHMARKS.keys()])
  .option('--rounds <n>', 'rounds of each', numberOf, 200)
  .parse()
  .opts<Flags>()

const before = machine()
const results: Result[] = []
for (const name of only) results.push(await run(name, BENCHMARKS.get(name) as Benchmark))
process.stdout.write(`${json ? JSON.stringify({ results }) : tableOf(before, results)}\n`)

const complaints = check ? missed(results) : []
for (const complaint of complaints) process.stderr.write(`bench: ${complaint}\n`)
process.exit(complaints.length > 0 ? 1 : 0)

function run(name: string, { prepare, restMs }: Benchmark): Promise<Result> {
  return inWorkplace(async (place) => {
    const contenders = await prepare(place)
    const taken = await measure(contenders, { count: rounds, warmUp: WARM_UP, settle: () => delay(restMs) })
    return resultOf(name, taken)
  })
}

function namesOf(list: string): readonly string[] {
  const names = list.split(/[,\s]+/).filter((name) => name !== '')
  const unknown = names.find((name) => !BENCHMARKS.has(name))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no "${unknown}".`)
  return names
}

function numberOf(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return number
}
