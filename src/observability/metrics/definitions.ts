import type { Definition } from './closed.ts'
import type { Label } from './labels.ts'

/** Upper bounds in seconds: an accessibility action takes less than a millisecond, an approval may take a minute. */
export const SECONDS = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60] as const
const COUNTS = [1, 10, 30, 100, 300, 1_000, 3_000, 10_000] as const
const BYTES = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000] as const

const counter = <L extends Label = never>(name: string, help: string, ...labels: L[]): Definition<L> => ({
  type: 'counter',
  name,
  help,
  labels,
})
const gauge = (name: string, help: string): Definition<never> => ({ type: 'gauge', name, help, labels: [] })
const histogram = <L extends Label = never>(
  name: string,
  help: string,
  buckets: readonly number[],
  ...labels: L[]
): Definition<L> => ({ type: 'histogram', name, help, labels, buckets })

/** Every metric. The page contracts/metrics.md says the same to operators; a test holds the two together. */
export const definitions = {
  calls: counter('surehand_calls_total', 'Calls that ended.', 'tool', 'outcome'),
  callDuration: histogram('surehand_call_duration_seconds', 'From the call to its result.', SECONDS, 'tool'),
  operationDuration: histogram(
    'mcp_server_operation_duration_seconds',
    'From the call to its result, named as in the semantic conventions of OpenTelemetry for MCP.',
    SECONDS,
    'mcp_method_name',
    'gen_ai_operation_name',
    'gen_ai_tool_name',
    'error_type',
  ),
  refusals: counter('surehand_refusals_total', 'Calls that were refused or never ran.', 'code'),
  deliveries: counter(
    'surehand_deliveries_total',
    'Actions that came to a verdict, by the tier that delivered.',
    'tier',
    'delivery',
    'verdict',
  ),
  actionDuration: histogram(
    'surehand_action_duration_seconds',
    'From the call to its verdict, by the tier that delivered.',
    SECONDS,
    'tier',
  ),
  fallbacks: counter(
    'surehand_fallbacks_total',
    'Rungs of the ladder that were passed over, and the tier that delivered in the end.',
    'reason',
    'tier',
  ),
  phaseDuration: histogram('surehand_phase_duration_seconds', 'Time spent in a phase of a call.', SECONDS, 'phase'),
  gateDecisions: counter('surehand_gate_decisions_total', 'What the gates said.', 'gate', 'decision'),
  gateDuration: histogram(
    'surehand_gate_duration_seconds',
    'How long a gate took to answer, waits included.',
    SECONDS,
    'gate',
  ),
  focusOutcomes: counter(
    'surehand_focus_outcomes_total',
    "What became of the person's focus in each call that ran.",
    'call',
    'focus',
  ),
  focusAway: histogram(
    'surehand_focus_away_seconds',
    'How long the person was without a focus that was taken and given back.',
    SECONDS,
  ),
  lookDuration: histogram('surehand_look_duration_seconds', 'One look at a window.', SECONDS, 'coverage'),
  lookAccessibles: histogram('surehand_look_accessibles', 'Accessibles read in one look.', COUNTS, 'coverage'),
  lookPictureBytes: histogram('surehand_look_picture_bytes', 'Size of the picture of one look.', BYTES),
  desktopRequests: counter('surehand_desktop_requests_total', 'Requests to the desktop that ended.', 'part', 'result'),
  desktopDuration: histogram(
    'surehand_desktop_request_duration_seconds',
    'From a request to the desktop to its end.',
    SECONDS,
    'part',
  ),
  unrecorded: counter('surehand_audit_outcomes_lost_total', 'Calls whose outcome is not in the audit log.'),
  observerFailures: counter(
    'surehand_observer_failures_total',
    'Times that one who is told of calls failed: the log or the metrics themselves.',
    'observer',
  ),
  inFlight: gauge('surehand_calls_in_flight', 'Calls that have begun and not ended.'),
  agentSeat: gauge('surehand_agent_seat_up', "1: the agent's own pointer and keyboard can be used."),
  accessibilityBus: gauge('surehand_accessibility_bus_up', '1: the accessibility bus is connected.'),
  screenLocked: gauge('surehand_screen_locked', '1: the screen is locked, or whether it is cannot be told.'),
  eventLoopBusy: counter('surehand_event_loop_busy_seconds_total', 'Time that the process was busy, not waiting.'),
  startTime: gauge('process_start_time_seconds', 'When the process started, since the epoch.'),
  memory: gauge('process_resident_memory_bytes', 'Memory that the process holds.'),
  cpu: counter('process_cpu_seconds_total', 'Processor time of the process, user and system.'),
} as const

/** Its labels are facts of the installation, not words of a set. */
export const buildInfo = {
  name: 'surehand_build_info',
  help: 'Always 1; says what runs.',
  labels: ['version', 'node', 'platform'],
} as const
