import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string>>

const homeOf = (env: Environment): string => {
  const home = env.XDG_DATA_HOME
  if (home === undefined) throw new Error('the desktop has no XDG_DATA_HOME of its own to install apps in')
  return home
}

/** Where the handlers of URLs write down each one that they were given. */
export const openedUrls = (env: Environment): string => join(homeOf(env), 'opened-urls')

/** Beside the fixture app and the person's window, so that it covers neither. */
const WINDOW = 'xterm -geometry 20x4+960+120'

/**
 * Installs, for this desktop only, what the rows of open_app and open_url start: apps with a window and without, and
 * handlers of URLs that write down what they were given.
 */
export function installApps(env: Environment): void {
  const script = join(homeOf(env), 'note-url')
  mkdirSync(join(homeOf(env), 'applications'), { recursive: true })
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" >>'${openedUrls(env)}'\nshift\nexec "$@"\n`)
  chmodSync(script, 0o755)
  const install = (id: string, ...lines: readonly string[]) =>
    writeFileSync(
      join(homeOf(env), 'applications', `${id}.desktop`),
      `${['[Desktop Entry]', 'Type=Application', ...lines].join('\n')}\n`,
    )
  install('truth-notes', 'Name=Truth notes', `Exec=${WINDOW} -class truth-notes -T Notes`, 'StartupWMClass=truth-notes')
  install('truth-failing', 'Name=Truth failing', 'Exec=sh -c "exit 3"')
  install(
    'truth-viewer',
    'Name=Truth viewer',
    `Exec=${script} %u ${WINDOW} -class truth-viewer -T Viewer`,
    'MimeType=x-scheme-handler/truth-note;',
  )
  install(
    'truth-silent',
    'Name=Truth silent',
    `Exec=${script} %u true`,
    'MimeType=x-scheme-handler/truth-void;x-scheme-handler/http;x-scheme-handler/https;',
  )
}
