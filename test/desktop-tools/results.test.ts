import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launcher, Surehand } from '../support/surehand.ts'
import { Stage } from './stage.ts'

/** What is too large for a result, on a real app; what is right is told by the app's file. */

let stage: Stage
let folder: string
let file: string
let app: ChildProcess
let field: string
beforeAll(async () => {
  stage = await Stage.set()
  folder = mkdtempSync(join(tmpdir(), 'surehand-results-'))
  file = join(folder, 'large.txt')
  const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index}: Größe “ñandú” 日本語 😀 ${'x'.repeat(20)}`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  app = spawn('mousepad', [file], { env: stage.env, stdio: 'ignore' })
  await stage.run('xdotool', 'search', '--sync', '--onlyvisible', '--name', 'large.txt')
  await stage.surehand.call('wait_for', { app: 'mousepad', until: { text: 'line 0: ' }, timeout_seconds: 30 })
  const [id] = await look()
  if (id === undefined) throw new Error('mousepad does not show the file')
  field = id
}, 120_000)
afterAll(async () => {
  app?.kill('SIGKILL')
  await stage?.strike()
  if (folder !== undefined) rmSync(folder, { recursive: true })
})

/** Ids of the text fields that hold what the file begins with. */
async function look(surehand = stage.surehand): Promise<string[]> {
  const { data } = await surehand.call('find', { app: 'mousepad', query: 'line 0: ' })
  const { matches = [] } = data as { matches?: { id: string; role: string }[] }
  return matches.filter(({ role }) => role === 'text').map(({ id }) => id)
}

const readText = (args = {}) => stage.surehand.call('read_text', { app: 'mousepad', element_id: field, ...args })

async function resource(uri: string, surehand = stage.surehand): Promise<string> {
  const { contents } = await surehand.client.readResource({ uri })
  const [content] = contents
  if (content === undefined || !('text' in content)) throw new Error('the resource has no text')
  return content.text
}

const linkOf = ({ content }: Awaited<ReturnType<typeof readText>>['raw']) =>
  content.flatMap((block) => (block.type === 'resource_link' ? block : []))[0]

const results = () => join(String(stage.env.XDG_RUNTIME_DIR), 'surehand', 'results')
const sessions = () => readdirSync(results()).filter((name) => name.startsWith('session-'))

describe('a document of some megabytes', () => {
  test('is answered within bounds, and the resource behind the link is the file', async () => {
    const answer = await readText()
    expect(statSync(file).size).toBeGreaterThan(3_000_000)
    expect(Buffer.byteLength(JSON.stringify(answer.raw.content))).toBeLessThan(80_000)
    expect(Buffer.byteLength(JSON.stringify(answer.raw.structuredContent))).toBeLessThanOrEqual(65_536)
    const link = linkOf(answer.raw)
    expect(link).toMatchObject({ mimeType: 'text/plain', size: statSync(file).size })
    expect(answer.text).toContain(link?.uri)
    const whole = readFileSync(file, 'utf8')
    expect(await resource(link?.uri as string)).toBe(whole)

    const { resources } = await stage.surehand.client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(link?.uri)
    expect(await resource(`${link?.uri}?offset=1000000&length=5000`)).toBe(
      [...whole].slice(1_000_000, 1_005_000).join(''),
    )
  })

  test('also comes in pieces', async () => {
    const whole = [...readFileSync(file, 'utf8')]
    const { data } = await readText({ offset: 1_000_000 })
    expect(data).toMatchObject({ offset: 1_000_000, total: whole.length })
    expect(data.text).toBe(whole.slice(1_000_000, data.end as number).join(''))
    expect(data.text).not.toBe('')
    const last = await readText({ offset: whole.length - 5 })
    expect(last.data).toMatchObject({ text: whole.slice(-5).join(''), end: whole.length })
  })

  test('an outline is cut at a line, and says so', async () => {
    const answer = await stage.surehand.call('get_app_state', {
      app: 'mousepad',
      text_limit: 'max',
      include_screenshot: false,
    })
    expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(65_536)
    expect(Buffer.byteLength(answer.text)).toBeGreaterThan(60_000)
    expect(Buffer.byteLength(JSON.stringify(answer.data))).toBeLessThanOrEqual(262_144)
    expect(answer.text).toMatch(/Cut here: \d+ of \d+ lines, \d+ of \d+ bytes are shown/)
    const whole = await resource(linkOf(answer.raw)?.uri as string)
    expect(Buffer.byteLength(whole)).toBeGreaterThan(200_000)
    expect(whole.startsWith(answer.text.slice(0, answer.text.indexOf('\n\nCut here:')))).toBe(true)
  })

  test('only its owner can read the file, another session does not know it, and it goes with its session', async () => {
    const before = sessions()
    const other = await Surehand.connect(stage.env)
    const mine = linkOf((await readText()).raw)?.uri as string
    const [id] = await look(other)
    const theirs = await other.call('read_text', { app: 'mousepad', element_id: id })
    const uri = linkOf(theirs.raw)?.uri as string
    expect(await resource(uri, other)).toBe(readFileSync(file, 'utf8'))
    // The same text, so the same id: the address alone must not be enough.
    expect(uri).toBe(mine)
    for (const name of sessions()) {
      expect(statSync(join(results(), name)).mode & 0o777).toBe(0o700)
      for (const each of readdirSync(join(results(), name)))
        expect(statSync(join(results(), name, each)).mode & 0o777).toBe(0o600)
    }
    await other.stop()
    await expect.poll(sessions).toEqual(before)
    const third = await Surehand.connect(stage.env)
    await expect(resource(uri, third)).rejects.toThrow(/no such result/)
    await third.stop()
    expect(await resource(mine)).toBe(readFileSync(file, 'utf8'))
  })

  test('from the shell the result names the file', async () => {
    const shell = (tool: string, args: object) =>
      promisify(execFile)(launcher, ['call', tool, '--args', JSON.stringify({ app: 'mousepad', ...args })], {
        env: stage.env,
        maxBuffer: 10_000_000,
      }).then(({ stdout }) => JSON.parse(stdout))
    const found = await shell('find', { query: 'line 0: ' })
    const { id } = found.structuredContent.matches.find(({ role }: { role: string }) => role === 'text')
    const { content } = await shell('read_text', { element_id: id })
    const path = fileURLToPath(content.at(-1).uri)
    expect(content[0].text).toContain(path)
    expect(readFileSync(path).equals(readFileSync(file))).toBe(true)
  })
})
