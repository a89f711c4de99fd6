import { Command } from 'commander'
import { runDemo } from './demo/run.ts'
import { jsonLine, renderRows, summary } from './demo/table.ts'
import { exitCodes } from './exit-codes.ts'

export const command = (): Command =>
  new Command('demo')
    .description(
      'drive a fixture app in a desktop of its own, through a real MCP client, and show the verdicts; needs a checkout',
    )
    .option('--json', 'one JSON object a call and line, instead of a table')
    .addHelpText('after', exitCodes({ 0: 'all came out as it should', 1: 'something did not, or the demo failed' }))
    .action(async ({ json }: { json?: true }) => {
      const say = (line: string) => process.stderr.write(`${line}\n`)
      const colour = process.stdout.isTTY === true && !process.env.NO_COLOR
      const { rows, disturbances } = await runDemo(say, (row) => {
        if (json) process.stdout.write(`${jsonLine(row)}\n`)
      })
      if (!json) process.stdout.write(`${renderRows(rows, colour)}\n\n${summary(rows, disturbances)}\n`)
      if (disturbances > 0 || rows.some((row) => !row.asExpected)) process.exitCode = 1
    })
