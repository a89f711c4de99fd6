import type { Classification } from '../../outcome/verdict.ts'

/** One call of the demo: what it does to which control of the fixture app, and what is true of it. */
export interface Step {
  readonly tool: string
  /** Accessible id of the control; absent for a look at the whole app. */
  readonly target?: string
  readonly args?: Readonly<Record<string, unknown>>
  /** Written by hand, from what the control does. */
  readonly expected?: Classification
  readonly remark: string
}

export const steps: readonly Step[] = [
  { tool: 'get_app_state', remark: 'look first' },
  { tool: 'click', target: 'honest-button', expected: 'success', remark: 'its counter goes up' },
  { tool: 'click', target: 'toggle-box', expected: 'success', remark: 'is checked afterwards' },
  {
    tool: 'set_value',
    target: 'text-entry',
    args: { value: 'Grüße aus 東京 😀' },
    expected: 'success',
    remark: 'reads back equal',
  },
  {
    tool: 'type_text',
    target: 'text-entry',
    args: { text: ' !' },
    expected: 'success',
    remark: 'is added at the caret',
  },
  { tool: 'set_value', target: 'plain-slider', args: { value: '40' }, expected: 'success', remark: 'reads back equal' },
  {
    tool: 'click',
    target: 'canvas',
    args: { expect: { text: 'left 1 middle 0 right 0' } },
    expected: 'success',
    remark: "has no action: pressed by the agent's own pointer",
  },
  {
    tool: 'type_text',
    target: 'keystroke-input',
    args: { text: 'keys' },
    expected: 'success',
    remark: "hears keys only: typed on the agent's own keyboard",
  },
  { tool: 'click', target: 'disabled-button', expected: 'unsupported', remark: 'is disabled: nothing is sent' },
  {
    tool: 'click',
    target: 'liar-button',
    expected: 'effect_not_verified',
    remark: 'lies: accepts the press, does nothing',
  },
]
