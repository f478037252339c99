// A bot's rounds as rows of `positions`: one opens with the first whole lot held and closes when less than one is left.
// Cost is what the books paid for the coin still held, so cost, realised and unrealised add up with the bot's figures.

import type { Bot } from '@cormorant/core/engine/bot.ts';
import { baseAtomsToLots, formatBase, formatQuote } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { mulDiv } from '@cormorant/core/money/mul-div.ts';
import type { PositionWrite } from '../ports/runner-store.ts';
import type { LiveBot, Round } from './live-bot.ts';

/** Quote per coin, at the finer of tick and eight decimals; floored. */
function averagePrice(instrument: Instrument, costAtoms: number, baseAtoms: number): string {
  if (baseAtoms <= 0 || costAtoms <= 0) return '0';
  const scaled = mulDiv(costAtoms, 10 ** instrument.baseScale, baseAtoms, 'floor');
  return formatScaled(scaled, instrument.quoteScale, true);
}

function closeReason(bot: Bot): string {
  return bot.status === 'stopped' ? bot.stopReason : '';
}

/**
 * The row to write after a turn in which the bot traded, or null when there is no round to tell of. `lastPrice` is that
 * of the bot's last trade: what the coin was sold at when the round has closed.
 */
export function nextPosition(live: LiveBot, lastPrice: string, takeId: () => number): PositionWrite | null {
  const { bot, cell } = live;
  const { instrument, market } = cell;
  const { books } = bot;
  const holds = baseAtomsToLots(instrument, books.baseAtoms) > 0;
  if (live.round === null || !live.round.open) {
    if (!holds) {
      live.markFlat();
      return null;
    }
    live.round = openRound(live, takeId());
  }
  const { round } = live;
  const costAtoms = books.investmentAtoms + books.realizedAtoms - books.quoteAtoms;
  const closed = !holds;
  const row: PositionWrite = {
    id: round.id,
    botId: live.id,
    round: round.round,
    side: 'long',
    status: closed ? 'closed' : bot.phase === 'closing' ? 'closing' : 'open',
    qty: formatBase(instrument, books.baseAtoms),
    avgPrice: averagePrice(instrument, costAtoms, books.baseAtoms),
    cost: closed ? '0' : formatQuote(instrument, costAtoms),
    realized: formatQuote(instrument, books.realizedAtoms - round.realizedAtoms),
    fee: formatQuote(instrument, books.feesQuoteAtoms - round.feesAtoms),
    adds: 0,
    openedMarketMs: round.openedMarketMs,
    closedMarketMs: closed ? market.nowMs : null,
    closeReason: closed ? closeReason(bot) : null,
    closePrice: closed ? lastPrice : null,
  };
  round.open = holds;
  if (closed) live.markFlat();
  return row;
}

function openRound({ bot, cell, round, flatMark }: LiveBot, id: number): Round {
  if (bot.books.baseAtoms <= 0) throw new Error(`bot ${bot.id} opens a round without coin`);
  return { id, round: (round?.round ?? 0) + 1, open: true, openedMarketMs: cell.market.nowMs, ...flatMark };
}
