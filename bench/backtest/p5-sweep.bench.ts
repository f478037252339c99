// P5: 64 grids of different ranges over the candles of task A, as a tuner tries them, the index built anew in the timed
// part and shared by all of them, against 64 runs of the C loop. Every one of the 64 results must be equal.
import { RangeIndex } from '@cormorant/core/market/range-index.ts';
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { compileCLoop } from '../reference/c-loop.ts';
import { referenceWalk } from '../reference/walk.ts';
import { outcomeOf, referenceGrid, trade } from './reference-grid.ts';

const SIDE = 8;

export const bench: Bench = {
  id: 'P5',
  name: 'sweep of 64 grids, index build included / C loop',
  unit: 'candles',
  floor: 1,
  goal: 4,
  async prepare() {
    const loop = compileCLoop();
    if (loop === null) return { skipped: 'no C compiler (cc, gcc or clang) on this machine' };
    const candles = referenceWalk('A');
    const closes = candles.closeTicks.slice(0, candles.length).sort();
    const quantile = (share: number) => closes[Math.floor(closes.length * share)]!;
    const tasks = Array.from({ length: SIDE * SIDE }, (_, at) =>
      referenceGrid(candles, quantile(0.02 + 0.02 * Math.floor(at / SIDE)), quantile(0.98 - 0.02 * (at % SIDE))),
    );
    const units = candles.length * tasks.length;
    return {
      ours: {
        name: 'sweep, leaping',
        run: () => {
          const outcomes: string[] = [];
          const seconds = timed(() => {
            const index = new RangeIndex(candles);
            for (const task of tasks) outcomes.push(outcomeOf(task, trade(task, 'block', index)));
          });
          return { units, seconds, outcome: outcomes.join('; ') };
        },
      },
      theirs: {
        name: 'C -O3',
        run: () => {
          const ends = tasks.map(({ start }) => loop.run(start, 1));
          const seconds = ends.reduce((sum, end) => sum + end.seconds, 0);
          return { units, seconds, outcome: ends.map(({ outcome }) => outcome).join('; ') };
        },
      },
      dispose: () => loop.dispose(),
    };
  },
};
