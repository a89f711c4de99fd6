import type { AppSessions } from './app-sessions.ts'
import type { FocusTelemetry } from './focus-telemetry.ts'
import type { Gates } from './gates.ts'
import type { Turns } from './turns.ts'
import type { WindowEvents } from './window-events.ts'

/** What the phases of an action share. */
export interface EngineParts {
  readonly gates: Gates
  readonly sessions: AppSessions
  readonly focus: FocusTelemetry
  readonly windowEvents: WindowEvents
  readonly turns: Turns
}
