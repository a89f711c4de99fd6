import { z } from 'zod'
import type { TargetFields } from '../outcome/observation.ts'
import type { Expectation } from './arguments.ts'
import type { Action, ActionOptions, Decision } from './define.ts'

/** What every acting tool returns as structured content, when it ran. */
export const actionOutput = z.looseObject({
  verdict: z
    .enum(['success', 'unsupported', 'effect_not_verified', 'verifier_ambiguous'])
    .optional()
    .describe('What was observed. Absent only when the call was refused; then `error` says why.'),
  failure_domain: z.string().optional(),
  summary: z.string().optional(),
  delivery_tier: z.string().optional(),
})

interface ActionArguments {
  readonly confirm: boolean
  readonly expect?: Expectation | undefined
  readonly include_state: boolean
  readonly state_response_mode?: 'auto' | 'full' | undefined
  readonly include_screenshot: boolean
  /** Absent from tools that cannot move the focus, or take over the pointer. */
  readonly allow_focus_change?: boolean
  readonly allow_global_cursor?: boolean
}

/** The shared arguments of an action, in the engine's terms. */
export function actionOptions(args: ActionArguments): { options: ActionOptions; expect?: Expectation } {
  return {
    options: {
      confirm: args.confirm,
      includeState: args.include_state,
      fullState: args.state_response_mode === 'full',
      includeScreenshot: args.include_state && args.include_screenshot,
      allowFocusChange: args.allow_focus_change === true,
      allowGlobalCursor: args.allow_global_cursor === true,
    },
    ...(args.expect === undefined ? {} : { expect: args.expect }),
  }
}

/** A plan of an action that always has an element of its own. */
export const onTarget =
  (plan: (target: TargetFields) => Decision): Action['plan'] =>
  ({ target }) => {
    if (target === undefined) throw new Error('an action on an element was planned without its fields')
    return plan(target)
  }
