import { existsSync, readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { run } from '../support/oracles.ts'
import { openedUrls } from './installed.ts'
import type { Line, Witness } from './rows.ts'

/** Where witnesses look. */
interface Sight {
  readonly desktop: { readonly env: Readonly<Record<string, string>> }
  readonly fixture: { readonly xid: number }
}

/** Tells what is so now, in lines like those of a journal. */
type Testify = (sight: Sight) => Promise<readonly Line[]>

const witnesses: Readonly<Record<Witness, Testify>> = {
  /** Another app that pastes. */
  async clipboard({ desktop }) {
    const text = await run(desktop.env, 'xclip', '-o', '-selection', 'clipboard').catch(() => undefined)
    return text === undefined ? [] : [['clipboard', 'holds', { text }]]
  },

  /** The X server and the window manager, about the app's main window. */
  async frame({ desktop, fixture }) {
    const window = String(fixture.xid)
    const [info, properties, active] = await Promise.all([
      run(desktop.env, 'xwininfo', '-id', window),
      run(desktop.env, 'xprop', '-id', window, 'WM_STATE', '_NET_WM_STATE'),
      run(desktop.env, 'xdotool', 'getactivewindow'),
    ])
    const number = (label: string) => Number(new RegExp(`${label}: +(-?\\d+)`).exec(info)?.[1])
    const minimised = properties.includes('Iconic')
    const place = { x: number('Absolute upper-left X'), y: number('Absolute upper-left Y') }
    return [
      [
        'frame',
        'is',
        {
          // Where a minimised window is, nobody sees.
          ...(!minimised && place),
          width: number('Width'),
          height: number('Height'),
          minimised,
          fullscreen: properties.includes('_NET_WM_STATE_FULLSCREEN'),
          active: Number(active) === fixture.xid,
        },
      ],
    ]
  },

  /** The window manager, about who has windows, and whose is in front. */
  async windows({ desktop }) {
    const [list, active] = await Promise.all([
      run(desktop.env, 'wmctrl', '-l', '-x'),
      run(desktop.env, 'xdotool', 'getactivewindow'),
    ])
    const shown = list.split('\n').flatMap((line): { id: number; app: string }[] => {
      const [id, , app] = line.split(/\s+/)
      return app === undefined ? [] : [{ id: Number(id), app: app.slice(app.lastIndexOf('.') + 1) }]
    })
    const front = shown.find(({ id }) => id === Number(active))
    const apps = [...new Set(shown.map(({ app }) => app))].map((app): Line => [app, 'shown'])
    return front === undefined ? apps : [...apps, [front.app, 'in front']]
  },

  /** The app to which the desktop hands URLs over. */
  async handler({ desktop }) {
    const file = openedUrls(desktop.env)
    const urls = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
    return urls.map((url, index): Line => ['handler', 'opened', { url, index }])
  },
}

/** Asks a witness, and again when the returned function is called. @returns what has changed meanwhile */
export async function callWitness(witness: Witness, sight: Sight): Promise<() => Promise<readonly Line[]>> {
  const testify = witnesses[witness]
  const before = await testify(sight)
  return async () => {
    const after = await testify(sight)
    const gone = before.filter(([control]) => !after.some(([still]) => still === control))
    const fresh = after.filter((line) => !before.some((known) => isDeepStrictEqual(known, line)))
    return [...gone.map(([control]): Line => [control, 'gone']), ...fresh]
  }
}
