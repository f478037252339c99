// The signed calls of spot: orders and trades. What changes runs on the floor and is answered only after it is on disk; the answer tells
// the order as it then stands. By its client's id an order is known while it is open, by its number always.
import type { Account } from '../../exchange/account.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { OrderRecord } from '../../store/records.ts';
import type { JsonFields } from '../json-fields.ts';
import { onFloor } from '../on-floor.ts';
import { CANCELS, CREATED, type GateCalls, guarded, READS, SPOT_ORDERS } from './call.ts';
import { errorOf, words } from './errors.ts';
import { backQuery, type GateDeps, MAX_ORDERS, MAX_TRADES, type PageAsked, paged, pageOf } from './gate-deps.ts';
import { PREFIX, readSpotOrder, tooSmall } from './order-requests.ts';
import { spotFillView, spotOrderView } from './order-views.ts';
import { pairOf } from './pairs.ts';

export function spotCalls(deps: GateDeps): GateCalls {
  const { exchange, floor, pairs } = deps;
  const view = (order: OrderRecord) => spotOrderView(exchange.desk(order.symbol) as SymbolDesk, order);
  return {
    'POST /api/v4/spot/orders': guarded({
      ...{ guard: 'spot', allowance: SPOT_ORDERS, status: CREATED },
      run: (fields, { account }) => onFloor(floor, () => view(placed(deps, account, fields))),
    }),
    'DELETE /api/v4/spot/orders/:order_id': guarded({
      ...{ guard: 'spot', allowance: CANCELS },
      run: (fields, { account }) => onFloor(floor, () => view(cancelled(deps, account, fields))),
    }),
    'GET /api/v4/spot/orders/:order_id': guarded({
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }) => view(named(deps, account, fields)),
    }),
    'GET /api/v4/spot/open_orders': guarded({
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }) => {
        const page = pageOf(fields, MAX_ORDERS);
        const lists = pairs.ofKind('spot').map((desk) => ({ desk, open: standing(deps, account, [desk]) }));
        return lists
          .filter(({ open }) => open.length > 0)
          .map(({ desk, open }) => ({
            ...{ currency_pair: pairOf(desk), total: open.length, orders: paged(open, page).map(view) },
          }));
      },
    }),
    'GET /api/v4/spot/orders': guarded({
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }) => {
        const desk = pairs.need('spot', fields);
        const page = pageOf(fields, MAX_ORDERS);
        const isOpen = fields.oneOf('status', ['open', 'finished']) === 'open';
        const orders = isOpen ? standing(deps, account, [desk]) : ended(deps, account, [desk], fields, page);
        return paged(orders, page).map(view);
      },
    }),
    'GET /api/v4/spot/my_trades': guarded({
      ...{ guard: 'read', allowance: READS },
      run: (fields, { account }) => {
        const symbols = pairs.asked('spot', fields).map(({ symbol }) => symbol);
        const page = pageOf(fields, MAX_TRADES);
        const query = { ...backQuery(symbols, fields, page), orderId: fields.integer('order_id') };
        const fills = paged(exchange.fillsBack(account, query), page);
        return fills.map((fill) => spotFillView(exchange.desk(fill.symbol) as SymbolDesk, fill));
      },
    }),
  };
}

function placed({ exchange, pairs }: GateDeps, account: Account, fields: JsonFields): OrderRecord {
  const desk = pairs.need('spot', fields);
  const request = readSpotOrder({ exchange, account, desk, fields });
  const answer = exchange.place(account, desk, request);
  if (answer.ok === 1) return answer.order;
  throw answer.code === 'NOTIONAL_SMALL' ? tooSmall(desk, fields.needText('amount')) : errorOf(answer.code, 'spot');
}

function cancelled(deps: GateDeps, account: Account, fields: JsonFields): OrderRecord {
  const order = named(deps, account, fields);
  if (account.openByCid.get(order.cid)?.id !== order.id) throw words.notOpen(order.status === 'filled');
  deps.exchange.cancel(account, order.cid);
  return order;
}

function named({ exchange, pairs }: GateDeps, account: Account, fields: JsonFields): OrderRecord {
  const desk = pairs.need('spot', fields);
  const id = fields.needText('order_id');
  const byText = id.startsWith(PREFIX) ? exchange.orderByCid(account, id.slice(PREFIX.length)) : null;
  const order = /^\d{1,15}$/.test(id) ? exchange.orderById(account, Number(id)) : byText;
  if (order === null || order.symbol !== desk.symbol) throw words.noOrder();
  if (order === byText && order.status !== 'open') throw words.noOrder();
  return order;
}

/** Newest first. */
export function standing(
  { exchange }: Pick<GateDeps, 'exchange'>,
  account: Account,
  desks: readonly SymbolDesk[],
): OrderRecord[] {
  const asked = new Set(desks.map(({ symbol }) => symbol));
  const open = exchange.openOrders(account).filter(({ symbol, trigger }) => asked.has(symbol) && trigger === null);
  return open.reverse();
}

/** Newest first, as far as the page goes. */
export function ended(
  { exchange }: Pick<GateDeps, 'exchange'>,
  account: Account,
  desks: readonly SymbolDesk[],
  fields: JsonFields,
  page: PageAsked,
): OrderRecord[] {
  const symbols = desks.map(({ symbol }) => symbol);
  const query = { ...backQuery(symbols, fields, page), endedOnly: true as const };
  return exchange.ordersBack(account, query).filter(({ trigger }) => trigger === null);
}
