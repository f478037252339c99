// `npm run check`: format and lint, types with type-aware lint, boundaries, tidiness, fault map and unused code, side by
// side, in a minute. Invariant: it ends with status 0 only when every part is clean. `--write` lets the formatter
// repair first.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkBoundaries } from './boundaries.ts';
import { checkFaultMap } from './fault-map.ts';
import { checkTidy } from './tidy.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

export interface CheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Every part's result, each handed over as soon as it is known. */
export async function runChecks(onResult: (result: CheckResult) => void, write = false): Promise<CheckResult[]> {
  const biome = [
    'check',
    '--error-on-warnings',
    '--max-diagnostics=200',
    '--colors=off',
    ...(write ? ['--write'] : []),
  ];
  const parts = [
    // The longest, so it begins first. It tells what `tsc --noEmit` tells, and of config files at the root, too: one reading of
    // all types where there were two.
    program('types and type-aware lint', 'oxlint', ['--type-aware', '--type-check', '--deny-warnings', '.']),
    program('format and lint', 'biome', [...biome, '.']),
    program('unused code', 'knip', ['--no-progress', '--no-config-hints']),
    faults('boundaries', () => checkBoundaries(root).faults),
    faults('tidy', () => checkTidy(root)),
    faults('fault map', () => checkFaultMap(root)),
  ];
  return Promise.all(
    parts.map(async (part) => {
      const result = await part;
      onResult(result);
      return result;
    }),
  );
}

export function printCheck(result: CheckResult): void {
  process.stdout.write(`${result.ok ? 'ok    ' : 'FAILED'}  ${result.name} (${result.seconds.toFixed(1)} s)\n`);
  if (!result.ok) process.stdout.write(`${result.output.trim()}\n\n`);
}

function program(name: string, command: string, args: string[]): Promise<CheckResult> {
  const started = performance.now();
  return new Promise((settle) => {
    let output = '';
    const finish = (ok: boolean) => settle({ name, ok, output, seconds: (performance.now() - started) / 1000 });
    const child = spawn(join(root, 'node_modules', '.bin', command), args, { cwd: root });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}

async function faults(name: string, check: () => string[]): Promise<CheckResult> {
  // The other parts are processes of their own: let them start first.
  await new Promise((next) => setImmediate(next));
  const started = performance.now();
  const found = outcomeOf(check);
  return { name, ok: found.length === 0, output: found.join('\n'), seconds: (performance.now() - started) / 1000 };
}

function outcomeOf(check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    return [(error as Error).message];
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await runChecks(printCheck, process.argv.includes('--write'));
  const failed = results.filter((result) => !result.ok);
  process.stdout.write(
    failed.length === 0 ? 'check: all clean\n' : `check: ${failed.length} of ${results.length} failed\n`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
}
