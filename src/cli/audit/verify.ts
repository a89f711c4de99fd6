import { styleText } from 'node:util'
import { Command, InvalidArgumentError } from 'commander'
import { type CheckedChain, verifyFiles, verifyFolder } from '../../observability/audit/verify.ts'
import { exitCodes, WRONG_USAGE } from '../exit-codes.ts'
import { configuredFolder } from './folder.ts'

/** There is nothing to verify. */
const NO_LOG = 3

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('say whether the audit log is whole; which line is changed, missing, in another order or cut off')
    .argument('[files...]', 'files to look at by themselves, such as copies; default: the whole log of this user')
    .option(
      '--anchor <hash>',
      'a hash that was noted earlier must be in the log; may be given several times',
      collect,
      [],
    )
    .option(
      '--json',
      'print one JSON object: {"whole", "chains": [{"name", "files", "records", "first", "head", "findings", "remarks"}], "anchors_missing"}',
    )
    .addHelpText(
      'after',
      exitCodes({ 0: 'whole', 1: 'something is changed, missing or cut off', [NO_LOG]: 'there is no log' }),
    )
    .action(async (files: string[], { json, anchor }: { json?: true; anchor: string[] }, command: Command) => {
      const chains = await verify(files, anchor, command)
      if (chains.length === 0) {
        process.stderr.write(`surehand: there is no audit log in ${configuredFolder()}\n`)
        process.exitCode = NO_LOG
        return
      }
      const missing = anchor.filter((hash) => !chains.some(({ anchored }) => anchored.includes(hash)))
      const whole = missing.length === 0 && chains.every(({ findings }) => findings.length === 0)
      const shown = chains.map(({ anchored: _, ...chain }) => chain)
      process.stdout.write(
        json
          ? `${JSON.stringify({ whole, chains: shown, anchors_missing: missing }, null, 2)}\n`
          : report(chains, missing, whole),
      )
      if (!whole) process.exitCode = 1
    })

function collect(hash: string, before: readonly string[]): readonly string[] {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new InvalidArgumentError('Expected 64 hexadecimal digits.')
  return [...before, hash]
}

async function verify(files: readonly string[], anchors: readonly string[], command: Command) {
  try {
    return files.length > 0 ? await verifyFiles(files, anchors) : await verifyFolder(configuredFolder(), anchors)
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    return command.error(`surehand: ${path === undefined ? message : `${path} cannot be read: ${code}`}`, {
      exitCode: WRONG_USAGE,
    })
  }
}

/** A paragraph for each chain: what was looked at, what is wrong, what is worth a word. */
function report(chains: readonly CheckedChain[], anchorsMissing: readonly string[], whole: boolean): string {
  const paragraphs = chains.map(({ name, files, records, first, head, findings, remarks }) => {
    const span = first === undefined || head === undefined ? 'no record' : `records ${first} to ${head.seq}`
    return [
      `${name}: ${span}, ${records} in ${files.length} file${files.length === 1 ? '' : 's'}`,
      ...findings.map(({ file, line, kind, what }) => `  ${coloured('red', kind.padEnd(9))}  ${file}:${line}  ${what}`),
      ...remarks.map(
        ({ file, line, kind, what }) => `  ${coloured('yellow', kind.padEnd(9))}  ${file}:${line}  ${what}`,
      ),
      ...(head === undefined ? [] : [`  head       ${head.hash}`]),
    ].join('\n')
  })
  const anchors = anchorsMissing.map((hash) => `The record with the hash ${hash} is not there.`)
  const verdict = whole
    ? coloured('green', 'Whole: nothing is changed, missing or in another order.')
    : coloured('red', 'Not whole.')
  return `${[...paragraphs, ...anchors, verdict].join('\n\n')}\n`
}

/** Only on a terminal, and not against NO_COLOR; `styleText` looks at both. */
const coloured = (colour: 'red' | 'yellow' | 'green', text: string): string =>
  styleText(colour, text, { stream: process.stdout })
