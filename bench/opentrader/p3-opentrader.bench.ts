// P3: the production backtest against OpenTrader's, 10,000 candles, 20 grids. OpenTrader is not ours to ship: it is used
// only where OPENTRADER_DIR names an installed copy. Its simulator fills at the close and knows no fee, so the tape has
// candles of one price each, off every line, where both laws agree; compared is the number of completed sells.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBacktest } from '@cormorant/core/backtest/run-backtest.ts';
import { CandleColumns, MINUTE_MS } from '@cormorant/core/market/candles.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { grid } from '@cormorant/core/strategies/grid/machine.ts';
import type { GridParams } from '@cormorant/core/strategies/grid/params.ts';
import { inlineHotCode } from '../../commands/backtest/hot-code.ts';
import { plainGrid } from '../../packages/core/test/plain-grid.ts';
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { seededRandom } from '../reference/walk.ts';

const CANDLES = 10_000;
const REPEATS = 100;
const TICKS_PER_UNIT = 100;
const LOWER_TICKS = 9_800;
const STEP_TICKS = 20;
const LEVELS = 20;

const instrument = makeInstrument({
  symbol: 'BTC/USDT',
  tick: '0.01',
  step: '0.0001',
  minQty: '0.0001',
  maxQty: '9000',
  minNotional: '1',
  minPrice: '0.01',
  maxPrice: '1000000',
  maxOpenOrders: 500,
  maker: '0',
  taker: '0',
  feeAsset: 'quote',
});
const params: GridParams = {
  lowerTicks: LOWER_TICKS,
  upperTicks: LOWER_TICKS + LEVELS * STEP_TICKS,
  levels: LEVELS,
  ...plainGrid,
};

/** Odd ticks only: lines are even, so no price ever stands on one. */
function prices(): number[] {
  const random = seededRandom(42);
  const tape = [10_001];
  while (tape.length < CANDLES) {
    const next = tape.at(-1)! + 2 * Math.round((random() - 0.5) * 20);
    tape.push(Math.min(10_199, Math.max(9_801, next)));
  }
  return tape;
}

export const bench: Bench = {
  id: 'P3',
  name: 'production backtest / OpenTrader, 10,000 candles',
  unit: 'candles',
  floor: 1000,
  goal: 5000,
  async prepare() {
    const folder = process.env.OPENTRADER_DIR;
    if (!folder)
      return { skipped: 'OPENTRADER_DIR not set: it names a folder with OpenTrader installed, tsx included' };
    const tsx = join(folder, 'node_modules/.bin/tsx');
    if (!existsSync(tsx)) return { skipped: `no tsx in ${folder}` };
    inlineHotCode();
    const tape = prices();
    const candles = new CandleColumns(MINUTE_MS, CANDLES);
    for (const [row, ticks] of tape.entries()) candles.push(row * MINUTE_MS, ticks, ticks, ticks, ticks, 1);
    const temp = mkdtempSync(join(tmpdir(), 'cormorant-p3-'));
    const tapePath = join(temp, 'tape.json');
    const lines = Array.from({ length: LEVELS + 1 }, (_, k) => (LOWER_TICKS + k * STEP_TICKS) / TICKS_PER_UNIT);
    const text = { lines, prices: tape.map((ticks) => ticks / TICKS_PER_UNIT), intervalMs: MINUTE_MS };
    writeFileSync(tapePath, JSON.stringify(text));
    const ours = () => {
      let sells = 0;
      const seconds = timed(() => {
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          const task = {
            strategy: grid,
            params,
            instrument,
            candles,
            investmentAtoms: 10_000e8,
            stride: 'candle',
          } as const;
          sells = runBacktest(task).bot.rounds;
        }
      });
      return { units: CANDLES * REPEATS, seconds, outcome: `sells ${sells}` };
    };
    const theirs = () => {
      const driver = join(import.meta.dirname, 'driver.ts');
      const answer = spawnSync(tsx, [driver, folder, tapePath], { cwd: folder, encoding: 'utf8' });
      if (answer.status !== 0) throw new Error(`OpenTrader ended with ${answer.status}: ${answer.stderr}`);
      const { seconds, sells } = JSON.parse(answer.stdout.trim().split('\n').at(-1)!) as {
        seconds: number;
        sells: number;
      };
      return { units: CANDLES, seconds, outcome: `sells ${sells}` };
    };
    return {
      ours: { name: 'backtest', run: ours },
      theirs: { name: 'OpenTrader', run: theirs },
      dispose: () => rmSync(temp, { recursive: true, force: true }),
    };
  },
};
