// The signed calls of spot: placing, cancelling and reading one's own orders and trades. What changes runs on the floor and
// is answered only after it is on disk.
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { Page } from '../../store/history.ts';
import type { OrderRecord } from '../../store/records.ts';
import { onFloor } from '../on-floor.ts';
import type { Caller, Calls } from './call.ts';
import { BinanceError, errorOf, words } from './errors.ts';
import { rateText, ZERO } from './figures.ts';
import { cancelledPair, pairOf } from './order-pairs.ts';
import { clientId, newClientId, quantity, readOrder } from './order-requests.ts';
import {
  ackView,
  amendmentView,
  amendView,
  cancelView,
  fullView,
  orderView,
  resultView,
  tradeView,
} from './order-views.ts';
import type { Params } from './params.ts';
import { nameOf, type Symbols } from './symbols.ts';

const DAY_MS = 86_400_000;
const MAX_ROWS = 1000;
const STANDARD_ROWS = 500;

export interface OrderCallsDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly symbols: Symbols;
}

export function orderCalls(deps: OrderCallsDeps): Calls {
  const { exchange, floor, symbols } = deps;
  const viewAll = (orders: readonly OrderRecord[]) => orders.map((order) => orderView(deskOf(exchange, order), order));
  return {
    'POST /api/v3/order': {
      weight: 1,
      guard: 'spot',
      orders: 1,
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const answerType = responseType(params);
        return onFloor(floor, () => placed(exchange, account, desk, params, answerType));
      },
    },
    'POST /api/v3/order/test': {
      weight: 1,
      guard: 'spot',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        readOrder(desk, desk.strangers, params, account);
        return {};
      },
    },
    'DELETE /api/v3/order': {
      weight: 1,
      guard: 'spot',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          const order = named(exchange, account, desk, params, words.notCancelled);
          return cancelled(exchange, account, desk, order, clientId(params, 'newClientOrderId') ?? newClientId());
        });
      },
    },
    'PUT /api/v3/order/amend/keepPriority': {
      weight: 4,
      guard: 'spot',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          const order = named(exchange, account, desk, params, words.notAmended);
          return amended(exchange, account, desk, order, params);
        });
      },
    },
    'GET /api/v3/order/amendments': {
      weight: 4,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const [orderId, fromId] = [params.needInteger('orderId'), params.integer('fromExecutionId') ?? 0];
        const limit = params.limit(STANDARD_ROWS, MAX_ROWS);
        return exchange.amendments(account, orderId, fromId, limit).map((one) => amendmentView(desk, one));
      },
    },
    'DELETE /api/v3/openOrders': {
      weight: 1,
      guard: 'spot',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          const open = exchange.openOrders(account).filter(({ symbol }) => symbol === desk.symbol);
          if (open.length === 0) throw words.notCancelled();
          return open.flatMap((order) => {
            // The second of a pair has gone with the first.
            if (order.status !== 'open') return [];
            return cancelled(exchange, account, desk, order, newClientId());
          });
        });
      },
    },
    'GET /api/v3/order': {
      weight: 4,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return orderView(desk, named(exchange, account, desk, params, words.noOrder));
      },
    },
    'GET /api/v3/openOrders': {
      weight: (params) => (params.has('symbol') ? 6 : 80),
      guard: 'read',
      run: (params, { account }) => {
        const desk = params.has('symbol') ? symbols.need(params) : null;
        const spot = exchange.openOrders(account).filter(({ symbol }) => deskIsIn(symbols, symbol));
        return viewAll(spot.filter(({ symbol }) => desk === null || symbol === desk.symbol));
      },
    },
    'GET /api/v3/allOrders': {
      weight: 20,
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return viewAll(exchange.orders(account, desk, page(params, 'orderId')));
      },
    },
    'GET /api/v3/myTrades': {
      weight: (params) => (params.has('orderId') ? 5 : 20),
      guard: 'read',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        const trades = exchange.trades(account, desk, params.integer('orderId'), page(params, 'fromId'));
        return trades.map((fill) => tradeView(desk, fill));
      },
    },
    'GET /api/v3/account/commission': {
      weight: 20,
      guard: 'read',
      run: (params) => commissionView(symbols.need(params)),
    },
    'GET /api/v3/account': {
      weight: 20,
      guard: 'read',
      run: (params, caller) => accountView(exchange, caller, params.text('omitZeroBalances') === 'true'),
    },
  };
}

type ResponseType = 'ACK' | 'RESULT' | 'FULL';

function responseType(params: Params): ResponseType {
  if (params.has('newOrderRespType'))
    return params.oneOf('newOrderRespType', ['ACK', 'RESULT', 'FULL'], () => words.value('newOrderRespType'));
  // What rests for certain is acknowledged alone.
  return ['LIMIT', 'MARKET'].includes(params.text('type') ?? '') ? 'FULL' : 'ACK';
}

function placed(exchange: Exchange, account: Account, desk: SymbolDesk, params: Params, answerType: ResponseType) {
  const answer = exchange.place(account, desk, readOrder(desk, desk.strangers, params, account));
  if (answer.ok === 0) throw errorOf(answer.code);
  const { order, fills } = answer;
  if (answerType === 'ACK') return ackView(desk, order);
  return answerType === 'RESULT' ? resultView(desk, order) : fullView(desk, order, fills);
}

function cancelled(exchange: Exchange, account: Account, desk: SymbolDesk, order: OrderRecord, cancelId: string) {
  const open = account.openByCid.get(order.cid);
  if (open?.id !== order.id) throw words.notCancelled();
  // Whoever cancels one of a pair cancels the pair.
  const pair = order.listId === null ? null : pairOf(exchange, account, order.listId);
  if (pair !== null) return cancelledPair(exchange, account, pair, cancelId);
  exchange.cancel(account, order.cid);
  return cancelView(desk, order, cancelId);
}

/** Smaller, and not smaller than what has traded of it. */
function amended(exchange: Exchange, account: Account, desk: SymbolDesk, order: OrderRecord, params: Params) {
  const open = account.openByCid.get(order.cid);
  if (open?.id !== order.id) throw words.notAmended();
  const qtyLots = quantity(desk, params, 'newQty');
  if (qtyLots === order.qtyLots) throw words.notAmended('The requested action would change no state; rejecting.');
  if (qtyLots > order.qtyLots) throw words.notAmended('Order amend (quantity increase) is not supported.');
  if (qtyLots <= order.filledLots) throw words.filter('LOT_SIZE');
  if (order.listId !== null) throw words.notAmended('Order amend is not supported for this symbol.');
  const answer = exchange.amend(account, open, qtyLots, clientId(params, 'newClientOrderId') ?? newClientId());
  if ('ok' in answer) throw errorOf(answer.code);
  return amendView(desk, open, answer);
}

/** By the venue's number or by the client's, which of several orders names the youngest. */
function named(
  exchange: Exchange,
  account: Account,
  desk: SymbolDesk,
  params: Params,
  refusal: () => BinanceError,
): OrderRecord {
  const id = params.integer('orderId');
  const cid = params.text('origClientOrderId');
  if (id === null && cid === null)
    throw new BinanceError(-1102, "Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!");
  const order = id === null ? exchange.orderByCid(account, cid as string) : exchange.orderById(account, id);
  if (order === null || order.symbol !== desk.symbol || (cid !== null && order.cid !== cid)) throw refusal();
  return order;
}

function page(params: Params, idName: 'orderId' | 'fromId'): Page {
  const [startMs, endMs] = [params.integer('startTime'), params.integer('endTime')];
  const fromId = params.integer(idName);
  if (idName === 'fromId' && fromId !== null && (startMs !== null || endMs !== null)) throw words.combination();
  if (startMs !== null && endMs !== null && endMs - startMs > DAY_MS)
    throw new BinanceError(-1127, 'More than 24 hours between startTime and endTime.');
  return { fromId, startMs, endMs, limit: params.limit(STANDARD_ROWS, MAX_ROWS) };
}

function deskOf(exchange: Exchange, order: OrderRecord): SymbolDesk {
  return exchange.desk(order.symbol) as SymbolDesk;
}

function deskIsIn(symbols: Symbols, symbol: string): boolean {
  return symbols.desks.some((desk) => desk.symbol === symbol);
}

function commissionView(desk: SymbolDesk) {
  const { makerPpm, takerPpm } = desk.instrument;
  const none = { maker: ZERO, taker: ZERO, buyer: ZERO, seller: ZERO };
  return {
    symbol: nameOf(desk),
    standardCommission: { ...none, maker: rateText(makerPpm), taker: rateText(takerPpm) },
    ...{ taxCommission: none, specialCommission: none },
    discount: { enabledForAccount: false, enabledForSymbol: false, discountAsset: 'BNB', discount: ZERO },
  };
}

function accountView(exchange: Exchange, { account, key }: Caller, onlyHeld: boolean) {
  const { balances } = exchange;
  const list = balances.assets().map((asset) => {
    const { freeAtoms, lockedAtoms } = balances.balance(account.id, asset);
    return { asset, free: balances.format(asset, freeAtoms), locked: balances.format(asset, lockedAtoms) };
  });
  return {
    ...{ makerCommission: 10, takerCommission: 10, buyerCommission: 0, sellerCommission: 0 },
    commissionRates: { maker: '0.00100000', taker: '0.00100000', buyer: '0.00000000', seller: '0.00000000' },
    canTrade: key.permissions.includes('spot'),
    canWithdraw: key.permissions.includes('withdraw'),
    canDeposit: true,
    ...{ brokered: false, requireSelfTradePrevention: false, preventSor: false },
    updateTime: account.madeAtMs,
    accountType: 'SPOT',
    balances: onlyHeld ? list.filter(({ free, locked }) => free !== '0' || locked !== '0') : list,
    permissions: ['SPOT'],
    uid: account.id,
  };
}
