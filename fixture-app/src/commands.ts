import Gio from 'gi://Gio'
import GLib from 'gi://GLib'
import type { Journal } from './journal.ts'

/** Carries out one command, and calls `done` if it returns `later`. What it throws refuses the command. */
export type Command = (words: readonly string[], rest: string, done: () => void) => unknown

/**
 * A line protocol: `[@TOKEN] VERB [ARGUMENT…]`. Each line is acknowledged in the journal, after it was carried out, as
 * `{control: "commands", event: "ack", token?, command, ok, error?}`.
 */
export class Commands {
  readonly #journal: Journal
  readonly #verbs = new Map<string, Command>()

  constructor(journal: Journal) {
    this.#journal = journal
  }

  on(verb: string, command: Command): void {
    this.#verbs.set(verb, command)
  }

  run(line: string): void {
    const match = /^(?:@(\S+)\s+)?(\S+)(?:\s+(.*))?$/s.exec(line.trim())
    if (!match) return
    const [, token, verb = '', rest = ''] = match
    const ack = { ...(token === undefined ? {} : { token }), command: verb }
    try {
      const command = this.#verbs.get(verb)
      if (!command) throw new Error(`unknown command; expected one of ${[...this.#verbs.keys()].join(' ')}`)
      const done = () => this.#journal.write('commands', 'ack', { ...ack, ok: true })
      if (command(rest.split(/\s+/).filter(Boolean), rest, done) !== 'later') done()
    } catch (error) {
      this.#journal.write('commands', 'ack', { ...ack, ok: false, error: String(error) })
    }
  }

  /** `-` reads stdin, and `ended` runs at its end; a path is made a FIFO (if it is not one) that any writer may open. */
  listen(source: string, ended: () => void): void {
    if (source === '-') {
      this.#read(new Gio.UnixInputStream({ fd: 0, closeFd: false }), ended)
      return
    }
    const [made] = GLib.file_test(source, GLib.FileTest.EXISTS)
      ? [true]
      : [Gio.Subprocess.new(['mkfifo', '-m', '600', source], Gio.SubprocessFlags.NONE).wait(null)]
    if (!made) throw new Error(`cannot make the FIFO ${source}`)
    // Opened for both directions, so that the end of one writer is not the end of the stream.
    const stream = Gio.File.new_for_path(source).open_readwrite(null)
    this.#read(stream.get_input_stream(), ended)
  }

  #read(base: Gio.InputStream, ended: () => void): void {
    const lines = new Gio.DataInputStream({ baseStream: base })
    const next = () =>
      lines.read_line_async(GLib.PRIORITY_DEFAULT, null, (_stream, result) => {
        const [bytes] = lines.read_line_finish(result)
        if (bytes === null) return ended()
        this.run(new TextDecoder().decode(bytes))
        next()
      })
    next()
  }
}
