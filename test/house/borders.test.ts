import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Violations of the borders, planted in a copy that has the repository's own rules: the linter must find every one. */

const repository = fileURLToPath(new URL('../..', import.meta.url))
const restricted = 'lint/style/noRestrictedImports'
const cycle = 'lint/suspicious/noImportCycles'
const hidden = 'plugin'

const above = ['dispatch', 'tools', 'mcp', 'daemon', 'cli', 'observability', 'config', 'ocr']
const decisions = ['policy', 'ladder', 'outcome', 'perception']
const platform = ['desktop/linux', 'desktop/windows']

/** What each folder may not import, as folders of src. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  policy: [...above, ...platform],
  ladder: [...above, ...platform],
  outcome: [...above, ...platform],
  perception: [...above, ...platform],
  dispatch: ['mcp', 'daemon', 'cli', 'ocr', ...platform],
  tools: ['dispatch', 'mcp', 'daemon', 'cli', 'ocr', ...platform],
  mcp: ['policy', 'ladder', 'perception', 'cli', 'ocr', ...platform],
  daemon: [...decisions, 'tools', 'mcp', 'cli', 'ocr', ...platform],
  observability: ['policy', 'ladder', 'perception', 'tools', 'mcp', 'daemon', 'cli', 'ocr', ...platform],
  ocr: ['policy', 'ladder', 'outcome', ...above.filter((folder) => folder !== 'ocr'), ...platform],
  config: [...decisions, ...above.filter((folder) => folder !== 'config'), ...platform],
  desktop: [...decisions, ...above],
  'desktop/linux/x11': [...decisions, ...above],
}

/** File, its only statement, and the rule that must find it there. */
type Plant = readonly [file: string, statement: string, rule: string]

const up = (folder: string) => '../'.repeat(folder.split('/').length)
const folders: readonly Plant[] = Object.entries(forbidden).flatMap(([from, targets]) =>
  targets.map(
    (to): Plant => [`${from}/to-${to.replace('/', '-')}.ts`, `import '${up(from)}${to}/target.ts'`, restricted],
  ),
)

const forms: readonly Plant[] = [
  ['policy/type-only.ts', "import type { Target } from '../mcp/target.ts'\nexport const a: Target = 1", restricted],
  ['policy/inline-type.ts', "import { type Target } from '../mcp/target.ts'\nexport const a: Target = 1", restricted],
  ['policy/re-export.ts', "export * from '../mcp/target.ts'", restricted],
  ['policy/type-re-export.ts', "export type { Target } from '../mcp/target.ts'", restricted],
  ['policy/dynamic.ts', "export const a = await import('../mcp/target.ts')", restricted],
  ['policy/template.ts', 'export const a = await import(`../mcp/target.ts`)', hidden],
  ['policy/computed.ts', "const path = '../mcp/target.ts'\nexport const a = await import(path)", hidden],
  ['policy/import-type.ts', "export type A = import('../mcp/target.ts').Target", hidden],
  ['ladder/deep/er/file.ts', "import '../../../cli/target.ts'", restricted],
  ['policy/beside.test.ts', "import '../cli/target.ts'", restricted],
]

const packages: readonly Plant[] = [
  ['policy/to-sdk.ts', "import '@modelcontextprotocol/server'", restricted],
  ['tools/to-sdk.ts', "import '@modelcontextprotocol/server/stdio'", restricted],
  ['desktop/linux/to-sdk.ts', "import '@modelcontextprotocol/client'", restricted],
  ['perception/to-x11.ts', "import 'x11'", restricted],
  ['dispatch/to-dbus.ts', "import 'dbus-native'", restricted],
  ['mcp/to-x11.ts', "import 'x11'", restricted],
]

const privates: readonly Plant[] = [
  ['ocr/to-private.ts', "import '../perception/outline.ts'", restricted],
  ['tools/to-private.ts', "import '../perception/outline.ts'", restricted],
  ['outcome/to-private.ts', "import '../ladder/rungs/seat.ts'", restricted],
  ['desktop/port.ts', "import './linux/target.ts'", restricted],
  ['desktop/port/to-platform.ts', "import '../linux/target.ts'", restricted],
  ['policy/to-part-of-port.ts', "import '../desktop/port/target.ts'", restricted],
  ['desktop/linux/to-part-of-port.ts', "import '../port/target.ts'", restricted],
]

const cycles: readonly Plant[] = [
  ['outcome/one.ts', "import { two } from './two.ts'\nexport const one = () => two", cycle],
  ['outcome/two.ts', "import { one } from './one.ts'\nexport const two = () => one", cycle],
  ['outcome/first.ts', "import type { Second } from './second.ts'\nexport type First = Second | 1", cycle],
  ['outcome/second.ts', "import type { First } from './first.ts'\nexport type Second = First[]", cycle],
  ['policy/across.ts', "import { back } from '../ladder/back.ts'\nexport const across = () => back", cycle],
  ['ladder/back.ts', "import { across } from '../policy/across.ts'\nexport const back = () => across", cycle],
]

/** What the borders allow; nothing may be found here. */
const innocents: readonly (readonly [file: string, statement: string])[] = [
  ['policy/to-port.ts', "import '../desktop/port.ts'"],
  ['tools/to-perception.ts', "import '../perception/index.ts'"],
  [
    'dispatch/to-decisions.ts',
    "import '../policy/target.ts'\nimport '../ladder/target.ts'\nimport '../outcome/target.ts'",
  ],
  ['mcp/to-engine.ts', "import '../dispatch/target.ts'\nimport '@modelcontextprotocol/server'"],
  ['ocr/to-perception.ts', "import '../perception/index.ts'\nimport 'tesseract.js'"],
  ['perception/inside.ts', "import './outline.ts'\nimport 'sharp'"],
  ['desktop/port/inside.ts', "import './target.ts'"],
  ['desktop/linux/inside.ts', "import 'x11'\nimport '../port.ts'\nimport './x11/target.ts'"],
  ['cli/compose.ts', "import '../desktop/linux/target.ts'\nimport '../mcp/target.ts'\nimport '../dispatch/target.ts'"],
]

const plants = [...folders, ...forms, ...packages, ...privates, ...cycles]
let copy: string
let found: ReadonlySet<string>

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'surehand-borders-'))
  cpSync(join(repository, 'biome.json'), join(copy, 'biome.json'))
  cpSync(join(repository, 'scripts/lint'), join(copy, 'scripts/lint'), { recursive: true })
  for (const [file, statement] of [...plants, ...innocents]) {
    mkdirSync(dirname(join(copy, 'src', file)), { recursive: true })
    writeFileSync(join(copy, 'src', file), `${statement}\n`)
  }
  found = lint(copy)
})

afterAll(() => rmSync(copy, { recursive: true }))

/** `file rule` of every finding. */
function lint(folder: string): ReadonlySet<string> {
  const biome = join(repository, 'node_modules/.bin/biome')
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 })
  const { diagnostics } = JSON.parse(stdout) as Report
  return new Set(diagnostics.map(({ category, location }) => `${location.path} ${category}`))
}

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[]
}

describe('a planted violation is found:', () => {
  test.each(plants)('%s', (file, _statement, rule) => {
    expect(found).toContain(`src/${file} ${rule}`)
  })
})

test.each(innocents)('an import that is allowed is not taken for a violation: %s', (file) => {
  for (const rule of [restricted, cycle, hidden]) expect(found).not.toContain(`src/${file} ${rule}`)
})

test('every folder of src has borders, but cli, which composes the others', () => {
  const guarded = new Set(Object.keys(forbidden).map((folder) => folder.split('/')[0]))
  const entries = readdirSync(join(repository, 'src'), { withFileTypes: true })
  const present = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(present.length).toBeGreaterThan(5)
  expect(present.filter((folder) => folder !== 'cli' && !guarded.has(folder))).toEqual([])
})
