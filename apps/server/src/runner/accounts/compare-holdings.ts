// Whether the venue has what the books say: coin of spot bots on the account, positions of bots on contracts. A difference
// of more than a step that is seen twice in a row is a drift: the bot is paused, and nothing is traded on such a state.
import { formatBase } from '@cormorant/core/market/conversions.ts';
import { text18, units18 } from '@cormorant/core/money/decimal-sum.ts';
import type { Atoms } from '@cormorant/core/money/units.ts';
import type { TradingVenue } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { endShortage, matterOf, noteShortage } from '../fills/manual-trades.ts';
import type { Compared } from './agreement.ts';
import type { ActorAccount, UserActor } from './user-actor.ts';

export interface HoldingsDeps {
  readonly actor: UserActor;
  readonly tradingAccount: ActorAccount;
  readonly venue: TradingVenue;
  readonly account: string;
}

export class HoldingsCheck {
  private readonly actor: UserActor;
  private readonly tradingAccount: ActorAccount;
  private readonly venue: TradingVenue;
  private readonly account: string;
  /** As seen by the last pass, with its figures. */
  private seen = new Map<string, string>();

  constructor({ account, actor, tradingAccount, venue }: HoldingsDeps) {
    this.actor = actor;
    this.tradingAccount = tradingAccount;
    this.venue = venue;
    this.account = account;
  }

  /** All that was compared; null = the account moved on meanwhile. */
  async run(): Promise<readonly Compared[] | null> {
    const { actor, tradingAccount } = this;
    const bots = [...tradingAccount.bots.values()].filter(({ head }) => head.status !== 'stopped');
    const spot = bots.filter(({ record }) => record.market === 'spot');
    const futures = bots.filter(({ record }) => record.market === 'futures');
    const compared = [
      ...(spot.length === 0 ? [] : await this.coins(spot)),
      ...(futures.length === 0 ? [] : await this.positions(futures)),
    ];
    if (actor.isBusy(tradingAccount)) return null;
    const seen = new Map<string, string>();
    for (const row of compared) {
      const { asset, booked, bots: concerned, found } = row;
      const key = matterOf(tradingAccount.place.accountId, row.key);
      const data = { asset, booked: text18(booked), found: text18(found) };
      const figures = JSON.stringify(data);
      if (row.differs) seen.set(key, figures);
      const isProven = row.differs && this.seen.get(key) === figures;
      const wasShort = !row.differs && concerned.some(({ owner }) => owner.record.drift?.key === key);
      if (!isProven && !wasShort) continue;
      await actor.act((turn) => {
        for (const live of concerned) {
          if (live.broken) continue;
          if (!isProven) endShortage(turn, live, key);
          else if (holdsPart(live)) {
            noteShortage(turn, live, { key, ...data });
            if (live.status === 'running') actor.drift(turn, live, 'drift_holdings', data);
          }
        }
      });
    }
    this.seen = seen;
    return compared;
  }

  /** With the parts of lots that have traded and are not booked yet. */
  private heldAtoms({ head, orders }: LiveBot): Atoms {
    return head.books.baseAtoms + this.tradingAccount.book.parts.balanceOf(orders.keys());
  }

  /** The coin all bots together believe to hold must be on the account; what is there besides is not theirs. */
  private async coins(spot: readonly LiveBot[]): Promise<Compared[]> {
    const balances = await this.venue.balances(this.account, 'spot');
    // An asset that is missing from the answer is not taken for zero while the answer is empty.
    if (balances.length === 0) return [];
    const booked = new Map<string, { sum: bigint; step: bigint; bots: LiveBot[] }>();
    for (const live of spot) {
      const { instrument } = live.botMarket;
      const entry = booked.get(instrument.base) ?? { sum: 0n, step: 0n, bots: [] };
      entry.sum += units18(formatBase(instrument, this.heldAtoms(live)));
      entry.step += units18(instrument.stepSize);
      entry.bots.push(live);
      booked.set(instrument.base, entry);
    }
    return [...booked].map(([asset, { sum, step, bots }]) => {
      const rows = balances.filter((row) => row.asset === asset);
      const there = rows.reduce((total, row) => total + units18(row.free) + units18(row.locked), 0n);
      return { key: asset, asset, bots, booked: sum, found: there, differs: sum - there > step };
    });
  }

  /** On a contract the position must be the bot's to the step, both ways: a larger one is somebody's hand, too. */
  private async positions(futures: readonly LiveBot[]): Promise<Compared[]> {
    const positions = await this.venue.positions(this.account);
    const groups = new Map<string, LiveBot[]>();
    for (const live of futures) {
      const key = `${live.botMarket.symbol} ${live.record.positionSide}`;
      groups.set(key, [...(groups.get(key) ?? []), live]);
    }
    return [...groups].map(([key, bots]) => {
      const step = units18(bots[0]?.botMarket.instrument.stepSize ?? '0');
      const booked = bots.reduce(
        (sum, live) => sum + units18(formatBase(live.botMarket.instrument, this.heldAtoms(live))),
        0n,
      );
      const rows = positions.filter(({ symbol, positionSide }) => `${symbol} ${positionSide}` === key);
      const found = rows.reduce((sum, { qty }) => sum + units18(qty), 0n);
      const difference = booked > found ? booked - found : found - booked;
      return { key, asset: bots[0]?.record.symbol ?? key, bots, booked, found, differs: difference > step };
    });
  }
}

/** Of coin only those who hold some are short of it; a position is everybody's who trades it. */
function holdsPart({ head, record }: LiveBot): boolean {
  return record.market === 'futures' || head.books.baseAtoms > 0;
}
