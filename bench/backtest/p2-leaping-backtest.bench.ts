// P2: the production backtest against the C loop on task A, where fills are rare: the range index leaps over what
// touches nothing. The index is built once per candle file and is not timed (P5 will time it).
import { RangeIndex } from '@cormorant/core/market/range-index.ts';
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { compileCLoop } from '../reference/c-loop.ts';
import { referenceWalk } from '../reference/walk.ts';
import { outcomeOf, referenceGrid, trade } from './reference-grid.ts';

const REPEATS = 200;
const C_REPEATS = 100;

export const bench: Bench = {
  id: 'P2',
  name: 'production backtest / C loop, task A (leaping)',
  unit: 'candles',
  floor: 0.5,
  goal: 2,
  async prepare() {
    const loop = compileCLoop();
    if (loop === null) return { skipped: 'no C compiler (cc, gcc or clang) on this machine' };
    const candles = referenceWalk('A');
    const closes = candles.closeTicks.slice(0, candles.length).sort();
    const quantile = (share: number) => closes[Math.floor(closes.length * share)]!;
    const task = referenceGrid(candles, quantile(0.05), quantile(0.95));
    const index = new RangeIndex(candles);
    const run = () => {
      let outcome = '';
      const seconds = timed(() => {
        for (let repeat = 0; repeat < REPEATS; repeat++) outcome = outcomeOf(task, trade(task, 'block', index));
      });
      return { units: candles.length * REPEATS, seconds, outcome };
    };
    return {
      ours: { name: 'backtest, leaping', run },
      theirs: { name: 'C -O3', run: () => loop.run(task.start, C_REPEATS) },
      dispose: () => loop.dispose(),
    };
  },
};
