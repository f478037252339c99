// `npm run bench [-- P1 P9] [--pairs 7] [--json]`: finds every *.bench.ts below bench/, measures each in interleaved
// pairs and prints one table, a row as soon as it is known. It judges nothing but what it measured: a skipped, void or
// failed bench says so in its row, and the others are measured all the same. Each has a process of its own, so that a
// figure does not depend on what was measured before it: code that has met other strategies is compiled for them too.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, CLOCK } from './bench.ts';
import { MIN_PAIRS, measure, type Verdict } from './measure.ts';
import { compilerVersion } from './reference/c-loop.ts';

/** A bench, the file below bench/ that exports it, and its number there. */
interface Found {
  readonly bench: Bench;
  readonly file: string;
  readonly at: number;
}

interface Result {
  readonly verdict?: Verdict;
  readonly skipped?: string;
  /** Why it was not measured: it threw. */
  readonly failed?: string;
}

type Row = Result & { readonly bench: Bench };

const HEAD = ['#', 'ours / theirs', 'ours', 'theirs', 'ratio', 'pairs', 'floor', 'goal', 'verdict'];
/** Rows are printed before the next is known, so only the first two columns can be as wide as they must. */
const WIDTHS = [0, 0, 24, 24, 6, 13, 5, 4, 0];

async function benchesOf(file: string): Promise<Bench[]> {
  const module = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as {
    bench?: Bench;
    beside?: Bench[];
  };
  if (module.bench === undefined) throw new Error(`bench/${file} exports no \`bench\``);
  return [module.bench, ...(module.beside ?? [])];
}

async function findBenches(ids: readonly string[]): Promise<Found[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const found: Found[] = [];
  for (const file of files.filter((each) => each.endsWith('.bench.ts'))) {
    for (const [at, bench] of (await benchesOf(file)).entries()) found.push({ bench, file, at });
  }
  const unknown = ids.filter((id) => !found.some(({ bench }) => bench.id === id));
  if (unknown.length > 0) throw new Error(`no such bench: ${unknown.join(', ')}`);
  return found
    .filter(({ bench }) => ids.length === 0 || ids.includes(bench.id))
    .sort((a, b) => Number(a.bench.id.slice(1)) - Number(b.bench.id.slice(1)));
}

/** In the process that the bench has to itself. */
async function measureHere(file: string, at: number, pairs: number): Promise<Result> {
  const bench = (await benchesOf(file))[at];
  if (bench === undefined) throw new Error(`no bench ${at} in ${file}`);
  const contest = await bench.prepare();
  if ('skipped' in contest) return { skipped: contest.skipped };
  try {
    return { verdict: await measure(contest, pairs) };
  } finally {
    await contest.dispose?.();
  }
}

async function measureApart({ bench, file, at }: Found, pairs: number): Promise<Row> {
  const args = [...process.execArgv, import.meta.filename, '--pairs', String(pairs), '--one', `${at}:${file}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complained = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  child.stderr.on('data', (text) => {
    complained += text;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) return { bench, failed: complained.trim() || `ended with ${code}` };
  return { bench, ...(JSON.parse(said) as Result) };
}

function judge(row: Row): string {
  if (row.failed !== undefined) return 'FAILED';
  if (row.verdict === undefined) return 'skipped';
  if (row.verdict.ratio === null) return 'VOID: results differ';
  if (row.verdict.ratio >= row.bench.goal) return 'goal reached';
  return row.verdict.ratio >= row.bench.floor ? 'above floor' : 'BELOW FLOOR';
}

function figure(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

function tableLine(row: Row): string[] {
  const { bench, verdict } = row;
  const unit = `${bench.unit}/${bench.per ?? 's'}`;
  const rates = verdict
    ? [`${figure(verdict.oursPerSecond)} ${unit}`, `${figure(verdict.theirsPerSecond)} ${unit}`]
    : ['-', '-'];
  const spread = verdict ? `${figure(verdict.lowestRatio)}..${figure(verdict.highestRatio)}` : '-';
  const ratio = verdict?.ratio == null ? '-' : figure(verdict.ratio);
  return [bench.id, bench.name, ...rates, ratio, spread, figure(bench.floor), figure(bench.goal), judge(row)];
}

function printLine(cells: readonly string[], widths: readonly number[]): void {
  console.log(cells.map((cell, column) => cell.padEnd(widths[column] as number)).join('  '));
}

function printRow(row: Row, widths: readonly number[]): void {
  const { bench, verdict, skipped, failed } = row;
  printLine(tableLine(row), widths);
  if (skipped !== undefined) console.log(`${bench.id} skipped: ${skipped}`);
  if (failed !== undefined) console.log(`${bench.id} failed: ${failed}`);
  const difference = verdict?.difference;
  if (difference) console.log(`${bench.id} ours: ${difference.ours}\n${bench.id} theirs: ${difference.theirs}`);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: String(MIN_PAIRS) },
      json: { type: 'boolean', default: false },
      one: { type: 'string' },
    },
  });
  const pairs = Number(values.pairs);
  if (values.one !== undefined) {
    const [at, file] = values.one.split(':') as [string, string];
    console.log(JSON.stringify(await measureHere(file, Number(at), pairs)));
    return;
  }
  const benches = await findBenches(positionals);
  const machine = {
    date: new Date().toISOString(),
    cpu: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
    node: process.version,
    v8: process.versions.v8,
    compiler: compilerVersion() ?? 'none',
    clock: CLOCK,
    load: loadavg()[0],
  };
  const columnOf = (key: 'id' | 'name') => benches.map(({ bench }) => bench[key].length);
  const widths = [Math.max(...columnOf('id')), Math.max(...columnOf('name')), ...WIDTHS.slice(2)];
  if (!values.json) {
    console.log(
      `${machine.date}  ${machine.cpu}  node ${machine.node}  v8 ${machine.v8}  cc ${machine.compiler}  load ${machine.load?.toFixed(1)}`,
    );
    console.log(
      `median of ${values.pairs} interleaved pairs; a ratio counts only where both sides found the same; ${CLOCK} time`,
    );
    printLine(HEAD, widths);
  }
  const rows: Row[] = [];
  for (const found of benches) {
    const row = await measureApart(found, pairs);
    rows.push(row);
    if (!values.json) printRow(row, widths);
  }
  if (values.json) {
    const results = rows.map(({ bench, ...rest }) => ({ id: bench.id, name: bench.name, ...rest }));
    console.log(JSON.stringify({ machine, results }, null, 2));
  }
  if (rows.some(({ failed }) => failed !== undefined)) process.exitCode = 1;
}

await main();
