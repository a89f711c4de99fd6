import { Command, InvalidArgumentError } from 'commander'
import type { AuditRecord } from '../../observability/audit/chain.ts'
import { lastRecords, logFiles } from '../../observability/audit/read.ts'
import { sanitizeLines } from '../../visible-text.ts'
import { exitCodes, WRONG_USAGE } from '../exit-codes.ts'
import { configuredFolder } from './folder.ts'

interface Flags {
  readonly last: number
  readonly decision?: string
  readonly json?: true
}

export const showCommand = (): Command =>
  new Command('show')
    .description('print the last records of the audit log')
    .argument('[files...]', 'files to look into; default: the whole log of this user')
    .option('-n, --last <number>', 'how many', numberOf, 20)
    .option('--decision <id>', 'only those of the call with this decision id, as its result tells it')
    .option('--json', 'print the records as they are, one JSON object a line')
    .addHelpText('after', exitCodes({ 0: 'printed', 1: 'there is none' }))
    .action(async (files: string[], { last, decision, json }: Flags, command: Command) => {
      const fits = (record: AuditRecord) => decision === undefined || record.decision_id === decision
      const records = await read(files, last, fits, command)
      for (const record of records) process.stdout.write(`${json ? JSON.stringify(record) : inALine(record)}\n`)
      if (records.length > 0) return
      process.stderr.write(`surehand: there is no such record in ${files.join(', ') || configuredFolder()}\n`)
      process.exitCode = 1
    })

async function read(
  files: readonly string[],
  most: number,
  fits: (record: AuditRecord) => boolean,
  command: Command,
): Promise<readonly AuditRecord[]> {
  try {
    return await lastRecords(files.length > 0 ? files : await logFiles(configuredFolder()), most, fits)
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    const said = path === undefined ? message : `${path} cannot be read: ${code}`
    return command.error(`surehand: ${said}`, { exitCode: WRONG_USAGE })
  }
}

function numberOf(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return number
}

/** Names of apps and controls are theirs, and may hold what a terminal would obey. */
const inALine = (record: AuditRecord): string =>
  sanitizeLines(`${record.time}  ${record.type.padEnd(9)}  ${inWords(record)}`).replaceAll('\n', ' ')

function inWords(record: AuditRecord): string {
  const { seq: _, time: __, type, prev: ___, hash: ____, ...fields } = record
  if (type !== 'intent' && type !== 'outcome') return JSON.stringify(fields)
  const { tool, app, target, arguments: args, verdict, delivery_tier, error, decision_id, caller } = fields
  const { name, pid } = (app ?? {}) as { name?: string; pid?: number }
  const { role, name: label } = (target ?? {}) as { role?: string; name?: string }
  const parts = [
    tool,
    name !== undefined && `in ${JSON.stringify(name)}${pid === undefined ? '' : ` (pid ${pid})`}`,
    role !== undefined && `on ${role} ${JSON.stringify(label)}`,
    verdict !== undefined && `→ ${verdict}`,
    delivery_tier !== undefined && `via ${delivery_tier}`,
    error !== undefined && `→ refused: ${error}`,
    args !== undefined && JSON.stringify(args, readably),
    `by ${caller}, decision ${decision_id}`,
  ]
  return parts.filter((part) => part !== false && part !== undefined).join('  ')
}

/** What is masked, in a few words. */
function readably(_: string, value: unknown): unknown {
  const { masked, length } = (value ?? {}) as { masked?: unknown; length?: unknown }
  if (typeof masked !== 'string') return value
  return typeof length === 'number' ? `‹${masked}, ${length} characters›` : `‹${masked}›`
}
