// Reads how many tests passed and failed from the reports of vitest and Playwright. Invariant: a file that could not be
// loaded, and a test that passed only when tried again, count as failed.
export interface Tally {
  readonly passed: number;
  readonly failed: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { status: string; assertionResults: readonly { status: string }[] }[];
}

export function countVitest(report: string): Tally {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as VitestReport;
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length };
}

interface PlaywrightReport {
  readonly stats: { expected: number; unexpected: number; flaky: number };
  readonly errors: readonly unknown[];
}

export function countPlaywright(report: string): Tally {
  const { stats, errors } = JSON.parse(report) as PlaywrightReport;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
