// What a bot on a contract has in its wallet and what ties it up. Orders of one side can fill together, orders of both
// sides cannot make both positions: so the dearer side counts, as exchanges do in one-way mode.

import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms, type MarginedPosition } from '../market/margin.ts';
import type { Atoms } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';

export function leverageOf(bot: Bot): number {
  return bot.margin === null ? 1 : bot.margin.leverage;
}

/** Cash as the exchange shows it: what was put in, with realised profit, fees and funding. */
export function walletAtoms(bot: Bot): Atoms {
  return bot.books.quoteAtoms + bot.entryAtoms;
}

/** The margin the position began with: its entry notional over the leverage, without the reserve. */
export function positionMarginAtoms(bot: Bot): Atoms {
  return initialMarginAtoms(Math.abs(bot.entryAtoms), leverageOf(bot));
}

/** What entries of a side may still tie up. */
export function freeMarginAtoms(bot: Bot, side: Side): Atoms {
  const own = side === 'buy' ? bot.lockedQuoteAtoms : bot.lockedShortAtoms;
  const position = bot.entryAtoms !== 0 && bot.entryAtoms > 0 === (side === 'buy') ? positionMarginAtoms(bot) : 0;
  const reserve = bot.margin === null ? 0 : bot.margin.reserveAtoms;
  return walletAtoms(bot) - reserve - position - own;
}

/** Coin of the position that no reduce-only order claims; never negative, for shorts too. */
export function unclaimedAtoms(bot: Bot): Atoms {
  return Math.max(0, Math.abs(bot.books.baseAtoms) - bot.lockedBaseAtoms);
}

/** Entry notional of the position and of all live entries on a side: what it would become if all of them filled. */
export function sideNotionalAtoms(bot: Bot, side: Side, quoteAtomsPerTickLot: number): Atoms {
  let atoms = Math.max(0, side === 'buy' ? bot.entryAtoms : -bot.entryAtoms);
  for (const order of bot.orders) {
    if (order === null || order.status === 'done' || order.reduceOnly || order.side !== side) continue;
    // A market order is gone with its answer; what it locked says what it may become.
    atoms +=
      order.type === 'limit'
        ? order.priceTicks * (order.qtyLots - order.filledLots) * quoteAtomsPerTickLot
        : order.lockedAtoms * leverageOf(bot);
  }
  return atoms;
}

/** The position as market/margin.ts judges it: isolated stands on its own margin and reserve, cross on the whole wallet. */
export function marginedPosition(bot: Bot, instrument: Instrument): MarginedPosition {
  const wallet = walletAtoms(bot);
  // Funding may have taken from a wallet that was wholly tied up: then less than its own margin is left.
  const own = Math.min(wallet, positionMarginAtoms(bot) + (bot.margin === null ? 0 : bot.margin.reserveAtoms));
  return {
    qtyLots: bot.books.baseAtoms / instrument.baseAtomsPerLot,
    entryAtoms: Math.abs(bot.entryAtoms),
    marginAtoms: bot.margin?.mode === 'cross' ? wallet : own,
  };
}
