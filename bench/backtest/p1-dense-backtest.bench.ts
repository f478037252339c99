// P1: the production backtest (integer money, risk, journal, equity at every close) against the C loop on task B, where
// fills are dense and nothing can be leapt over.
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { compileCLoop } from '../reference/c-loop.ts';
import { referenceWalk } from '../reference/walk.ts';
import { outcomeOf, referenceGrid, trade } from './reference-grid.ts';

const REPEATS = 5;
const C_REPEATS = 40;

export const bench: Bench = {
  id: 'P1',
  name: 'production backtest / C loop, task B (dense fills)',
  unit: 'candles',
  floor: 0.06,
  goal: 0.25,
  async prepare() {
    const loop = compileCLoop();
    if (loop === null) return { skipped: 'no C compiler (cc, gcc or clang) on this machine' };
    const candles = referenceWalk('B');
    const open = candles.openTicks[0]!;
    const task = referenceGrid(candles, Math.round(open * 0.98), Math.round(open * 1.02));
    const run = () => {
      let outcome = '';
      const seconds = timed(() => {
        for (let repeat = 0; repeat < REPEATS; repeat++) outcome = outcomeOf(task, trade(task, 'candle'));
      });
      return { units: candles.length * REPEATS, seconds, outcome };
    };
    return {
      ours: { name: 'backtest, candle by candle', run },
      theirs: { name: 'C -O3', run: () => loop.run(task.start, C_REPEATS) },
      dispose: () => loop.dispose(),
    };
  },
};
