// The last lines of `npm test`: nothing that did not pass may look as if it had, and who sees only the end of the output
// can read which test it was.
import { expect, it } from 'vitest';
import { readPlaywright, readVitest } from './test-reports.ts';

const passed = { status: 'passed', title: 'goes well', ancestorTitles: [], failureMessages: [] };

it('names every failed test of vitest with the first line of its error, and a file that could not be loaded', () => {
  const report = {
    numPassedTests: 3,
    testResults: [
      {
        name: '/house/tests/api/a.test.ts',
        status: 'failed',
        assertionResults: [
          passed,
          {
            status: 'failed',
            title: 'is refused',
            ancestorTitles: ['a person', 'who is late'],
            failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at a.test.ts:3'],
          },
          { status: 'failed', title: 'says nothing', ancestorTitles: [], failureMessages: null },
        ],
      },
      {
        name: '/house/tests/b.test.ts',
        status: 'failed',
        message: '\nError: no such module\n at',
        assertionResults: [],
      },
      { name: '/house/tests/c.test.ts', status: 'passed', assertionResults: [passed, passed] },
    ],
  };
  expect(readVitest(JSON.stringify(report), '/house')).toEqual({
    passed: 3,
    failed: 3,
    failures: [
      'tests/api/a.test.ts › a person › who is late › is refused: AssertionError: expected 1 to be 2',
      'tests/api/a.test.ts › says nothing: it told no error',
      'tests/b.test.ts: Error: no such module',
    ],
  });
});

it('counts and names flaky browser tests and errors outside tests as failed', () => {
  const spec = (title: string, status: string, ...errors: (string | undefined)[]) => ({
    title,
    tests: [{ status, results: errors.map((message) => (message === undefined ? {} : { error: { message } })) }],
  });
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1 },
    suites: [
      {
        title: 'home.spec.ts',
        file: 'home.spec.ts',
        specs: [spec('opens', 'expected', undefined), spec('closes', 'unexpected', 'Error: still open\nmore')],
        suites: [
          {
            title: 'at night',
            file: 'home.spec.ts',
            specs: [spec('sleeps', 'flaky', 'Test timeout of 20000ms exceeded.', undefined)],
          },
        ],
      },
    ],
    errors: [{ message: 'no server' }],
  };
  expect(readPlaywright(JSON.stringify(report))).toEqual({
    passed: 5,
    failed: 3,
    failures: [
      'home.spec.ts › closes: Error: still open',
      'home.spec.ts › at night › sleeps (passed when tried again): Test timeout of 20000ms exceeded.',
      'outside every test: no server',
    ],
  });
});
