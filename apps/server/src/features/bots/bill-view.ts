// A realised result as its owner sees it, and the calendar days of the bill.
import type { Settlement } from '@cormorant/contract/entities/bill.ts';
import type { Lang } from '@cormorant/contract/envelope.ts';
import type { SettlementRow } from '../../ports/bill-store.ts';
import { simulatedExchanges } from '../trading-exchanges.ts';
import { shownName } from './bot-name.ts';
import { legOf } from './leg-name.ts';

const DAY_MS = 86_400_000;

export function settlementView(row: SettlementRow, lang: Lang): Settlement {
  return {
    id: row.id,
    bot_id: row.botId,
    bot_name: shownName({ name: row.botName, typeId: row.typeId }, lang),
    exchange: row.exchange,
    market: row.market,
    symbol: row.symbol,
    type: row.kind,
    pair_id: row.pairId,
    ...(row.leg === null ? {} : { leg: legOf(row.leg) }),
    purpose: row.purpose,
    qty: row.qty,
    gross: row.gross,
    fee: row.fee,
    funding: row.funding,
    profit: row.net,
    fuel: row.fuel,
    ...(row.chargeId === null ? {} : { charge_id: row.chargeId }),
    settled_at: row.marketMs,
    // The bill holds results of live bots only; which of them trade simulated money its exchange says.
    simulate: 0,
    simulated_market: simulatedExchanges.has(row.exchange) ? 1 : 0,
  };
}

/** `2026-11-21` as the accounting day it names. */
export function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
}

export function dateText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
