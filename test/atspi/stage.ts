import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Atspi, type AtspiApplication, openAtspi } from '../../src/desktop/linux/atspi/index.ts'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'
import type { AccessibleRecord, Budget, TreeNode, WindowHandle, WindowInfo } from '../../src/desktop/port.ts'
import { run } from '../support/oracles.ts'

export const within = (ms = 3_000): Budget => ({ deadline: performance.now() + ms })

export const PYTHON = '/usr/bin/python3'
export const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Asks again until there is an answer. */
export async function eventually<T>(what: string, probe: () => Promise<T | undefined>, ms = 15_000): Promise<T> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const answer = await probe()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`${what}: nothing within ${ms} ms`)
}

export const flat = (node: TreeNode): readonly AccessibleRecord[] => [node.record, ...node.children.flatMap(flat)]
export const nodes = (node: TreeNode): readonly TreeNode[] => [node, ...node.children.flatMap(nodes)]

/** A desktop of its own with an open connection to its accessibility bus, and the apps started on it. */
export class Stage {
  readonly desktop: EmbeddedDesktop
  readonly atspi: Atspi
  readonly #children: ChildProcess[] = []

  private constructor(desktop: EmbeddedDesktop, atspi: Atspi) {
    this.desktop = desktop
    this.atspi = atspi
  }

  static async open(): Promise<Stage> {
    const desktop = await startEmbeddedDesktop()
    return new Stage(desktop, await openAtspi(desktop.env))
  }

  get env() {
    return this.desktop.env
  }

  /** Starts a program; resolves once its app has a window on the accessibility bus that shows. */
  async start(name: string, program: string, ...args: readonly string[]) {
    const child = spawn(program, args, { env: this.env, stdio: 'ignore' })
    this.#children.push(child)
    return { child, app: await this.app(name) }
  }

  app(name: string): Promise<AtspiApplication> {
    return eventually(`${name} with a window that shows`, async () => {
      const apps = await this.atspi.applications(within())
      const app = apps.find((one) => one.name === name)
      if (app === undefined) return undefined
      const toplevels = await this.atspi.toplevels(app.root, within())
      return toplevels.some(({ showing }) => showing) ? app : undefined
    })
  }

  async records(app: AtspiApplication): Promise<readonly AccessibleRecord[]> {
    return flat((await this.atspi.readTree({ root: app.root, maxNodes: 5_000, maxDepth: 100 }, within(10_000))).root)
  }

  /** The window as the X server tells it; `xid` in decimal. */
  async window(app: AtspiApplication, xid: string | number): Promise<WindowInfo> {
    const [toplevel] = await this.atspi.toplevels(app.root, within())
    const told = await run(this.env, 'xwininfo', '-id', `${xid}`)
    const number = (label: string) => Number(new RegExp(`${label}: *(-?\\d+)`).exec(told)?.[1])
    return {
      handle: `${xid}` as WindowHandle,
      title: toplevel?.title ?? '',
      kind: 'normal',
      scale: 1,
      frame: {
        x: number('Absolute upper-left X'),
        y: number('Absolute upper-left Y'),
        width: number('Width'),
        height: number('Height'),
      },
      ...(toplevel === undefined ? {} : { accessible: toplevel.record.handle }),
    }
  }

  /** The X window of a class, once it shows. */
  xid(windowClass: string): Promise<string> {
    return run(this.env, 'xdotool', 'search', '--sync', '--onlyvisible', '--class', windowClass).then(
      (ids) => ids.split('\n')[0] ?? '',
    )
  }

  async close(): Promise<void> {
    await this.atspi.close()
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    }
    await this.desktop.stop()
  }
}

export interface SeenByPyatspi {
  readonly path: string
  readonly role: string
  readonly name: string
  readonly description: string
  readonly states: readonly string[]
  readonly extents: readonly [number, number, number, number] | null
  /** Up to 500 characters. */
  readonly text: string | null
  readonly value: number | null
  readonly children: readonly string[]
}

export function seenByPyatspi(stage: Stage, app: string): readonly SeenByPyatspi[] {
  const told = execFileSync(PYTHON, [script('tree-oracle.py'), app], {
    env: stage.env,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    timeout: 25_000,
  })
  return JSON.parse(told) as SeenByPyatspi[]
}
