// What a behaviour of the conformance suite is run against: one way of trading on one exchange, with an account of its own.
import { expect } from 'vitest';
import type {
  MarketData,
  NewOrder,
  Outcome,
  TradingVenue,
  VenueFill,
  VenueOrder,
} from '../../apps/server/src/ports/venue.ts';
import { PERP, SPOT } from './rig.ts';

/** By the house's own wire; by ccxt's Binance under the card `local` and under Binance's own; by ccxt's OKX, Bybit, Bitget and Gate. */
export type Way = 'house' | 'card' | 'binance' | 'okx' | 'bybit' | 'bitget' | 'gate';

export interface Subject {
  readonly way: Way;
  readonly venue: TradingVenue & MarketData;
  readonly account: string;
  /** Market time when the account was made. */
  readonly sinceMs: number;
  print(count?: number): Promise<void>;
  toOpen(): Promise<void>;
  faults(...set: object[]): Promise<void>;
  /** Its owner places one by hand, and lets it trade with his own; by his key. */
  byHand(order: NewOrder): Promise<void>;
}

export interface Behaviour {
  readonly market: 'spot' | 'futures' | 'both';
  readonly says: string;
  /** Where it does not hold, and why. */
  readonly not?: Partial<Record<Way, string>>;
  readonly run: (subject: Subject) => Promise<void>;
}

let made = 0;
/** An id as the runner makes them: 19 characters. */
export function newCid(): string {
  return `q${process.pid.toString(32)}${(++made).toString(32)}`.padEnd(19, '0');
}

export function spotOrder(more: Partial<NewOrder> = {}): NewOrder {
  return {
    ...{ cid: newCid(), symbol: SPOT, side: 'buy', type: 'limit', tif: 'gtc', price: '50000', qty: '0.001' },
    ...{ positionSide: 'net', reduceOnly: false, ...more },
  };
}

export function perpOrder(more: Partial<NewOrder> = {}): NewOrder {
  return spotOrder({ symbol: PERP, qty: '0.01', ...more });
}

/** Of an account of the exchange's page in each of its wallets: at Bybit both are one pot. */
export function wallet({ way }: Subject): number {
  return way === 'bybit' ? 20_000 : 10_000;
}

/** Whose keys have a passphrase. */
export function hasPassphrase(way: string): boolean {
  return way === 'okx' || way === 'bitget';
}

/** Elsewhere a stop is a call of its own, which nobody here speaks. */
export function keepsStops(way: string): boolean {
  return !hasPassphrase(way) && way !== 'gate';
}

/** OKX has one word for what is too small in coin and what is in quote; contracts of Gate are counted only. */
export function smallWord({ way }: Subject, market: 'spot' | 'futures'): string {
  return way === 'okx' || (way === 'gate' && market === 'futures') ? 'qty_small' : 'notional_small';
}

export const atMarket = { type: 'market', tif: 'ioc', price: '0' } as const;

type Placed = { order: VenueOrder; fills: VenueFill[] };

export async function placed(subject: Subject, order: NewOrder): Promise<VenueOrder> {
  const [outcome] = await subject.venue.place(subject.account, [order]);
  expect(outcome).toMatchObject({ outcome: 'accepted', value: { order: { cid: order.cid, symbol: order.symbol } } });
  return (outcome as Extract<Outcome<Placed>, { outcome: 'accepted' }>).value.order;
}

export async function outcomeOf(subject: Subject, order: NewOrder): Promise<Outcome<Placed>> {
  const [outcome] = await subject.venue.place(subject.account, [order]);
  if (outcome === undefined) throw new Error('no outcome');
  return outcome;
}

export function find(subject: Subject, { symbol, cid }: NewOrder): Promise<VenueOrder | null> {
  return subject.venue.order(subject.account, symbol, cid);
}

/** Every trade of a market, page by page. */
export async function allFills(subject: Subject, symbol: string, page = 1_000): Promise<VenueFill[]> {
  const all: VenueFill[] = [];
  for (;;) {
    const fills = await subject.venue.fills(subject.account, symbol, all.at(-1)?.id ?? '', page, subject.sinceMs);
    all.push(...fills);
    if (fills.length < page) return all;
  }
}
