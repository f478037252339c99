// OKX's names of markets and ours: 'BTC-USDT' and 'BTC-USDT-SWAP' say themselves what they are. A trade is named by its
// instrument, its time and its number there, so that reading goes on from a name; who trades with himself has one number twice.
import type { MarketName } from './binance-names.ts';

const SWAP = '-SWAP';

export function okxNameOf(symbol: string): MarketName {
  const [pair = '', settle] = symbol.split(':');
  const family = pair.replace('/', '-');
  return { symbol, id: settle === undefined ? family : family + SWAP, kind: settle === undefined ? 'spot' : 'futures' };
}

/** Ours; a contract is settled in its quote. */
export function okxSymbolOf(instId: string): string {
  const isSwap = instId.endsWith(SWAP);
  const [base = '', quote = ''] = instId.split('-');
  return isSwap ? `${base}/${quote}:${quote}` : `${base}/${quote}`;
}

export interface OkxPlace {
  readonly atMs: number;
  readonly number: bigint;
  readonly isSale: boolean;
}

export function okxFillId(instId: string, { atMs, number, isSale }: OkxPlace): string {
  return `${instId}.${atMs}.${number}${isSale ? 's' : 'b'}`;
}

/** The other way round. */
export function okxPlaceOf(id: string): OkxPlace {
  const [, time = '0', tail = '0b'] = id.split('.');
  return { atMs: Number(time), number: BigInt(tail.slice(0, -1)), isSale: tail.endsWith('s') };
}

export function comparePlaces(a: OkxPlace, b: OkxPlace): number {
  if (a.atMs !== b.atMs) return a.atMs - b.atMs;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return Number(a.isSale) - Number(b.isSale);
}

/** Ours of an order: its client's own, else one that is none of ours. */
export function okxCidOf(clOrdId: string, ordId: string): string {
  return clOrdId === '' ? `okx-${ordId}` : clOrdId;
}
