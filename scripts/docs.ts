/**
 * Writes the pages of docs/ that are made from the code. With --check it writes nothing and fails when one is out of date.
 * Run with: npm run docs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { configSchema } from '../src/config/schema.ts'
import { errorTable } from '../src/errors.ts'

const pages: Readonly<Record<string, () => string>> = {
  'docs/errors.md': errorsPage,
  'docs/surehand.schema.json': () => `${JSON.stringify(configSchema.toJSONSchema({ io: 'input' }), null, 2)}\n`,
}

function errorsPage(): string {
  const sections = Object.entries(errorTable).map(([code, facts]) =>
    [
      `## ${code}`,
      '',
      facts.when,
      '',
      `- What to do: ${facts.recovery}`,
      `- The same call may succeed later: ${facts.retryable ? 'yes' : 'no'}`,
      `- Something may already have reached the app: ${facts.mayHaveActed ? 'yes' : 'no'}`,
    ].join('\n'),
  )
  const intro = [
    '# Error codes',
    '',
    'Made from `src/errors.ts` by `npm run docs`; do not edit.',
    '',
    'An error (`isError: true`) means that the call was refused or never ran. Its text begins with the code in brackets, and',
    '`_meta["computer-use-mcp/error"]` holds `code`, `recovery` and `retryable`. What an action that ran achieved is a verdict,',
    'not an error: see `contracts/outcome/README.md`.',
  ]
  return `${[intro.join('\n'), ...sections].join('\n\n')}\n`
}

const check = process.argv.includes('--check')
const stale = Object.entries(pages).filter(([file, make]) => {
  const url = new URL(`../${file}`, import.meta.url)
  const text = make()
  if (existsSync(url) && readFileSync(url, 'utf8') === text) return false
  if (!check) writeFileSync(url, text)
  return true
})
const names = stale.map(([file]) => file).join(', ')
if (check && stale.length > 0) {
  process.stderr.write(`Out of date: ${names}. Run: npm run docs\n`)
  process.exitCode = 1
} else if (!check) process.stdout.write(names === '' ? 'All pages are up to date.\n' : `Wrote ${names}.\n`)
