import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { Surehand } from '../support/surehand.ts'
import type { Toolkit } from './plan.ts'

/** One desktop with a person's window in front, the app behind or beside it, and a server that is asked to act. */
export interface Stage {
  readonly desktop: EmbeddedDesktop
  readonly bystander: Bystander
  readonly surehand: Surehand
  fixture: FixtureProcess
  /** Another process of the app in its place. */
  restart(options: readonly string[]): Promise<void>
  strike(): Promise<void>
}

const CONFIG = `rate_limit: { actions_per_second: 10000, burst: 100000 }
verification: { deadline_seconds: 1 }
log: { level: warn }
`

export async function setStage(toolkit: Toolkit, place: 'covered' | 'visible'): Promise<Stage> {
  const ends: (() => unknown)[] = []
  const strike = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const folder = mkdtempSync(join(tmpdir(), 'surehand-mixed-'))
    ends.push(() => rmSync(folder, { recursive: true }))
    const config = join(folder, 'surehand.yaml')
    writeFileSync(config, CONFIG)
    const desktop = await startEmbeddedDesktop()
    ends.push(() => desktop.stop())
    const bystander = await Bystander.arrive(desktop.env, place === 'covered' ? 'covering' : 'corner')
    ends.push(() => bystander.leave())
    const start = (options: readonly string[]) =>
      startFixture({
        env: desktop.env,
        options: ['--toolkit', toolkit, '--background', '--geometry', '900x600+10+30', ...options],
      })
    const surehand = await Surehand.connect(desktop.env, { config })
    ends.push(() => surehand.stop())
    const stage: Stage = {
      desktop,
      bystander,
      surehand,
      fixture: await start([]),
      restart: async (options) => {
        await stage.fixture.stop()
        stage.fixture = await start(options)
      },
      strike,
    }
    ends.push(() => stage.fixture.stop())
    return stage
  } catch (error) {
    await strike()
    throw error
  }
}
