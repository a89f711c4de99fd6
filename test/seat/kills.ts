/**
 * `npm run kills -- [--times N] [--window-manager NAME]`: an agent is killed with SIGKILL, N times, each at a random moment
 * in the middle of an action. Devices, held keys, key map, input shapes and focus of the X server must be as before within
 * a second, and the person's window and the agent's target must live. Exit code 1 when anything was left behind.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { median } from '../bench/statistics.ts'
import { AgentProcess } from './agent-process.ts'
import { IN_ORDER_WITHIN_MS, inOrder } from './in-order.ts'
import { readServerState } from './server-state.ts'
import { setStage } from './stage.ts'

const LONGEST_LIFE_MS = 1_500

const { values } = parseArgs({
  options: { times: { type: 'string', default: '100' }, 'window-manager': { type: 'string', default: 'openbox' } },
})
const stage = await setStage(values['window-manager'], 'covered')
const broken: string[] = []
const recovered: number[] = []
try {
  await stage.fixture.command('focus text-entry')
  const at = await stage.middleOf('text-entry')
  for (let kill = 1; kill <= Number(values.times); kill++) {
    const before = await readServerState(stage.env)
    const agent = await AgentProcess.start(stage.env, stage.window, at)
    const life = Math.random() * LONGEST_LIFE_MS
    await delay(life)
    await agent.kill('SIGKILL')
    try {
      recovered.push(await inOrder(stage.env, before))
    } catch (error) {
      broken.push(`kill ${kill}, after ${life.toFixed(0)} ms: ${error instanceof Error ? error.message : error}`)
    }
    if (!stage.person.sentinel.running || !stage.fixture.running) {
      broken.push(`kill ${kill}: the person's window or the target has ended`)
      break
    }
  }
} finally {
  await stage.strike()
}
for (const line of broken) process.stderr.write(`${line}\n`)
const worst = Math.max(...recovered)
process.stdout.write(
  `${recovered.length} of ${values.times} kills in order within ${IN_ORDER_WITHIN_MS} ms (median ${median(recovered).toFixed(0)} ms, most ${worst.toFixed(0)} ms, reading included)\n`,
)
process.exitCode = broken.length === 0 ? 0 : 1
