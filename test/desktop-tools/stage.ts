import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import { Bystander } from '../support/bystander.ts'
import { type FixtureProcess, startFixture } from '../support/fixture.ts'
import { run } from '../support/oracles.ts'
import { Surehand } from '../support/surehand.ts'

/** Those that people use; the bootstrap installs them all. */
export const windowManagers = ['openbox', 'xfwm4', 'mutter'] as const

/** A desktop, a person at work in a corner of it, and surehand as a client sees it. */
export class Stage {
  readonly desktop: EmbeddedDesktop
  readonly bystander: Bystander
  readonly surehand: Surehand

  private constructor(desktop: EmbeddedDesktop, bystander: Bystander, surehand: Surehand) {
    this.desktop = desktop
    this.bystander = bystander
    this.surehand = surehand
  }

  static async set(windowManager = 'openbox'): Promise<Stage> {
    const desktop = await startEmbeddedDesktop({ windowManager })
    try {
      const bystander = await Bystander.arrive(desktop.env, 'corner')
      return new Stage(desktop, bystander, await Surehand.connect(desktop.env))
    } catch (error) {
      await desktop.stop()
      throw error
    }
  }

  get env(): Readonly<Record<string, string>> {
    return this.desktop.env
  }

  run(program: string, ...args: readonly string[]): Promise<string> {
    return run(this.env, program, ...args)
  }

  fixture(geometry = '900x600+10+30'): Promise<FixtureProcess> {
    return startFixture({ env: this.env, options: ['--background', '--geometry', geometry] })
  }

  /** Installs an app for the person of this desktop. */
  install(id: string, ...lines: readonly string[]): void {
    const folder = join(this.env.XDG_DATA_HOME as string, 'applications')
    mkdirSync(folder, { recursive: true })
    const entry = ['[Desktop Entry]', 'Type=Application', ...lines]
    writeFileSync(join(folder, `${id}.desktop`), `${entry.join('\n')}\n`)
  }

  /** The person goes back to their own window. */
  async goHome(): Promise<void> {
    await this.run('xdotool', 'windowactivate', '--sync', String(this.bystander.sentinel.xid))
  }

  async strike(): Promise<void> {
    await this.surehand.stop()
    await this.bystander.leave()
    await this.desktop.stop()
  }
}
