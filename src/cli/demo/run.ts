import { fileURLToPath } from 'node:url'
import { startEmbeddedDesktop } from '../../desktop/linux/embedded/desktop.ts'
import { type DemoApp, isThere, startApp } from './apps.ts'
import type { DemoClient } from './client.ts'
import { type Step, steps } from './script.ts'
import type { DemoRow } from './table.ts'

const surehand = fileURLToPath(new URL('../../../bin/surehand', import.meta.url))
const fixtureTitle = 'surehand demo'

export interface DemoResult {
  readonly rows: readonly DemoRow[]
  /** How often the person's window was disturbed, by its own journal. */
  readonly disturbances: number
}

/**
 * The main job on a desktop of its own: a person's window that fills the screen, the fixture app wholly behind it, the
 * server as a child over stdio, a real MCP client. Everything that it starts ends with it.
 */
export async function runDemo(say: (line: string) => void, show: (row: DemoRow) => void): Promise<DemoResult> {
  if (!isThere()) throw new Error('The demo needs a checkout: the fixture app is not part of the installed package.')
  const { DemoClient } = await import('./client.ts')
  say('Starting a desktop of its own …')
  const desktop = await startEmbeddedDesktop({})
  const ends: (() => Promise<void>)[] = [() => desktop.stop()]
  try {
    say("Starting the fixture app, and a person's window that covers it wholly and has the focus …")
    const fixture = await startApp('run', desktop.env, ['--title', fixtureTitle])
    ends.push(fixture.stop)
    const person = await startApp('sentinel', desktop.env, ['--maximized'])
    ends.push(person.stop)
    say('Connecting an MCP client to the server …')
    const client = await DemoClient.connect(surehand, desktop.env)
    ends.push(() => client.close())
    const before = disturbances(person)
    const rows = await play(client, show)
    return { rows, disturbances: disturbances(person) - before }
  } finally {
    for (const end of ends.toReversed()) await end().catch((error: Error) => say(`surehand: ${error.message}`))
  }
}

const disturbing: ReadonlySet<string> = new Set(['focus-out', 'key-press', 'button-press', 'wheel', 'text'])

const disturbances = (person: DemoApp): number => person.events().filter((event) => disturbing.has(event)).length

async function play(client: DemoClient, show: (row: DemoRow) => void): Promise<DemoRow[]> {
  const app = await client.findApp(fixtureTitle)
  const ids = new Map<string, string>()
  const rows: DemoRow[] = []
  for (const step of steps) {
    const row = await run(client, step, app, ids)
    rows.push(row)
    show(row)
  }
  return rows
}

async function run(client: DemoClient, step: Step, app: string, ids: Map<string, string>): Promise<DemoRow> {
  const { target, remark } = step
  const element = target === undefined ? {} : { element_id: ids.get(target), include_state: false }
  const startedAt = performance.now()
  const call = await client.call(step.tool, { app, ...element, ...step.args })
  const ms = Math.round((performance.now() - startedAt) * 10) / 10
  if (target === undefined) for (const [name, id] of call.elements) ids.set(name, id)
  const reached = step.expected === undefined ? !call.failed : call.verdict === step.expected
  return {
    tool: step.tool,
    target: target ?? fixtureTitle,
    tier: call.tier,
    verdict: call.failed ? 'error' : (call.verdict ?? 'read'),
    focus_changed: call.focusChanged,
    ms,
    remark: call.failed ? call.text : remark,
    asExpected: reached && call.focusChanged !== true,
  }
}
