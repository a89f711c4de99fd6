import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Config } from './schema.ts'

/** The folder of the audit log. Nothing is made here. */
export function auditDir(config: Config, env: NodeJS.ProcessEnv = process.env): string {
  if (config.audit.directory !== undefined) return config.audit.directory
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state'), 'surehand', 'audit')
}
