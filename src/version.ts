import { readFileSync } from 'node:fs'

/** surehand's own version, as package.json states it. The file is beside `src` and `dist`. */
export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return manifest.version
}
