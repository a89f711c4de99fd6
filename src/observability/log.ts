import { type Logger, pino } from 'pino'
import type { Config } from '../config/schema.ts'
import type { CallObserver } from '../dispatch/engine.ts'

export type { Logger }

export type LogLevel = NonNullable<Config['log']['level']>

/** Where an app's or a person's text could stand; never written. */
const secretPaths = ['text', 'value', 'arguments', 'password', '*.text', '*.value', '*.password', 'err.cause']

/** Logs go to stderr: stdout belongs to the protocol. */
export function createLogger(level: LogLevel, destination: NodeJS.WritableStream = process.stderr): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths: secretPaths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  )
}

/** One line a call: what, how it went, how long. No label, text, title or URL of any app. */
export function callLog(logger: Logger): CallObserver {
  return {
    finished(result, caller, fault) {
      const { action, refusal } = result
      const line = {
        caller: caller.id,
        tool: result.tool,
        decision_id: result.decisionId,
        operation_id: result.operationId,
        ms: result.timings.total,
        ...(refusal === undefined ? {} : { error: refusal.code }),
        ...(action === undefined
          ? {}
          : {
              verdict: action.outcome.classification,
              domain: action.outcome.failureDomain,
              tier: action.ladder?.tier,
              delivery: action.ladder?.status,
              fallback_reasons: action.ladder?.fallbackReasons,
              evidence: action.outcome.evidence.map(({ grade, what }) => `${grade}:${what}`),
              focus_changed: action.focus.focus_changed,
            }),
      }
      if (refusal?.code === 'INTERNAL') logger.error({ ...line, fault: stackOf(fault) }, 'call failed inside')
      else logger.info(line, 'call')
    },
  }
}

/** Where an unforeseen fault came from; its message may quote an app and stays out. */
function stackOf(fault: unknown): string[] | undefined {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  if (!(cause instanceof Error)) return undefined
  const frames = cause.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  return [cause.name, ...frames.slice(0, 8).map((line) => line.trim())]
}
