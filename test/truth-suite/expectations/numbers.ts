import { done, nothing, only, type Row } from '../rows.ts'

/** Sliders and a spin button, honest and otherwise. */
export const numbers: readonly Row[] = [
  {
    tool: 'set_value',
    on: 'plain-slider',
    args: { value: '33' },
    truth: 'success',
    ...done(['plain-slider', 'value', { settled: 33 }]),
  },
  {
    tool: 'set_value',
    on: 'plain-slider',
    args: { value: '33' },
    truth: 'success',
    because: 'it stands there',
    ...nothing,
  },
  { tool: 'set_value', on: 'plain-slider', args: { value: '101' }, truth: 'unsupported', ...nothing },
  { tool: 'set_value', on: 'plain-slider', args: { value: 'loud' }, truth: 'unsupported', ...nothing },
  { tool: 'type_text', on: 'plain-slider', args: { text: '40' }, truth: 'unsupported', ...nothing },
  {
    tool: 'set_value',
    on: 'snap-slider',
    args: { value: '43' },
    truth: 'success',
    appSpecific: true,
    ...done(['snap-slider', 'value', { value: 43, settled: 40 }], ['snap-slider', 'value', { value: 40, settled: 40 }]),
  },
  {
    tool: 'set_value',
    on: 'snap-slider',
    args: { value: '41' },
    truth: 'effect_not_verified',
    because: 'it stood at 40 and stands there again',
    ...only(['snap-slider', 'value', { value: 41, settled: 40 }], ['snap-slider', 'value', { value: 40, settled: 40 }]),
  },
  {
    tool: 'set_value',
    on: 'clamp-slider',
    args: { value: '90' },
    truth: 'effect_not_verified',
    ...only(
      ['clamp-slider', 'value', { value: 90, settled: 60 }],
      ['clamp-slider', 'value', { value: 60, settled: 60 }],
    ),
  },
  {
    tool: 'set_value',
    on: 'clamp-slider',
    args: { value: '50' },
    truth: 'success',
    ...done(['clamp-slider', 'value', { value: 50, settled: 50 }]),
  },
  {
    tool: 'set_value',
    on: 'clamp-slider',
    args: { value: '61' },
    truth: 'success',
    appSpecific: true,
    because: 'one step beside what was asked for',
    ...done(
      ['clamp-slider', 'value', { value: 61, settled: 60 }],
      ['clamp-slider', 'value', { value: 60, settled: 60 }],
    ),
  },
  {
    tool: 'set_value',
    on: 'stuck-slider',
    args: { value: '70' },
    truth: 'effect_not_verified',
    ...only(
      ['stuck-slider', 'value', { value: 70, settled: 50 }],
      ['stuck-slider', 'value', { value: 50, settled: 50 }],
    ),
  },
  { tool: 'set_value', on: 'spin', args: { value: '7' }, truth: 'success', ...done(['spin', 'value', { settled: 7 }]) },
  { tool: 'set_value', on: 'spin', args: { value: '21' }, truth: 'unsupported', ...nothing },
]
