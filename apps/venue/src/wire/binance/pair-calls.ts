// The signed calls about pairs of orders of which one ends the other: by the call of today and by the one before it.
import type { Account } from '../../exchange/account.ts';
import type { PlaceRequest } from '../../exchange/place-request.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import { onFloor } from '../on-floor.ts';
import type { Calls, GuardedCall } from './call.ts';
import { BinanceError, errorOf, words } from './errors.ts';
import type { OrderCallsDeps } from './order-calls.ts';
import { cancelledPair, isOver, listClientIdOf, type Pair, pairOf, pairReport, pairView } from './order-pairs.ts';
import { clientId, newClientId, price, quantity, SIDES, type StopNames, stopOrder } from './order-requests.ts';
import type { Params } from './params.ts';
import { readPrevention, SPOT_DEFAULT } from './prevention.ts';

const MAX_ROWS = 1000;
const STANDARD_ROWS = 500;

/** What the two orders of a pair are called by a call. */
interface PairNames extends StopNames {
  readonly limitPrice: string;
  readonly limitId: string;
  readonly stopId: string;
}

const OLD_NAMES: PairNames = {
  ...{ stopPrice: 'stopPrice', price: 'stopLimitPrice', timeInForce: 'stopLimitTimeInForce' },
  ...{ limitPrice: 'price', limitId: 'limitClientOrderId', stopId: 'stopClientOrderId' },
};

export function pairCalls(deps: OrderCallsDeps): Calls {
  const { exchange, floor, symbols } = deps;
  const place = (namesOf: (params: Params, side: 'buy' | 'sell') => PairNames): GuardedCall => ({
    weight: 1,
    guard: 'spot',
    orders: 2,
    run: (params, { account }) => {
      const desk = symbols.need(params);
      return onFloor(floor, () => {
        const { stop, limit } = readPair(desk, params, namesOf);
        const answer = exchange.placePair(account, desk, limit, stop);
        if (answer.ok === 0) throw errorOf(answer.code);
        return pairReport(exchange, [answer.stop, answer.limit]);
      });
    },
  });
  const listed = (account: Account, limit: number) => pairsOf(deps, account, limit);
  return {
    'POST /api/v3/order/oco': place(() => OLD_NAMES),
    'POST /api/v3/orderList/oco': place(namesToday),
    'DELETE /api/v3/orderList': {
      weight: 1,
      guard: 'spot',
      run: (params, { account }) => {
        const desk = symbols.need(params);
        return onFloor(floor, () => {
          const pair = named(deps, account, params, 'listClientOrderId', words.notCancelled);
          if (isOver(pair) || pair[0].symbol !== desk.symbol) throw words.notCancelled();
          return cancelledPair(exchange, account, pair, clientId(params, 'newClientOrderId') ?? newClientId());
        });
      },
    },
    'GET /api/v3/orderList': {
      weight: 4,
      guard: 'read',
      run: (params, { account }) => pairView(exchange, named(deps, account, params, 'origClientOrderId', words.noList)),
    },
    'GET /api/v3/openOrderList': {
      weight: 6,
      guard: 'read',
      run: (_params, { account }) =>
        listed(account, MAX_ROWS)
          .filter((pair) => !isOver(pair))
          .map((pair) => pairView(exchange, pair)),
    },
    'GET /api/v3/allOrderList': {
      weight: 20,
      guard: 'read',
      run: (params, { account }) =>
        listed(account, params.limit(STANDARD_ROWS, MAX_ROWS)).map((pair) => pairView(exchange, pair)),
    },
  };
}

/** Oldest first. */
function pairsOf({ exchange }: OrderCallsDeps, account: Account, limit: number): Pair[] {
  const ids = new Set(exchange.pairedOrders(account, limit * 2).map(({ listId }) => listId as number));
  return [...ids]
    .map((id) => pairOf(exchange, account, id))
    .filter((pair) => pair !== null)
    .reverse();
}

/** By its number or by the client's, which of several pairs names the youngest. */
function named(
  deps: OrderCallsDeps,
  account: Account,
  params: Params,
  idName: 'listClientOrderId' | 'origClientOrderId',
  refusal: () => BinanceError,
): Pair {
  const id = params.integer('orderListId');
  const cid = params.text(idName);
  if (id === null && cid === null)
    throw new BinanceError(-1102, `Param '${idName}' or 'orderListId' must be sent, but both were empty/null!`);
  const pair =
    id === null
      ? pairsOf(deps, account, MAX_ROWS).findLast((one) => listClientIdOf(one) === cid)
      : pairOf(deps.exchange, account, id);
  if (pair === undefined || pair === null) throw refusal();
  return pair;
}

function readPair(
  desk: SymbolDesk,
  params: Params,
  namesOf: (params: Params, side: 'buy' | 'sell') => PairNames,
): { limit: PlaceRequest; stop: PlaceRequest } {
  const side = params.oneOf('side', SIDES, words.side) === 'BUY' ? 'buy' : 'sell';
  const names = namesOf(params, side);
  const listClientId = clientId(params, 'listClientOrderId') ?? newClientId();
  const stop = stopOrder(desk, params, { ...names, type: 'STOP_LOSS_LIMIT', side });
  const priceTicks = price(desk, params, names.limitPrice);
  const { lastTicks } = desk.venue;
  if (side === 'sell' ? priceTicks <= lastTicks : priceTicks >= lastTicks)
    throw words.rejected('The relationship of the prices for the orders is not correct.');
  return {
    stop: {
      ...{ ...stop, cid: clientId(params, names.stopId) ?? newClientId() },
      form: { ...(stop.form as NonNullable<PlaceRequest['form']>), listClientId },
    },
    limit: {
      ...{ cid: clientId(params, names.limitId) ?? newClientId(), side, type: 'limit', tif: 'post', priceTicks },
      qtyLots: quantity(desk, params),
      form: {
        ...{ type: 'LIMIT_MAKER', timeInForce: 'GTC', quoteOrderQty: '', listClientId },
        ...readPrevention(params, SPOT_DEFAULT),
      },
    },
  };
}

/** The one above the price and the one below it: the stop is where the price must not go. */
function namesToday(params: Params, side: 'buy' | 'sell'): PairNames {
  const [limit, stop] = side === 'sell' ? (['above', 'below'] as const) : (['below', 'above'] as const);
  params.oneOf(`${limit}Type`, ['LIMIT_MAKER'], words.orderType);
  params.oneOf(`${stop}Type`, ['STOP_LOSS_LIMIT'], words.orderType);
  return {
    ...{ stopPrice: `${stop}StopPrice`, price: `${stop}Price`, timeInForce: `${stop}TimeInForce` },
    ...{ limitPrice: `${limit}Price`, limitId: `${limit}ClientOrderId`, stopId: `${stop}ClientOrderId` },
  };
}
