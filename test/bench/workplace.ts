import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDesktop, startEmbeddedDesktop } from '../../src/desktop/linux/embedded/desktop.ts'

/** A desktop of its own for one benchmark, and what ends with it. */
export interface Workplace {
  readonly env: Readonly<Record<string, string>>
  readonly accessibilityBus: string
  /** For files of the benchmark; removed at the end. */
  readonly folder: string
  /** Runs at the end, the last one given first. */
  atEnd(end: () => Promise<void> | void): void
}

/** The rate limit guards a person's desktop from a runaway agent; here it would only slow the rounds. */
const CONFIG = 'rate_limit: { actions_per_second: 10000, burst: 100000 }\nlog: { level: info }\n'

/** Starts a desktop, does the work, ends everything, whatever happens. */
export async function inWorkplace<T>(work: (place: Workplace) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'surehand-bench-'))
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const desktop: EmbeddedDesktop = await startEmbeddedDesktop({})
    ends.push(() => desktop.stop())
    const config = join(folder, 'surehand.yaml')
    writeFileSync(config, `${CONFIG}runtime_dir: ${join(folder, 'runtime')}\n`)
    const env = { ...desktop.env, SUREHAND_CONFIG: config }
    return await work({ env, accessibilityBus: desktop.accessibilityBus, folder, atEnd: (end) => void ends.push(end) })
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}
