// A round of a bot as a position. Its unrealised result is what the coin is worth now less what the books paid for it.
import type { Position } from '@cormorant/contract/entities/position.ts';
import {
  baseValueAtoms,
  formatQuote,
  parseBase,
  parseQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import { makeInstrument } from '@cormorant/core/market/make-instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import type { PositionWrite } from '../../ports/runner-store.ts';
import { percentOf } from './bot-figures.ts';

const TENTH_HOUR_MS = 360_000;

type OfBot = Pick<BotRow, 'name' | 'symbol' | 'exchange' | 'market' | 'symbolRules'>;

export function positionView(row: PositionWrite, bot: OfBot, price: string | null, marketMs: number): Position {
  const instrument = makeInstrument(bot.symbolRules);
  const costAtoms = parseQuote(instrument, row.cost, 'floor');
  const isOpen = row.status !== 'closed';
  const priced = price !== null && isOpen;
  const valueAtoms = priced
    ? baseValueAtoms(
        instrument,
        parseBase(instrument, row.qty, 'floor'),
        priceToTicks(instrument, price, 'floor'),
        'floor',
      )
    : costAtoms;
  const heldMs = Math.max(0, (row.closedMarketMs ?? marketMs) - row.openedMarketMs);
  return {
    id: row.id,
    bot_id: row.botId,
    bot_name: bot.name,
    exchange: bot.exchange,
    market: bot.market,
    symbol: bot.symbol,
    side: row.side,
    round: row.round,
    status: row.status,
    qty: row.qty,
    avg_price: row.avgPrice,
    cost: row.cost,
    leverage: 1,
    mark_price: price,
    unrealized: formatQuote(instrument, valueAtoms - costAtoms),
    unrealized_rate: costAtoms > 0 ? percentOf(valueAtoms - costAtoms, costAtoms) : '0',
    realized: row.realized,
    fee: row.fee,
    funding: '0',
    adds: row.adds,
    max_adds: 0,
    opened_at: row.openedMarketMs,
    ...(row.closedMarketMs === null ? {} : { closed_at: row.closedMarketMs }),
    ...(row.closeReason === null ? {} : { close_reason: row.closeReason }),
    ...(row.closePrice === null ? {} : { close_price: row.closePrice }),
    hold_hours: formatScaled(Math.floor(heldMs / TENTH_HOUR_MS), 1),
  };
}
