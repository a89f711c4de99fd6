import GLib from 'gi://GLib'

const SIGINT = 2
const SIGTERM = 15

export function onTerminate(quit: () => void): void {
  for (const signal of [SIGINT, SIGTERM]) {
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal, () => {
      quit()
      return GLib.SOURCE_REMOVE
    })
  }
}
