// The signed calls that place, cancel and read orders, trades and settlements of funding. What changes runs on the floor and is
// answered only after it is on disk; an answer says no more than that an order was taken. Lists go backwards from the newest.
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import type { BybitDeps } from './bybit-deps.ts';
import { type BybitCalls, kindOf } from './call.ts';
import { errorOf, words } from './errors.ts';
import { linkIdOf, readOrder } from './order-requests.ts';
import { fundingView, orderView, tradeView } from './order-views.ts';

const CHANGES = { limit: 10, spotLimit: 20 } as const;
const READS = 50;
const MAX_ORDERS = 50;
const STANDARD_ORDERS = 20;
const MAX_TRADES = 100;
const STANDARD_TRADES = 50;
const WEEK_MS = 7 * 86_400_000;
const RECENTLY_CLOSED = 500;

export function orderCalls(deps: BybitDeps): BybitCalls {
  const { floor } = deps;
  return {
    'POST /v5/order/create': {
      ...{ guard: 'trade', ...CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(placed(deps, account, fields))),
    },
    'POST /v5/order/cancel': {
      ...{ guard: 'trade', ...CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(cancelled(deps, account, fields))),
    },
    'GET /v5/order/realtime': {
      guard: 'read',
      limit: READS,
      run: (fields, { account }) => standing(deps, account, fields),
    },
    'GET /v5/order/history': {
      guard: 'read',
      limit: READS,
      run: (fields, { account }) => ended(deps, account, fields),
    },
    'GET /v5/execution/list': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) =>
        fields.text('execType') === 'Funding' ? fundings(deps, account, fields) : trades(deps, account, fields),
    },
  };
}

function placed({ exchange, pairs }: BybitDeps, account: Account, fields: JsonFields): OrderRecord {
  const desk = pairs.need(fields);
  const { market } = desk.instrument;
  const request = readOrder({ exchange, account, desk, fields });
  let answer = exchange.place(account, desk, request);
  // Its account is one pot there.
  if (answer.ok === 0 && answer.code === 'INSUFFICIENT_FUNDS' && exchange.pool(account, market))
    answer = exchange.place(account, desk, request);
  if (answer.ok === 1) return answer.order;
  // It is taken there, and ends as soon as it would take.
  if (answer.code === 'POST_ONLY_WOULD_TAKE' && request.form !== undefined)
    return exchange.endAtOnce(account, desk, { ...request, form: { ...request.form, wouldTake: true } });
  throw errorOf(answer.code, market);
}

function cancelled(deps: BybitDeps, account: Account, fields: JsonFields): OrderRecord {
  const desk = deps.pairs.need(fields);
  const order = named(deps, account, fields);
  if (order === null || order.symbol !== desk.symbol || account.openByCid.get(order.cid)?.id !== order.id)
    throw errorOf('ORDER_NOT_OPEN', desk.instrument.market);
  deps.exchange.cancel(account, order.cid);
  return order;
}

function receipt(order: OrderRecord) {
  return { orderId: String(order.id), orderLinkId: linkIdOf(order) };
}

/** By the exchange's number or by the client's, which of several orders names the youngest. */
function named({ exchange }: BybitDeps, account: Account, fields: JsonFields): OrderRecord | null {
  const id = fields.integer('orderId');
  const cid = fields.text('orderLinkId');
  if (id === null && cid === null) throw words.parameter('orderId or orderLinkId');
  return id === null ? exchange.orderByCid(account, cid as string) : exchange.orderById(account, id);
}

function isNamed(fields: JsonFields): boolean {
  return fields.text('orderId') !== null || fields.text('orderLinkId') !== null;
}

/** What stands, and one that is asked for by its name also for a while after its end. */
function standing(deps: BybitDeps, account: Account, fields: JsonFields) {
  const { exchange, pairs } = deps;
  const kind = kindOf(fields);
  if (isNamed(fields)) return listOf(deps, fields, one(deps, account, fields));
  const asked = new Set(pairs.settled(fields).map(({ symbol }) => symbol));
  if (fields.integer('openOnly') === 1) {
    const query = {
      symbols: [...asked],
      belowId: null,
      aboveId: null,
      startMs: null,
      endMs: null,
      limit: RECENTLY_CLOSED,
    };
    return page(deps, fields, exchange.ordersBack(account, { ...query, endedOnly: true }));
  }
  const open = exchange
    .openOrders(account)
    .filter(({ symbol }) => asked.has(symbol) && kindOfOrder(deps, symbol) === kind);
  return page(deps, fields, open.reverse());
}

function one(deps: BybitDeps, account: Account, fields: JsonFields): OrderRecord[] {
  const order = named(deps, account, fields);
  return order !== null && kindOfOrder(deps, order.symbol) === kindOf(fields) ? [order] : [];
}

function ended(deps: BybitDeps, account: Account, fields: JsonFields) {
  if (isNamed(fields)) {
    const found = one(deps, account, fields).filter(({ status }) => status !== 'open');
    return listOf(deps, fields, found);
  }
  const rows = deps.exchange.ordersBack(account, {
    ...{ symbols: deps.pairs.asked(fields).map(({ symbol }) => symbol), aboveId: null, endedOnly: true },
    ...{
      belowId: fields.integer('cursor'),
      ...span(fields, deps.floor.nowMs),
      limit: limitOf(fields, STANDARD_ORDERS, MAX_ORDERS),
    },
  });
  return listOf(deps, fields, rows, nextOf(rows, limitOf(fields, STANDARD_ORDERS, MAX_ORDERS)));
}

/** The cursor is the number of the last one told. */
function page(deps: BybitDeps, fields: JsonFields, orders: readonly OrderRecord[]) {
  const below = fields.integer('cursor') ?? Number.MAX_SAFE_INTEGER;
  const limit = limitOf(fields, STANDARD_ORDERS, MAX_ORDERS);
  const rows = orders.filter(({ id }) => id < below).slice(0, limit);
  return listOf(deps, fields, rows, nextOf(rows, limit));
}

function listOf({ exchange }: BybitDeps, fields: JsonFields, orders: readonly OrderRecord[], nextPageCursor = '') {
  const list = orders.map((order) => orderView(exchange.desk(order.symbol) as SymbolDesk, order));
  return { category: fields.text('category') ?? '', list, nextPageCursor };
}

function trades({ exchange, pairs, floor }: BybitDeps, account: Account, fields: JsonFields) {
  const limit = limitOf(fields, STANDARD_TRADES, MAX_TRADES);
  const cid = fields.text('orderLinkId');
  const byName = cid === null ? fields.integer('orderId') : (exchange.orderByCid(account, cid)?.id ?? -1);
  const rows = exchange.fillsBack(account, {
    ...{ symbols: pairs.asked(fields).map(({ symbol }) => symbol), aboveId: null, orderId: byName },
    ...{ belowId: fields.integer('cursor'), ...span(fields, floor.nowMs), limit },
  });
  const list = rows.map((fill) =>
    tradeView(exchange.desk(fill.symbol) as SymbolDesk, fill, exchange.orderById(account, fill.orderId)),
  );
  return { category: fields.text('category') ?? '', list, nextPageCursor: nextOf(rows, limit) };
}

function fundings({ exchange, pairs, floor }: BybitDeps, account: Account, fields: JsonFields) {
  const limit = limitOf(fields, STANDARD_TRADES, MAX_TRADES);
  const rows = exchange.fundingsBack(account, {
    ...{ symbols: pairs.asked(fields).map(({ symbol }) => symbol), aboveId: null },
    ...{ belowId: fields.integer('cursor'), ...span(fields, floor.nowMs), limit },
  });
  const list = rows.map((row) => fundingView(exchange.desk(row.symbol) as SymbolDesk, row));
  return { category: fields.text('category') ?? '', list, nextPageCursor: nextOf(rows, limit) };
}

/** At most seven days: those from the start, those to the end, or the last ones. */
function span(fields: JsonFields, nowMs: number): { readonly startMs: number; readonly endMs: number } {
  const [startMs, endMs] = [fields.integer('startTime'), fields.integer('endTime')];
  if (startMs !== null && endMs !== null) {
    if (endMs - startMs > WEEK_MS || endMs < startMs) throw words.parameter('endTime');
    return { startMs, endMs };
  }
  if (startMs !== null) return { startMs, endMs: startMs + WEEK_MS };
  const toMs = endMs ?? Math.max(nowMs, 0);
  return { startMs: Math.max(0, toMs - WEEK_MS), endMs: endMs ?? Number.MAX_SAFE_INTEGER };
}

function limitOf(fields: JsonFields, standard: number, most: number): number {
  return fields.limit(standard, most);
}

function nextOf(rows: readonly { readonly id: number }[], limit: number): string {
  return rows.length < limit ? '' : String(rows.at(-1)?.id ?? '');
}

function kindOfOrder({ exchange }: BybitDeps, symbol: string) {
  return exchange.desk(symbol)?.instrument.market;
}
