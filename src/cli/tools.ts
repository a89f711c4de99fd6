import { Command } from 'commander'
import { describeTool } from '../mcp/server.ts'
import { catalog } from '../tools/catalog.ts'
import { exitCodes } from './exit-codes.ts'

export const command = (): Command =>
  new Command('tools')
    .description('print the catalog of tools')
    .option('--json', 'with the JSON Schemas, as clients get them from tools/list')
    .addHelpText('after', exitCodes({ 0: 'printed' }))
    .action(({ json }: { json?: true }) => {
      process.stdout.write(json ? `${JSON.stringify(catalog.map(describeTool), null, 2)}\n` : listing())
    })

function listing(): string {
  const width = Math.max(...catalog.map(({ name }) => name.length))
  return catalog
    .map(({ name, description, facts }) => {
      const [summary] = description.split('. ')
      return `${name.padEnd(width)}  ${facts.mutating ? 'acts ' : 'reads'}  ${summary?.replace(/\.?$/, '.')}\n`
    })
    .join('')
}
