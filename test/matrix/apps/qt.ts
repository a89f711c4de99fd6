import { fileURLToPath } from 'node:url'
import { type Environment, GEOMETRY, type MatrixApp, PYTHON, startProgram } from './app.ts'

export function startQt(env: Environment): Promise<MatrixApp> {
  const { width, height, x, y } = GEOMETRY
  const script = fileURLToPath(new URL('qt.py', import.meta.url))
  return startProgram(env, (_, journal) => [
    PYTHON,
    script,
    '--journal',
    journal,
    '--geometry',
    `${width}x${height}+${x}+${y}`,
  ])
}
