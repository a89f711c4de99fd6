import { dirname, resolve } from 'node:path'
import { auditDir } from '../config/audit-dir.ts'
import { loadConfig } from '../config/load.ts'
import { runtimeDir } from '../config/runtime-dir.ts'
import type { Config } from '../config/schema.ts'
import { openLinuxDesktop } from '../desktop/linux/index.ts'
import type { Desktop } from '../desktop/port.ts'
import { createEngine, type Engine } from '../dispatch/engine.ts'
import { openPolicy } from '../dispatch/policy.ts'
import type { KeepBounds } from '../mcp/result-files.ts'
import { AuditLog } from '../observability/audit/log.ts'
import { callLog, createLogger, type Logger, type LogLevel } from '../observability/log.ts'
import type { Source } from '../observability/metrics/server.ts'
import { composeObservers } from '../observability/observers.ts'
import { findLanguages } from '../ocr/languages.ts'
import { OcrReader } from '../ocr/reader.ts'
import { IdentityTable } from '../perception/index.ts'
import type { Policy } from '../policy/judge.ts'
import { version } from '../version.ts'
import type { Measured } from './measure.ts'

/** Bounds of results, and where what does not fit may be kept. */
interface ResultSettings {
  readonly maxBytes: number
  readonly bounds: KeepBounds
  readonly runtimeDir: string
}

interface Opened {
  readonly engine: Engine
  readonly logger: Logger
  readonly results: ResultSettings
  /** What is to be offered to scrapers, and on which port; absent: nothing. */
  readonly metrics?: { readonly source: Source; readonly port: number }
}

interface OpenOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Begins to count calls; asked only where the configuration has a port for the figures. */
  readonly measure?: (desktop: Desktop) => Promise<Measured>
}

/**
 * The one place where a platform, a configuration and the engine are put together.
 * @param log what is logged: as was asked for, else as the configuration says, else the usual
 */
export async function openEngine(
  log: { readonly asked?: LogLevel; readonly usual: LogLevel },
  { env = process.env, measure }: OpenOptions = {},
): Promise<Opened> {
  const { config, file } = loadConfig(env)
  const policy = await openPolicy(config, file === undefined ? process.cwd() : dirname(resolve(file)))
  const logger = createLogger(log.asked ?? config.log.level ?? log.usual)
  logger.debug({ file: file ?? 'none' }, 'configuration')
  const folder = runtimeDir(config, env)
  const identities = IdentityTable.open(folder)
  const reader = new OcrReader({
    languages: findLanguages(config.ocr.languages, config.ocr.data_dir),
    deadline: config.ocr.deadline_seconds * 1_000,
  })
  const desktop = await openLinuxDesktop(env, logger)
  const { port } = config.metrics
  const measured = port === undefined ? undefined : await measure?.(desktop)
  const observer = composeObservers({ log: callLog(logger), metrics: measured?.observer }, (name, error) => {
    measured?.failed(name)
    logger.error({ observer: name, fault: error instanceof Error ? error.name : typeof error }, 'observer failed')
  })
  const audit = openAudit(config, policy, env, logger)
  const { max_kilobytes, keep_files, keep_megabytes } = config.results
  return {
    engine: createEngine({
      desktop: measured?.desktop ?? desktop,
      config,
      identities,
      reader,
      policy,
      observer,
      ...(audit && { audit }),
    }),
    logger,
    ...(measured !== undefined && port !== undefined && { metrics: { source: measured.source, port } }),
    results: {
      maxBytes: max_kilobytes * 1_024,
      bounds: { files: keep_files, bytes: keep_megabytes * 1_048_576 },
      runtimeDir: folder,
    },
  }
}

function openAudit(config: Config, { rules }: Policy, env: NodeJS.ProcessEnv, logger: Logger): AuditLog | undefined {
  const { enabled, max_megabytes, keep_files, keep_texts } = config.audit
  if (!enabled) return undefined
  return new AuditLog(
    {
      folder: auditDir(config, env),
      bounds: { bytes: max_megabytes * 1_048_576, files: keep_files },
      keepTexts: keep_texts,
      policy: [config, rules?.ids.map((id) => [id, rules.textOf(id)])],
      version: version(),
    },
    logger,
  )
}
