// What the editor's tests share: the spot grid's fields as the server sends them and a market like the one of product.md 1.8.
import type { BotType } from '@cormorant/contract/entities/bot-type.ts';
import type { MarketSymbol, WireCandle } from '@cormorant/contract/entities/market.ts';
import { botTypes } from '@cormorant/contract/labels/bot-types.ts';
import type { MarketView } from './assistant.ts';

export function gridType(lang: 'zh' | 'en' = 'zh', code = 'grid-spot'): BotType {
  return botTypes(lang).find((type) => type.code === code)!;
}

export const symbol: MarketSymbol = {
  id: 1,
  exchange: 'local',
  market: 'spot',
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  contract_size: '1',
  tick: '0.01',
  step: '0.00001',
  min_qty: '0.00001',
  min_amount: '5',
  max_leverage: 1,
  status: 'trading',
  hot: 1,
  max_qty: '50',
  min_price: '0.01',
  max_price: '1000000',
  max_open_orders: 200,
  maker: '0.1',
  taker: '0.1',
  fee_asset: 'quote',
  simulated: 1,
  last: '60000',
};

/** A week of hours between 57,000 and 63,000. */
export const week: readonly WireCandle[] = Array.from({ length: 168 }, (_, hour) => {
  const close = String(60_000 + Math.round(3_000 * Math.sin(hour / 9)));
  return [1_795_000_000_000 + hour * 3_600_000, close, close, close, close, '1'];
});

export function view(change: Partial<MarketView> = {}): MarketView {
  return {
    symbol,
    last: '60000',
    available: '10000',
    holding: false,
    hours: week,
    worst: null,
    funding: null,
    legs: null,
    nowMs: 1_795_600_000_000,
    ...change,
  };
}
