import { loadConfig } from '../../src/config/load.ts'
import { runtimeDir } from '../../src/config/runtime-dir.ts'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import type { AppInfo, Budget, Desktop, TreeRequest } from '../../src/desktop/port.ts'
import { createEngine, type Engine } from '../../src/dispatch/engine.ts'
import { openPolicy } from '../../src/dispatch/policy.ts'
import { callLog, createLogger } from '../../src/observability/log.ts'
import { OcrReader } from '../../src/ocr/reader.ts'
import { IdentityTable } from '../../src/perception/index.ts'
import { startMousepad } from './apps.ts'
import { BareBus } from './bare-bus.ts'
import { theSame } from './check.ts'
import type { Contender } from './measure.ts'
import { PyatspiPeer } from './peer.ts'
import { FLOOR, OURS } from './result.ts'
import { discard } from './sink.ts'
import type { Workplace } from './workplace.ts'

/** `get_app_state` of a real Mousepad, the tree alone, on a connection that is open; nothing of the tree is kept between calls. */
export async function stateMousepad(place: Workplace): Promise<readonly Contender[]> {
  const { env, accessibilityBus, folder } = place
  const app = await startMousepad(env, accessibilityBus, folder)
  place.atEnd(() => app.stop())

  const bus = await BareBus.connect(accessibilityBus, app.pid)
  place.atEnd(() => bus.close())
  const engine = await openEngineOver(env, 'nothing')
  place.atEnd(() => engine.close())
  const peers = await Promise.all([
    PyatspiPeer.start(env, 'state', String(app.pid)),
    PyatspiPeer.start(env, 'showing', String(app.pid)),
  ])
  for (const peer of peers) place.atEnd(() => peer.stop())
  const [whole, showing] = peers
  return [floorOf(bus), ours(engine, app.pid), pyatspi('pyatspi', whole), pyatspi('pyatspi_showing', showing)]
}

/** One bulk read and the extents of exactly what it says is showing. */
export function floorOf(bus: BareBus): Contender {
  const isSame = theSame('accessibles that show')
  return {
    name: FLOOR,
    async round() {
      const startedAt = performance.now()
      const showing = (await bus.items()).filter((item) => item.showing)
      const boxes = await Promise.all(showing.map(({ path }) => bus.extents(path)))
      const ms = performance.now() - startedAt
      isSame(boxes.length)
      return ms
    },
  }
}

function ours(engine: Engine, pid: number): Contender {
  const isSame = theSame('lines of the outline')
  const request = { tool: 'get_app_state', arguments: { app: String(pid), include_screenshot: false } }
  return {
    name: OURS,
    async round() {
      const startedAt = performance.now()
      const { answer, refusal } = await engine.call({ id: 'bench' }, request)
      const ms = performance.now() - startedAt
      if (answer === undefined) throw new Error(`get_app_state was refused: ${refusal?.message}`)
      if (!answer.text.includes(': complete.'))
        throw new Error(`get_app_state did not read everything:\n${answer.text}`)
      isSame(answer.text.split('\n').length)
      return ms
    },
  }
}

function pyatspi(name: string, peer: PyatspiPeer): Contender {
  const isSame = theSame(`accessibles that ${name} read and saw`)
  return {
    name,
    async round() {
      const { ms, read, showing } = await peer.round()
      isSame(`${read} and ${showing}`)
      return ms
    },
  }
}

/** The engine as `surehand serve` has it, log included; only its lines go nowhere. */
export async function openEngineOver(
  env: Readonly<Record<string, string>>,
  keeping: 'trees' | 'nothing',
): Promise<Engine> {
  const { config } = loadConfig(env)
  const logger = createLogger('info', discard())
  const identities = IdentityTable.open(runtimeDir(config, env))
  const opened = await openLinuxDesktop(env, logger)
  const desktop = keeping === 'nothing' ? readingAnew(opened) : opened
  const reader = new OcrReader({ languages: [], deadline: 0 })
  const policy = await openPolicy(config, process.cwd())
  return createEngine({ desktop, config, identities, reader, policy, observer: callLog(logger) })
}

/** No tree is kept between two looks, as if each were the first one. */
function readingAnew(desktop: Desktop): Desktop {
  const { windows, accessibility } = desktop
  return Object.create(desktop, {
    windows: { value: { ...windows, list: (app: AppInfo, budget: Budget) => windows.list(app, budget) } },
    accessibility: {
      value: {
        ...accessibility,
        readTree: (request: TreeRequest, budget: Budget) =>
          accessibility.readTree({ ...request, keptWillDo: false }, budget),
      },
    },
  }) as Desktop
}
