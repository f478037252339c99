// Orders that a request of this wire places, names or asks for, the same for spot and for contracts.
import type { MarketKind } from '@cormorant/core/market/instrument.ts';
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { type BitgetDeps, backQuery, MAX_ROWS } from './bitget-deps.ts';
import { errorOf, words } from './errors.ts';
import { clientOidOf, readOrder } from './order-requests.ts';

/** Runs on the floor. */
export function placed(
  { exchange, pairs }: BitgetDeps,
  account: Account,
  kind: MarketKind,
  fields: JsonFields,
): OrderRecord {
  const desk = pairs.need(kind, fields);
  const request = readOrder({ exchange, account, desk, fields });
  const answer = exchange.place(account, desk, request);
  if (answer.ok === 1) return answer.order;
  // It is taken there, and ends as soon as it would take.
  if (answer.code === 'POST_ONLY_WOULD_TAKE' && request.form !== undefined)
    return exchange.endAtOnce(account, desk, { ...request, form: { ...request.form, wouldTake: true } });
  const figure = answer.code === 'PRICE_FILTER' ? fields.text('price') : fields.text('size');
  throw errorOf(answer.code, kind, figure ?? '', scaleOf(desk, answer.code));
}

/** Runs on the floor. */
export function cancelled(deps: BitgetDeps, account: Account, kind: MarketKind, fields: JsonFields): OrderRecord {
  const order = named(deps, account, kind, fields);
  if (order === null || account.openByCid.get(order.cid)?.id !== order.id) throw errorOf('ORDER_NOT_OPEN', kind);
  deps.exchange.cancel(account, order.cid);
  return order;
}

/** By the exchange's number or by the client's, which of several orders names the youngest. */
export function named(
  { exchange, pairs }: BitgetDeps,
  account: Account,
  kind: MarketKind,
  fields: JsonFields,
): OrderRecord | null {
  const id = fields.integer('orderId');
  const cid = fields.text('clientOid');
  if (id === null && cid === null) throw words.empty('orderId');
  const order = id === null ? exchange.orderByCid(account, cid as string) : exchange.orderById(account, id);
  if (order === null || order.trigger !== null) return null;
  return pairs.ofKind(kind).some(({ symbol }) => symbol === order.symbol) ? order : null;
}

/** Newest first. */
export function standing(
  { exchange, pairs }: BitgetDeps,
  account: Account,
  kind: MarketKind,
  fields: JsonFields,
): OrderRecord[] {
  const asked = new Set(pairs.asked(kind, fields).map(({ symbol }) => symbol));
  const below = fields.integer('idLessThan') ?? Number.MAX_SAFE_INTEGER;
  return exchange
    .openOrders(account)
    .filter(({ symbol, id, trigger }) => asked.has(symbol) && id < below && trigger === null)
    .reverse()
    .slice(0, fields.limit(MAX_ROWS, MAX_ROWS));
}

export function ended(
  { exchange, pairs }: BitgetDeps,
  account: Account,
  kind: MarketKind,
  fields: JsonFields,
): OrderRecord[] {
  const symbols = pairs.asked(kind, fields).map(({ symbol }) => symbol);
  return exchange
    .ordersBack(account, { ...backQuery(symbols, fields), endedOnly: true })
    .filter(({ trigger }) => trigger === null);
}

export function receipt(order: OrderRecord) {
  return { orderId: String(order.id), clientOid: clientOidOf(order) };
}

/** Of the last of a page, as the next one is asked for. */
export function endIdOf(rows: readonly { readonly id: number }[]): string {
  return String(rows.at(-1)?.id ?? '');
}

function scaleOf({ filters, instrument }: SymbolDesk, code: string): number {
  const [decimals, step] =
    code === 'PRICE_FILTER'
      ? [instrument.priceDecimals, filters.tickTicks]
      : [instrument.qtyDecimals, filters.stepLots];
  return Math.max(0, decimals - Math.round(Math.log10(step)));
}
