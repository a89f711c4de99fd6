import { startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { Surehand } from '../support/surehand.ts'
import { type Environment, type MatrixApp, startGtk, startPython } from './apps/app.ts'
import { startChromium } from './apps/chromium.ts'
import { startFirefox } from './apps/firefox.ts'
import { startVte, startXterm } from './apps/terminals.ts'
import type { Placement, Toolkit } from './cells.ts'
import type { Scene } from './perform.ts'

const start: Record<Toolkit, (env: Environment) => Promise<MatrixApp>> = {
  gtk3: (env) => startGtk(env, 'gtk3'),
  gtk4: (env) => startGtk(env, 'gtk4'),
  qt: (env) => startPython(env, 'qt.py'),
  chromium: (env) => startChromium(env),
  firefox: startFirefox,
  vte: startVte,
  xterm: startXterm,
  tk: (env) => startPython(env, 'tk.py'),
}

export interface Stage extends Scene {
  readonly env: Environment
  strike(): Promise<void>
}

/** A desktop with a person at work, one app in the background, and surehand as a client sees it. */
export async function setScene(toolkit: Toolkit, placement: Placement): Promise<Stage> {
  const ends: (() => Promise<void>)[] = []
  const strike = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const desktop = await startEmbeddedDesktop()
    ends.push(() => desktop.stop())
    const bystander = await Bystander.arrive(desktop.env, placement === 'covered' ? 'in-front' : 'corner')
    ends.push(() => bystander.leave())
    const app = await start[toolkit](desktop.env)
    ends.push(() => app.stop())
    // Chromium takes the focus when it starts.
    await bystander.returns()
    const surehand = await Surehand.connect(desktop.env)
    ends.push(() => surehand.stop())
    // Firefox tells labels and places of a page only after the first question: until then a look shows none.
    await surehand.look(String(app.pid))
    return { app, bystander, surehand, env: desktop.env, strike }
  } catch (error) {
    await strike()
    throw error
  }
}
