import { type Environment, GEOMETRY, type MatrixApp, startProgram } from './app.ts'
import { withPage } from './page.ts'

/** A page with the controls, in Chromium. Each thing that happens in it is posted to a server of ours, which journals it. */
export async function startChromium(env: Environment, { accessible = true } = {}): Promise<MatrixApp> {
  const { width, height, x, y } = GEOMETRY
  return withPage((page) =>
    startProgram(env, (folder, journal) => [
      'chromium',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${folder}/profile`,
      `--window-size=${width},${height}`,
      `--window-position=${x},${y}`,
      ...QUIET,
      ...(accessible ? ['--force-renderer-accessibility'] : []),
      `--app=${page(journal)}`,
    ]),
  )
}

/** No first-run pages, no requests of its own, the same drawing on every machine. */
const QUIET = [
  '--no-first-run',
  // Without the bar that warns of missing sandboxes.
  '--test-type',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--password-store=basic',
]
