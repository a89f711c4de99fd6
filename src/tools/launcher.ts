import type { Launcher } from '../desktop/port.ts'
import { Refusal } from '../errors.ts'
import type { ToolContext } from './define.ts'

/** @throws {Refusal} DESKTOP_UNAVAILABLE */
export function requireLauncher({ desktop }: Pick<ToolContext, 'desktop'>): Launcher {
  const { launcher } = desktop
  if (!launcher.offered) throw new Refusal('DESKTOP_UNAVAILABLE', `${launcher.reason}.`)
  return launcher.use
}
