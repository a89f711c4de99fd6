import { done, type Line, nothing, type Row } from '../rows.ts'

const field = 'select-entry'
const selected = (start: number, end: number, text: string): Line => [field, 'selection', { start, end, text }]

/** Pieces of `the quick brown fox and the lazy dog`, and where they are not. */
export const selections: readonly Row[] = [
  {
    tool: 'select_text',
    on: field,
    args: { text: 'quick' },
    truth: 'success',
    ...done(selected(4, 9, 'quick')),
  },
  { tool: 'select_text', on: field, args: { text: 'quick' }, truth: 'success', because: 'it is selected', ...nothing },
  {
    tool: 'select_text',
    on: field,
    args: { text: 'the', occurrence: 2 },
    truth: 'success',
    ...done(selected(24, 27, 'the')),
  },
  { tool: 'select_text', on: field, args: { text: 'the', occurrence: 3 }, truth: 'TEXT_NOT_FOUND', ...nothing },
  { tool: 'select_text', on: field, args: { text: 'Quick' }, truth: 'TEXT_NOT_FOUND', ...nothing },
  {
    tool: 'select_text',
    on: field,
    args: { text: 'lazy', position: 'before' },
    truth: 'success',
    ...done(selected(28, 28, '')),
  },
  {
    tool: 'select_text',
    on: field,
    args: { text: 'quick' },
    meanwhile: [`disable ${field}`],
    afterwards: [`enable ${field}`],
    truth: 'unsupported',
    ...nothing,
  },
]
