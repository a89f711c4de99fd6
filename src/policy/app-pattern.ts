/** What an app is known by. What the system tells of its process comes before what it says of itself. */
export interface AppFacts {
  readonly desktopIds: readonly string[]
  /** Whole paths or names, of the executable and of the script that it runs. */
  readonly executables: readonly string[]
  readonly sandboxId?: string
  readonly windowClass?: string
}

/** One entry of a list: all that it gives must hold. `*` stands for any text; case does not matter. */
export interface AppPattern {
  readonly desktop_id?: string | undefined
  /** With a slash: the whole path; without: its last part. */
  readonly executable?: string | undefined
  readonly sandbox_id?: string | undefined
  readonly window_class?: string | undefined
}

/** Does this pattern mean that app? */
export type AppMatcher = (facts: AppFacts) => boolean

export const compilePatterns = (patterns: readonly AppPattern[]): readonly AppMatcher[] => patterns.map(matcherOf)

function matcherOf({ desktop_id, executable, sandbox_id, window_class }: AppPattern): AppMatcher {
  const parts: AppMatcher[] = []
  if (desktop_id !== undefined) {
    const test = glob(desktop_id.replace(/\.desktop$/, ''))
    parts.push(({ desktopIds }) => desktopIds.some((id) => test(id.replace(/\.desktop$/, ''))))
  }
  if (executable !== undefined) {
    const test = glob(executable)
    const part = executable.includes('/') ? (path: string) => path : baseName
    parts.push(({ executables }) => executables.some((path) => test(part(path))))
  }
  if (sandbox_id !== undefined) {
    const test = glob(sandbox_id)
    parts.push(({ sandboxId }) => sandboxId !== undefined && test(sandboxId))
  }
  if (window_class !== undefined) {
    const test = glob(window_class)
    parts.push(({ windowClass }) => windowClass !== undefined && test(windowClass))
  }
  return (facts) => parts.length > 0 && parts.every((holds) => holds(facts))
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function glob(pattern: string): (text: string) => boolean {
  const source = pattern
    .split('*')
    .map((piece) => piece.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  const whole = new RegExp(`^${source}$`, 'isu')
  return (text) => whole.test(text)
}
