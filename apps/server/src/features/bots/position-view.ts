// A round of a bot as a position. Its unrealised result is what is held at the last price against what the books paid
// for it (of a short: what selling it brought).
import type { Position } from '@cormorant/contract/entities/position.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import {
  baseValueAtoms,
  formatPrice,
  formatQuote,
  parseBase,
  parseQuote,
  priceToTicks,
} from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { averageTicks } from '@cormorant/core/strategy/round/targets.ts';
import type { BotRow } from '../../ports/bot-store.ts';
import type { PositionWrite } from '../../ports/runner-writes.ts';
import { instrumentOf, percentOf } from './bot-figures.ts';
import { shownName } from './bot-name.ts';
import type { Quote } from './bot-view.ts';
import { legOf } from './leg-name.ts';

const TENTH_HOUR_MS = 360_000;

/** As the machines count it, so that every screen says the same: in steps of the market, rounded against the bot. */
function averageOf({ cost, qty, side }: PositionWrite, instrument: Instrument): string {
  const coinAtoms = parseBase(instrument, qty, 'floor');
  const costAtoms = parseQuote(instrument, cost, 'floor');
  if (coinAtoms <= 0 || costAtoms <= 0) return '0';
  const holding = { side, coinAtoms, costAtoms: side === 'long' ? costAtoms : -costAtoms };
  return formatPrice(instrument, averageTicks(instrument, holding));
}

/** Of a leg, with the name of the bot it belongs to. */
type OfBot = Pick<BotRow, 'name' | 'typeId' | 'symbol' | 'exchange' | 'market' | 'symbolRules' | 'parentId' | 'leg'>;

export function positionView(
  row: PositionWrite,
  bot: OfBot,
  marketMs: number,
  quote: Pick<Quote, 'last' | 'mark'> | undefined,
  lang: Lang,
): Position {
  const price = quote?.last ?? null;
  const instrument = instrumentOf(bot.symbolRules);
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
  // Of what it took: the cost on spot, the margin on a contract.
  const stakeAtoms = row.margin === null ? costAtoms : parseQuote(instrument, row.margin, 'floor');
  const gainAtoms = row.side === 'long' ? valueAtoms - costAtoms : costAtoms - valueAtoms;
  const heldMs = Math.max(0, (row.closedMarketMs ?? marketMs) - row.openedMarketMs);
  return {
    id: row.id,
    bot_id: bot.parentId ?? row.botId,
    bot_name: shownName(bot, lang),
    exchange: bot.exchange,
    market: bot.market,
    symbol: bot.symbol,
    side: row.side,
    round: row.round,
    // A live event of an older program says nothing of legs.
    ...((bot.leg ?? null) === null ? {} : { leg: legOf(bot.leg as number) }),
    status: row.status,
    qty: row.qty,
    avg_price: averageOf(row, instrument),
    cost: row.cost,
    ...(row.margin === null ? {} : { margin: row.margin }),
    leverage: row.leverage,
    ...(row.liqPrice === null ? {} : { liq_price: row.liqPrice }),
    mark_price: quote?.mark ?? price,
    unrealized: formatQuote(instrument, gainAtoms),
    unrealized_rate: percentOf(gainAtoms, stakeAtoms),
    realized: row.realized,
    fee: row.fee,
    funding: row.funding,
    adds: row.adds,
    // The ladder counts the order that opened, too.
    max_adds: Math.max(0, row.maxAdds - 1),
    ...(row.nextAddPrice === null ? {} : { next_add_price: row.nextAddPrice }),
    ...(row.tpPrice === null ? {} : { tp_price: row.tpPrice }),
    ...(row.slPrice === null ? {} : { sl_price: row.slPrice }),
    opened_at: row.openedMarketMs,
    ...(row.closedMarketMs === null ? {} : { closed_at: row.closedMarketMs }),
    ...(row.closeReason === null ? {} : { close_reason: row.closeReason }),
    ...(row.closePrice === null ? {} : { close_price: row.closePrice }),
    hold_hours: formatScaled(Math.floor(heldMs / TENTH_HOUR_MS), 1),
  };
}
