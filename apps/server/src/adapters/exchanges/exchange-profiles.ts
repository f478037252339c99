// The card of every exchange we know. Only those that `trades` are offered: the conformance suite has walked their wire.
import { binanceTrading, localTrading } from './binance/profile.ts';
import { bitgetTrading } from './bitget/profile.ts';
import { bybitTrading } from './bybit/profile.ts';
import { gateTrading } from './gate/profile.ts';
import { okxTrading } from './okx/profile.ts';
import type { TradingCard } from './shared/exchange-profile.ts';

const cards: readonly TradingCard[] = [
  localTrading,
  binanceTrading,
  okxTrading,
  bybitTrading,
  bitgetTrading,
  gateTrading,
];
const byCode = new Map(cards.map((card) => [card.exchange, card]));

export function cardOf(exchange: string): TradingCard | undefined {
  return byCode.get(exchange);
}

/** Codes of the exchanges that can be traded on. */
export const tradingCards: ReadonlySet<string> = new Set(
  cards.filter(({ trades }) => trades).map(({ exchange }) => exchange),
);
