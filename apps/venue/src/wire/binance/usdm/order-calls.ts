// The signed calls that place, cancel and read orders of contracts; stops that wait are told by the algo calls only.

import { onFloor } from '../../on-floor.ts';
import type { Calls, GuardedCall } from '../call.ts';
import { BinanceError, words } from '../errors.ts';
import { Params } from '../params.ts';
import type { UsdmDeps } from './account-calls.ts';
import { cancelled, deskOf, named, openOf, page, placed } from './order-lookup.ts';
import { readPlainOrder } from './order-requests.ts';
import { isWaiting, usdmOrderView, usdmTradeView } from './order-views.ts';

const MAX_BATCH = 5;
const MAX_CANCELS = 10;
const DONE = { code: 200, msg: 'The operation of cancel all open order is done.' };

export function usdmOrderCalls(deps: UsdmDeps): Calls {
  return { ...plainCalls(deps), ...readCalls(deps) };
}

function plainCalls(deps: UsdmDeps): Calls {
  const { exchange, floor, symbols } = deps;
  return {
    'POST /fapi/v1/order': {
      weight: 1,
      guard: 'futures',
      orders: 1,
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => usdmOrderView(desk, placed(deps, account, desk, params, readPlainOrder)));
      },
    },
    'POST /fapi/v1/batchOrders': {
      weight: 5,
      guard: 'futures',
      orders: (params) => listOf(params, 'batchOrders', MAX_BATCH).length,
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
    guard: 'futures',
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
      guard: 'futures',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const open = openOf(deps, account, desk).filter((order) => !isWaiting(order));
        return open.map((order) => usdmOrderView(deskOf(deps, order), order));
      },
    },
    'GET /fapi/v1/allOrders': {
      weight: 5,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const orders = exchange.orders(account, desk, page(params, 'orderId'));
        return orders.filter((order) => !isWaiting(order)).map((order) => usdmOrderView(desk, order));
      },
    },
    'GET /fapi/v1/userTrades': {
      weight: 5,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const trades = exchange.contractTrades(account, desk, params.integer('orderId'), page(params, 'fromId'));
        return trades.map((fill) => usdmTradeView(desk, fill));
      },
    },
  };
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
