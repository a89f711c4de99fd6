import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { run } from '../support/oracles.ts'
import { Surehand, type View } from '../support/surehand.ts'
import { cellsOf, sheetFile } from './sheet-file.ts'

/** LibreOffice makes itself a profile when it is first started. */
const START_MS = 120_000
const WITHIN_MS = 30_000
/** Cells that are written; `npm run sheet` writes 20. */
const CELLS = Number(process.env.SHEET_CELLS ?? 6)
const LOOKS = 31
/** Measured: 7 times. A look that reads the whole sheet, or each cell in full, takes more than this. */
const MOST = 10
const app = 'soffice'

let desktop: EmbeddedDesktop
let surehand: Surehand
let bystander: Bystander
let window: string
const folder = mkdtempSync(join(tmpdir(), 'spreadsheet-'))
const file = join(folder, 'book.fods')
const ends: (() => Promise<void>)[] = []

beforeAll(async () => {
  desktop = await startEmbeddedDesktop()
  surehand = await Surehand.connect(desktop.env)
  // Texts of one column that begin alike: what AutoInput would add to a text must not stay.
  writeFileSync(file, sheetFile(Array.from({ length: 40 }, (_, row) => ['A', 'B'].map((name) => `${name}-${row + 1}`))))
  window = await open('book.fods', 'soffice', '--norestore', '--nologo', '--calc', file)
  writeFileSync(join(folder, 'note.txt'), 'a line\n')
  await open('note.txt', 'mousepad', '--disable-server', join(folder, 'note.txt'))
  await untilSheetShows()
  bystander = await Bystander.arrive(desktop.env, 'covering')
}, START_MS)

afterAll(async () => {
  await surehand?.stop()
  await bystander?.leave()
  for (const end of ends) await end()
  await desktop?.stop()
  rmSync(folder, { recursive: true })
})

async function open(title: string, program: string, ...args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { env: desktop.env, stdio: 'ignore', detached: true })
  ends.push(async () => {
    const exited = once(child, 'exit')
    // soffice is a script around the program: both are of one group.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await exited
  })
  const found = await run(desktop.env, 'xdotool', 'search', '--sync', '--onlyvisible', '--name', title)
  return found.split('\n')[0] as string
}

/** Its window comes before its content. */
async function untilSheetShows(): Promise<void> {
  const deadline = performance.now() + START_MS
  while (!(await surehand.look(app)).has('A1'))
    if (performance.now() > deadline) throw new Error('the sheet does not show')
}

/** Spread over all rows and columns in view. */
function someCells(view: View): readonly string[] {
  const names: string[] = []
  for (let row = 1; view.has(`A${row}`); row++)
    for (let column = 0; view.has(cellAt(column, row)); column++) names.push(cellAt(column, row))
  expect(names.length).toBeGreaterThan(100)
  return Array.from(
    { length: CELLS },
    (_, index) => names[Math.floor((index * (names.length - 1)) / (CELLS - 1))] ?? '',
  )
}

const cellAt = (column: number, row: number): string => `${String.fromCharCode(65 + column)}${row}`

/** The person saves; the file is read as soon as it holds the text that was written last. */
async function saved(text: string): Promise<Readonly<Record<string, string>>> {
  const changes = watch(folder, { signal: AbortSignal.timeout(WITHIN_MS) })
  await run(desktop.env, 'xdotool', 'windowactivate', '--sync', window, 'key', 'ctrl+s')
  for (;;) {
    const content = readFileSync(file, 'utf8')
    if (content.includes(text) && content.trimEnd().endsWith('</office:document>')) return cellsOf(content)
    await changes.next()
  }
}

test('a look at a sheet of hundreds of cells stays bounded beside that of a text editor', async () => {
  const times: Record<string, number[]> = { mousepad: [], [app]: [] }
  for (let round = 0; round < LOOKS; round++)
    for (const [name, taken] of Object.entries(times)) {
      const { askedAt, answeredAt } = await surehand.call('get_app_state', { app: name })
      taken.push((answeredAt - askedAt) / 1_000)
    }
  const median = (name: string) => (times[name] as number[]).sort((a, b) => a - b)[LOOKS >> 1] as number
  const ratio = median(app) / median('mousepad')
  expect(ratio, `${median(app).toFixed(0)} ms to ${median('mousepad').toFixed(0)} ms`).toBeLessThanOrEqual(MOST)
})

test('text lands in the asked cell, covered by the window of the person, who notices nothing', {
  timeout: 120_000,
}, async () => {
  const view = await surehand.look(app)
  const names = someCells(view)
  const since = await bystander.watch()
  const said: string[] = []
  for (const [index, name] of names.entries()) {
    const { id } = view.element(name)
    const text = `A${index}`
    const answer =
      index % 2 === 0
        ? await surehand.call('type_text', { app, element_id: id, text, include_state: false })
        : await surehand.call('set_value', { app, element_id: id, value: text, include_state: false })
    said.push(answer.said)
  }
  expect(said).toEqual(names.map(() => 'success'))
  expect(await bystander.disturbances(since)).toEqual([])

  // What is no text as typed is not called one.
  const sum = await surehand.call('type_text', { app, element_id: view.element('C2').id, text: '=1+2' })
  expect(sum.said).toBe('effect_not_verified')
  const lines = await surehand.call('type_text', { app, element_id: view.element('C2').id, text: 'a\nb' })
  expect(lines.said).toBe('unsupported')
  const emptied = await surehand.call('set_value', { app, element_id: view.element('B3').id, value: '', confirm: true })
  expect(emptied.said).toBe('unsupported')

  const held = await saved(`A${CELLS - 1}`)
  expect(names.map((name) => held[name])).toEqual(names.map((_, index) => `A${index}`))
  const untouched = { B2: 'B-2', A2: 'A-2', B3: 'B-3', B4: 'B-4', A3: 'A-3' }
  expect(held).toMatchObject(untouched)
})
