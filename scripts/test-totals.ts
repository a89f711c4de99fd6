export interface Totals {
  readonly passed: number
  readonly failed: number
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
}

/**
 * Totals of one vitest run from its JSON report. A run that failed without a failed test (a file that cannot be loaded,
 * an error outside of every test, no report at all) counts as one failure, so that it can never look green.
 */
export function countTests(report: unknown, succeeded: boolean): Totals {
  const { numPassedTests: passed, numFailedTests: failed } = isReport(report)
    ? report
    : { numPassedTests: 0, numFailedTests: 0 }
  return { passed, failed: succeeded ? failed : Math.max(1, failed) }
}

/** Paths of the test files in which anything failed. */
export function failedFiles(report: unknown): string[] {
  const { testResults = [] } = (report ?? {}) as { testResults?: readonly { name: string; status: string }[] }
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

function isReport(report: unknown): report is VitestReport {
  const { numPassedTests, numFailedTests } = (report ?? {}) as Partial<VitestReport>
  return typeof numPassedTests === 'number' && typeof numFailedTests === 'number'
}
