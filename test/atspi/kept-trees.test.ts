/** Looks that are answered from memory, at a window of which GTK tells only half of what changes; judged by pyatspi. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import type { AppInfo, Desktop, TreeRead, WindowInfo } from '../../src/desktop/port.ts'
import { capture, type SnapshotNode } from '../../src/perception/index.ts'
import { eventually, PYTHON, Stage, script, seenByPyatspi, within } from './stage.ts'

let stage: Stage
let window: ChildProcess
let desktop: Desktop
let app: AppInfo
let answers: AsyncIterator<string>
/** How the trees of the last look were read. */
let methods: TreeRead['method'][] = []

const LOOKS_FIRST = 66

beforeAll(async () => {
  stage = await Stage.open()
  window = spawn(PYTHON, [script('restless-window.py')], { env: stage.env, stdio: ['pipe', 'pipe', 'ignore'] })
  answers = createInterface({ input: window.stdout as NonNullable<typeof window.stdout> })[Symbol.asyncIterator]()
  const opened = await openLinuxDesktop(stage.env)
  const { accessibility } = opened
  desktop = Object.create(opened, {
    accessibility: {
      value: {
        ...accessibility,
        readTree: async (...args: Parameters<typeof accessibility.readTree>) => {
          const read = await accessibility.readTree(...args)
          methods.push(read.method)
          return read
        },
      },
    },
  }) as Desktop
  app = await eventually('the window on the bus', async () => {
    const { apps } = await desktop.apps.list(within())
    const found = apps.find(({ process }) => process?.pid === window.pid)
    const shown = found && (await desktop.windows.list(found, within())).some(({ accessible }) => accessible)
    return shown ? found : undefined
  })
  // Nothing is kept of an app that nobody listens to.
  await desktop.accessibility.watch(app.root as NonNullable<AppInfo['root']>, () => {}, within())
  // The app is tried less and less often.
  for (let count = 0; count < LOOKS_FIRST; count++) await look()
}, 60_000)

afterAll(async () => {
  const ended = once(window, 'exit')
  window.stdin?.end()
  await ended
  await desktop?.close()
  await stage?.close()
})

async function change(what: string): Promise<void> {
  window.stdin?.write(`${what}\n`)
  expect((await answers.next()).value).toBe('done')
}

async function look() {
  methods = []
  const windows = await desktop.windows.list(app, within(), { keptWillDo: true })
  const main = windows.find(({ kind }) => kind === 'normal') as WindowInfo
  const options = { includeScreenshot: false, keptWillDo: true, windows } as const
  return capture(desktop, app, main, options, within())
}

const flat = (node: SnapshotNode): readonly SnapshotNode[] => [node, ...node.children.flatMap(flat)]

/** What it says of the accessibles in view, as the oracle says it; boxes counted from the window's frame. */
async function seen() {
  const { main, window } = await look()
  if (main === undefined || window.frame === undefined) throw new Error('the window could not be looked at')
  const { x, y } = window.frame
  return flat(main.root)
    .filter(({ record }) => record.role !== 'frame')
    .map(({ record, details: { box, text, value } }) => ({
      path: record.handle.slice(record.handle.indexOf('/')),
      role: record.role,
      name: record.name,
      description: record.description,
      states: [...record.states.list()].sort(),
      ...(box && { extents: [box.x + x, box.y + y, box.width, box.height] }),
      ...(text?.content !== undefined && { text: text.content }),
      ...(value && { value: value.current }),
    }))
}

async function expectTheTruth(): Promise<void> {
  const told = await seen()
  const truth = new Map(seenByPyatspi(stage, 'restless-window').map((one) => [one.path, one]))
  for (const one of told) expect(one).toEqual(expect.objectContaining(pick(truth.get(one.path), Object.keys(one))))
  const shown = [...truth.values()].filter(
    ({ role, states }) => states.includes('showing') && ['label', 'push button', 'check box', 'text'].includes(role),
  )
  expect(told.map(({ path }) => path)).toEqual(expect.arrayContaining(shown.map(({ path }) => path)))
}

const pick = (from: object | undefined, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(from ?? {}).filter(([key]) => keys.includes(key)))

/** Some looks read everything, to try the app: on to one that need not. */
async function untilKept(): Promise<void> {
  await eventually('a look from memory', async () => {
    await look()
    return methods.every((method) => method === 'kept') || undefined
  })
}

test('a look at what has not changed asks for no tree, and says the truth', async () => {
  await untilKept()
  await expectTheTruth()
})

test.each([
  'relabel a label',
  'relabel a button',
  'check',
  'disable',
  'disable what is around others',
  'type',
  'progress',
  'scroll',
  'select a row',
  'turn the page',
  'show another',
  'add a row',
  'remove a row',
  'widen',
  'retitle',
  'focus',
  'explain',
])('after "%s" it says the truth', async (what) => {
  await untilKept()
  await change(what)
  await expectTheTruth()
})

test('what was typed is seen without reading the tree again', async () => {
  const read: TreeRead['method'][] = []
  // One of three may be a look that tries the app.
  for (let round = 0; round < 3; round++) {
    await untilKept()
    await change('type')
    await look()
    read.push(...methods)
  }
  expect(read.filter((method) => method === 'kept').length).toBeGreaterThanOrEqual(2)
})
