// The signed calls of spot: orders and trades. What changes runs on the floor and is answered only after it is on disk; an answer
// says no more than that an order was taken. Lists go backwards from the newest.
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { onFloor } from '../on-floor.ts';
import { type BitgetDeps, backQuery } from './bitget-deps.ts';
import { type BitgetCalls, CHANGES, READS } from './call.ts';
import { cancelled, ended, named, placed, receipt, standing } from './order-lookup.ts';
import { spotOrderView, spotTradeView } from './order-views.ts';

export function orderCalls(deps: BitgetDeps): BitgetCalls {
  const { exchange, floor, pairs } = deps;
  const deskOf = ({ symbol }: { readonly symbol: string }) => exchange.desk(symbol) as SymbolDesk;
  return {
    'POST /api/v2/spot/trade/place-order': {
      ...{ guard: 'spot', limit: CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(placed(deps, account, 'spot', fields))),
    },
    'POST /api/v2/spot/trade/cancel-order': {
      ...{ guard: 'spot', limit: CHANGES },
      run: (fields, { account }) => onFloor(floor, () => receipt(cancelled(deps, account, 'spot', fields))),
    },
    'GET /api/v2/spot/trade/orderInfo': {
      ...{ guard: 'read', limit: 2 * READS },
      run: (fields, { account }) => {
        const order = named(deps, account, 'spot', fields);
        return order === null ? [] : [spotOrderView(deskOf(order), order)];
      },
    },
    'GET /api/v2/spot/trade/unfilled-orders': {
      ...{ guard: 'read', limit: 2 * READS },
      run: (fields, { account }) =>
        standing(deps, account, 'spot', fields).map((order) => spotOrderView(deskOf(order), order)),
    },
    'GET /api/v2/spot/trade/history-orders': {
      ...{ guard: 'read', limit: 2 * READS },
      run: (fields, { account }) =>
        ended(deps, account, 'spot', fields).map((order) => spotOrderView(deskOf(order), order)),
    },
    'GET /api/v2/spot/trade/fills': {
      ...{ guard: 'read', limit: READS },
      run: (fields, { account }) => {
        const query = backQuery([pairs.need('spot', fields).symbol], fields);
        const fills = exchange.fillsBack(account, { ...query, orderId: fields.integer('orderId') });
        return fills.map((fill) => spotTradeView(deskOf(fill), fill));
      },
    },
  };
}
