import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  type EmbeddedDesktop,
  type EmbeddedDesktopOptions,
  startEmbeddedDesktop,
} from '../../src/desktop/linux/embedded/desktop.ts'
import { openLinuxDesktop } from '../../src/desktop/linux/index.ts'
import type { AppInfo, Budget, Desktop, Rect, WindowHandle, WindowInfo } from '../../src/desktop/port.ts'
import { run } from '../support/oracles.ts'

type Environment = Readonly<Record<string, string>>

export const soon = (ms = 5_000): Budget => ({ deadline: performance.now() + ms })

interface Opening {
  readonly key: string
  readonly title: string
  readonly frame: Rect
  readonly colour?: string
  readonly label?: string
  readonly popup?: boolean
  readonly dialogOf?: string
}

/** The app of subject.js: windows that a test opens and changes at will. */
export class Subject {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #answers: AsyncIterator<string>

  constructor(env: Environment) {
    const script = fileURLToPath(new URL('subject.js', import.meta.url))
    this.#child = spawn('gjs', ['-m', script], { env, stdio: ['pipe', 'pipe', 'inherit'] })
    this.#answers = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  get pid(): number {
    return this.#child.pid as number
  }

  /** Resolves with the XID once the window is mapped and drawn. */
  async open({ frame, ...opening }: Opening): Promise<number> {
    const { xid } = await this.send('open', { ...opening, ...frame })
    return xid as number
  }

  async send(command: string, details: object): Promise<Record<string, unknown>> {
    this.#child.stdin.write(`${JSON.stringify({ do: command, ...details })}\n`)
    const { value, done } = await this.#answers.next()
    if (done) throw new Error('the subject ended; what it said is above')
    const answer = JSON.parse(value) as Record<string, unknown>
    if (answer.error !== undefined) throw new Error(String(answer.error))
    return answer
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const exited = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exited
  }
}

/** An embedded desktop, our port to it, and the system's tools in it. */
export class Stage {
  readonly embedded: EmbeddedDesktop
  readonly desktop: Desktop
  readonly #subjects: Subject[] = []

  private constructor(embedded: EmbeddedDesktop, desktop: Desktop) {
    this.embedded = embedded
    this.desktop = desktop
  }

  static async start(options: EmbeddedDesktopOptions = {}): Promise<Stage> {
    const embedded = await startEmbeddedDesktop(options)
    return new Stage(embedded, await openLinuxDesktop(embedded.env))
  }

  subject(more: Environment = {}): Subject {
    const subject = new Subject({ ...this.embedded.env, ...more })
    this.#subjects.push(subject)
    return subject
  }

  run(program: string, ...args: readonly string[]): Promise<string> {
    return run(this.embedded.env, program, ...args)
  }

  /** A second connection, as each `surehand call` opens one. */
  connectAnew(): Promise<Desktop> {
    return openLinuxDesktop(this.embedded.env)
  }

  async app(pid: number, desktop = this.desktop): Promise<AppInfo> {
    const { apps } = await desktop.apps.list(soon())
    const app = apps.find(({ process }) => process?.pid === pid)
    if (app === undefined) throw new Error(`no app with pid ${pid}, only ${apps.map(({ name }) => name).join(', ')}`)
    return app
  }

  async window(pid: number, xid: number, desktop = this.desktop): Promise<WindowInfo> {
    const windows = await desktop.windows.list(await this.app(pid, desktop), soon())
    const window = windows.find(({ handle }) => handle === handleOf(xid))
    if (window === undefined) throw new Error(`no window ${handleOf(xid)}, only ${JSON.stringify(windows)}`)
    return window
  }

  async close(): Promise<void> {
    await Promise.all(this.#subjects.map((subject) => subject.stop()))
    await this.desktop.close()
    await this.embedded.stop()
  }
}

export const handleOf = (xid: number) => `x11:0x${xid.toString(16)}` as WindowHandle

/** Place and size of a window as xwininfo sees it, in root coordinates. */
export async function boundsByXwininfo(stage: Stage, xid: number): Promise<Rect> {
  const text = await stage.run('xwininfo', '-id', String(xid))
  const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(text)?.[1])
  return {
    x: number('Absolute upper-left X'),
    y: number('Absolute upper-left Y'),
    width: number('Width'),
    height: number('Height'),
  }
}
