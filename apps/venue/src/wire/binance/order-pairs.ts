// Pairs of orders of which one ends the other (OCO), as the Binance wire writes them. A pair has no row of its own: it is its two
// orders, and has the number of its stop.
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import { words } from './errors.ts';
import { formOfOrder, orderCore } from './order-views.ts';
import { nameOf } from './symbols.ts';

/** Of one account, the stop first. */
export type Pair = readonly [stop: OrderRecord, limit: OrderRecord];

export function pairOf(exchange: Exchange, account: Account, listId: number): Pair | null {
  const stop = exchange.orderById(account, listId);
  const limit = exchange.orderById(account, listId + 1);
  if (stop === null || limit === null || stop.listId !== listId) return null;
  return [stop, limit];
}

export function isOver(pair: Pair): boolean {
  return pair.every(({ status }) => status !== 'open');
}

export function listClientIdOf([stop]: Pair): string {
  return formOfOrder(stop).listClientId ?? '';
}

export function pairView(exchange: Exchange, pair: Pair) {
  const [stop] = pair;
  const status = isOver(pair) ? 'ALL_DONE' : 'EXECUTING';
  const symbol = nameOf(deskOf(exchange, stop));
  return {
    orderListId: stop.listId as number,
    contingencyType: 'OCO',
    listStatusType: status === 'ALL_DONE' ? 'ALL_DONE' : 'EXEC_STARTED',
    listOrderStatus: status,
    listClientOrderId: listClientIdOf(pair),
    transactionTime: Math.max(...pair.map(({ updatedAtMs }) => updatedAtMs)),
    symbol,
    orders: pair.map(({ id, cid }) => ({ symbol, orderId: id, clientOrderId: cid })),
  };
}

/** With both orders as they stand: the answer to a change. */
export function pairReport(exchange: Exchange, pair: Pair, more: (order: OrderRecord) => object = () => ({})) {
  const reports = pair.map((order) => ({
    ...orderCore(deskOf(exchange, order), order),
    ...{ transactTime: order.updatedAtMs, workingTime: order.workingAtMs ?? -1 },
    ...more(order),
  }));
  return { ...pairView(exchange, pair), orderReports: reports };
}

/** Both end, whichever still stands. */
export function cancelledPair(exchange: Exchange, account: Account, pair: Pair, cancelId: string) {
  const open = pair.find(({ cid, id }) => account.openByCid.get(cid)?.id === id);
  if (open === undefined) throw words.notCancelled();
  exchange.cancel(account, open.cid);
  const ended = ({ cid }: { cid: string }) => ({ origClientOrderId: cid, clientOrderId: cancelId });
  return pairReport(exchange, pair, ended);
}

/** The stream tells of a pair when it is made and when it is over, not in between. */
export function isToldOf(pair: Pair): boolean {
  return (
    isOver(pair) ||
    pair.every(({ createdAtMs, filledLots, updatedAtMs }) => filledLots === 0 && updatedAtMs === createdAtMs)
  );
}

export function listStatus(exchange: Exchange, pair: Pair, nowMs: number) {
  const view = pairView(exchange, pair);
  return {
    ...{ e: 'listStatus', E: nowMs, s: view.symbol, g: view.orderListId, c: view.contingencyType },
    ...{
      l: view.listStatusType,
      L: view.listOrderStatus,
      r: 'NONE',
      C: view.listClientOrderId,
      T: view.transactionTime,
    },
    O: view.orders.map(({ symbol, orderId, clientOrderId }) => ({ s: symbol, i: orderId, c: clientOrderId })),
  };
}

function deskOf(exchange: Exchange, { symbol }: OrderRecord): SymbolDesk {
  return exchange.desk(symbol) as SymbolDesk;
}
