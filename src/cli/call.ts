import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { z } from 'zod'
import type { Caller, Engine } from '../dispatch/engine.ts'
import { renderResult } from '../mcp/render.ts'
import { openEngine } from './compose.ts'

/** Element ids given to one shell call are good in the next one: they belong to the user's shell. */
const shell: Caller = { id: `shell:${process.getuid?.() ?? 'user'}` }

const callsSchema = z
  .array(z.strictObject({ tool: z.string(), args: z.record(z.string(), z.unknown()).default({}) }))
  .min(1)

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
    .addHelpText('after', '\nExit code: 0 all calls ran; 1 one of them was refused; 2 the command line is wrong.\n')
    .action((tool: string | undefined, options: { args: string; callsFile?: string }, command: Command) =>
      runCalls(callsOf(tool, options, command)),
    )

type Call = z.output<typeof callsSchema>[number]

function callsOf(
  tool: string | undefined,
  options: { args: string; callsFile?: string },
  command: Command,
): Call[] | Call {
  const { callsFile } = options
  if ((tool === undefined) === (callsFile === undefined))
    command.error('surehand: give either the name of one tool or --calls-file', { exitCode: 2 })
  if (callsFile === undefined)
    return { tool: tool ?? '', args: parse(options.args, '--args', z.record(z.string(), z.unknown()), command) }
  let text: string
  try {
    text = readFileSync(callsFile === '-' ? 0 : callsFile, 'utf8')
  } catch (error) {
    return command.error(`surehand: ${callsFile} cannot be read: ${(error as Error).message}`, { exitCode: 2 })
  }
  return parse(text, callsFile, callsSchema, command)
}

function parse<S extends z.ZodType>(text: string, where: string, schema: S, command: Command): z.output<S> {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    return command.error(`surehand: ${where}: ${z.prettifyError(parsed.error)}`, { exitCode: 2 })
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return command.error(`surehand: ${where} is not JSON: ${error.message}`, { exitCode: 2 })
  }
}

async function runCalls(calls: Call[] | Call): Promise<void> {
  const { engine } = await openEngine()
  try {
    const [output, failed] = Array.isArray(calls) ? await inARow(engine, calls) : await single(engine, calls)
    process.stdout.write(`${JSON.stringify(output, null, 2)}\n`)
    if (failed) process.exitCode = 1
  } finally {
    await engine.close()
  }
}

async function single(engine: Engine, call: Call): Promise<[unknown, boolean]> {
  const result = renderResult(await engine.call(shell, { tool: call.tool, arguments: call.args }))
  return [result, result.isError === true]
}

async function inARow(engine: Engine, calls: readonly Call[]): Promise<[unknown, boolean]> {
  const output: { tool: string; result: unknown }[] = []
  for (const call of calls) {
    const [result, failed] = await single(engine, call)
    output.push({ tool: call.tool, result })
    if (failed) return [output, true]
  }
  return [output, false]
}
