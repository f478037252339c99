// Placing, cancelling and finding orders at Binance through ccxt. Each placement ends accepted, refused or unknown, and only
// what the exchange's own code proves is refused (reliability rule 3, A1-A3, A14, A17, A18); nothing is sent a second time.

import { decimalsOf } from '@cormorant/core/money/decimal-text.ts';
import * as z from 'zod';
import type { NewOrder, OrderName, Outcome, VenueOrder, Wave } from '../../../ports/venue.ts';
import { meaningOf, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { nameOf } from '../shared/market-names.ts';
import type { OrderNumbers } from '../shared/order-ids.ts';
import { wordsOf } from '../shared/reply-grammar.ts';
import { againstSelfTrade } from '../shared/self-trade.ts';
import { ExchangeUnreadable, heard } from '../shared/unreadable.ts';
import { inGroups } from '../transport/concurrency.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Placed } from '../transport/order-outcomes.ts';
import { cancelOutcome, hasBrokenRule, outcomeOf, outcomesOf, parsed, refused } from '../transport/order-outcomes.ts';
import { nearestFirst, waveOf } from '../transport/order-waves.ts';
import type { ExchangeReply, ExchangeRequest, Sender, SignedRequests } from '../transport/signed-requests.ts';
import type { BinanceMarketData } from './market-data.ts';
import {
  algoRow,
  algoRows,
  futuresParams,
  HAS_TRIGGERED,
  orderOf,
  orderRow,
  readOrderRow,
  receiptOf,
  spotParams,
  stopOf,
  stopParams,
} from './order-rows.ts';

export interface OrdersDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly data: Pick<BinanceMarketData, 'symbols' | 'rulesAreOld' | 'offersPrevention'>;
  readonly numbers: OrderNumbers;
  /** The last price that was heard of a market. */
  readonly lastPrice: (symbol: string) => string | null;
  /** Whether the key of the account may act on contracts. */
  readonly mayFutures: (account: string) => Promise<boolean>;
}

/** How long a placement waits for room in the budget, and how long a cancel or a look-up does. */
const PLACE_PATIENCE_MS = 2_000;
const KEPT_PATIENCE_MS = 15_000;
const TOO_PRECISE = '-1111 ';
const BATCH = 5;
export class BinanceOrders {
  readonly #deps: OrdersDeps;

  constructor(deps: OrdersDeps) {
    this.#deps = deps;
  }

  wave(account: string, orders: readonly NewOrder[]): Wave {
    return waveOf(this.#deps, account, orders, familyOf);
  }

  async place(account: string, orders: readonly NewOrder[], mayAct?: () => boolean): Promise<Outcome<Placed>[]> {
    const by = { account, mayAct };
    const unsent = new Map<NewOrder, Outcome<Placed>>();
    const send: NewOrder[] = [];
    for (const order of orders) {
      if (this.#deps.card.clientId.test(order.cid)) send.push(order);
      else unsent.set(order, { ...refused(proofs.failed, 'an id that the exchange does not take') });
    }
    const sorted = nearestFirst(this.#deps.lastPrice, send);
    const isPlainContract = ({ symbol, trigger }: NewOrder) => familyOf(symbol) === 'futures' && trigger === undefined;
    const batches = inGroups(sorted.filter(isPlainContract), BATCH).map((group) => () => this.#placeBatch(by, group));
    const single = sorted.filter((order) => !isPlainContract(order)).map((order) => () => this.#placeOne(by, order));
    const outcomes = await outcomesOf(orders, [...batches, ...single], unsent);
    const list = await Promise.all(orders.map((order, at) => this.#sharpened(order, outcomes[at] as Outcome<Placed>)));
    if (hasBrokenRule(list)) this.#deps.data.rulesAreOld();
    return list;
  }

  /** "Too precise" does not say of what. */
  async #sharpened(order: NewOrder, outcome: Outcome<Placed>): Promise<Outcome<Placed>> {
    if (outcome.outcome !== 'refused' || !outcome.detail.startsWith(TOO_PRECISE)) return outcome;
    const rules = (await this.#deps.data.symbols().catch(() => [])).find(({ symbol }) => symbol === order.symbol);
    const price = order.trigger?.price ?? order.price;
    const isPrice = rules !== undefined && decimalsOf(price) > decimalsOf(rules.tick);
    return isPrice ? refused(proofs.tick, outcome.detail) : outcome;
  }

  cancel(account: string, orders: readonly OrderName[], mayAct?: () => boolean): Promise<Outcome<VenueOrder>[]> {
    const by = { account, mayAct };
    const works = orders.map((order) => async () => [[order, await this.#cancelOne(by, order)]] as const);
    return outcomesOf(orders, works);
  }

  async order(account: string, symbol: string, cid: string): Promise<VenueOrder | null> {
    const { id, kind } = nameOf(symbol);
    if (kind === 'spot')
      return this.#readOrder(account, symbol, 'spot', 'privateGetOrder', 4, { symbol: id, origClientOrderId: cid });
    const isStop = this.#deps.numbers.isStop(account, cid);
    const params = { symbol: id, origClientOrderId: cid };
    if (isStop !== true) {
      const plain = await this.#readOrder(account, symbol, 'futures', 'fapiPrivateGetOrder', 1, params);
      if (plain !== null || isStop === false) return plain;
    }
    const stop = await this.#readStop(account, symbol, cid);
    if (stop !== null || isStop !== true) return stop;
    // A stop that has traded may be told as the order it became.
    return this.#readOrder(account, symbol, 'futures', 'fapiPrivateGetOrder', 1, params);
  }

  async openOrders(account: string): Promise<VenueOrder[]> {
    const reading = { account, share: 'reads', patienceMs: KEPT_PATIENCE_MS } as const;
    const { line } = this.#deps;
    const spot = async () => {
      const rows = await line.read({ ...reading, family: 'spot', call: 'privateGetOpenOrders', weight: 80 });
      return this.#rows(account, rows, 'spot');
    };
    const futures = async () => {
      if (!(await this.#deps.mayFutures(account))) return [];
      const [plain, stops] = await Promise.all([
        line.read({ ...reading, family: 'futures', call: 'fapiPrivateGetOpenOrders', weight: 40 }),
        line.read({ ...reading, family: 'futures', call: 'fapiPrivateGetOpenAlgoOrders', weight: 40 }),
      ]);
      return [...(await this.#rows(account, plain, 'futures')), ...(await this.#stops(account, stops))];
    };
    const [a, b] = await Promise.all([spot(), futures()]);
    return [...a, ...b];
  }

  async #placeOne(by: Sender, order: NewOrder): Promise<[NewOrder, Outcome<Placed>][]> {
    const { account } = by;
    const { id, kind } = nameOf(order.symbol);
    const isStop = order.trigger !== undefined;
    if (kind === 'spot' && isStop) return [[order, refused(proofs.failed, 'stops are for contracts')]];
    const ask = kind === 'spot' ? this.#spotOrder(id, order) : this.#stopOrder(id, order);
    const reply = await this.#deps.line.ask({ ...ask, ...placing(by, 1) });
    if (isStop) this.#deps.numbers.knowStop(account, order.cid, true);
    if (reply.kind !== 'answer') return [[order, outcomeOf(reply)]];
    return [[order, isStop ? this.#stopTaken(order, reply.value) : this.#taken(account, order, reply.value)]];
  }

  #spotOrder(id: string, order: NewOrder): Asked {
    const { card, data } = this.#deps;
    const prevention = againstSelfTrade(card, order, (mode) => data.offersPrevention(id, mode));
    return { family: 'spot', call: 'privatePostOrder', params: { ...spotParams(id, order), ...prevention }, weight: 1 };
  }

  #stopOrder(id: string, order: NewOrder): Asked {
    const params = { ...stopParams(id, order), ...againstSelfTrade(this.#deps.card, order) };
    return { family: 'futures', call: 'fapiPrivatePostAlgoOrder', params, weight: 1 };
  }

  async #placeBatch(by: Sender, orders: readonly NewOrder[]): Promise<[NewOrder, Outcome<Placed>][]> {
    const { account } = by;
    const { card } = this.#deps;
    const batchOrders = orders.map((order) => ({
      ...futuresParams(nameOf(order.symbol).id, order),
      ...againstSelfTrade(card, order),
    }));
    const reply = await this.#deps.line.ask({
      ...{ family: 'futures', call: 'fapiPrivatePostBatchOrders', params: { batchOrders }, weight: 5 },
      ...placing(by, orders.length),
    });
    for (const { cid } of orders) this.#deps.numbers.knowStop(account, cid, false);
    if (reply.kind !== 'answer') return orders.map((order) => [order, outcomeOf(reply)]);
    const list = z.array(z.unknown()).length(orders.length).safeParse(reply.value);
    if (!list.success)
      return orders.map((order) => [
        order,
        { outcome: 'unknown', detail: 'the reply tells of another number of orders' },
      ]);
    return orders.map((order, at) => {
      const one = list.data[at];
      const { code, message } = wordsOf(one);
      if (code !== null && isRefusalCode(code)) {
        const meaning = meaningOf(this.#deps.card, code, message);
        return [order, outcomeOf({ kind: 'refusal', meaning, code, detail: `${code} ${message}` })];
      }
      return [order, this.#taken(account, order, one)];
    });
  }

  #taken(account: string, order: NewOrder, value: unknown): Outcome<Placed> {
    const receipt = receiptOf(order, value, this.#deps.budget.nowMs());
    if (receipt === null) return { outcome: 'unknown', detail: 'the reply tells of another order' };
    const orderId = String((value as { orderId: unknown }).orderId);
    this.#deps.numbers.know(account, familyOf(order.symbol) + nameOf(order.symbol).id, orderId, order.cid);
    return { outcome: 'accepted', value: { order: receipt, fills: [] } };
  }

  #stopTaken(order: NewOrder, value: unknown): Outcome<Placed> {
    const row = algoRow.safeParse(value);
    if (!row.success || row.data.clientAlgoId !== order.cid)
      return { outcome: 'unknown', detail: 'the reply tells of another order' };
    return { outcome: 'accepted', value: { order: stopOf(order.symbol, row.data, null), fills: [] } };
  }

  async #cancelOne(by: Sender, name: OrderName): Promise<Outcome<VenueOrder>> {
    const { account } = by;
    const { id, kind } = nameOf(name.symbol);
    const cancelling = { ...by, share: 'kept', patienceMs: KEPT_PATIENCE_MS, isRead: false, weight: 1 } as const;
    const params = { symbol: id, origClientOrderId: name.cid };
    const isStop = kind === 'futures' ? this.#deps.numbers.isStop(account, name.cid) : false;
    if (isStop !== true) {
      const call = kind === 'spot' ? 'privateDeleteOrder' : 'fapiPrivateDeleteOrder';
      const reply = await this.#deps.line.ask({ ...cancelling, family: familyOf(name.symbol), call, params });
      const isUnknownThere = reply.kind === 'refusal' && reply.meaning === proofs.notOpen;
      if (!(isUnknownThere && isStop === undefined)) return this.#cancelled(account, name, reply);
    }
    const call = 'fapiPrivateDeleteAlgoOrder';
    const reply = await this.#deps.line.ask({
      ...{ ...cancelling, family: 'futures', call, params: { clientAlgoId: name.cid } },
    });
    if (reply.kind !== 'answer') return cancelOutcome(reply);
    // The answer does not tell how it stood.
    const stop = await this.#readStop(account, name.symbol, name.cid).catch(() => null);
    return stop === null
      ? { outcome: 'unknown', detail: 'cancelled, and not to be read yet' }
      : { outcome: 'accepted', value: stop };
  }

  #cancelled(account: string, { symbol, cid }: OrderName, reply: ExchangeReply): Outcome<VenueOrder> {
    if (reply.kind !== 'answer') return cancelOutcome(reply);
    const row = orderRow.safeParse(reply.value);
    const order = row.success ? heard(() => orderOf(symbol, row.data)) : null;
    if (!row.success || order === null) return { outcome: 'unknown', detail: 'the answer to a cancel cannot be read' };
    if (order.cid !== cid) return { outcome: 'unknown', detail: 'the reply tells of another order' };
    this.#know(account, symbol, row.data.orderId, cid);
    return { outcome: 'accepted', value: order };
  }

  async #readOrder(
    account: string,
    symbol: string,
    family: 'spot' | 'futures',
    call: string,
    weight: number,
    params: Readonly<Record<'symbol' | 'origClientOrderId', string>>,
  ): Promise<VenueOrder | null> {
    const reading = { account, share: 'kept', patienceMs: KEPT_PATIENCE_MS } as const;
    const value = await this.#deps.line.read({ ...reading, family, call, weight, params });
    if (value === null) return null;
    const row = parsed(readOrderRow[family], value, call);
    if (row.symbol !== params.symbol || row.clientOrderId !== params.origClientOrderId)
      throw new ExchangeUnreadable(`${call}: the reply tells of another order`, null);
    this.#know(account, symbol, row.orderId, row.clientOrderId);
    return orderOf(symbol, row);
  }

  async #readStop(account: string, symbol: string, cid: string): Promise<VenueOrder | null> {
    const reading = { account, share: 'kept', patienceMs: KEPT_PATIENCE_MS, family: 'futures', weight: 1 } as const;
    const call = 'fapiPrivateGetAlgoOrder';
    const value = await this.#deps.line.read({ ...reading, call, params: { clientAlgoId: cid } });
    if (value === null) return null;
    const row = parsed(algoRow, value, call);
    if (row.clientAlgoId !== cid || row.symbol !== nameOf(symbol).id)
      throw new ExchangeUnreadable(`${call}: the reply tells of another stop`, null);
    this.#deps.numbers.knowStop(account, cid, true);
    const orderId = row.actualOrderId ?? '';
    if (orderId === '' || orderId === '0') {
      if (!HAS_TRIGGERED.has(row.algoStatus)) return stopOf(symbol, row, null);
      throw new ExchangeUnreadable('a stop has traded, and its order is not told', null);
    }
    this.#know(account, symbol, orderId, cid);
    const params = { symbol: row.symbol, orderId };
    const traded = await this.#deps.line.read({ ...reading, call: 'fapiPrivateGetOrder', params });
    if (traded === null) throw new ExchangeUnreadable('a stop has traded, and its order cannot be read yet', null);
    return stopOf(symbol, row, orderOf(symbol, parsed(readOrderRow.futures, traded, 'fapiPrivateGetOrder')));
  }

  async #rows(account: string, value: unknown, family: 'spot' | 'futures') {
    const rows = parsed(z.array(readOrderRow[family]), value, 'openOrders');
    const symbols = await this.#symbolsOf(
      family,
      rows.map(({ symbol }) => symbol),
    );
    return rows.flatMap((row) => {
      const symbol = symbols.get(row.symbol);
      if (symbol === undefined) return [];
      this.#know(account, symbol, row.orderId, row.clientOrderId);
      if (family === 'futures') this.#deps.numbers.knowStop(account, row.clientOrderId, false);
      return [orderOf(symbol, row)];
    });
  }

  async #stops(account: string, value: unknown): Promise<VenueOrder[]> {
    const rows = parsed(algoRows, value, 'openAlgoOrders');
    const symbols = await this.#symbolsOf(
      'futures',
      rows.map(({ symbol }) => symbol),
    );
    return rows.flatMap((row) => {
      const symbol = symbols.get(row.symbol);
      if (symbol === undefined) return [];
      this.#deps.numbers.knowStop(account, row.clientAlgoId, true);
      return [stopOf(symbol, row, null)];
    });
  }

  /** Ours by theirs; markets that we do not list hold no order of ours. */
  async #symbolsOf(family: 'spot' | 'futures', ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const listed = (await this.#deps.data.symbols()).filter(({ market }) => market === family);
    return new Map(listed.map(({ symbol }) => [nameOf(symbol).id, symbol]));
  }

  #know(account: string, symbol: string, orderId: string, cid: string): void {
    this.#deps.numbers.know(account, familyOf(symbol) + nameOf(symbol).id, orderId, cid);
  }
}

function familyOf(symbol: string): 'spot' | 'futures' {
  return nameOf(symbol).kind;
}

type Asked = Pick<ExchangeRequest, 'family' | 'call' | 'params' | 'weight'>;

function placing(by: Sender, orders: number) {
  return { ...by, orders, share: 'open', patienceMs: PLACE_PATIENCE_MS, isRead: false } as const;
}

function isRefusalCode(code: string): boolean {
  return code.startsWith('-');
}
