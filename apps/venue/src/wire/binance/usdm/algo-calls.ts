// The signed calls about stops of contracts. A stop is one record all its life: its algo number is also the number of the
// order it becomes.

import { onFloor } from '../../on-floor.ts';
import type { Calls } from '../call.ts';
import { words } from '../errors.ts';
import type { UsdmDeps } from './account-calls.ts';
import { cancelled, deskOf, named, openOf, page, placed } from './order-lookup.ts';
import { readAlgoOrder } from './order-requests.ts';
import { algoView, isWaiting } from './order-views.ts';

const DONE = { code: 200, msg: 'The operation of cancel all open order is done.' };
const ALGO_NAMES = ['algoId', 'clientAlgoId'] as const;

export function algoCalls(deps: UsdmDeps): Calls {
  const { exchange, floor, symbols } = deps;
  return {
    'POST /fapi/v1/algoOrder': {
      weight: 1,
      guard: 'futures',
      orders: 1,
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => algoView(desk, placed(deps, account, desk, params, readAlgoOrder)));
      },
    },
    'GET /fapi/v1/algoOrder': {
      weight: 1,
      guard: 'futures',
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
      guard: 'futures',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const waiting = openOf(deps, account, desk).filter(isWaiting);
        return waiting.map((order) => algoView(deskOf(deps, order), order));
      },
    },
    'GET /fapi/v1/allAlgoOrders': {
      weight: 5,
      guard: 'futures',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const orders = exchange.orders(account, desk, page(params, 'algoId'));
        return orders.filter(({ trigger }) => trigger !== null).map((order) => algoView(desk, order));
      },
    },
  };
}
