// OKX's names of markets and ours: 'BTC-USDT' and 'BTC-USDT-SWAP' say themselves what they are.
import type { MarketName } from '../shared/market-names.ts';

const SWAP = '-SWAP';

export function okxNameOf(symbol: string): MarketName {
  const [pair = '', settle] = symbol.split(':');
  const family = pair.replace('/', '-');
  return { symbol, id: settle === undefined ? family : family + SWAP, kind: settle === undefined ? 'spot' : 'futures' };
}

/** A pair or a perpetual: what is named otherwise (a future, an option) is none of ours, and no pair. */
export function isOkxMarket(instId: string): boolean {
  return /^[^-]+-[^-]+(-SWAP)?$/.test(instId);
}

/** Ours; a contract is settled in its quote. */
export function okxSymbolOf(instId: string): string {
  const isSwap = instId.endsWith(SWAP);
  const [base = '', quote = ''] = instId.split('-');
  return isSwap ? `${base}/${quote}:${quote}` : `${base}/${quote}`;
}

/** Ours of an order: its client's own, else one that is none of ours. */
export function okxCidOf(clOrdId: string, ordId: string): string {
  return clOrdId === '' ? `okx-${ordId}` : clOrdId;
}
