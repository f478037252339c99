// P6: 10,000 production grid bots (decisions, risk, books, journal) against the naive fleet of performance.md: 10,000
// bot objects, each of which looks at each tick and flips its own grid with bare arithmetic. Ticks are a walk of
// 0.005 % each, grids have 20 lines within some 10 % of the price: about one fill every few ticks.
import type { Bench } from '../bench.ts';
import { timed } from '../bench.ts';
import { REFERENCE_INSTRUMENT } from '../reference/walk.ts';
import { fleetRanges, fleetWalk, START_TICKS } from './fleet-task.ts';
import { SimFleet } from './sim-fleet.ts';

const TICKS = 12_000;

interface NaiveBot {
  readonly lines: readonly number[];
  readonly qtyLots: number;
  empty: number;
  /** Prices of the two orders next to the market: all that most ticks have to look at. */
  below: number;
  above: number;
  quoteAtoms: number;
  fills: number;
}

/** The naive bots begin as ours stand after the start. */
function naiveBots(fleet: SimFleet): NaiveBot[] {
  return fleet.heads.map((head, number) => {
    const { lines, empty, cells } = fleet.bot(number).state!;
    const naive = { lines, qtyLots: cells.qtyLots[0]!, empty, below: 0, above: 0, quoteAtoms: head.books.quoteAtoms };
    return lookAround({ ...naive, fills: 0 });
  });
}

function lookAround(bot: NaiveBot): NaiveBot {
  bot.below = bot.empty > 0 ? bot.lines[bot.empty - 1]! : 0;
  bot.above = bot.empty < bot.lines.length - 1 ? bot.lines[bot.empty + 1]! : Number.POSITIVE_INFINITY;
  return bot;
}

function seeTick(bot: NaiveBot, priceTicks: number, journal: number[]): void {
  while (priceTicks < bot.below || priceTicks > bot.above) {
    const buys = priceTicks < bot.below;
    const notional = (buys ? bot.below : bot.above) * bot.qtyLots * REFERENCE_INSTRUMENT.quoteAtomsPerTickLot;
    const fee = Math.floor((notional * REFERENCE_INSTRUMENT.makerPpm) / 1_000_000);
    bot.quoteAtoms += buys ? -notional - fee : notional - fee;
    bot.empty += buys ? -1 : 1;
    bot.fills++;
    journal.push(priceTicks, bot.qtyLots, fee);
    lookAround(bot);
  }
}

function outcome(fills: number, quoteAtoms: number): string {
  return `fills ${fills} quote ${quoteAtoms}`;
}

export const bench: Bench = {
  id: 'P6',
  name: '10,000 live bots / naive loop over the bots',
  unit: 'ticks',
  floor: 5,
  goal: 20,
  async prepare() {
    const ticks = fleetWalk(TICKS);
    const params = fleetRanges();
    const ours = () => {
      const fleet = new SimFleet(params, START_TICKS);
      const opened = fleet.heads.reduce((sum, bot) => sum + bot.fills, 0);
      const seconds = timed(() => {
        for (let at = 0; at < TICKS; at++) fleet.print(ticks[at]!);
      });
      const fills = fleet.heads.reduce((sum, bot) => sum + bot.fills, -opened);
      return {
        units: TICKS,
        seconds,
        outcome: outcome(
          fills,
          fleet.heads.reduce((sum, { books }) => sum + books.quoteAtoms, 0),
        ),
      };
    };
    const start = new SimFleet(params, START_TICKS);
    const naive = () => {
      const bots = naiveBots(start);
      const journal: number[] = [];
      const seconds = timed(() => {
        for (let at = 0; at < TICKS; at++) for (const bot of bots) seeTick(bot, ticks[at]!, journal);
      });
      const fills = bots.reduce((sum, bot) => sum + bot.fills, 0);
      return {
        units: TICKS,
        seconds,
        outcome: outcome(
          fills,
          bots.reduce((sum, bot) => sum + bot.quoteAtoms, 0),
        ),
      };
    };
    return { ours: { name: 'fleet', run: ours }, theirs: { name: 'each bot sees each tick', run: naive } };
  },
};
