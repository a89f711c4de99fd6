import { fileURLToPath } from 'node:url'
import { run } from '../../support/oracles.ts'
import { type Environment, GEOMETRY, type MatrixApp, PYTHON, startProgram } from './app.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const { width, height, x, y } = GEOMETRY

/** Of the font `fixed` that Debian's xterm has. */
const CELL = { width: 6, height: 13 }

/** xterm, with a program in it that journals every byte and asks for what the pointer does. */
export async function startXterm(env: Environment): Promise<MatrixApp> {
  const size = `${Math.floor(width / CELL.width)}x${Math.floor(height / CELL.height)}`
  const app = await startProgram(env, (_, journal) => [
    'xterm',
    ...['-u8', '-fn', '6x13', '-title', 'Matrix', '-geometry', `${size}+${x}+${y}`],
    ...['-e', PYTHON, fileOf('terminal.py'), '--journal', journal, '--mouse'],
  ])
  // The program in it is ready; the window may come later.
  await run(env, 'xdotool', 'search', '--sync', '--onlyvisible', '--class', 'xterm')
  return app
}

/** A VTE terminal, with a program in it that journals every byte; of the pointer the terminal itself tells. */
export const startVte = (env: Environment): Promise<MatrixApp> =>
  startProgram({ ...env, GSETTINGS_BACKEND: 'memory', LC_ALL: 'C.UTF-8' }, (_, journal) => [
    'gjs',
    ...['-m', fileOf('vte.js'), journal, `${width}x${height}+${x}+${y}`],
    ...[PYTHON, fileOf('terminal.py'), '--journal', journal],
  ])
