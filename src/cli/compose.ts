import { auditDir } from '../config/audit-dir.ts'
import { loadConfig } from '../config/load.ts'
import { runtimeDir } from '../config/runtime-dir.ts'
import type { Config } from '../config/schema.ts'
import { openLinuxDesktop } from '../desktop/linux/index.ts'
import { createEngine, type Engine } from '../dispatch/engine.ts'
import type { KeepBounds } from '../mcp/result-files.ts'
import { AuditLog } from '../observability/audit/log.ts'
import { callLog, createLogger, type Logger, type LogLevel } from '../observability/log.ts'
import { findLanguages } from '../ocr/languages.ts'
import { OcrReader } from '../ocr/reader.ts'
import { IdentityTable } from '../perception/index.ts'
import { version } from '../version.ts'

/** Bounds of results, and where what does not fit may be kept. */
interface ResultSettings {
  readonly maxBytes: number
  readonly bounds: KeepBounds
  readonly runtimeDir: string
}

/**
 * The one place where a platform, a configuration and the engine are put together.
 * @param log what is logged: as was asked for, else as the configuration says, else the usual
 */
export async function openEngine(
  log: { readonly asked?: LogLevel; readonly usual: LogLevel },
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ engine: Engine; logger: Logger; results: ResultSettings }> {
  const { config, file } = loadConfig(env)
  const logger = createLogger(log.asked ?? config.log.level ?? log.usual)
  logger.debug({ file: file ?? 'none' }, 'configuration')
  const folder = runtimeDir(config, env)
  const identities = IdentityTable.open(folder)
  const reader = new OcrReader({
    languages: findLanguages(config.ocr.languages, config.ocr.data_dir),
    deadline: config.ocr.deadline_seconds * 1_000,
  })
  const desktop = await openLinuxDesktop(env, logger)
  const audit = openAudit(config, env, logger)
  const { max_kilobytes, keep_files, keep_megabytes } = config.results
  return {
    engine: createEngine({ desktop, config, identities, reader, observer: callLog(logger), ...(audit && { audit }) }),
    logger,
    results: {
      maxBytes: max_kilobytes * 1_024,
      bounds: { files: keep_files, bytes: keep_megabytes * 1_048_576 },
      runtimeDir: folder,
    },
  }
}

function openAudit(config: Config, env: NodeJS.ProcessEnv, logger: Logger): AuditLog | undefined {
  const { enabled, max_megabytes, keep_files, keep_texts } = config.audit
  if (!enabled) return undefined
  return new AuditLog(
    {
      folder: auditDir(config, env),
      bounds: { bytes: max_megabytes * 1_048_576, files: keep_files },
      keepTexts: keep_texts,
      policy: config,
      version: version(),
    },
    logger,
  )
}
