import { auditDir } from '../../config/audit-dir.ts'
import { loadConfig } from '../../config/load.ts'

/** Where the configuration puts the log. */
export const configuredFolder = (): string => auditDir(loadConfig().config)
