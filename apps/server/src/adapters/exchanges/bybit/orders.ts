// Placing, cancelling and finding orders at Bybit through ccxt, one by one: what counts there is orders a second, and a list of them
// counts each. Only what the exchange's own code proves is refused (reliability rule 3, A1-A3, A14, A17, A18); nothing is sent a
// second time. A receipt says no more than that the order was taken: a post-only one that would take is taken, and ends at once.
import type { NewOrder, OrderName, Outcome, PositionSide, VenueOrder, Wave } from '../../../ports/venue.ts';
import { proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { nameOf } from '../shared/market-names.ts';
import { againstSelfTrade } from '../shared/self-trade.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Placed } from '../transport/order-outcomes.ts';
import { cancelOutcome, hasBrokenRule, outcomeOf, outcomesOf, parsed, refused } from '../transport/order-outcomes.ts';
import { nearestFirst, waveOf } from '../transport/order-waves.ts';
import type { Share } from '../transport/request-budget.ts';
import type { Sender, SignedRequests } from '../transport/signed-requests.ts';
import { type BybitMarketData, categoryOf } from './market-data.ts';
import { type OrderRow, orderOf, orderRow, pageOf, receiptRow, WOULD_TAKE } from './rows.ts';

const PLACE_PATIENCE_MS = 2_000;
const KEPT_PATIENCE_MS = 15_000;
const PAGE = 50;
const SETTLED_IN = 'USDT';

export interface BybitOrdersDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly data: BybitMarketData;
  readonly lastPrice: (symbol: string) => string | null;
  /** Whether the key of the account may act on contracts. */
  readonly mayFutures: (account: string) => Promise<boolean>;
}

export class BybitOrders {
  readonly #deps: BybitOrdersDeps;

  constructor(deps: BybitOrdersDeps) {
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
    const row = await this.#row(account, symbol, cid);
    return row === null ? null : orderOf(nameOf(symbol), row);
  }

  /** What stands and what ended lately is in one list, what ended before in another: only both together say that there is none. */
  async #row(account: string, symbol: string, cid: string): Promise<OrderRow | null> {
    const { id, kind } = nameOf(symbol);
    const params = { category: categoryOf(kind), symbol: id, orderLinkId: cid };
    for (const call of ['privateGetV5OrderRealtime', 'privateGetV5OrderHistory']) {
      const { list } = parsed(pageOf(orderRow), await this.#read(account, symbol, call, params), call);
      const row = list.find(({ orderLinkId, symbol: of }) => orderLinkId === cid && of === id);
      if (row !== undefined) return row;
      if (list.length > 0) throw new ExchangeUnreadable(`${call}: the reply tells of another order`, null);
    }
    return null;
  }

  async openOrders(account: string): Promise<VenueOrder[]> {
    const futures = async () =>
      (await this.#deps.mayFutures(account)) ? this.#openOf(account, 'futures', { settleCoin: SETTLED_IN }) : [];
    const [a, b] = await Promise.all([this.#openOf(account, 'spot', {}), futures()]);
    return [...a, ...b];
  }

  async #openOf(
    account: string,
    kind: 'spot' | 'futures',
    of: Readonly<Record<string, string>>,
  ): Promise<VenueOrder[]> {
    const names = await this.#deps.data.names(kind);
    const open: VenueOrder[] = [];
    for (let cursor = ''; ; ) {
      const params = { category: categoryOf(kind), ...of, limit: PAGE, ...(cursor === '' ? {} : { cursor }) };
      const call = 'privateGetV5OrderRealtime';
      const value = await this.#deps.line.read({
        ...{ family: kind, weight: 1, share: 'reads', patienceMs: KEPT_PATIENCE_MS, call, params, account },
      });
      const { list, nextPageCursor } = parsed(pageOf(orderRow), value, call);
      for (const row of list) {
        const name = names.get(row.symbol);
        if (name !== undefined) open.push(orderOf(name, row));
      }
      if (!nextPageCursor || list.length < PAGE) return open.reverse();
      cursor = nextPageCursor;
    }
  }

  async #placeOne(account: string, order: NewOrder, mayAct?: () => boolean): Promise<Outcome<Placed>> {
    const { card, line } = this.#deps;
    const { id, kind } = nameOf(order.symbol);
    if (!card.clientId.test(order.cid)) return refused(proofs.failed, 'an id that the exchange does not take');
    if (kind === 'spot' && order.trigger !== undefined) return refused(proofs.failed, 'stops are for contracts');
    const params = {
      ...(kind === 'spot' ? spotParams(id, order) : linearParams(id, order)),
      ...againstSelfTrade(card, order),
    };
    const reply = await line.ask({
      ...{ family: kind, call: 'privatePostV5OrderCreate', params, weight: 1, account, orders: 1 },
      ...{ share: 'open', patienceMs: PLACE_PATIENCE_MS, isRead: false },
      mayAct,
    });
    if (reply.kind !== 'answer') return outcomeOf(reply);
    const receipt = receiptRow.safeParse(reply.value);
    if (!receipt.success || receipt.data.orderLinkId !== order.cid)
      return { outcome: 'unknown', detail: 'the reply tells of another order' };
    return { outcome: 'accepted', value: { order: takenAs(order, this.#deps.budget.nowMs()), fills: [] } };
  }

  /**
   * A post-only order that would take is taken there, and ends at once: where the exchange says so already it is refused. What
   * cannot be read, or is read too early, stays taken, and its end is told as any other.
   */
  async #withoutTaker(account: string, order: NewOrder, outcome: Outcome<Placed>): Promise<Outcome<Placed>> {
    if (order.tif !== 'post' || outcome.outcome !== 'accepted') return outcome;
    const row = await this.#row(account, order.symbol, order.cid).catch(() => null);
    return row?.rejectReason === WOULD_TAKE ? refused(proofs.postOnly, 'it would have taken') : outcome;
  }

  /** The answer does not tell how it stood: it is read. */
  async #cancelOne({ account, mayAct }: Sender, { symbol, cid }: OrderName): Promise<Outcome<VenueOrder>> {
    const { id, kind } = nameOf(symbol);
    const reply = await this.#deps.line.ask({
      ...{ family: kind, call: 'privatePostV5OrderCancel', weight: 1, account, mayAct, isRead: false },
      ...{ params: { category: categoryOf(kind), symbol: id, orderLinkId: cid } },
      ...{ share: 'kept', patienceMs: KEPT_PATIENCE_MS },
    });
    if (reply.kind !== 'answer') return cancelOutcome(reply);
    const order = await this.order(account, symbol, cid).catch(() => null);
    if (order === null || order.status === 'open')
      return { outcome: 'unknown', detail: 'cancelled, and not to be read yet' };
    return { outcome: 'accepted', value: order };
  }

  #read(
    account: string,
    symbol: string,
    call: string,
    params: Readonly<Record<string, string>>,
    share: Share = 'kept',
  ): Promise<unknown> {
    const reading = { family: nameOf(symbol).kind, weight: 1, share, patienceMs: KEPT_PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }
}

const TIF = { gtc: 'GTC', ioc: 'IOC', post: 'PostOnly' } as const;
const INDEX: Readonly<Record<PositionSide, string>> = { net: '0', long: '1', short: '2' };

function commonParams(symbol: string, { cid, price, qty, side, tif, type }: NewOrder) {
  const isMarket = type === 'market';
  return {
    ...{
      symbol,
      side: side === 'buy' ? 'Buy' : 'Sell',
      orderType: isMarket ? 'Market' : 'Limit',
      qty,
      orderLinkId: cid,
    },
    ...(isMarket ? {} : { price, timeInForce: TIF[tif] }),
  };
}

/** A market order is always by quantity of coin (B9), and nothing is borrowed. */
function spotParams(symbol: string, order: NewOrder): Readonly<Record<string, string | boolean>> {
  return {
    ...{ category: 'spot', ...commonParams(symbol, order), isLeverage: '0' },
    ...(order.type === 'market' ? { marketUnit: 'baseCoin' } : {}),
  };
}

function linearParams(symbol: string, order: NewOrder): Readonly<Record<string, string | boolean>> {
  const { positionSide, reduceOnly, side, trigger } = order;
  return {
    ...{ category: 'linear', ...commonParams(symbol, order), positionIdx: INDEX[positionSide] },
    ...(reduceOnly ? { reduceOnly: true } : {}),
    ...(trigger === undefined
      ? {}
      : {
          ...{ triggerPrice: trigger.price, triggerBy: trigger.by === 'mark' ? 'MarkPrice' : 'LastPrice' },
          // Rising or falling.
          triggerDirection: (trigger.kind === 'stop') === (side === 'buy') ? '1' : '2',
        }),
  };
}

function takenAs(order: NewOrder, nowMs: number): VenueOrder {
  const { cid, symbol, side, type, tif, price, qty, positionSide, reduceOnly, trigger } = order;
  return {
    ...{ cid, symbol, side, type, tif, price, qty, filled: '0', status: 'open', createdAtMs: nowMs },
    ...(symbol.includes(':') ? { positionSide, reduceOnly } : {}),
    ...(trigger === undefined ? {} : { trigger }),
  };
}
