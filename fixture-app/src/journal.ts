import Gio from 'gi://Gio'
import GLib from 'gi://GLib'

export type Detail = Readonly<Record<string, unknown>>

/**
 * What the app did and what reached it, one JSON object a line: `{t, seq, control, event, ...detail}`.
 * `t` is CLOCK_MONOTONIC in microseconds, so other processes of this machine can compare it with their own clock.
 * Every line is one write(2): a reader sees it as soon as `write` returns.
 */
export class Journal {
  readonly #stream: Gio.OutputStream | undefined
  #sequence = 0

  /** Without a path nothing is written. An existing file is appended to, so that a reader may watch it before the app starts. */
  constructor(path: string | undefined) {
    if (path === undefined) return
    this.#stream = Gio.File.new_for_path(path).append_to(Gio.FileCreateFlags.PRIVATE, null)
  }

  write(control: string, event: string, detail: Detail = {}): void {
    if (this.#stream === undefined) return
    this.#sequence += 1
    const entry = { t: GLib.get_monotonic_time(), seq: this.#sequence, control, event, ...detail }
    this.#stream.write_all(new TextEncoder().encode(`${JSON.stringify(entry)}\n`), null)
  }
}
