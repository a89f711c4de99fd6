import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** `bin/surehand` in folders laid out as a checkout and as an installed package, with stand-ins for Node. */

const launcher = fileURLToPath(new URL('../../bin/surehand', import.meta.url))
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'surehand launcher '))
})

afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content = '', mode = 0o644): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
  chmodSync(join(root, file), mode)
}

/** A Node that tells its version when asked, and otherwise who it is and what it was given. */
function installNode(file: string, version: string): void {
  write(file, `#!/bin/sh\n[ "$1" != -p ] || { echo ${version}; exit; }\necho "${file} $*"\nexit 9\n`, 0o755)
}

function installPackage(folder: string, main: 'src/cli/main.ts' | 'dist/cli/main.js'): void {
  write(`${folder}/${main}`)
  mkdirSync(join(root, folder, 'bin'))
  cpSync(launcher, join(root, folder, 'bin/surehand'))
}

function run(program: string) {
  const env = { PATH: `${join(root, 'path')}:/usr/bin:/bin` }
  return spawnSync(join(root, program), ['one', 'two  words'], { env, encoding: 'utf8' })
}

test('a checkout runs its sources on the Node that it brings along', () => {
  installPackage('checkout', 'src/cli/main.ts')
  installNode('checkout/node_modules/.bin/node', '24.0.0')
  installNode('path/node', '20.0.0')
  const { stdout, status } = run('checkout/bin/surehand')
  expect(stdout).toBe(`checkout/node_modules/.bin/node ${root}/checkout/src/cli/main.ts one two  words\n`)
  expect(status).toBe(9)
})

test('a package that is reached through a link runs its built files', () => {
  installPackage('node_modules/surehand', 'dist/cli/main.js')
  mkdirSync(join(root, 'node_modules/.bin'))
  symlinkSync('../surehand/bin/surehand', join(root, 'node_modules/.bin/surehand'))
  installNode('path/node', '22.12.0')
  expect(run('node_modules/.bin/surehand').stdout).toContain(`${root}/node_modules/surehand/dist/cli/main.js one`)
})

test('a Node that is installed beside the package goes before that of the machine', () => {
  installPackage('node_modules/surehand', 'dist/cli/main.js')
  installNode('node_modules/.bin/node', '24.0.0')
  installNode('path/node', '20.0.0')
  expect(run('node_modules/surehand/bin/surehand').stdout).toContain('node_modules/.bin/node ')
})

test.each([
  ['dist/cli/main.js', '20.20.2', 'needs Node.js 22.12 or newer; found 20.20.2', 'npm install node@24'],
  ['dist/cli/main.js', '22.11.9', 'needs Node.js 22.12 or newer; found 22.11.9', 'npm install node@24'],
  ['src/cli/main.ts', '22.17.0', 'needs Node.js 22.18 or newer; found 22.17.0', "Run 'npm ci'"],
] as const)('%s on Node %s is refused with a way out', (main, version, reason, remedy) => {
  installPackage('package', main)
  installNode('path/node', version)
  const { stdout, stderr, status } = run('package/bin/surehand')
  expect(stderr).toContain(reason)
  expect(stderr).toContain(remedy)
  expect([status, stdout]).toEqual([1, ''])
})
