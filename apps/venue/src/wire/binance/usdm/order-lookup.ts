// What plain orders and stops of contracts have in common: how one is placed, found, listed and cancelled.
import type { Account } from '../../../exchange/account.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { Page } from '../../../store/history.ts';
import type { OrderRecord } from '../../../store/records.ts';
import { BinanceError, words } from '../errors.ts';
import type { Params } from '../params.ts';
import type { UsdmDeps } from './account-calls.ts';
import { type readPlainOrder, refusalOf } from './order-requests.ts';

const WEEK_MS = 7 * 86_400_000;
const STANDARD_ROWS = 500;
const MAX_ROWS = 1000;

export function placed(
  { exchange }: UsdmDeps,
  account: Account,
  desk: SymbolDesk,
  params: Params,
  read: typeof readPlainOrder,
): OrderRecord {
  const request = read({ exchange, account, desk, params });
  const answer = exchange.place(account, desk, request);
  if (answer.ok === 0) throw refusalOf(desk, request, answer.code);
  return answer.order;
}

export function cancelled({ exchange }: UsdmDeps, account: Account, order: OrderRecord): OrderRecord {
  if (account.openByCid.get(order.cid)?.id !== order.id) throw words.notCancelled();
  exchange.cancel(account, order.cid);
  return order;
}

/** By the exchange's number or by the client's, which of several orders names the youngest. */
export function named(
  { exchange, symbols }: UsdmDeps,
  account: Account,
  desk: SymbolDesk | null,
  params: Params,
  [idName, cidName]: readonly [string, string],
  refusal: () => BinanceError,
): OrderRecord {
  const id = params.integer(idName);
  const cid = params.text(cidName);
  if (id === null && cid === null)
    throw new BinanceError(-1102, `Param '${cidName}' or '${idName}' must be sent, but both were empty/null!`);
  const order = id === null ? exchange.orderByCid(account, cid as string) : exchange.orderById(account, id);
  if (order === null || !symbols.desks.some(({ symbol }) => symbol === order.symbol)) throw refusal();
  if (desk !== null && order.symbol !== desk.symbol) throw refusal();
  return order;
}

export function openOf({ exchange, symbols }: UsdmDeps, account: Account, desk: SymbolDesk | null): OrderRecord[] {
  const listed = new Set((desk === null ? symbols.desks : [desk]).map(({ symbol }) => symbol));
  return exchange.openOrders(account).filter(({ symbol }) => listed.has(symbol));
}

export function page(params: Params, idName: string): Page {
  const [startMs, endMs] = [params.integer('startTime'), params.integer('endTime')];
  if (startMs !== null && endMs !== null && endMs - startMs > WEEK_MS)
    throw new BinanceError(-1127, 'More than 7 days between startTime and endTime.');
  return { fromId: params.integer(idName), startMs, endMs, limit: params.limit(STANDARD_ROWS, MAX_ROWS) };
}

export function deskOf({ exchange }: UsdmDeps, { symbol }: OrderRecord): SymbolDesk {
  return exchange.desk(symbol) as SymbolDesk;
}
