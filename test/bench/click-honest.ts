import { fileURLToPath } from 'node:url'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { entry } from '../support/journal.ts'
import { BareBus, type BareSignal } from './bare-bus.ts'
import { McpSession } from './mcp-session.ts'
import type { Contender } from './measure.ts'
import { PyatspiPeer } from './peer.ts'
import { FLOOR, OURS } from './result.ts'
import type { Workplace } from './workplace.ts'

const BUTTON = 'honest-button'
/** The label that counts the presses. */
const READOUT = 'honest-count'
const JOURNAL_WITHIN_MS = 2_000
const LAUNCHER = fileURLToPath(new URL('../../bin/surehand', import.meta.url))

/**
 * A verified click on a button, by an MCP client over stdio, with the server as its child. Each contender has an app of
 * its own: to surehand, a label that another client counts up is one that changes by itself, and no evidence.
 */
export async function clickHonest(place: Workplace): Promise<readonly Contender[]> {
  const { env, accessibilityBus } = place
  const apps = await Promise.all(
    [FLOOR, OURS, 'pyatspi'].map((name) => startFixture({ env, options: ['--name', `bench-${name}`] })),
  )
  for (const app of apps) place.atEnd(() => app.stop())
  const [bare, own, other] = apps as [FixtureProcess, FixtureProcess, FixtureProcess]

  const bus = await BareBus.connect(accessibilityBus, bare.pid)
  place.atEnd(() => bus.close())
  const session = await McpSession.open(LAUNCHER, env)
  place.atEnd(() => session.close())
  const peer = await PyatspiPeer.start(env, 'click', String(other.pid), BUTTON, READOUT)
  place.atEnd(() => peer.stop())
  return [judged(await floor(bus), bare), judged(await ours(session, own.pid), own), judged(pyatspi(peer), other)]
}

/** The app's own journal says that each round pressed once: its count goes up by one, and by no more until the next. */
function judged({ name, round }: Contender, { journal }: FixtureProcess): Contender {
  let presses = 0
  return {
    name,
    async round() {
      const mark = journal.mark()
      const ms = await round()
      presses += 1
      const { count } = await journal.until(entry(BUTTON, 'effect'), JOURNAL_WITHIN_MS, mark)
      if (count !== presses)
        throw new Error(`wrong answer: ${name} was to press for the ${presses}th time, the app counts ${count}`)
      return ms
    },
  }
}

/** One DoAction, until its effect's event is here. */
async function floor(bus: BareBus): Promise<Contender> {
  const [button, readout] = [await bus.find(BUTTON), await bus.find(READOUT)]
  let heard: (() => void) | undefined
  await bus.listen(({ path, member, body }: BareSignal) => {
    if (path === readout && member === 'PropertyChange' && body[0] === 'accessible-name') heard?.()
  })
  return {
    name: FLOOR,
    async round() {
      const startedAt = performance.now()
      const effect = new Promise<void>((resolve) => {
        heard = resolve
      })
      await Promise.all([
        bus.call({ path: button, iface: 'org.a11y.atspi.Action', member: 'DoAction', signature: 'i', body: [0] }),
        effect,
      ])
      const ms = performance.now() - startedAt
      heard = undefined
      return ms
    },
  }
}

async function ours(session: McpSession, pid: number): Promise<Contender> {
  const app = String(pid)
  const element_id = await session.elementId(app, BUTTON)
  return {
    name: OURS,
    async round() {
      const startedAt = performance.now()
      const { isError, structuredContent, content } = await session.call('click', {
        app,
        element_id,
        include_state: false,
      })
      const ms = performance.now() - startedAt
      const { verdict } = (structuredContent ?? {}) as { verdict?: string }
      if (isError === true || verdict !== 'success')
        throw new Error(`wrong answer: the click came to ${JSON.stringify(content)}`)
      return ms
    },
  }
}

const pyatspi = (peer: PyatspiPeer): Contender => ({
  name: 'pyatspi',
  async round() {
    return (await peer.round()).ms
  },
})
