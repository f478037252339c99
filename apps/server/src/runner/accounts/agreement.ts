// When a look at the exchange last found nothing to say about a bot: every order of it rests there as it is known here,
// every trade there is was booked, and its coin or position is there. What could not be read, or is still being asked for,
// is no agreement; neither is a look in which the bot drifted.
import { formatBase } from '@cormorant/core/market/conversions.ts';
import { text18 } from '@cormorant/core/money/decimal-sum.ts';
import type { Agreement, ComparedHolding } from '../../ports/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { botOfLeg } from '../bots/live-multi-leg-bot.ts';
import type { Turn } from '../turns/turn.ts';

/** A coin or a position as all bots of an account book it together, and as the exchange has it. In units of 1e-18. */
export interface Compared {
  readonly key: string;
  /** As people name it. */
  readonly asset: string;
  readonly bots: readonly LiveBot[];
  readonly booked: bigint;
  readonly found: bigint;
  readonly differs: boolean;
}

/** One look, from before anything is read until everything is compared. */
export class AgreementLook {
  private readonly before = new Map<LiveBot, { drifts: number; cids: ReadonlySet<string> }>();
  /** Named by an order that nobody knows. */
  private readonly odd = new Set<LiveBot>();

  constructor(bots: Iterable<LiveBot>) {
    for (const live of bots)
      if (live.head.status !== 'stopped')
        this.before.set(live, { drifts: live.drifts, cids: new Set(live.orders.keys()) });
  }

  strange(live: LiveBot): void {
    this.odd.add(live);
  }

  /** Writes down who agrees; `open` are the orders that rest at the exchange, by client id. */
  note(turn: Turn, open: { has(cid: string): boolean }, compared: readonly Compared[], atMs: number): void {
    for (const row of compared) {
      if (row.differs) continue;
      for (const live of row.bots) if (this.isSettled(live, open)) agree(turn, live, row, atMs);
    }
  }

  private isSettled(live: LiveBot, open: { has(cid: string): boolean }): boolean {
    const seen = this.before.get(live);
    if (seen === undefined || live.broken || live.head.status === 'stopped') return false;
    if (live.drifts !== seen.drifts || this.odd.has(live) || live.parked.size > 0 || !live.dispatcher.isIdle())
      return false;
    // One that was placed since then need not be among what was read.
    return [...live.orders.keys()].every(
      (cid) => live.engineOrder(cid)?.status === 'open' && (open.has(cid) || !seen.cids.has(cid)),
    );
  }
}

function agree(turn: Turn, live: LiveBot, { asset, booked, found }: Compared, atMs: number): void {
  const own = formatBase(live.botMarket.instrument, live.head.books.baseAtoms);
  const holding: ComparedHolding = { asset, own, booked: text18(booked), found: text18(found) };
  live.record.agreed = {
    ...{ atMs, marketMs: live.botMarket.market.nowMs, holdings: [holding] },
    ...{ orders: live.orders.size, trades: live.head.fills },
  };
  turn.touch(live);
  const convoy = botOfLeg(live);
  if (convoy !== null) convoy.record.agreed = together(convoy.legs.map(({ record }) => record.agreed));
}

/** A bot of several legs agrees since all of them do. */
function together(legs: readonly (Agreement | null)[]): Agreement | null {
  const known = legs.filter((one) => one !== null);
  if (known.length < legs.length) return null;
  const sum = (of: (one: Agreement) => number) => known.reduce((total, one) => total + of(one), 0);
  return {
    atMs: Math.min(...known.map(({ atMs }) => atMs)),
    marketMs: Math.min(...known.map(({ marketMs }) => marketMs)),
    orders: sum(({ orders }) => orders),
    trades: sum(({ trades }) => trades),
    holdings: known.flatMap(({ holdings }) => holdings),
  };
}
