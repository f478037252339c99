// What a bot on a contract has in its wallet and what ties it up, reckoned as exchanges do in one-way mode
// (market/order-margin.ts).

import type { Instrument } from '../market/instrument.ts';
import { initialMarginAtoms, type MarginedPosition } from '../market/margin.ts';
import { heldBesideAtoms, keptFeePpm, type OpeningOrders } from '../market/order-margin.ts';
import { mulDiv } from '../money/mul-div.ts';
import type { Atoms, Lots } from '../money/units.ts';
import type { Side } from '../strategy/strategy.ts';
import type { Bot } from './bot.ts';

const PPM = 1_000_000;

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

/** An entry as it ties up money: margin and fee of its unfilled lots. */
interface Entry {
  readonly side: Side;
  readonly lots: Lots;
  readonly lockedAtoms: Atoms;
}

/** What a further entry of this side may tie up. */
export function freeMarginAtoms(bot: Bot, instrument: Instrument, side: Side): Atoms {
  const own = entriesOf(bot, instrument, side, entryLots(bot, side));
  const { feeAtoms } = entriesOf(bot, instrument, side === 'buy' ? 'sell' : 'buy', 0);
  return unheldAtoms(bot) - heldAtoms(bot, instrument, { [side]: own }) - feeAtoms;
}

/** By how much this entry raises what all entries tie up together, and what there is for it. */
export function marginForEntry(bot: Bot, instrument: Instrument, entry: Entry): { needAtoms: Atoms; freeAtoms: Atoms } {
  const lots = { buy: entryLots(bot, 'buy'), sell: entryLots(bot, 'sell') };
  const held = (more?: Entry) =>
    heldAtoms(bot, instrument, {
      buy: entriesOf(bot, instrument, 'buy', lots.buy, more),
      sell: entriesOf(bot, instrument, 'sell', lots.sell, more),
    });
  const before = held();
  return { needAtoms: held(entry) - before, freeAtoms: unheldAtoms(bot) - before };
}

/** The wallet without the reserve and the margin of the position. */
function unheldAtoms(bot: Bot): Atoms {
  const reserve = bot.margin === null ? 0 : bot.margin.reserveAtoms;
  return walletAtoms(bot) - reserve - positionMarginAtoms(bot);
}

function heldAtoms(bot: Bot, instrument: Instrument, { buy, sell }: Partial<Record<Side, OpeningOrders>>): Atoms {
  return heldBesideAtoms(bot.books.baseAtoms / instrument.baseAtomsPerLot, buy, sell);
}

function entryLots(bot: Bot, side: Side): Lots {
  let lots = 0;
  for (const order of bot.orders) {
    if (order === null || order.status === 'done' || order.reduceOnly || order.side !== side) continue;
    lots += order.qtyLots - order.filledLots;
  }
  return lots;
}

/** The live entries of a side, taken apart into margin and fee: what each ties up is worth / leverage + worth x fee. */
function entriesOf(bot: Bot, instrument: Instrument, side: Side, lots: Lots, more?: Entry): OpeningOrders {
  const added = more?.side === side ? more : { lots: 0, lockedAtoms: 0 };
  const lockedAtoms = (side === 'buy' ? bot.lockedQuoteAtoms : bot.lockedShortAtoms) + added.lockedAtoms;
  const feeShare = keptFeePpm(instrument) * leverageOf(bot);
  const feeAtoms = mulDiv(lockedAtoms, feeShare, PPM + feeShare, 'ceil');
  return { qtyLots: lots + added.lots, marginAtoms: lockedAtoms - feeAtoms, feeAtoms };
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
