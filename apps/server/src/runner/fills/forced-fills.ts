// A position that the venue closes by force, in one trade or in several: the bot is told once, of the whole of it. Until the
// rest has come the parts are kept here and shown again by every reading; nothing but the whole position is understood.
import { notionalAtoms, priceToTicks, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots, Ticks } from '@cormorant/core/money/units.ts';
import type { VenueFill } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { forcedFeeAtoms } from '../turns/fill-fee.ts';

interface Pending {
  readonly live: LiveBot;
  readonly parts: VenueFill[];
  /** How many there were at the end of the last reading of all trades. */
  read: number;
}

export type ForcedNews =
  | { readonly type: 'whole' | 'odd'; readonly parts: readonly VenueFill[] }
  /** The rest is still to come. */
  | { readonly type: 'part' }
  /** Not explained yet: a trade that came before it may not have been told. */
  | { readonly type: 'unexplained' };

export class ForcedFills {
  private readonly pending = new Map<LiveBot, Pending>();

  /** `isInOrder`: all trades before it have been shown, so what is not explained now never will be. */
  take(live: LiveBot, fill: VenueFill, isInOrder: boolean): ForcedNews {
    const known = this.pending.get(live) ?? { live, parts: [], read: 0 };
    if (!known.parts.some(({ id }) => id === fill.id)) known.parts.push(fill);
    this.pending.set(live, known);
    return this.judge(known, isInOrder);
  }

  /** What waits, judged by what the bot holds now; null = nothing waits. */
  again(live: LiveBot): ForcedNews | null {
    const known = this.pending.get(live);
    return known === undefined ? null : this.judge(known, false);
  }

  private judge({ live, parts }: Pending, isInOrder: boolean): ForcedNews {
    const { baseAtoms } = live.bot.books;
    const closes = baseAtoms > 0 ? 'sell' : 'buy';
    const isClosing = baseAtoms !== 0 && parts.every(({ side }) => side === closes);
    const leftLots =
      Math.abs(baseAtoms) / live.botMarket.instrument.baseAtomsPerLot - lotsOf(live.botMarket.instrument, parts);
    // More than is known of: an entry that nobody has answered yet may have brought it.
    const mayGrow = (!isClosing || leftLots < 0) && hasUnansweredEntry(live);
    if (mayGrow || (isClosing && leftLots > 0)) return { type: 'part' };
    const isWhole = isClosing && leftLots === 0;
    if (!isWhole && !isInOrder) return { type: 'unexplained' };
    this.pending.delete(live);
    return { type: isWhole ? 'whole' : 'odd', parts };
  }

  /** All trades there are have been shown: answers what waits for a rest that two readings have not brought. */
  endReading(): { live: LiveBot; parts: readonly VenueFill[] }[] {
    const waiting = [...this.pending.values()];
    const stuck = waiting.filter(({ live, parts, read }) => parts.length === read && !hasUnansweredEntry(live));
    for (const { live } of stuck) this.pending.delete(live);
    for (const pending of this.pending.values()) pending.read = pending.parts.length;
    return stuck;
  }
}

/** An order that makes the position larger may have traded, and nothing of it is booked. */
export function hasUnansweredEntry({ bot }: LiveBot): boolean {
  return bot.orders.some(
    (order) => order !== null && !order.reduceOnly && (order.status === 'intended' || order.status === 'unknown'),
  );
}

function lotsOf(instrument: Instrument, parts: readonly VenueFill[]): Lots {
  return parts.reduce((sum, { qty }) => sum + qtyToLots(instrument, qty, 'exact'), 0);
}

/**
 * One trade that moves as much money as all parts do: at their average price, to the tick that is better for the bot, with
 * what that rounding would give it taken as fee.
 */
export function asOneTrade(
  instrument: Instrument,
  parts: readonly VenueFill[],
): { qtyLots: Lots; priceTicks: Ticks; feeAtoms: Atoms } {
  const isSale = parts[0]?.side === 'sell';
  const qtyLots = lotsOf(instrument, parts);
  let [totalAtoms, feeAtoms] = [0, 0];
  for (const part of parts) {
    const { price, qty } = part;
    const ticks = priceToTicks(instrument, price, isSale ? 'floor' : 'ceil');
    totalAtoms += notionalAtoms(instrument, ticks, qtyToLots(instrument, qty, 'exact'));
    feeAtoms += forcedFeeAtoms(instrument, part);
  }
  const perTick = qtyLots * instrument.quoteAtomsPerTickLot;
  const priceTicks = isSale ? Math.ceil(totalAtoms / perTick) : Math.floor(totalAtoms / perTick);
  const given = Math.abs(notionalAtoms(instrument, priceTicks, qtyLots) - totalAtoms);
  return { qtyLots, priceTicks, feeAtoms: feeAtoms + given };
}
