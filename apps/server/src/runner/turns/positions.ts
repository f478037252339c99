// A bot's rounds as rows of `positions`: one opens with the first whole lot held for an exit, long or short, and closes when
// less than one is left, when all that is left is dust, or when the other side is held. Cost is what the books paid for what
// is still held (of a short: what selling it brought), so cost, realised, funding and unrealised add up with the bot's figures.
import type { Bot } from '@cormorant/core/engine/bot.ts';
import { standingWatch } from '@cormorant/core/engine/standing-watch.ts';
import { formatBase, formatPrice, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { PositionWrite, TradePurpose } from '../../ports/runner-writes.ts';
import type { LastTrade, LiveBot, Round } from '../bots/live-bot.ts';
import { marginFigures } from '../bots/margin-figures.ts';
import type { Turn } from './turn.ts';

/** Quote per coin, at the finer of tick and eight decimals; floored. */
function averagePrice(instrument: Instrument, costAtoms: number, baseAtoms: number): string {
  if (baseAtoms <= 0 || costAtoms <= 0) return '0';
  const scaled = mulDiv(costAtoms, 10 ** instrument.baseScale, baseAtoms, 'floor');
  return formatScaled(scaled, instrument.quoteScale, true);
}

/** Which way a bot holds at least one lot; null = it holds nothing. */
export function heldSide({ bot, botMarket, convoy }: LiveBot): 'long' | 'short' | null {
  const { baseAtoms } = bot.books;
  if (Math.abs(baseAtoms) < botMarket.instrument.baseAtomsPerLot) return null;
  // Dust of rounds that are over can gather to several lots before the venue takes an order of it.
  const mayBeDust = botMarket.instrument.contract === null && convoy === null && bot.state !== null;
  if (mayBeDust && !botMarket.engine.holds(bot)) return null;
  return baseAtoms > 0 ? 'long' : 'short';
}

const reasonOfPurpose: Readonly<Partial<Record<TradePurpose, string>>> = {
  take_profit: 'take_profit',
  trail: 'take_profit',
  stop_loss: 'stop_loss',
  liquidation: 'liquidated',
};

function closeReason(bot: Bot, last: LastTrade): string {
  const ofTrade = reasonOfPurpose[last.purpose];
  if (ofTrade !== undefined) return ofTrade;
  return bot.status === 'stopped' ? bot.stopReason : '';
}

/** What the books paid for what is held; negative for a short. */
export function bookCostAtoms({ books }: Pick<Bot, 'books'>): number {
  return books.investmentAtoms + books.realizedAtoms + books.pendingFundingAtoms - books.quoteAtoms;
}

/**
 * To be called after every step that may have changed what is held: ends the round that was held, opens the one that is
 * held now, and marks both for the turn's commit. `last` is the trade of the step. Answers the round that ended.
 */
export function followRound(turn: Turn, live: LiveBot, last: LastTrade | null): Round | null {
  const { round } = live;
  // What a leg has closed ends with its result.
  const side = heldSide(live) ?? (live.isUnsettled() && round?.open === true ? round.side : null);
  const ends = round?.open === true && round.side !== side;
  if (ends) {
    round.open = false;
    // Margin goes back to the wallet with the position.
    live.record.reserveAdded = '0';
    round.ended = endedRow(live, round, last);
    turn.touchRound(live, round);
  }
  // A trade that turns the position round is paid for by the round that it ends.
  if (live.round?.open !== true) live.markFlat(!ends && (side !== null || live.pendingAdds.size > 0));
  if (side === null) return ends ? round : null;
  if (live.round?.open !== true) live.round = openRound(live, side);
  turn.touchRound(live, live.round as Round);
  return ends ? round : null;
}

function common(live: LiveBot, { round, side, openedMarketMs, ...marks }: Round) {
  const { instrument } = live.botMarket;
  const { books } = live.bot;
  return {
    ...{ botId: live.id, round, side, openedMarketMs },
    realized: formatQuote(instrument, books.realizedAtoms - marks.realizedAtoms),
    fee: formatQuote(instrument, books.feesQuoteAtoms - marks.feesAtoms),
    funding: formatQuote(instrument, books.fundingAtoms - marks.fundingAtoms),
    leverage: live.leverage(),
    adds: [...marks.adds.values()].filter(({ step }) => step > 0).length,
  };
}

function endedRow(live: LiveBot, round: Round, last: LastTrade | null): Omit<PositionWrite, 'id'> {
  return {
    ...common(live, round),
    ...{ status: 'closed', qty: '0', avgPrice: '0', cost: '0', margin: null, liqPrice: null, maxAdds: 0 },
    ...{ nextAddPrice: null, tpPrice: null, slPrice: null },
    closedMarketMs: live.botMarket.market.nowMs,
    closeReason: last === null ? '' : closeReason(live.bot, last),
    closePrice: last?.price ?? null,
  };
}

/** The row of a round as it stands. */
export function positionRow(live: LiveBot, round: Round): PositionWrite {
  if (round.ended !== null) return { ...round.ended, id: round.id };
  const { bot, botMarket } = live;
  const { instrument } = botMarket;
  const heldAtoms = Math.abs(bot.books.baseAtoms);
  const costAtoms = bookCostAtoms(bot) * (round.side === 'long' ? 1 : -1);
  const watch = standingWatch(botMarket.engine, bot, botMarket.market);
  const price = (ticks: number | undefined): string | null =>
    ticks === undefined || ticks <= 0 ? null : formatPrice(instrument, ticks);
  return {
    ...common(live, round),
    ...marginFigures(live),
    id: round.id,
    status: (live.convoy?.own === null ? live.convoy.isClosing : bot.phase === 'closing') ? 'closing' : 'open',
    qty: formatBase(instrument, heldAtoms),
    avgPrice: averagePrice(instrument, costAtoms, heldAtoms),
    cost: formatQuote(instrument, costAtoms),
    maxAdds: watch?.maxAdds ?? 0,
    nextAddPrice: price(watch?.nextAddTicks),
    tpPrice: price(watch?.takeProfitTicks),
    slPrice: price(watch?.stopLossTicks),
    closedMarketMs: null,
    closeReason: null,
    closePrice: null,
  };
}

function openRound({ botMarket, round, flatMark, pendingAdds }: LiveBot, side: Round['side']): Round {
  const adds = new Map(pendingAdds);
  pendingAdds.clear();
  return {
    ...{ id: 0, round: (round?.round ?? 0) + 1, side, open: true, openedMarketMs: botMarket.market.nowMs, ...flatMark },
    ...{ adds, freshAdds: new Set(adds.keys()), ended: null },
  };
}

/** Ends what is held at cost, without a trade: it is not there any more, and nobody knows what became of it. */
export function letGo(turn: Turn, live: LiveBot): void {
  const { bot } = live;
  bot.books.quoteAtoms += bookCostAtoms(bot);
  bot.books.baseAtoms = 0;
  bot.entryAtoms = 0;
  bot.state = null;
  followRound(turn, live, null);
  turn.touched.add(live);
}
