// The exchange that ships with the product, over its own wire (apps/venue/PROTOCOL.md). A placement is refused only on
// the venue's own word; a lost, late or broken reply is `unknown`, and reads throw rather than invent an empty answer.

import * as codes from '@cormorant/contract/codes.ts';
import type { ZodType } from 'zod';
import { Unreadable } from '../../../ports/unreadable.ts';
import type { MarketData, NewOrder, Outcome, TradingVenue, VenueFill, VenueOrder } from '../../../ports/venue.ts';
import { wireTime } from '../shared/own-clock.ts';
import { askLocal, type LocalEndpoint, type LocalRequest, type Reply } from './http.ts';
import {
  refusals,
  wireAccount,
  wireBalances,
  wireCancelled,
  wireCandles,
  wireDone,
  wireFills,
  wireFundingRates,
  wireFundings,
  wireInstruments,
  wireMarginAdds,
  wireOneOrder,
  wireOrders,
  wirePlaced,
  wirePositionMode,
  wirePositions,
  wireTickers,
} from './rows.ts';

/** The venue could not be read: nothing is known, which is never the same as "nothing is there". */
export class VenueUnreadable extends Unreadable {
  constructor(detail: string) {
    super(`the local exchange could not be read: ${detail}`);
    this.name = 'VenueUnreadable';
  }
}

/** The address that asks is not on the list of the account. */
const FOREIGN = 'IP_NOT_LISTED';

type Placed = { order: VenueOrder; fills: VenueFill[] };

function refusedOrUnknown(code: string): Outcome<never> {
  // A duplicate says that an order of this id is open: a look-up has to tell which.
  const refusal = refusals[code];
  if (refusal === undefined) return { outcome: 'unknown', detail: code };
  return { outcome: 'refused', code: refusal.code, reason: refusal.reason, detail: code };
}

/** Spot knows no positions: what an order says about them is not sent there. What it is for is nobody's business. */
function wireNewOrder({ positionSide, reduceOnly, unwinds: _, ...order }: NewOrder): object {
  if (!order.symbol.includes(':')) return order;
  return { ...order, position_side: positionSide, reduce_only: reduceOnly ? 1 : 0 };
}

function outcomeOfWhole(reply: Exclude<Reply<unknown>, { kind: 'answer' }>): Outcome<never> {
  if (reply.kind === 'nothing') return { outcome: 'unknown', detail: reply.detail };
  if (reply.status === 401 || reply.status === 403)
    return {
      outcome: 'refused',
      code: reply.code === FOREIGN ? codes.api_ip : codes.api_invalid,
      reason: 'unknown',
      detail: reply.code,
    };
  if (reply.status === 429)
    return { outcome: 'refused', code: codes.api_rate_limited, reason: 'unknown', detail: reply.code };
  return refusedOrUnknown(reply.code);
}

export function createLocalVenue(endpoint: LocalEndpoint): TradingVenue & MarketData {
  const ask = <T>(request: LocalRequest, schema: ZodType<T>) => askLocal(endpoint, request, schema);
  async function read<T>(request: LocalRequest, schema: ZodType<T>): Promise<T> {
    const reply = await ask(request, schema);
    if (reply.kind === 'answer') return reply.value;
    throw new VenueUnreadable(reply.kind === 'refusal' ? reply.code : reply.detail);
  }

  /** One change without an answer of its own. */
  async function change(account: string, path: string, body: object): Promise<Outcome<null>> {
    const reply = await ask({ method: 'POST', path, account, body }, wireDone);
    if (reply.kind !== 'answer') return outcomeOfWhole(reply);
    return reply.value.ok === 1 ? { outcome: 'accepted', value: null } : refusedOrUnknown(reply.value.code);
  }

  return {
    symbols: async () => (await read({ method: 'GET', path: '/v1/instruments' }, wireInstruments)).list,
    tickers: async () => (await read({ method: 'GET', path: '/v1/tickers' }, wireTickers)).list,
    clock: () => read({ method: 'GET', path: '/v1/time' }, wireTime),
    candles: async (symbol, timeframe, limit, endMs) => {
      const query = new URLSearchParams({ symbol, interval: timeframe, limit: String(limit) });
      if (endMs !== undefined) query.set('end', String(endMs));
      return (await read({ method: 'GET', path: `/v1/candles?${query}` }, wireCandles)).list;
    },

    fundingRates: async (symbol, limit) => {
      const query = new URLSearchParams({ symbol, limit: String(limit) });
      return (await read({ method: 'GET', path: `/v1/funding-rates?${query}` }, wireFundingRates)).list;
    },

    openAccount: async (ref) =>
      (await read({ method: 'POST', path: '/v1/accounts', body: { ref } }, wireAccount)).account,
    balances: async (account, wallet = 'spot') =>
      (await read({ method: 'GET', path: `/v1/account?wallet=${wallet}`, account }, wireBalances)).balances,

    place: async (account, orders) => {
      const sent = orders.map(wireNewOrder);
      const reply = await ask({ method: 'POST', path: '/v1/orders', account, body: { orders: sent } }, wirePlaced);
      if (reply.kind !== 'answer') return orders.map(() => outcomeOfWhole(reply));
      const { results } = reply.value;
      if (results.length !== orders.length)
        return orders.map(() => ({ outcome: 'unknown', detail: 'the reply tells of another number of orders' }));
      return results.map((result, at): Outcome<Placed> => {
        if (result.ok === 0) return refusedOrUnknown(result.code);
        if (result.order.cid !== orders[at]?.cid)
          return { outcome: 'unknown', detail: 'the reply tells of another order' };
        return { outcome: 'accepted', value: { order: result.order, fills: result.fills } };
      });
    },

    cancel: async (account, orders) => {
      const cids = orders.map(({ cid }) => cid);
      const body = { cids };
      const reply = await ask({ method: 'POST', path: '/v1/orders/cancel', account, body }, wireCancelled);
      if (reply.kind !== 'answer') return cids.map(() => outcomeOfWhole(reply));
      const { results } = reply.value;
      if (results.length !== cids.length)
        return cids.map(() => ({ outcome: 'unknown', detail: 'the reply tells of another number of orders' }));
      return results.map((result, at): Outcome<VenueOrder> => {
        if (result.ok === 0) return refusedOrUnknown(result.code);
        if (result.order.cid !== cids[at]) return { outcome: 'unknown', detail: 'the reply tells of another order' };
        return { outcome: 'accepted', value: result.order };
      });
    },

    order: async (account, _symbol, cid) => {
      const request: LocalRequest = { method: 'GET', path: `/v1/orders?cid=${encodeURIComponent(cid)}`, account };
      const reply = await ask(request, wireOneOrder);
      if (reply.kind === 'answer') return reply.value.order;
      if (reply.kind === 'refusal' && reply.status === 404 && reply.code === 'ORDER_NOT_FOUND') return null;
      throw new VenueUnreadable(reply.kind === 'refusal' ? reply.code : reply.detail);
    },
    openOrders: async (account) =>
      (await read({ method: 'GET', path: '/v1/orders?status=open', account }, wireOrders)).list,
    fills: async (account, symbol, afterId, limit) => {
      const query = new URLSearchParams({ symbol, after: afterId, limit: String(limit) });
      return (await read({ method: 'GET', path: `/v1/fills?${query}`, account }, wireFills)).list;
    },
    fundings: async (account, symbol, afterId, limit) => {
      const query = new URLSearchParams({ symbol, after: afterId, limit: String(limit) });
      return (await read({ method: 'GET', path: `/v1/fundings?${query}`, account }, wireFundings)).list;
    },

    positions: async (account) => (await read({ method: 'GET', path: '/v1/positions', account }, wirePositions)).list,
    positionMode: async (account) =>
      (await read({ method: 'GET', path: '/v1/position-mode', account }, wirePositionMode)).mode,
    setPositionMode: (account, mode) => change(account, '/v1/position-mode', { mode }),
    setLeverage: (account, symbol, leverage, mode) => change(account, '/v1/leverage', { symbol, leverage, mode }),
    addMargin: (account, symbol, side, amount, ref) =>
      change(account, '/v1/margin', { symbol, position_side: side, amount, ref }),
    marginAdds: async (account, symbol, sinceMs) => {
      const query = new URLSearchParams({ symbol, since: String(sinceMs) });
      return (await read({ method: 'GET', path: `/v1/margin-adds?${query}`, account }, wireMarginAdds)).list;
    },
  };
}
