// Compiles grid.c on the spot and runs it over a grid's start state, as the limit that P1 and P2 are measured against.
// The C side gets the state AFTER the start (coins bought, one line empty), so both sides trade the same grid.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Candles } from '@cormorant/core/market/candles.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { RunResult } from '../bench.ts';

/** The grid when its first orders rest, after the print of the first candle's open. Fees are taken in quote. */
export interface GridStart {
  readonly instrument: Instrument;
  readonly candles: Candles;
  /** All lines, ascending. */
  readonly lineTicks: readonly number[];
  /** The line without an order: buys rest on all lines below it, sells on all lines above. */
  readonly emptyLine: number;
  readonly qtyLots: number;
  /** Cash and coin once the initial purchase is paid, its fee included. */
  readonly quoteAtoms: number;
  readonly baseLots: number;
  /** The running peak of equity before the first close: the investment. */
  readonly peakAtoms: number;
}

export interface GridEnd {
  readonly fills: number;
  readonly quoteAtoms: number;
  readonly baseLots: number;
  /** Fees of the fills after the start. */
  readonly feesAtoms: number;
  /** Largest (peak - equity) / peak over all closes. */
  readonly maxDrawdown: number;
}

/** The text both sides compare. */
export function gridOutcome(end: GridEnd): string {
  const { fills, quoteAtoms, baseLots, feesAtoms, maxDrawdown } = end;
  return `fills ${fills} quote ${quoteAtoms} lots ${baseLots} fees ${feesAtoms} drawdown ${maxDrawdown.toFixed(12)}`;
}

/** First line of `cc --version`, or null where there is no compiler. */
export function compilerVersion(): string | null {
  for (const compiler of ['cc', 'gcc', 'clang']) {
    const answer = spawnSync(compiler, ['--version'], { encoding: 'utf8' });
    if (answer.status === 0) return `${compiler}: ${answer.stdout.split('\n')[0] ?? ''}`;
  }
  return null;
}

export interface CLoop {
  /** Loops `repeats` times over the candles inside one process and answers its own timing. */
  run(start: GridStart, repeats: number): RunResult & { readonly end: GridEnd };
  dispose(): void;
}

/** Compiles with -O3 -march=native into a temp folder; null where there is no compiler. */
export function compileCLoop(): CLoop | null {
  const compiler = compilerVersion()?.split(':')[0];
  if (compiler === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'cormorant-bench-'));
  const binary = join(folder, 'grid');
  const source = join(import.meta.dirname, 'grid.c');
  const built = spawnSync(compiler, ['-O3', '-march=native', '-std=c11', '-o', binary, source], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`grid.c does not compile: ${built.stderr}`);
  const written = new Map<GridStart | Candles, string>();
  const fileOf = <T extends GridStart | Candles>(content: T, encode: (content: T) => Uint8Array): string => {
    const known = written.get(content);
    if (known !== undefined) return known;
    const path = join(folder, `input-${written.size}`);
    writeFileSync(path, encode(content));
    written.set(content, path);
    return path;
  };
  return {
    run(start, repeats) {
      const inputs = [fileOf(start, encodeStart), fileOf(start.candles, encodeCandles)];
      const answer = spawnSync(binary, [...inputs, String(repeats)], { encoding: 'utf8' });
      if (answer.status !== 0) throw new Error(`grid.c ended with ${answer.status}`);
      const end = JSON.parse(answer.stdout) as GridEnd & { seconds: number };
      return { units: start.candles.length * repeats, seconds: end.seconds, outcome: gridOutcome(end), end };
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function encodeStart(start: GridStart): Uint8Array {
  const { instrument, candles, lineTicks } = start;
  if (instrument.feeAsset !== 'quote') throw new Error('the C loop knows fees in quote only');
  const head = BigInt64Array.from(
    [
      candles.length,
      lineTicks.length,
      start.emptyLine,
      start.qtyLots,
      instrument.quoteAtomsPerTickLot,
      instrument.makerPpm,
      start.quoteAtoms,
      start.baseLots,
      start.peakAtoms,
    ].map(BigInt),
  );
  return bytesOf([head, Int32Array.from(lineTicks)]);
}

function encodeCandles(candles: Candles): Uint8Array {
  const columns = [candles.openTicks, candles.highTicks, candles.lowTicks, candles.closeTicks];
  return bytesOf(columns.map((column) => Int32Array.from(column.subarray(0, candles.length))));
}

function bytesOf(parts: readonly (BigInt64Array | Int32Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer)));
}
