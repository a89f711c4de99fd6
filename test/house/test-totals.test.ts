import { expect, test } from 'vitest'
import { countTests } from '../../scripts/test-totals.ts'

test.each([
  ['all passed', { numPassedTests: 3, numFailedTests: 0 }, true, { passed: 3, failed: 0 }],
  ['some failed', { numPassedTests: 3, numFailedTests: 2 }, false, { passed: 3, failed: 2 }],
  ['a file could not be loaded', { numPassedTests: 3, numFailedTests: 0 }, false, { passed: 3, failed: 1 }],
  ['no report was written', undefined, false, { passed: 0, failed: 1 }],
  ['the report is of another shape', { tests: [] }, false, { passed: 0, failed: 1 }],
])('%s', (_what, report, succeeded, totals) => {
  expect(countTests(report, succeeded)).toEqual(totals)
})
