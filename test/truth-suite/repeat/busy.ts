import { type ChildProcess, spawn } from 'node:child_process'

/** Keeps so many cores busy; ends with its parent however that ends. */
export class Busy {
  readonly #children: readonly ChildProcess[]

  constructor(cores: number) {
    const loop = `while (process.ppid === ${process.pid}) for (let n = 0; n < 1e8; n++);`
    this.#children = Array.from({ length: cores }, () => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGKILL')
  }
}
