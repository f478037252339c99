// The signed calls that place, cancel and read orders of contracts: plain ones under /order, stops under /algoOrder. A stop is
// one record all its life: its algo number is also the number of the order it becomes.
import type { Account } from '../../../exchange/account.ts';
import type { OrderRecord } from '../../../exchange/records.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { Page } from '../../../store/history.ts';
import type { Calls, GuardedCall } from '../call.ts';
import { BinanceError, words } from '../errors.ts';
import { onFloor } from '../on-floor.ts';
import { Params } from '../params.ts';
import type { UsdmDeps } from './account-calls.ts';
import { readAlgoOrder, readPlainOrder, refusalOf } from './order-requests.ts';
import { algoView, isWaiting, usdmOrderView, usdmTradeView } from './order-views.ts';

const WEEK_MS = 7 * 86_400_000;
const STANDARD_ROWS = 500;
const MAX_ROWS = 1000;
const MAX_BATCH = 5;
const MAX_CANCELS = 10;
const DONE = { code: 200, msg: 'The operation of cancel all open order is done.' };

export function usdmOrderCalls(deps: UsdmDeps): Calls {
  return { ...plainCalls(deps), ...readCalls(deps), ...algoCalls(deps) };
}

function plainCalls(deps: UsdmDeps): Calls {
  const { exchange, floor, symbols } = deps;
  return {
    'POST /fapi/v1/order': {
      weight: 1,
      guard: 'futures',
      isOrder: true,
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => usdmOrderView(desk, placed(deps, account, desk, params, readPlainOrder)));
      },
    },
    'POST /fapi/v1/batchOrders': {
      weight: 5,
      guard: 'futures',
      isOrder: true,
      run: (params, { account }) => {
        const orders = listOf(params, 'batchOrders', MAX_BATCH).map(paramsOf);
        return onFloor(floor, () =>
          orders.map((one) => {
            const answer = trying(() => {
              const desk = symbols.need(one);
              return usdmOrderView(desk, placed(deps, account, desk, one, readPlainOrder));
            });
            return answer;
          }),
        );
      },
    },
    'DELETE /fapi/v1/order': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          const order = named(deps, account, desk, params, ['orderId', 'origClientOrderId'], words.notCancelled);
          return usdmOrderView(desk, cancelled(deps, account, order));
        });
      },
    },
    'DELETE /fapi/v1/batchOrders': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const name = params.has('orderIdList') ? 'orderIdList' : 'origClientOrderIdList';
        const wanted = listOf(params, name, MAX_CANCELS);
        const key = name === 'orderIdList' ? 'orderId' : 'origClientOrderId';
        return onFloor(floor, () =>
          wanted.map((id) =>
            trying(() => {
              const one = new Params([[key, String(id)]]);
              const order = named(deps, account, desk, one, ['orderId', 'origClientOrderId'], words.notCancelled);
              return usdmOrderView(desk, cancelled(deps, account, order));
            }),
          ),
        );
      },
    },
    'DELETE /fapi/v1/allOpenOrders': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          for (const { cid } of openOf(deps, account, desk).filter((order) => !isWaiting(order)))
            exchange.cancel(account, cid);
          return DONE;
        });
      },
    },
  };
}

function readCalls(deps: UsdmDeps): Calls {
  const { exchange, symbols } = deps;
  const one = (isOpenOnly: boolean): GuardedCall => ({
    weight: 1,
    guard: 'read',
    run: (params, { account }) => {
      const desk = symbols.need(params);
      const order = named(deps, account, desk, params, ['orderId', 'origClientOrderId'], words.noOrder);
      if (isWaiting(order) || (isOpenOnly && order.status !== 'open')) throw words.noOrder();
      return usdmOrderView(desk, order);
    },
  });
  return {
    'GET /fapi/v1/order': one(false),
    'GET /fapi/v1/openOrder': one(true),
    'GET /fapi/v1/openOrders': {
      weight: (params) => (params.has('symbol') ? 1 : 40),
      guard: 'read',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const open = openOf(deps, account, desk).filter((order) => !isWaiting(order));
        return open.map((order) => usdmOrderView(deskOf(deps, order), order));
      },
    },
    'GET /fapi/v1/allOrders': {
      weight: 5,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const orders = exchange.orders(account, desk, page(params, 'orderId'));
        return orders.filter((order) => !isWaiting(order)).map((order) => usdmOrderView(desk, order));
      },
    },
    'GET /fapi/v1/userTrades': {
      weight: 5,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const trades = exchange.contractTrades(account, desk, params.integer('orderId'), page(params, 'fromId'));
        return trades.map((fill) => usdmTradeView(desk, fill));
      },
    },
  };
}

const ALGO_NAMES = ['algoId', 'clientAlgoId'] as const;

function algoCalls(deps: UsdmDeps): Calls {
  const { exchange, floor, symbols } = deps;
  return {
    'POST /fapi/v1/algoOrder': {
      weight: 1,
      guard: 'futures',
      isOrder: true,
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => algoView(desk, placed(deps, account, desk, params, readAlgoOrder)));
      },
    },
    'GET /fapi/v1/algoOrder': {
      weight: 1,
      guard: 'read',
      run: (params, { account }) => {
        const order = named(deps, account, null, params, ALGO_NAMES, words.noOrder);
        if (order.trigger === null) throw words.noOrder();
        return algoView(deskOf(deps, order), order);
      },
    },
    'DELETE /fapi/v1/algoOrder': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) =>
        onFloor(floor, () => {
          const order = named(deps, account, null, params, ALGO_NAMES, words.notCancelled);
          if (!isWaiting(order)) throw words.notCancelled();
          const { id, cid } = cancelled(deps, account, order);
          return { algoId: id, clientAlgoId: cid, code: '200', msg: 'success' };
        }),
    },
    'DELETE /fapi/v1/algoOpenOrders': {
      weight: 1,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          for (const { cid } of openOf(deps, account, desk).filter(isWaiting)) exchange.cancel(account, cid);
          return DONE;
        });
      },
    },
    'GET /fapi/v1/openAlgoOrders': {
      weight: (params) => (params.has('symbol') ? 1 : 40),
      guard: 'read',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const waiting = openOf(deps, account, desk).filter(isWaiting);
        return waiting.map((order) => algoView(deskOf(deps, order), order));
      },
    },
    'GET /fapi/v1/allAlgoOrders': {
      weight: 5,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const orders = exchange.orders(account, desk, page(params, 'algoId'));
        return orders.filter(({ trigger }) => trigger !== null).map((order) => algoView(desk, order));
      },
    },
  };
}

function placed(
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

function cancelled({ exchange }: UsdmDeps, account: Account, order: OrderRecord): OrderRecord {
  if (account.openByCid.get(order.cid)?.id !== order.id) throw words.notCancelled();
  exchange.cancel(account, order.cid);
  return order;
}

/** By the exchange's number or by the client's, which of several orders names the youngest. */
function named(
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

function openOf({ exchange, symbols }: UsdmDeps, account: Account, desk: SymbolDesk | null): OrderRecord[] {
  const listed = new Set((desk === null ? symbols.desks : [desk]).map(({ symbol }) => symbol));
  return exchange.openOrders(account).filter(({ symbol }) => listed.has(symbol));
}

function page(params: Params, idName: string): Page {
  const [startMs, endMs] = [params.integer('startTime'), params.integer('endTime')];
  if (startMs !== null && endMs !== null && endMs - startMs > WEEK_MS)
    throw new BinanceError(-1127, 'More than 7 days between startTime and endTime.');
  return { fromId: params.integer(idName), startMs, endMs, limit: params.limit(STANDARD_ROWS, MAX_ROWS) };
}

/** Each of a batch on its own. */
function trying<T>(run: () => T): T | { code: number; msg: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof BinanceError) return error.body;
    throw error;
  }
}

function listOf(params: Params, name: string, most: number): unknown[] {
  const text = params.needText(name);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw words.value(name);
  }
  if (!Array.isArray(list) || list.length === 0 || list.length > most) throw words.value(name);
  return list;
}

function paramsOf(fields: unknown): Params {
  if (typeof fields !== 'object' || fields === null) throw words.value('batchOrders');
  return new Params(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function deskOf({ exchange }: UsdmDeps, { symbol }: OrderRecord): SymbolDesk {
  return exchange.desk(symbol) as SymbolDesk;
}
