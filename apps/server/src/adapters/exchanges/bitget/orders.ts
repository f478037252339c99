// Placing, cancelling and finding orders at Bitget through ccxt, one by one. Only what the exchange's own code proves is refused
// (reliability rule 3, A1-A3, A14, A17, A18); nothing is sent a second time. A receipt says no more than that the order was taken.
// A purchase of spot at market is counted in quote there, and ours are counted in coin (B9): it goes as a limited one that trades at once.
import * as z from 'zod';
import type { NewOrder, OrderName, Outcome, VenueBook, VenueOrder, VenueSymbol, Wave } from '../../../ports/venue.ts';
import { isZero } from '../shared/exact-json.ts';
import { proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import { ceilingOf } from '../shared/market-purchase.ts';
import type { OrderNumbers } from '../shared/order-ids.ts';
import { againstSelfTrade } from '../shared/self-trade.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Placed } from '../transport/order-outcomes.ts';
import { cancelOutcome, hasBrokenRule, outcomeOf, outcomesOf, parsed, refused } from '../transport/order-outcomes.ts';
import { nearestFirst, waveOf } from '../transport/order-waves.ts';
import type { Sender, SignedRequests } from '../transport/signed-requests.ts';
import { type BitgetMarketData, PRODUCT, SETTLED_IN } from './market-data.ts';
import { contractOrderOf, contractOrderRow, receiptRow, spotOrderOf, spotOrderRow, standingRow } from './rows.ts';

const PLACE_PATIENCE_MS = 2_000;
const KEPT_PATIENCE_MS = 15_000;
const PAGE = 100;

export interface BitgetOrdersDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly data: BitgetMarketData;
  readonly numbers: OrderNumbers;
  readonly lastPrice: (symbol: string) => string | null;
  /** Whether the key of the account may act on contracts. */
  readonly mayFutures: (account: string) => Promise<boolean>;
}

type Row = { readonly order: VenueOrder; readonly orderId: string };
type Refusal = Extract<Outcome<never>, { outcome: 'refused' }>;

export class BitgetOrders {
  readonly #deps: BitgetOrdersDeps;

  constructor(deps: BitgetOrdersDeps) {
    this.#deps = deps;
  }

  wave(account: string, orders: readonly NewOrder[]): Wave {
    return waveOf(this.#deps, account, orders, (symbol) => nameOf(symbol).kind);
  }

  async place(account: string, orders: readonly NewOrder[], mayAct?: () => boolean): Promise<Outcome<Placed>[]> {
    const works = nearestFirst(this.#deps.lastPrice, orders).map((order) => async () => {
      const outcome = await this.#placeOne(account, order, mayAct);
      return [[order, await this.#withoutTaker(account, order, outcome)]] as const;
    });
    const list = await outcomesOf(orders, works);
    if (hasBrokenRule(list)) this.#deps.data.rulesAreOld();
    return list;
  }

  cancel(account: string, orders: readonly OrderName[], mayAct?: () => boolean): Promise<Outcome<VenueOrder>[]> {
    const works = orders.map((name) => async () => [[name, await this.#cancelOne({ account, mayAct }, name)]] as const);
    return outcomesOf(orders, works);
  }

  async order(account: string, symbol: string, cid: string): Promise<VenueOrder | null> {
    return (await this.#row(account, nameOf(symbol), { clientOid: cid }))?.order ?? null;
  }

  /** The client's id of an order of the exchange's number; null = there is no such order. */
  async cidOf(account: string, name: MarketName, orderId: string): Promise<string | null> {
    return (await this.#row(account, name, { orderId }))?.order.cid ?? null;
  }

  async openOrders(account: string): Promise<VenueOrder[]> {
    const [spot, contracts] = await Promise.all([this.#openSpot(account), this.#openContracts(account)]);
    return [...spot, ...contracts];
  }

  async #row(account: string, name: MarketName, by: Readonly<Record<string, string>>): Promise<Row | null> {
    const row =
      name.kind === 'spot' ? await this.#spotRow(account, name, by) : await this.#contractRow(account, name, by);
    if (row !== null) this.#deps.numbers.know(account, marketKey(name), row.orderId, row.order.cid);
    return row;
  }

  async #spotRow(account: string, name: MarketName, by: Readonly<Record<string, string>>): Promise<Row | null> {
    const value = await this.#read(account, 'privateSpotGetV2SpotTradeOrderInfo', by);
    if (value === null) return null;
    const rows = parsed(z.array(spotOrderRow), value, 'orderInfo');
    const row = rows.find((one) => isAskedFor(one, name, by));
    if (row !== undefined) return { order: spotOrderOf(name, row), orderId: row.orderId };
    if (rows.length > 0) throw new ExchangeUnreadable('orderInfo: the reply tells of another order', null);
    return null;
  }

  async #contractRow(account: string, name: MarketName, by: Readonly<Record<string, string>>): Promise<Row | null> {
    const params = { symbol: name.id, productType: PRODUCT, ...by };
    const value = await this.#read(account, 'privateMixGetV2MixOrderDetail', params);
    if (value === null) return null;
    const row = parsed(contractOrderRow, value, 'order/detail');
    if (!isAskedFor(row, name, by))
      throw new ExchangeUnreadable('order/detail: the reply tells of another order', null);
    return { order: contractOrderOf(name, row), orderId: row.orderId };
  }

  async #openSpot(account: string): Promise<VenueOrder[]> {
    const names = await this.#deps.data.names('spot');
    const page = async (idLessThan: string) => {
      const params = { limit: PAGE, ...(idLessThan === '' ? {} : { idLessThan }) };
      const value = await this.#read(account, 'privateSpotGetV2SpotTradeUnfilledOrders', params);
      return parsed(z.array(standingRow), value, 'unfilled-orders');
    };
    return this.#all(account, page, (row) => names.get(row.symbol), spotOrderOf);
  }

  async #openContracts(account: string): Promise<VenueOrder[]> {
    if (!(await this.#deps.mayFutures(account))) return [];
    const names = await this.#deps.data.names('futures');
    const list = z.object({ entrustedList: z.array(contractOrderRow).nullable() });
    const page = async (idLessThan: string) => {
      const params = { productType: PRODUCT, limit: PAGE, ...(idLessThan === '' ? {} : { idLessThan }) };
      const value = await this.#read(account, 'privateMixGetV2MixOrderOrdersPending', params);
      return parsed(list, value, 'orders-pending').entrustedList ?? [];
    };
    return this.#all(account, page, (row) => names.get(row.symbol), contractOrderOf);
  }

  async #all<R extends { readonly orderId: string }>(
    account: string,
    page: (idLessThan: string) => Promise<readonly R[]>,
    nameOfRow: (row: R) => MarketName | undefined,
    orderOf: (name: MarketName, row: R) => VenueOrder,
  ): Promise<VenueOrder[]> {
    const open: VenueOrder[] = [];
    for (let below = ''; ; ) {
      const rows = await page(below);
      for (const row of rows) {
        const name = nameOfRow(row);
        if (name === undefined) continue;
        const order = orderOf(name, row);
        this.#deps.numbers.know(account, marketKey(name), row.orderId, order.cid);
        open.push(order);
      }
      if (rows.length < PAGE) return open.reverse();
      below = rows.at(-1)?.orderId ?? '';
    }
  }

  async #placeOne(account: string, order: NewOrder, mayAct?: () => boolean): Promise<Outcome<Placed>> {
    const { card, line, numbers } = this.#deps;
    const name = nameOf(order.symbol);
    if (!card.clientId.test(order.cid)) return refused(proofs.failed, 'an id that the exchange does not take');
    if (order.trigger !== undefined) return refused(proofs.failed, 'stops are not placed at this exchange');
    const params = name.kind === 'spot' ? await this.#spotParams(name, order) : contractParams(name, order);
    if ('outcome' in params) return params as Refusal;
    const call = name.kind === 'spot' ? 'privateSpotPostV2SpotTradePlaceOrder' : 'privateMixPostV2MixOrderPlaceOrder';
    const reply = await line.ask({
      ...{
        family: name.kind,
        call,
        params: { ...params, ...againstSelfTrade(card, order) },
        weight: 1,
        account,
        orders: 1,
      },
      ...{ share: 'open', patienceMs: PLACE_PATIENCE_MS, isRead: false },
      mayAct,
    });
    if (reply.kind !== 'answer') return outcomeOf(reply);
    const receipt = receiptRow.safeParse(reply.value);
    if (!receipt.success || receipt.data.clientOid !== order.cid)
      return { outcome: 'unknown', detail: 'the reply tells of another order' };
    numbers.know(account, marketKey(name), receipt.data.orderId, order.cid);
    return { outcome: 'accepted', value: { order: takenAs(order, this.#deps.budget.nowMs()), fills: [] } };
  }

  /** Refused where the ceiling of a purchase at market cannot be told: nothing was sent. */
  async #spotParams(name: MarketName, order: NewOrder): Promise<Readonly<Record<string, string>> | Refusal> {
    const { cid, price, qty, side, tif, type } = order;
    const common = { symbol: name.id, side, size: qty, clientOid: cid };
    if (type !== 'market') return { ...common, orderType: 'limit', price, force: FORCE[tif] };
    if (side === 'sell') return { ...common, orderType: 'market', force: 'gtc' };
    const [book, rules] = await Promise.all([this.#book(name.symbol), this.#rules(name.symbol)]);
    if (book === null) return refused(proofs.away, 'its best offer could not be read, and nothing was sent');
    if (rules === undefined) return refused(proofs.symbol, 'it has no such market');
    if (isZero(book.ask)) return refused(proofs.failed, 'nobody offers anything');
    return { ...common, orderType: 'limit', price: ceilingOf(book.ask, rules), force: 'ioc' };
  }

  #book(symbol: string): Promise<VenueBook | null> {
    return this.#deps.data.book(symbol).catch(() => null);
  }

  async #rules(symbol: string): Promise<VenueSymbol | undefined> {
    return (await this.#deps.data.symbols().catch(() => [])).find((one) => one.symbol === symbol);
  }

  /**
   * A post-only order that would take is taken there, and ends at once: where the exchange says so already it is refused. What
   * cannot be read, or is read too early, stays taken, and its end is told as any other.
   */
  async #withoutTaker(account: string, order: NewOrder, outcome: Outcome<Placed>): Promise<Outcome<Placed>> {
    if (order.tif !== 'post' || outcome.outcome !== 'accepted') return outcome;
    const stands = await this.order(account, order.symbol, order.cid).catch(() => null);
    const hasEnded = stands?.status === 'cancelled' && isZero(stands.filled) && stands.selfTrade !== true;
    return hasEnded ? refused(proofs.postOnly, 'it would have taken') : outcome;
  }

  /** The answer does not tell how it stood: it is read. */
  async #cancelOne({ account, mayAct }: Sender, { symbol, cid }: OrderName): Promise<Outcome<VenueOrder>> {
    const { id, kind } = nameOf(symbol);
    const isSpot = kind === 'spot';
    const of = isSpot ? { symbol: id } : { symbol: id, productType: PRODUCT, marginCoin: SETTLED_IN };
    const reply = await this.#deps.line.ask({
      ...{ family: kind, weight: 1, account, mayAct, isRead: false, share: 'kept', patienceMs: KEPT_PATIENCE_MS },
      call: isSpot ? 'privateSpotPostV2SpotTradeCancelOrder' : 'privateMixPostV2MixOrderCancelOrder',
      params: { ...of, clientOid: cid },
    });
    if (reply.kind !== 'answer') return cancelOutcome(reply);
    const order = await this.order(account, symbol, cid).catch(() => null);
    if (order === null || order.status === 'open')
      return { outcome: 'unknown', detail: 'cancelled, and not to be read yet' };
    return { outcome: 'accepted', value: order };
  }

  #read(account: string, call: string, params: Readonly<Record<string, string | number>>): Promise<unknown> {
    const reading = { family: 'spot', weight: 1, share: 'kept', patienceMs: KEPT_PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }
}

const FORCE = { gtc: 'gtc', ioc: 'ioc', post: 'post_only' } as const;

/** By the client's own name of it or by the exchange's number. */
function isAskedFor(
  row: { readonly symbol: string; readonly orderId: string; readonly clientOid: string },
  name: MarketName,
  { clientOid = row.clientOid, orderId = row.orderId }: Readonly<Record<string, string>>,
): boolean {
  return row.symbol === name.id && row.clientOid === clientOid && row.orderId === orderId;
}

/** As numbers of orders are kept by. */
export function marketKey({ id, kind }: MarketName): string {
  return kind + id;
}

/** In hedge mode `side` is the position's, and `tradeSide` says whether it grows. Positions are isolated, whatever was set elsewhere. */
function contractParams({ id }: MarketName, order: NewOrder): Readonly<Record<string, string>> {
  const { cid, positionSide, price, qty, reduceOnly, side, tif, type } = order;
  const isMarket = type === 'market';
  const common = {
    ...{ symbol: id, productType: PRODUCT, marginMode: 'isolated', marginCoin: SETTLED_IN, size: qty, clientOid: cid },
    ...{ orderType: type, ...(isMarket ? {} : { price, force: FORCE[tif] }) },
  };
  if (positionSide === 'net') return { ...common, side, ...(reduceOnly ? { reduceOnly: 'YES' } : {}) };
  const closes = (positionSide === 'long') === (side === 'sell');
  return { ...common, side: positionSide === 'long' ? 'buy' : 'sell', tradeSide: closes ? 'close' : 'open' };
}

function takenAs(order: NewOrder, nowMs: number): VenueOrder {
  const { cid, symbol, side, type, tif, price, qty, positionSide, reduceOnly } = order;
  return {
    ...{ cid, symbol, side, type, tif, price, qty, filled: '0', status: 'open', createdAtMs: nowMs },
    ...(symbol.includes(':') ? { positionSide, reduceOnly } : {}),
  };
}
