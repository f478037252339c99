// What Binance's streams say, turned into events of the port. A report of a trade tells it whole: client id, number, price, fee.
// What cannot be read, or is of a market that nobody attends, is no event: the books say the truth to whoever asks.

import * as z from 'zod';
import type { OrderTrigger, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { exactJson, isZero, trimmed } from '../shared/exact-json.ts';
import { fillIdOf, type MarketName } from '../shared/market-names.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import type { MarketNews, UserNews } from '../shared/stream-news.ts';
import { heard } from '../shared/unreadable.ts';
import { isForced } from './fills.ts';
import { MET_ITSELF, positionSide, statusOf, tifOf, typeOf } from './order-rows.ts';

const side = z.enum(['BUY', 'SELL']).transform((text) => (text === 'BUY' ? ('buy' as const) : ('sell' as const)));

const word = z.string().min(1);

const report = z.object({
  s: word,
  c: word,
  /** Spot: the id of the order that a cancel was for. */
  C: z.string().optional(),
  S: side,
  o: word,
  f: word,
  q: decimal,
  p: decimal,
  x: word,
  X: word,
  i: wholeNumber,
  l: decimal,
  z: decimal,
  L: decimal,
  n: decimal.nullish(),
  N: z.string().nullish(),
  T: timeMs,
  t: z.string(),
  m: z.boolean(),
  /** Spot: when it was made. */
  O: timeMs.optional(),
  ps: positionSide.optional(),
  R: z.boolean().optional(),
  ot: z.string().optional(),
  sp: decimal.optional(),
  wt: z.string().optional(),
});
type Report = z.infer<typeof report>;
const SAYS_ITS_KIND = {
  spot: report.extend({ C: z.string(), O: timeMs }),
  futures: report.extend({ ps: positionSide, R: z.boolean(), ot: word, sp: decimal, wt: word }),
} as const;

const stopReport = z.object({
  caid: word,
  s: word,
  S: side,
  ps: positionSide,
  q: decimal,
  X: z.string(),
  o: z.string(),
  tp: decimal,
  wt: z.enum(['MARK_PRICE', 'CONTRACT_PRICE']),
  R: z.boolean(),
});

const tradeEvent = z.object({ s: word, p: decimal, T: timeMs, t: wholeNumber });
const aggregateEvent = z.object({ s: word, p: decimal, T: timeMs, l: wholeNumber });
const markEvent = z.object({ s: word, p: decimal, E: timeMs });

const NO_NEWS = null;

/** By the exchange's name of the market. */
export function marketNewsOf(text: string): MarketNews | null {
  const said = jsonOf(text);
  if (said === null) return NO_NEWS;
  const { e: event, id } = said;
  if (event === undefined)
    return typeof id === 'string' ? { kind: 'answer', id, isGood: 'result' in said && !('error' in said) } : NO_NEWS;
  if (event === 'trade') {
    const told = tradeEvent.safeParse(said);
    if (!told.success) return NO_NEWS;
    const { s, p, T, t } = told.data;
    return { kind: 'trade', market: s, trade: { id: t, price: trimmed(p), atMs: T } };
  }
  if (event === 'aggTrade') {
    const told = aggregateEvent.safeParse(said);
    if (!told.success) return NO_NEWS;
    const { s, p, T, l } = told.data;
    return { kind: 'trade', market: s, trade: { id: l, price: trimmed(p), atMs: T } };
  }
  const told = markEvent.safeParse(said);
  if (event !== 'markPriceUpdate' || !told.success) return NO_NEWS;
  return { kind: 'mark', market: told.data.s, price: trimmed(told.data.p), atMs: told.data.E };
}

/** `nameOfMarket`: of the exchange's name; undefined = nobody attends it. */
export function userNewsOf(
  text: string,
  account: string,
  nameOfMarket: (id: string) => MarketName | undefined,
): UserNews | null {
  const told = jsonOf(text);
  if (told === null) return NO_NEWS;
  // The WebSocket API wraps what it tells, and answers requests.
  const said = (typeof told.event === 'object' ? told.event : told) as Record<string, unknown> | null;
  if (said === null) return NO_NEWS;
  if (said.e === undefined)
    return 'status' in said ? { kind: 'answer', isGood: said.status === '200', detail: text.slice(0, 200) } : NO_NEWS;
  if (said.e === 'listenKeyExpired' || said.e === 'eventStreamTerminated' || said.e === 'serverShutdown')
    return { kind: 'over', reason: String(said.e) };
  if (said.e === 'ALGO_UPDATE') return stopNews(said.o, said.T, account, nameOfMarket);
  const body = said.e === 'executionReport' ? said : said.e === 'ORDER_TRADE_UPDATE' ? said.o : null;
  const named = z.object({ s: word }).safeParse(body);
  const name = named.success ? nameOfMarket(named.data.s) : undefined;
  if (name === undefined) return NO_NEWS;
  const one = (SAYS_ITS_KIND[name.kind] as z.ZodType<Report>).safeParse(body);
  const order = one.success ? heard(() => orderOfReport(name, one.data)) : null;
  if (!one.success || order === null) return NO_NEWS;
  const fill = fillOfReport(name, order.cid, one.data);
  return {
    kind: 'events',
    events: [...(fill === null ? [] : [{ type: 'fill' as const, account, fill }]), { type: 'order', account, order }],
    ...{ orderId: one.data.i, cid: order.cid, isStop: order.trigger !== undefined },
  };
}

function orderOfReport(name: MarketName, row: Report): VenueOrder {
  const trigger = triggerOf(row.ot ?? '', row.sp ?? '0', row.wt ?? '');
  const type = typeOf(row.o, row.p);
  const cancelled = row.C ?? '';
  return {
    cid: cancelled === '' || cancelled === 'null' ? row.c : cancelled,
    ...{ symbol: name.symbol, side: row.S, type, tif: tifOf(row.o, row.f) },
    ...{ price: type === 'market' ? '0' : trimmed(row.p), qty: trimmed(row.q), filled: trimmed(row.z) },
    ...{ status: statusOf(row.X), createdAtMs: row.O ?? row.T },
    ...(name.kind === 'futures' && { positionSide: row.ps ?? 'net', reduceOnly: row.R === true }),
    ...(trigger !== null && { trigger }),
    ...(row.X === MET_ITSELF && { selfTrade: true }),
  };
}

function fillOfReport(name: MarketName, cid: string, row: Report): VenueFill | null {
  if (row.x !== 'TRADE' && row.x !== 'CALCULATED') return null;
  // A trade by force tells no fee of its own; of any other it is needed: the books tell it.
  if (!/^\d+$/.test(row.t) || (row.x === 'TRADE' && (row.n ?? null) === null)) return null;
  // In which coin a fee is belongs to it.
  if ((row.N ?? '') === '' && !isZero(row.n ?? '0')) return null;
  const price = trimmed(row.L);
  return {
    id: fillIdOf(name, row.t, row.S),
    ...{ cid, symbol: name.symbol, side: row.S, price, qty: trimmed(row.l), last: price },
    ...{ fee: trimmed(row.n ?? '0'), feeAsset: row.N ?? '', maker: row.m, atMs: row.T },
    ...{ positionSide: row.ps ?? 'net', liquidation: row.x === 'CALCULATED' || isForced(cid) },
  };
}

function triggerOf(type: string, price: string, working: string): OrderTrigger | null {
  if (type !== 'STOP_MARKET' && type !== 'TAKE_PROFIT_MARKET') return null;
  return {
    kind: type === 'STOP_MARKET' ? 'stop' : 'take_profit',
    by: working === 'MARK_PRICE' ? 'mark' : 'last',
    price: trimmed(price),
  };
}

const STOP_ENDS = new Set(['CANCELED', 'EXPIRED', 'REJECTED']);

/** A stop that trades is told of by its order. */
function stopNews(
  body: unknown,
  at: unknown,
  account: string,
  nameOfMarket: (id: string) => MarketName | undefined,
): UserNews | null {
  const one = stopReport.safeParse(body);
  const name = one.success ? nameOfMarket(one.data.s) : undefined;
  const atMs = timeMs.safeParse(at);
  if (!one.success || name === undefined || !atMs.success) return NO_NEWS;
  const { caid: cid, S, ps, q, X, o, tp, wt, R } = one.data;
  const trigger = triggerOf(o, tp, wt);
  if (trigger === null || (X !== 'NEW' && !STOP_ENDS.has(X))) return NO_NEWS;
  const order: VenueOrder = {
    ...{ cid, symbol: name.symbol, side: S, type: 'market', tif: 'ioc', price: '0', qty: trimmed(q), filled: '0' },
    ...{ status: X === 'NEW' ? 'open' : 'cancelled', createdAtMs: atMs.data, positionSide: ps, reduceOnly: R, trigger },
  };
  return { kind: 'events', events: [{ type: 'order', account, order }], orderId: null, cid, isStop: true };
}

function jsonOf(text: string): Record<string, unknown> | null {
  try {
    const said = exactJson(text);
    return typeof said === 'object' && said !== null && !Array.isArray(said) ? (said as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
