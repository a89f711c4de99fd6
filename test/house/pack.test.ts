import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The package as npm would publish it, installed into an empty folder. */

const repository = fileURLToPath(new URL('../..', import.meta.url))
/** Without a display, and with the Node that runs this test first. */
const env = { ...process.env, DISPLAY: '', PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
let folder: string
let surehand: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'surehand-pack-'))
  const npm = (cwd: string, ...args: readonly string[]) => execFileSync('npm', args, { cwd, env, stdio: 'pipe' })
  npm(repository, 'pack', '--silent', '--pack-destination', folder)
  const [archive = 'no archive'] = readdirSync(folder)
  npm(folder, 'install', '--prefer-offline', '--no-audit', '--no-fund', `./${archive}`)
  surehand = join(folder, 'node_modules/.bin/surehand')
}, 180_000)

afterAll(() => rmSync(folder, { recursive: true }))

test('it holds what runs, and neither sources nor tests', () => {
  const installed = join(folder, 'node_modules/surehand')
  const files = readdirSync(installed, { recursive: true }).map(String)
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'bin/surehand', 'dist/cli/main.js']))
  expect(files.filter((file) => /(^src|\.ts$|\.test\.|\/testing\/)/.test(file))).toEqual([])
})

test('it neither offers the demo nor claims the fixture app, which only a checkout has', () => {
  const run = (...args: readonly string[]) => spawnSync(surehand, args, { env, encoding: 'utf8' })
  expect(run('--help').stdout).not.toContain('demo')
  const demo = run('demo')
  expect([demo.status, demo.stderr]).toEqual([1, expect.stringContaining('needs a checkout')])
  const { parts } = JSON.parse(run('doctor', '--json').stdout)
  const names = parts.map(({ name }: { name: string }) => name)
  expect(names).toContain('embedded desktop')
  expect(names).not.toContain('fixture app')
})

test('it serves a real client', async () => {
  const client = new Client({ name: 'pack-test', version: '1' })
  await client.connect(new StdioClientTransport({ command: surehand, args: ['serve'], env, stderr: 'ignore' }))
  const { tools } = await client.listTools()
  await client.close()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['get_app_state', 'click']))
})

test('it brings up a desktop', () => {
  const { status } = spawnSync(surehand, ['desktop', 'exec', '--', 'sh', '-c', 'xdpyinfo >/dev/null && exit 6'], {
    env,
  })
  expect(status).toBe(6)
})
