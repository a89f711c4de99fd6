/**
 * Writes the pages of docs/ that are made from the code. With --check it writes nothing and fails when one is out of date.
 * Run with: npm run docs
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { configSchema } from '../src/config/schema.ts'
import { errorsPage } from './pages/errors.ts'
import { ladderPage } from './pages/ladder.ts'
import { toolkitsPage } from './pages/toolkits.ts'
import { toolsPage } from './pages/tools.ts'

const pages: Readonly<Record<string, () => string>> = {
  'docs/errors.md': errorsPage,
  'docs/ladder.md': ladderPage,
  'docs/toolkits.md': toolkitsPage,
  'docs/tools.md': toolsPage,
  'docs/surehand.schema.json': () => `${JSON.stringify(configSchema.toJSONSchema({ io: 'input' }), null, 2)}\n`,
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
