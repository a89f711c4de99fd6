import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { startFixture } from '../support/fixture.ts'
import { Surehand } from '../support/surehand.ts'
import { installApps } from './installed.ts'
import type { Scene } from './perform.ts'
import { patience } from './report.ts'
import type { Place } from './rows.ts'

/** Time for a desktop, two apps and a server to start; the first start may have to build the apps. */
export const SET_UP_MS = 120_000 * patience

/** A scene in a desktop of its own. */
export interface Stage extends Scene {
  readonly desktop: EmbeddedDesktop
  strike(): Promise<void>
}

/**
 * A person's window in front, with the focus, and the fixture app in the background: wholly covered by it, or beside it.
 */
export async function setStage(
  place: Place,
  { options = [] as readonly string[], config = undefined as string | undefined } = {},
): Promise<Stage> {
  const ends: (() => Promise<void>)[] = []
  const strike = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const desktop = await startEmbeddedDesktop()
    ends.push(() => desktop.stop())
    installApps(desktop.env)
    const bystander = await Bystander.arrive(desktop.env, place === 'covered' ? 'covering' : 'corner')
    ends.push(() => bystander.leave())
    const fixture = await startFixture({
      env: desktop.env,
      options: ['--background', '--geometry', '900x600+10+30', ...options],
    })
    ends.push(() => fixture.stop())
    const surehand = await Surehand.connect(desktop.env, config === undefined ? {} : { config })
    ends.push(() => surehand.stop())
    return { place, desktop, bystander, fixture, surehand, strike }
  } catch (error) {
    await strike()
    throw error
  }
}

/** How long an app has to have been watched before quiet can be told from not yet changed. */
const HISTORY_MS = 10_500

/** Makes the server begin to watch the app. @returns what resolves once it has watched long enough, by the app's clock */
export async function beginHistory({ surehand, fixture }: Scene): Promise<() => Promise<unknown>> {
  await surehand.look(String(fixture.pid))
  const waited = fixture.command(`wait ${HISTORY_MS}`, HISTORY_MS * 3)
  waited.catch(() => undefined)
  return () => waited
}
