import { availableParallelism, cpus, loadavg, release, type as system } from 'node:os'

/** What the figures depend on beside the code. */
export interface Machine {
  readonly cpu: string
  readonly cores: number
  /** Of the last minute, before the run. */
  readonly load: number
  readonly kernel: string
  readonly node: string
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  kernel: `${system()} ${release()}`,
  node: process.version,
})
