// Binance's names of markets and ours, made from its lists: 'BTCUSDT' is a pair on spot and a perpetual on USD-M, so a name
// means something only with its kind. Also the prefix that makes ids of trades unique over an account's markets.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';

export interface MarketName {
  /** Ours: 'BTC/USDT', 'BTC/USDT:USDT'. */
  readonly symbol: string;
  /** Theirs. */
  readonly id: string;
  readonly kind: MarketKind;
}

/** Known before any list is read, so that an order can be looked up while the list cannot be. */
export function nameOf(symbol: string): MarketName {
  const [pair = '', settle] = symbol.split(':');
  return { symbol, id: pair.replace('/', ''), kind: settle === undefined ? 'spot' : 'futures' };
}

export function symbolOf(base: string, quote: string, kind: MarketKind): string {
  return kind === 'spot' ? `${base}/${quote}` : `${base}/${quote}:${quote}`;
}

/** What an id of ours has before the exchange's own number. */
export function prefixOf({ id, kind }: MarketName): string {
  return kind === 'spot' ? `${id}-` : `${id}.P-`;
}

/**
 * Ours of a trade's number. Who trades with himself has one number twice, once for each side (reliability E4), so the side is
 * part of it: the purchase comes first.
 */
export function fillIdOf(name: MarketName, number: string, side: 'buy' | 'sell'): string {
  return `${prefixOf(name)}${number}${side === 'buy' ? BUY : SELL}`;
}

const BUY = 'b';
const SELL = 's';

export interface FillPlace {
  readonly number: bigint;
  readonly isSale: boolean;
}

/** The other way round. */
export function fillPlaceOf(id: string): FillPlace {
  const tail = tailOf(id);
  return { number: BigInt(tail.slice(0, -1)), isSale: tail.endsWith(SELL) };
}

/** The exchange's own part of an id of ours. */
export function tailOf(id: string): string {
  return id.slice(id.indexOf('-') + 1);
}
