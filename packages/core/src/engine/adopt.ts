// Trades that the owner of a bot made by hand beside it, and wants to be an add of its open round: whether it can take
// them, and what they cost of its own money. Booked by Engine.adopt as the parts of one add at market.
import { notionalAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms } from '../market/margin.ts';
import type { Atoms } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';
import type { HandTrade } from './hand-trade.ts';
import { freeMarginAtoms, leverageOf } from './margin-use.ts';

/** Which side makes what a bot holds larger; null = it holds nothing. */
export function addingSide({ books }: Pick<Bot, 'books'>): Side | null {
  if (books.baseAtoms === 0) return null;
  return books.baseAtoms > 0 ? 'buy' : 'sell';
}

/** What they take of the bot's money, fees included, and what it has free for them. On contracts both are margin. */
export function costOfTaking(
  bot: Bot,
  instrument: Instrument,
  side: Side,
  trades: readonly HandTrade[],
): { needAtoms: Atoms; freeAtoms: Atoms } {
  const fees = trades.reduce((sum, { feeAtoms, feeInBase }) => sum + (feeInBase ? 0 : feeAtoms), 0);
  const worth = trades.reduce(
    (sum, { priceTicks, qtyLots }) => sum + notionalAtoms(instrument, priceTicks, qtyLots),
    0,
  );
  if (instrument.contract === null) {
    return { needAtoms: worth + fees, freeAtoms: bot.books.quoteAtoms - bot.lockedQuoteAtoms };
  }
  return {
    needAtoms: initialMarginAtoms(worth, leverageOf(bot)) + fees,
    freeAtoms: freeMarginAtoms(bot, instrument, side),
  };
}
