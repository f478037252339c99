// The count behind the last line of `npm test`: nothing that did not pass may look as if it had.
import { expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-reports.ts';

it('counts a file that could not be loaded as failed', () => {
  const report = {
    numPassedTests: 3,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
    ],
  };
  expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 2 });
});

it('counts flaky browser tests and errors outside tests as failed', () => {
  const report = { stats: { expected: 5, unexpected: 1, flaky: 2 }, errors: [{ message: 'no server' }] };
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 5, failed: 4 });
});
