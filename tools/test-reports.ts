// Reads from the reports of vitest and Playwright how many tests passed and failed, and which failed. Invariant: a file
// that could not be loaded, and a test that passed only when tried again, count as failed, and every counted failure is
// named with its file, its title and the first line of its error.
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One line for each that failed: `file › title: first line of its error`. */
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: readonly {
      status: string;
      title: string;
      ancestorTitles: readonly string[];
      failureMessages?: readonly string[] | null;
    }[];
  }[];
}

export function readVitest(report: string, root: string): Tally {
  const { numPassedTests, testResults } = JSON.parse(report) as VitestReport;
  const failures = testResults.flatMap((file) => {
    const place = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [named([place], file.message)] : [];
    return failed.map((test) => named([place, ...test.ancestorTitles, test.title], test.failureMessages?.[0]));
  });
  return { passed: numPassedTests, failed: failures.length, failures };
}

/** How long each file took, by its path from the root. */
export function vitestSeconds(report: string, root: string): Record<string, number> {
  const { testResults } = JSON.parse(report) as VitestReport;
  return Object.fromEntries(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), Math.ceil((endTime - startTime) / 1000)]),
  );
}

interface PlaywrightSuite {
  readonly title: string;
  readonly file: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs: readonly {
    title: string;
    tests: readonly { status: string; results: readonly { error?: PlaywrightError }[] }[];
  }[];
}

interface PlaywrightError {
  readonly message?: string;
}

interface PlaywrightReport {
  readonly stats: { expected: number };
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly PlaywrightError[];
}

export function readPlaywright(report: string): Tally {
  const { stats, suites, errors } = JSON.parse(report) as PlaywrightReport;
  const failures = [
    ...suites.flatMap((suite) => failuresOf(suite, [suite.file])),
    ...errors.map((error) => named(['outside every test'], error.message)),
  ];
  return { passed: stats.expected, failed: failures.length, failures };
}

function failuresOf(suite: PlaywrightSuite, path: readonly string[]): string[] {
  const here = suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.find((result) => result.error !== undefined)?.error;
        return named([...path, status === 'flaky' ? `${title} (passed when tried again)` : title], error?.message);
      }),
  );
  return [...here, ...(suite.suites ?? []).flatMap((inner) => failuresOf(inner, [...path, inner.title]))];
}

function named(path: readonly string[], error: string | undefined): string {
  const lines = stripVTControlCharacters(error ?? '').split('\n');
  const first = lines.find((line) => line.trim() !== '')?.trim() ?? 'it told no error';
  return `${path.filter((part) => part !== '').join(' › ')}: ${first.slice(0, 300)}`;
}
