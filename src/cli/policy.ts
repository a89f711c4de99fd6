import { dirname, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { ConfigError, loadConfig } from '../config/load.ts'
import { actingTools, openPolicy, PolicyError } from '../dispatch/policy.ts'
import type { Policy } from '../policy/judge.ts'
import { rulesSchema } from '../policy/rules-schema.ts'
import { exitCodes, WRONG_USAGE } from './exit-codes.ts'
import {
  CaseError,
  callSchema,
  casesSchema,
  differences,
  judgeGiven,
  parseAs,
  readText,
  wordOf,
} from './policy-case.ts'

interface Flags {
  readonly config?: string
  readonly json?: true
}

const CONFIG = ['--config <file>', 'the configuration; default: the one that serve would take'] as const
const JSON_FLAG = ['--json', 'print one JSON object'] as const

export const command = (): Command =>
  new Command('policy')
    .description("check, test and explain the operator's policy; no desktop is needed")
    .addCommand(
      new Command('check')
        .description('check the app lists, the URL patterns and the rules, as serve does when it starts')
        .option(...CONFIG)
        .option(...JSON_FLAG)
        .addHelpText('after', exitCodes({ 0: 'it can be used', 1: 'it cannot, so that serve would not start' }))
        .action(check),
    )
    .addCommand(
      new Command('test')
        .description('judge the calls of a file of cases, and compare')
        .argument('<cases>', 'YAML: a list of {name, given, expect: allow, deny or confirm, gate, rules, tiers}')
        .option(...CONFIG)
        .option(...JSON_FLAG)
        .addHelpText('after', exitCodes({ 0: 'every case is as expected', 1: 'one is not, or the policy is broken' }))
        .action(test),
    )
    .addCommand(
      new Command('explain')
        .description('say what the policy makes of one call, and which entry or rule decided')
        .addOption(new Option('--call <yaml>', 'the call, as `given` of a case; - reads stdin').makeOptionMandatory())
        .option(...CONFIG)
        .option(...JSON_FLAG)
        .addHelpText('after', exitCodes({ 0: 'allowed', 1: 'denied, to be confirmed, or the policy is broken' }))
        .action(explain),
    )
    .addCommand(
      new Command('schema')
        .description('print the Cedar schema that rules are checked against')
        .addHelpText('after', exitCodes({ 0: 'printed' }))
        .action(() => void process.stdout.write(rulesSchema(actingTools()))),
    )

async function open({ config: named }: Flags): Promise<{ policy: Policy; file: string | undefined }> {
  const env = named === undefined ? process.env : { ...process.env, SUREHAND_CONFIG: resolve(named) }
  const { config, file } = loadConfig(env)
  return { policy: await openPolicy(config, file === undefined ? process.cwd() : dirname(resolve(file))), file }
}

async function check(flags: Flags): Promise<void> {
  try {
    const { policy, file } = await open(flags)
    const { ids = [], notes = [] } = policy.rules ?? {}
    const lines = [
      `${file ?? 'no configuration, so the defaults'}: the policy can be used.`,
      policy.rules === undefined ? 'No rules_file.' : `${ids.length} rules: ${ids.join(', ')}.`,
      ...notes.map((note) => `Note: ${note}`),
    ]
    print(flags, { ok: true, ...(file !== undefined && { file }), rules: ids, notes, problems: [] }, lines)
  } catch (error) {
    if (!(error instanceof PolicyError || error instanceof ConfigError)) throw error
    const problems = error.message.split('\n')
    print(flags, { ok: false, rules: [], notes: [], problems }, problems)
    process.exitCode = 1
  }
}

async function test(file: string, flags: Flags, command: Command): Promise<void> {
  const cases = orWrongUsage(command, () => parseAs(casesSchema, readText(file), file))
  const { policy } = await open(flags)
  const results = cases.map((each, index) => {
    const decision = judgeGiven(policy, each.given)
    const found = differences(each, decision)
    return { name: each.name ?? `case ${index + 1}`, ok: found.length === 0, differences: found, decision }
  })
  const failed = results.filter(({ ok }) => !ok).length
  const lines = results.flatMap(({ name, ok, differences: found, decision }) => [
    `${ok ? 'ok    ' : 'not ok'} ${name}`,
    ...found.map((difference) => `         ${difference}`),
    ...(!ok && 'why' in decision ? [`         ${decision.gate}: ${decision.why} (${decision.rules.join(', ')})`] : []),
  ])
  print(flags, { passed: results.length - failed, failed, results }, [
    ...lines,
    `${results.length - failed} of ${results.length} as expected.`,
  ])
  if (failed > 0) process.exitCode = 1
}

async function explain({ call: text, ...flags }: Flags & { call: string }, command: Command): Promise<void> {
  const call = orWrongUsage(command, () => parseAs(callSchema, text === '-' ? readText('-') : text, '--call'))
  const { policy } = await open(flags)
  const decision = judgeGiven(policy, call)
  const word = wordOf(decision)
  const texts = Object.fromEntries(
    decision.rules.flatMap((id) => {
      const rule = policy.rules?.textOf(id)
      return rule === undefined ? [] : [[id, rule]]
    }),
  )
  const reason =
    'why' in decision ? `${decision.gate}: ${decision.why}.` : `Ways of delivery left: ${decision.tiers.join(', ')}.`
  const lines = [
    word,
    reason,
    ...(decision.rules.length === 0 ? [] : [`Decided by ${decision.rules.join(', ')}.`]),
    ...Object.values(texts),
  ]
  print(flags, { decision: word, ...decision, texts }, lines)
  if (word !== 'allow') process.exitCode = 1
}

function orWrongUsage<T>(command: Command, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CaseError)) throw error
    return command.error(`surehand: ${error.message}`, { exitCode: WRONG_USAGE })
  }
}

function print({ json }: Flags, data: object, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${lines.join('\n')}\n`)
}
