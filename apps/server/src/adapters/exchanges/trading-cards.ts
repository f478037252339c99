// The card of every exchange we know. Only those that `trades` are offered: the conformance suite has walked their wire.
import { binanceTrading, localTrading } from './card-binance.ts';
import { bitgetTrading } from './card-bitget.ts';
import { bybitTrading } from './card-bybit.ts';
import { gateTrading } from './card-gate.ts';
import { okxTrading } from './card-okx.ts';
import type { TradingCard } from './trading-card.ts';

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
