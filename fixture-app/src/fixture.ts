import GLib from 'gi://GLib'
import type { Commands } from './commands.ts'
import type { Journal } from './journal.ts'
import type { Control, Readout, Toolkit } from './toolkit.ts'

interface FixtureOptions {
  readonly clocks: boolean
  readonly journalMotion: boolean
  readonly journalTicks: boolean
  /** The random clock fires this many milliseconds after it is armed, drawn from the seed. */
  readonly randomRange: readonly [number, number]
  readonly seed: number
  readonly slowMs: number
}

/** What every family of controls is given. */
export interface Fixture {
  readonly toolkit: Toolkit
  readonly journal: Journal
  readonly commands: Commands
  readonly options: FixtureOptions
  /** Controls that commands may name. */
  readonly controls: Map<string, Control>
}

/** Runs once, `ms` from now, unless cancelled by the returned function. */
export function after(ms: number, run: () => void): () => void {
  let source: number | undefined = GLib.timeout_add(GLib.PRIORITY_DEFAULT, ms, () => {
    source = undefined
    run()
    return GLib.SOURCE_REMOVE
  })
  return () => {
    if (source !== undefined) GLib.source_remove(source)
    source = undefined
  }
}

export function every(ms: number, run: () => void): void {
  GLib.timeout_add(GLib.PRIORITY_DEFAULT, ms, () => {
    run()
    return GLib.SOURCE_CONTINUE
  })
}

/** A number that the app counts up, shown in its own readout and written to the journal as `effect`. */
export class Counter {
  readonly readout: Readout
  readonly #fixture: Fixture
  readonly #control: string
  #count = 0

  constructor(fixture: Fixture, readoutId: string, control: string) {
    this.readout = fixture.toolkit.readout(readoutId, '0', 4)
    this.#fixture = fixture
    this.#control = control
  }

  bump(detail: Record<string, unknown> = {}): void {
    this.#count += 1
    this.readout.show(String(this.#count))
    this.#fixture.journal.write(this.#control, 'effect', { count: this.#count, ...detail })
  }
}
