import { done, nothing, type Row } from '../rows.ts'

/** Rows of a long list and of one that turns round. */
export const lists: readonly Row[] = [
  {
    tool: 'click',
    on: 'Row 003',
    by: 'element',
    truth: 'success',
    ...done(['row-list', 'select', { row: 'Row 003' }]),
  },
  { tool: 'click', on: 'Row 003', truth: 'success', because: 'it is selected', ...nothing },
  { tool: 'click', on: 'Row 005', by: 'point', truth: 'success', ...done(['row-list', 'select', { row: 'Row 005' }]) },
  { tool: 'click', on: 'Cedar', by: 'element', truth: 'success', ...done(['sort-list', 'select', { row: 'Cedar' }]) },
  { tool: 'click', on: 'Elm', by: 'point', truth: 'success', ...done(['sort-list', 'select', { row: 'Elm' }]) },
  {
    tool: 'click',
    on: 'Alder',
    by: 'element',
    meanwhile: ['resort'],
    afterwards: ['resort'],
    truth: 'STALE_ELEMENT',
    because: 'another row stands in that place now',
    ...nothing,
  },
]
