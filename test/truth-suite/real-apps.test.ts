import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { AccessibilityOracle, run } from '../support/oracles.ts'
import { launcher, Surehand } from '../support/surehand.ts'
import { patience } from './report.ts'
import { SET_UP_MS } from './scene.ts'
import { watchStarvation } from './starvation.ts'

const WITHIN_MS = 20_000 * patience

let desktop: EmbeddedDesktop
let surehand: Surehand

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  surehand = await Surehand.connect(desktop.env)
}, SET_UP_MS)

afterAll(async () => {
  await surehand?.stop()
  await desktop?.stop()
})

/** Starts an app and waits until the X server shows its window. @returns the window's id */
async function open(title: string, program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { env: desktop.env, stdio: 'ignore' })
  onTestFinished(async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const found = await run(desktop.env, 'xdotool', 'search', '--sync', '--onlyvisible', '--name', title)
  return found.split('\n')[0] as string
}

/** Asks again and again until the app holds this text: its window comes before its content. */
async function shows(oracle: AccessibilityOracle, text: string): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!(await oracle.texts()).includes(text))
    if (performance.now() > deadline) throw new Error(`the app does not show ${JSON.stringify(text)}`)
}

/** Someone else at work: from now on the app is in the background and must stay there. */
async function personArrives(): Promise<() => Promise<readonly string[]>> {
  const bystander = await Bystander.arrive(desktop.env, 'corner')
  onTestFinished(() => bystander.leave())
  const since = await bystander.watch()
  return () => bystander.disturbances(since)
}

function oracleFor(app: string): AccessibilityOracle {
  const oracle = new AccessibilityOracle(desktop.env, app)
  onTestFinished(() => oracle.stop())
  return oracle
}

test('gnome-calculator (GTK 4): 12 × 34 is 408, in the background', async () => {
  await open('Calculator', 'gnome-calculator')
  const disturbances = await personArrives()
  const app = 'gnome-calculator'
  const view = await surehand.look(app)
  const oracle = oracleFor(app)
  expect(await oracle.texts()).not.toContain('408')
  const starvation = watchStarvation(100)
  const said: string[] = []
  for (const key of ['1', '2', '×', '3', '4', '=']) {
    const answer = await surehand.call('click', { app, element_id: view.element(key).id, include_screenshot: false })
    said.push(answer.said)
  }
  expect(await oracle.texts()).toContain('408')
  // GTK 4 acts 250 ms after its answer. Until the display is known to be quiet, doubt is the truth.
  expect(said.filter((verdict) => verdict !== 'success' && verdict !== 'verifier_ambiguous')).toEqual([])
  if (!starvation()) expect(said.slice(3)).toContain('success')
  expect(await disturbances()).toEqual([])
})

test('mousepad (GTK 3): a text is set and added to, and is what the person saves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'truth-suite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'note.txt')
  writeFileSync(file, 'before\n')
  const window = await open('note.txt', 'mousepad', file)
  const disturbances = await personArrives()
  const app = 'mousepad'
  const oracle = oracleFor(app)
  await shows(oracle, 'before\n')
  const view = await surehand.look(app)
  const { id } = view.only(({ role, states = [] }) => role === 'text' && states.some((state) => state === 'settable'))

  const set = await surehand.call('set_value', { app, element_id: id, value: 'Grüße, 東京\n' })
  expect(set.said).toBe('success')
  expect(await oracle.texts()).toContain('Grüße, 東京\n')
  const typed = await surehand.call('type_text', { app, element_id: id, text: '😀 typed' })
  expect(typed.said).toBe('success')
  const held = (await oracle.texts()).find((text) => text.includes('😀 typed'))
  expect(held).toContain('Grüße, 東京\n')
  expect(await disturbances()).toEqual([])

  const saved = contentOf(folder, file, (content) => content !== 'before\n')
  await run(desktop.env, 'xdotool', 'windowactivate', '--sync', window, 'key', 'ctrl+s')
  expect((await saved).trimEnd()).toBe(held?.trimEnd())
})

/** The file's content as soon as it is as wanted. */
async function contentOf(folder: string, file: string, wanted: (content: string) => boolean): Promise<string> {
  const changes = watch(folder, { signal: AbortSignal.timeout(WITHIN_MS) })
  for (;;) {
    const content = readFileSync(file, 'utf8')
    if (wanted(content)) return content
    await changes.next()
  }
}

describe('from the shell', () => {
  const lookAt = (start: string, title: string, app: string) =>
    `${start} & xdotool search --sync --onlyvisible --name '${title}' >&2; ` +
    `"$0" call get_app_state --args '{"app":"${app}"}'; status=$?; kill $!; exit $status`

  test.each([
    ['gnome-calculator', lookAt('gnome-calculator', 'Calculator', 'gnome-calculator'), '"="'],
    ['mousepad', lookAt('mousepad', 'Mousepad', 'mousepad'), 'menu bar'],
    ['the fixture', lookAt('"$1"/run', 'Surehand fixture', 'surehand-fixture'), 'honest-button'],
  ])('desktop exec shows %s', async (_, script, shown) => {
    const fixtures = join(launcher, '../../fixture-app')
    const args = ['desktop', 'exec', '--', 'sh', '-c', script, launcher, fixtures]
    const { stdout } = await promisify(execFile)(launcher, args, { timeout: WITHIN_MS, maxBuffer: 50_000_000 })
    const result = JSON.parse(stdout) as { isError?: boolean; content: { type: string; text?: string }[] }
    expect(result.isError).toBeUndefined()
    expect(result.content.map(({ type }) => type)).toEqual(['text', 'image'])
    expect(result.content[0]?.text).toContain(shown)
  })
})
