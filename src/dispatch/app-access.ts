import type { AppInfo, Desktop, InstalledApp, ProcessIdentity, ProcessOrigin } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import { named } from '../perception/index.ts'
import type { AppDecision } from '../policy/app-lists.ts'
import type { AppFacts } from '../policy/app-pattern.ts'
import { appDenied, type Policy } from '../policy/judge.ts'
import type { AppGuard } from '../tools/define.ts'
import { isRunOf } from '../tools/installed.ts'

/** What is installed changes seldom: milliseconds. */
const ENTRIES_FOR = 30_000
const MOST_REMEMBERED = 512

interface Named {
  readonly name: string
}

type Known = Pick<AppInfo, 'name' | 'executable' | 'windowClass'>

interface Judged {
  readonly entries: readonly InstalledApp[]
  readonly facts: AppFacts & Named
  readonly decision: AppDecision
}

/** Who an app is, and what the operator's app lists say of it. */
export class AppAccess implements AppGuard {
  readonly #desktop: Pick<Desktop, 'apps' | 'launcher'>
  readonly #policy: Policy
  #entries: readonly InstalledApp[] = []
  #reading: { readonly entries: Promise<readonly InstalledApp[]>; readonly at: number } | undefined
  /** Window classes by process, from listings: a process alone does not tell its own. */
  readonly #classes = new Map<number, string>()
  readonly #known = new WeakMap<ProcessOrigin, Map<string, Judged>>()

  constructor(desktop: Pick<Desktop, 'apps' | 'launcher'>, policy: Policy) {
    this.#desktop = desktop
    this.#policy = policy
  }

  /** To be awaited before a listing: reads the desktop entries, where anything turns on them. */
  async refresh(): Promise<void> {
    const { launcher } = this.#desktop
    const isNeeded = this.#policy.namesDesktopIds || this.#policy.rules !== undefined
    if (!isNeeded || !launcher.offered) return
    if (this.#reading === undefined || performance.now() - this.#reading.at > ENTRIES_FOR)
      this.#reading = { entries: launcher.use.installed(), at: performance.now() }
    try {
      this.#entries = await this.#reading.entries
    } catch (error) {
      this.#reading = undefined
      throw error
    }
  }

  /** Of an app as it was just listed. */
  remember({ process, windowClass }: AppInfo): void {
    if (process === undefined || windowClass === undefined) return
    if (this.#classes.size >= MOST_REMEMBERED) this.#classes.clear()
    this.#classes.set(process.pid, windowClass)
  }

  factsOf(app: AppInfo): AppFacts & Named {
    return this.#judged(app, app.process?.pid).facts
  }

  /** Calls ask often of the same few processes: what was found holds while the port gives the same origin. */
  #judged(app: Known, pid: number | undefined): Judged {
    const origin = pid === undefined ? {} : this.#desktop.apps.origin(pid)
    // The same process is asked about as an app and as a mere pid, by turns.
    const key = JSON.stringify([app.name, app.executable, app.windowClass])
    const entries = this.#entries
    const known = this.#known.get(origin) ?? new Map<string, Judged>()
    const before = known.get(key)
    if (before?.entries === entries) return before
    const facts = this.#facts(app, origin)
    const judged = { entries, facts, decision: this.#policy.apps(facts) }
    this.#known.set(origin, known.set(key, judged))
    return judged
  }

  #facts(app: Known, { executable = app.executable, script, desktopId, sandbox }: ProcessOrigin): AppFacts & Named {
    const entries = this.#entries.filter(
      (entry) => isRunOf(app, entry) || (script !== undefined && entry.executable === script),
    )
    const ids = [desktopId, sandbox?.id, ...entries.map(({ id }) => id.replace(/\.desktop$/, ''))]
    return {
      name: app.name,
      desktopIds: [...new Set(ids.filter((id) => id !== undefined))],
      executables: [executable, script].filter((path) => path !== undefined),
      ...(sandbox && { sandboxId: sandbox.id }),
      ...(app.windowClass !== undefined && { windowClass: app.windowClass }),
    }
  }

  /** Of an app that would be started. */
  factsOfInstalled({ id, names, executable, windowClass }: InstalledApp): AppFacts & Named {
    const desktopId = id.replace(/\.desktop$/, '')
    // Flatpak exports entries under the id of the sandbox, snap as NAME_APP.
    const sandboxId = executable === 'flatpak' ? desktopId : /^([a-z0-9-]+)_/.exec(desktopId)?.[1]
    return {
      name: names[0] ?? desktopId,
      desktopIds: [desktopId],
      executables: [executable],
      ...(sandboxId !== undefined && { sandboxId }),
      ...(windowClass !== undefined && { windowClass }),
    }
  }

  of(app: AppInfo): AppDecision {
    return this.#judged(app, app.process?.pid).decision
  }

  ofPid(pid: number): AppDecision {
    const windowClass = this.#classes.get(pid)
    const known = { name: '', ...(windowClass !== undefined && { windowClass }) }
    return this.#judged(known, pid).decision
  }

  requireReadable(app: AppInfo): void {
    const { access, rule } = this.of(app)
    if (access === 'denied') throw denied(named(app.name), rule)
  }

  requireReadableProcess(process: ProcessIdentity): void {
    const { access, rule } = this.ofPid(process.pid)
    // One that has ended is told of by whoever looks for it.
    if (access === 'denied' && this.#desktop.apps.isAlive(process)) throw denied('The app', rule)
  }
}

const denied = (app: string, rule: string | undefined): Refusal =>
  new Refusal('POLICY_DENIED', `${app} may neither be looked at nor acted on: ${appDenied('denied', rule)}.`, {
    gate: 'apps',
    rules: rule === undefined ? [] : [rule],
  })
