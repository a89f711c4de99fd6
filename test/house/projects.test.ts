import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const repository = fileURLToPath(new URL('../..', import.meta.url))

test('every test file belongs to a project, so that npm test runs it', () => {
  const vitest = join(repository, 'node_modules/.bin/vitest')
  const listed = execFileSync(vitest, ['list', '--filesOnly', '--json'], { cwd: repository, encoding: 'utf8' })
  const files = (JSON.parse(listed) as { file: string }[]).map(({ file }) => relative(repository, file))
  const present = globSync('{src,test,scripts,fixture-app}/**/*.test.{ts,js,mts}', { cwd: repository })
  expect(present).toContain('test/house/projects.test.ts')
  expect(files.sort()).toEqual(present.sort())
})
