// How fills, funding and forced trades change a bot's books. On contracts the coin may be negative (decision 0024), and
// the entry notional of what is held is kept beside it: cash + entry is then the wallet that an exchange would show.

import { notionalAtoms } from '../market/conversions.ts';
import type { Instrument } from '../market/instrument.ts';
import { mulDiv } from '../money/mul-div.ts';
import { assertSafe } from '../money/safe-integer.ts';
import type { Atoms, Lots, Ticks } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';

/** A trade of the bot. `notional` is price x quantity, the fee in base or in quote as `feeInBase` says. */
export function bookTrade(
  bot: Bot,
  instrument: Instrument,
  side: Side,
  priceTicks: Ticks,
  qtyLots: Lots,
  notional: Atoms,
  feeAtoms: Atoms,
  feeInBase: boolean,
  feeQuoteAtoms: Atoms,
): void {
  const { books } = bot;
  const coinAtoms = qtyLots * instrument.baseAtomsPerLot;
  const quoteFee = feeInBase ? 0 : feeAtoms;
  const baseFee = feeInBase ? feeAtoms : 0;
  if (instrument.contract !== null) {
    bot.entryAtoms = entryAfter(bot.entryAtoms, books.baseAtoms, instrument, side, priceTicks, qtyLots, notional);
  }
  if (side === 'buy') {
    books.quoteAtoms = assertSafe(books.quoteAtoms - notional - quoteFee, 'cash');
    books.baseAtoms = assertSafe(books.baseAtoms + coinAtoms - baseFee, 'coin');
  } else {
    books.quoteAtoms = assertSafe(books.quoteAtoms + notional - quoteFee, 'cash');
    books.baseAtoms = assertSafe(books.baseAtoms - coinAtoms - baseFee, 'coin');
  }
  books.feesQuoteAtoms += feeQuoteAtoms;
}

/** Funding that came (or went, negative). It is pending until a settlement is given it. */
export function bookFunding(bot: Bot, amountAtoms: Atoms): void {
  const { books } = bot;
  books.quoteAtoms = assertSafe(books.quoteAtoms + amountAtoms, 'cash');
  books.fundingAtoms = assertSafe(books.fundingAtoms + amountAtoms, 'funding');
  books.pendingFundingAtoms = assertSafe(books.pendingFundingAtoms + amountAtoms, 'pending funding');
}

/**
 * The signed entry notional after a trade: what opens adds its notional, what closes takes its share (floored) of what
 * stood, and what goes through zero leaves the notional of the part beyond it.
 */
export function entryAfter(
  entryAtoms: Atoms,
  heldAtoms: Atoms,
  instrument: Instrument,
  side: Side,
  priceTicks: Ticks,
  qtyLots: Lots,
  notional: Atoms,
): Atoms {
  const sign = side === 'buy' ? 1 : -1;
  if (heldAtoms * sign >= 0) return assertSafe(entryAtoms + sign * notional, 'entry notional');
  const heldLots = Math.abs(heldAtoms) / instrument.baseAtomsPerLot;
  if (qtyLots > heldLots) return sign * notionalAtoms(instrument, priceTicks, qtyLots - heldLots);
  const closedAtoms = mulDiv(Math.abs(entryAtoms), qtyLots, heldLots, 'floor');
  return entryAtoms + sign * closedAtoms;
}
