import { loadConfig } from '../config/load.ts'
import { runtimeDir } from '../config/runtime-dir.ts'
import { openLinuxDesktop } from '../desktop/linux/index.ts'
import { createEngine, type Engine } from '../dispatch/engine.ts'
import { callLog, createLogger, type Logger } from '../observability/log.ts'
import { IdentityTable } from '../perception/index.ts'

/** The one place where a platform, a configuration and the engine are put together. */
export async function openEngine(env: NodeJS.ProcessEnv = process.env): Promise<{ engine: Engine; logger: Logger }> {
  const { config, file } = loadConfig(env)
  const logger = createLogger(config)
  logger.debug({ file: file ?? 'none' }, 'configuration')
  const identities = IdentityTable.open(runtimeDir(config, env))
  const desktop = await openLinuxDesktop(env, logger)
  return { engine: createEngine({ desktop, config, identities, observer: callLog(logger) }), logger }
}
