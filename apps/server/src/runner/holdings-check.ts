// Whether the venue has what the books say: coin of spot bots on the account, positions of bots on contracts. A difference
// of more than a step that is seen twice in a row is a drift: the bot is paused, and nothing is traded on such a state.
import { formatBase } from '@cormorant/core/market/conversions.ts';
import type { TradingVenue } from '../ports/venue.ts';
import { text18, units18 } from './decimal18.ts';
import type { LiveBot } from './live-bot.ts';
import type { UserActor } from './user-actor.ts';

interface Difference {
  readonly key: string;
  readonly bots: readonly LiveBot[];
  readonly data: Readonly<Record<string, string>>;
}

export class HoldingsCheck {
  private readonly actor: UserActor;
  private readonly venue: TradingVenue;
  private readonly account: string;
  /** As seen by the last pass, with its figures. */
  private seen = new Map<string, string>();

  constructor(actor: UserActor, venue: TradingVenue, account: string) {
    this.actor = actor;
    this.venue = venue;
    this.account = account;
  }

  async run(): Promise<void> {
    const { actor } = this;
    const bots = [...actor.bots.values()].filter(({ bot }) => bot.status !== 'stopped');
    const spot = bots.filter(({ record }) => record.market === 'spot');
    const futures = bots.filter(({ record }) => record.market === 'futures');
    const found = [
      ...(spot.length === 0 ? [] : await this.coinThatLacks(spot)),
      ...(futures.length === 0 ? [] : await this.positionsThatDiffer(futures)),
    ];
    if (actor.isBusy()) return;
    const seen = new Map<string, string>();
    for (const { key, data, bots: concerned } of found) {
      const figures = JSON.stringify(data);
      seen.set(key, figures);
      if (this.seen.get(key) !== figures) continue;
      await actor.act((turn) => {
        for (const live of concerned)
          if (live.status === 'running' && !live.broken) actor.drift(turn, live, 'drift_holdings', data);
      });
    }
    this.seen = seen;
  }

  /** The coin all bots together believe to hold must be on the account; what is there besides is not theirs. */
  private async coinThatLacks(spot: readonly LiveBot[]): Promise<Difference[]> {
    const balances = await this.venue.balances(this.account, 'spot');
    // An asset that is missing from the answer is not taken for zero while the answer is empty.
    if (balances.length === 0) return [];
    const booked = new Map<string, { sum: bigint; step: bigint; bots: LiveBot[] }>();
    for (const live of spot) {
      const { instrument } = live.cell;
      const held = units18(formatBase(instrument, live.bot.books.baseAtoms));
      const entry = booked.get(instrument.base) ?? { sum: 0n, step: 0n, bots: [] };
      entry.sum += held;
      entry.step += units18(instrument.stepSize);
      if (held > 0n) entry.bots.push(live);
      booked.set(instrument.base, entry);
    }
    return [...booked].flatMap(([asset, { sum, step, bots }]) => {
      const rows = balances.filter((row) => row.asset === asset);
      const there = rows.reduce((total, row) => total + units18(row.free) + units18(row.locked), 0n);
      if (sum - there <= step || bots.length === 0) return [];
      return [{ key: asset, bots, data: { asset, booked: text18(sum), found: text18(there) } }];
    });
  }

  /** On a contract the position must be the bot's to the step, both ways: a larger one is somebody's hand, too. */
  private async positionsThatDiffer(futures: readonly LiveBot[]): Promise<Difference[]> {
    const positions = await this.venue.positions(this.account);
    const groups = new Map<string, LiveBot[]>();
    for (const live of futures) {
      const key = `${live.cell.symbol} ${live.record.positionSide}`;
      groups.set(key, [...(groups.get(key) ?? []), live]);
    }
    return [...groups].flatMap(([key, bots]) => {
      const step = units18(bots[0]?.cell.instrument.stepSize ?? '0');
      const booked = bots.reduce(
        (sum, { bot, cell }) => sum + units18(formatBase(cell.instrument, bot.books.baseAtoms)),
        0n,
      );
      const rows = positions.filter(({ symbol, positionSide }) => `${symbol} ${positionSide}` === key);
      const there = rows.reduce((sum, { qty }) => sum + units18(qty), 0n);
      const difference = booked > there ? booked - there : there - booked;
      if (difference <= step) return [];
      return [
        { key, bots, data: { asset: bots[0]?.record.symbol ?? key, booked: text18(booked), found: text18(there) } },
      ];
    });
  }
}
