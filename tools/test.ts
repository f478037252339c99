// `npm test`: the checks, the unit and integration tests, and the browser tests, one after the other, so that times mean
// something. Invariant: its last line is `N passed, N failed`, and its status is 0 only when nothing failed and every part
// has really run something. Words after `npm test --` choose parts: check, vitest, browser; `changed` runs what is nearest to a
// change in under three minutes, `long` the heavy proofs in their long form.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb } from '../commands/web-build.ts';
import { ensureBrowser } from './browser.ts';
import { printCheck, runChecks } from './check.ts';
import { listFiles, readSource } from './source-tree.ts';
import { readPlaywright, readVitest, type Tally, vitestSeconds } from './test-reports.ts';
import { changedFiles, chooseTests, keepSeconds, readSeconds, testsNear } from './test-selection.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const preload = join(root, 'commands', 'end-with-parent.mjs');
const PART_WITHIN_MS = 35 * 60_000;
/** What a person's shell may hold for `npm start` must not reach the tests. */
const PRODUCT_VARIABLES =
  /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_CONNECTIONS|BUS_URL|ROLES|MARKET|VENUE_.*|RATE_LIMITS|DEMO.*|LOG_LEVEL|NODE_ENV|WEB_DIST|PUBLIC_URL|PEPPER|SMTP_URL|MAIL_FROM|CHAIN_RPC_URL|PASSWORD_COST|TRUSTED_PROXIES|SHELL_ORIGINS|OSS_ORIGIN|VITE_OSS_URL|VAULT_KEY_FILE|EXCHANGE_URLS|TRADE_AT)$/;

/** Seconds of test files that `changed` runs: with three workers on two cores less than half of that passes. */
const CHANGED_WITHIN_S = 180;
/** The long forms of proofs that have one; a part may then take hours. */
const LONG_FORMS = {
  RACE_ROUNDS: '100',
  MACHINE_RUNS: '2000',
  RUNS: '20000',
  LEDGER_RUNS: '100000',
  FAILOVER_STOP_S: '60',
  KILLS: '20',
  WITHDRAWALS: '500',
  STARTS: '10',
} as const;
const LONG_WITHIN_MS = 6 * 3600_000;

const NOTHING: Tally = { passed: 0, failed: 0, failures: [] };

const reports = mkdtempSync(join(tmpdir(), 'cormorant-reports-'));
const running = new Set<ChildProcess>();

interface Part {
  readonly name: 'check' | 'vitest' | 'browser' | 'changed' | 'long';
  readonly title: string;
  run(): Promise<Tally>;
}

const parts: readonly Part[] = [
  { name: 'check', title: 'Checks', run: runCheckPart },
  { name: 'vitest', title: 'Unit and integration tests', run: () => runVitest() },
  { name: 'browser', title: 'Browser tests', run: () => runBrowserTests() },
];

/** Only by their names. */
const choices: readonly Part[] = [
  ...parts,
  { name: 'changed', title: 'What is near to the change', run: runChanged },
  { name: 'long', title: 'Heavy proofs in their long form', run: runLong },
];

async function runCheckPart(): Promise<Tally> {
  const results = await runChecks(printCheck);
  const failures = results.filter(({ ok }) => !ok).map(({ name, output }) => `${name}: ${firstLine(output)}`);
  return { passed: results.length - failures.length, failed: failures.length, failures };
}

/** With `files` those test files alone, with `variables` in their environment. */
async function runVitest(
  files: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): Promise<Tally> {
  const report = join(reports, 'vitest.json');
  const args = [
    'run',
    '--configLoader',
    'native',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const isLong = Object.keys(variables).length > 0;
  const ok = await runProgram(join('vitest', 'vitest.mjs'), args, variables, isLong ? LONG_WITHIN_MS : PART_WITHIN_MS);
  const told = existsSync(report) ? readFileSync(report, 'utf8') : null;
  if (told !== null && !isLong) keepSeconds(root, vitestSeconds(told, root));
  return withStatus(told === null ? NOTHING : readVitest(told, root), ok);
}

async function runChanged(): Promise<Tally> {
  const changed = changedFiles(root);
  const { chosen, left } = chooseTests(testsNear(root, changed), readSeconds(root), CHANGED_WITHIN_S);
  const specs = chosen.filter((path) => path.endsWith('.spec.ts'));
  const tests = chosen.filter((path) => !path.endsWith('.spec.ts'));
  process.stdout.write(
    `${changed.length} files changed; ${tests.length} test files and ${specs.length} browser tests are near\n`,
  );
  const sums = [await runCheckPart()];
  if (tests.length > 0) sums.push(await runVitest(tests));
  if (specs.length > 0) sums.push(await runBrowserTests(specs));
  if (left.length > 0) process.stdout.write(`left to the whole suite: ${left.join(' ')}\n`);
  if (changed.some((path) => path.startsWith('apps/web/'))) {
    process.stdout.write('apps/web changed: its screens are looked at by `npm test -- browser`\n');
  }
  return {
    passed: sums.reduce((sum, { passed }) => sum + passed, 0),
    failed: sums.reduce((sum, { failed }) => sum + failed, 0),
    failures: sums.flatMap(({ failures }) => failures),
  };
}

/** The files that read one of the variables of LONG_FORMS. */
async function runLong(): Promise<Tally> {
  const reads = new RegExp(`process\\.env(\\.|\\[')(${Object.keys(LONG_FORMS).join('|')})\\b`);
  const files = listFiles(root).filter((path) => path.endsWith('.test.ts') && reads.test(readSource(root, path).text));
  return runVitest(files, LONG_FORMS);
}

async function runBrowserTests(specs: readonly string[] = []): Promise<Tally> {
  const browser = ensureBrowser((line) => process.stdout.write(`${line}\n`));
  const webDist = await buildWeb(root, reports, (line) => process.stdout.write(`${line}\n`));
  const report = join(reports, 'playwright.json');
  const env = { CHROME_PATH: browser, WEB_DIST: webDist, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const ok = await runProgram(join('@playwright', 'test', 'cli.js'), ['test', '--reporter=list,json', ...specs], env);
  return withStatus(existsSync(report) ? readPlaywright(readFileSync(report, 'utf8')) : NOTHING, ok);
}

/** A part that ended badly, or ran nothing, has failed even when its report knows of no failed test. */
function withStatus(tally: Tally, ok: boolean): Tally {
  const broken = (!ok || tally.passed === 0) && tally.failed === 0;
  return broken ? { ...tally, ...failedBy('it ended badly or ran nothing, and its report names no test') } : tally;
}

function failedBy(reason: string): Pick<Tally, 'failed' | 'failures'> {
  return { failed: 1, failures: [reason] };
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

async function runProgram(
  file: string,
  args: string[],
  extra: Readonly<Record<string, string>>,
  withinMs = PART_WITHIN_MS,
): Promise<boolean> {
  const kept = Object.entries(process.env).filter(([name]) => !PRODUCT_VARIABLES.test(name));
  // The channel ties it to us: it ends when we are killed, and takes its servers and browsers with it.
  const child = spawn(process.execPath, ['--import', preload, join(root, 'node_modules', file), ...args], {
    cwd: root,
    env: { ...Object.fromEntries(kept), ...extra, END_WITH_PARENT: String(process.pid) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  const timer = setTimeout(() => {
    process.stdout.write(`${file} took longer than ${withinMs / 60_000} minutes and was stopped\n`);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, withinMs);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  running.delete(child);
  return code === 0;
}

function stopOn(signal: NodeJS.Signals): void {
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 5_000).unref();
  });
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const chosen = words.length === 0 ? parts : choices.filter((part) => words.includes(part.name));
  if (chosen.length === 0) throw new Error(`Choose among: ${choices.map((part) => part.name).join(', ')}`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) stopOn(signal);
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel?.unref();
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  const failed: string[] = [];
  for (const part of chosen) {
    process.stdout.write(`\n== ${part.title}\n`);
    const started = performance.now();
    let tally: Tally;
    try {
      tally = await part.run();
    } catch (error) {
      process.stdout.write(`FAILED  ${(error as Error).message}\n`);
      tally = { passed: 0, ...failedBy(firstLine((error as Error).message)) };
    }
    total.passed += tally.passed;
    total.failed += tally.failed;
    failed.push(...tally.failures.map((failure) => `FAILED  ${part.title}: ${failure}`));
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    summary.push(`${part.title}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`);
  }
  rmSync(reports, { recursive: true, force: true });
  // Whoever sees only the end of the output reads here what failed.
  process.stdout.write(`\n${[...failed, ...summary].join('\n')}\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

await main();
