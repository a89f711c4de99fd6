import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { HealthPart } from '../../port.ts'
import { failed, ok, type PartFacts } from './part.ts'

const EMBEDDED: PartFacts = {
  name: 'embedded desktop',
  neededFor: ['surehand desktop'],
  remedy: 'apt-get install xvfb dbus at-spi2-core openbox',
}

/** What a checkout has beside it. */
const FIXTURE: PartFacts = {
  name: 'fixture app',
  neededFor: ['npm start', 'npm test'],
  remedy: 'apt-get install gjs gir1.2-gtk-3.0',
}

const FONTS: PartFacts = {
  name: 'fonts',
  neededFor: ['text in screenshots'],
  remedy: 'apt-get install fonts-dejavu-core fonts-wqy-microhei fonts-noto-color-emoji',
}

const isCheckout = existsSync(new URL('../../../../fixture-app/run', import.meta.url))

/** What must be installed for the parts around the engine; the engine itself does not need them. */
export function checkInstalled(env: NodeJS.ProcessEnv): readonly HealthPart[] {
  return [
    checkFonts(env),
    checkCommands(EMBEDDED, ['Xvfb', 'dbus-daemon', 'openbox'], env),
    ...(isCheckout ? [checkCommands(FIXTURE, ['gjs'], env)] : []),
  ]
}

function checkCommands(facts: PartFacts, commands: readonly string[], env: NodeJS.ProcessEnv): HealthPart {
  const missing = commands.filter((command) => !isInstalled(command, env.PATH ?? ''))
  if (missing.length === 0) return ok(facts, `${commands.join(', ')} installed`)
  return failed(facts, 'degraded', `not installed: ${missing.join(', ')}`)
}

function isInstalled(command: string, path: string): boolean {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function checkFonts(env: NodeJS.ProcessEnv): HealthPart {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(env.HOME ?? '/', '.local/share/fonts')]
  const isFilled = (folder: string) => {
    try {
      return readdirSync(folder, { recursive: true }).some((name) => /\.(ttf|otf|ttc|pcf|pcf\.gz)$/i.test(String(name)))
    } catch {
      return false
    }
  }
  return folders.some(isFilled) ? ok(FONTS, 'installed') : failed(FONTS, 'degraded', 'no font files found')
}
