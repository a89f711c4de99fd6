import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { z } from 'zod'
import type { Caller, Engine } from '../dispatch/engine.ts'
import { explainIssues, inWords } from '../explain-issues.ts'
import { type Keeping, throughPaths } from '../mcp/keeping.ts'
import { renderResult } from '../mcp/render.ts'
import { ResultFiles } from '../mcp/result-files.ts'
import { openEngine } from './compose.ts'
import { exitCodes, WRONG_USAGE } from './exit-codes.ts'

/** Element ids given to one shell call are good in the next one: they belong to the user's shell. */
const shell: Caller = { id: `shell:${process.getuid?.() ?? 'user'}` }

const argumentsSchema = z.record(z.string(), z.unknown())

/** `arguments` is what MCP calls them. */
const callsSchema = z
  .array(
    z.strictObject({
      tool: z.string().min(1),
      args: argumentsSchema.optional(),
      arguments: argumentsSchema.optional(),
    }),
  )
  .min(1)

interface Call {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

interface Flags {
  readonly args: string
  readonly callsFile?: string
  readonly verbose?: true
}

export const command = (): Command =>
  new Command('call')
    .description('call one tool, or several in a row, and print the MCP results as JSON')
    .argument('[tool]', 'name of the tool')
    .addOption(new Option('--args <json>', 'its arguments').default('{}', '{}'))
    .addOption(
      new Option(
        '--calls-file <file>',
        'a JSON array of {"tool", "args"}; stops at the first error; - reads stdin',
      ).conflicts('args'),
    )
    .option('-v, --verbose', 'log everything on stderr, not only what is wrong')
    .addHelpText('after', exitCodes({ 0: 'all calls ran, whatever their verdicts', 1: 'one of them was refused' }))
    .action((tool: string | undefined, flags: Flags, command: Command) =>
      runCalls(callsOf(tool, flags, command), flags.verbose === true),
    )

function callsOf(tool: string | undefined, { args, callsFile }: Flags, command: Command): Call[] | Call {
  if (callsFile === undefined) {
    if (tool === undefined) return wrong(command, 'give either the name of one tool or --calls-file')
    return { tool, args: parse(args, '--args', argumentsSchema, 'argument', command) }
  }
  if (tool !== undefined) return wrong(command, 'give either the name of one tool or --calls-file, not both')
  const where = callsFile === '-' ? 'standard input' : callsFile
  let text: string
  try {
    text = readFileSync(callsFile === '-' ? 0 : callsFile, 'utf8')
  } catch (error) {
    return wrong(command, `${where} cannot be read: ${(error as Error).message}`)
  }
  return parse(text, where, callsSchema, 'key', command).map((call, index) => {
    if (call.args !== undefined && call.arguments !== undefined)
      return wrong(command, `${where}: [${index}]: args and arguments are the same; give only one of them`)
    return { tool: call.tool, args: call.args ?? call.arguments ?? {} }
  })
}

function parse<S extends z.ZodType>(text: string, where: string, schema: S, entry: string, command: Command) {
  let input: unknown
  try {
    input = JSON.parse(text)
  } catch (error) {
    return wrong(command, `${where} is not JSON: ${(error as Error).message}`)
  }
  const parsed = schema.safeParse(input, { reportInput: true })
  if (parsed.success) return parsed.data
  const problems = explainIssues(parsed.error, schema, { whole: '', entry })
  return wrong(command, problems.map((problem) => `${where}: ${inWords(problem)}`).join('\n'))
}

const wrong = (command: Command, message: string): never =>
  command.error(`surehand: ${message}`, { exitCode: WRONG_USAGE })

async function runCalls(calls: Call[] | Call, verbose: boolean): Promise<void> {
  const { engine, results } = await openEngine({ usual: 'warn', ...(verbose && { asked: 'debug' }) })
  const keeping = throughPaths(results.maxBytes, ResultFiles.ofShell(results.runtimeDir, results.bounds))
  try {
    const [output, failed] = Array.isArray(calls)
      ? await inARow(engine, keeping, calls)
      : await single(engine, keeping, calls)
    process.stdout.write(`${JSON.stringify(output, null, 2)}\n`)
    if (failed) process.exitCode = 1
  } finally {
    await engine.close()
  }
}

async function single(engine: Engine, keeping: Keeping, call: Call): Promise<[unknown, boolean]> {
  const result = renderResult(await engine.call(shell, { tool: call.tool, arguments: call.args }), keeping)
  return [result, result.isError === true]
}

async function inARow(engine: Engine, keeping: Keeping, calls: readonly Call[]): Promise<[unknown, boolean]> {
  const output: { tool: string; result: unknown }[] = []
  for (const call of calls) {
    const [result, failed] = await single(engine, keeping, call)
    output.push({ tool: call.tool, result })
    if (failed) return [output, true]
  }
  return [output, false]
}
