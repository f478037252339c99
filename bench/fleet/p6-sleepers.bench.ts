// Sleepers: 10,000 martingale bots on one market, prints that touch nobody, beside the same prints with no bot at all.
// Whoever sleeps must cost nothing: the ratio says how much of the bare rate is left.
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { martinParams, QuietFleet, START_TICKS } from './quiet-fleet.ts';

const BOTS = 10_000;
const PRINTS = 2_000_000;

export const bench: Bench = {
  id: 'P6',
  name: '10,000 sleeping martingales, untouched prints / no bot',
  unit: 'prints',
  floor: 0.5,
  goal: 0.9,
  async prepare() {
    const full = new QuietFleet('martin');
    full.add(BOTS, martinParams);
    full.lull();
    const none = new QuietFleet('martin');
    const side = (name: string, quiet: QuietFleet) => ({
      name,
      run: () => {
        const before = quiet.fills;
        const seconds = timed(() => {
          for (let at = 0; at < PRINTS; at++) quiet.print(START_TICKS + (at % 64) - 32);
        });
        return { units: PRINTS, seconds, outcome: `${quiet.fills - before} fills` };
      },
    });
    return { ours: side('10,000 asleep', full), theirs: side('no bot', none) };
  },
};
