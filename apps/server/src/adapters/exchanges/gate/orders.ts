// Placing, cancelling and finding orders at Gate through ccxt, one by one. Only what the exchange's own label proves is refused
// (reliability rule 3, A1-A3, A14, A17, A18); nothing is sent a second time. An order is known there by our id while it stands (of
// contracts a minute longer), and by its number always: what is not found by the one is looked for by the other, then in the list of
// what has ended. A purchase of spot at market is counted in quote there: it goes as a limited one that trades at once.
import * as codes from '@cormorant/contract/codes.ts';
import * as z from 'zod';
import type { NewOrder, OrderName, Outcome, VenueOrder, VenueSymbol, Wave } from '../../../ports/venue.ts';
import { isZero } from '../shared/exact-json.ts';
import { proofs, type TradingCard } from '../shared/exchange-profile.ts';
import type { MarketName } from '../shared/market-names.ts';
import { ceilingOf } from '../shared/market-purchase.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Placed } from '../transport/order-outcomes.ts';
import { cancelOutcome, hasBrokenRule, outcomeOf, outcomesOf, parsed, refused } from '../transport/order-outcomes.ts';
import { nearestFirst, waveOf } from '../transport/order-waves.ts';
import type { Sender, SignedRequests } from '../transport/signed-requests.ts';
import type { GateAccount } from './account.ts';
import { sizeOf } from './contract-sizes.ts';
import { type GateMarketData, SETTLE } from './market-data.ts';
import {
  type ContractOrderRow,
  contractOrderOf,
  contractOrderRow,
  endedRow,
  orderSideOf,
  spotOrderOf,
  spotOrderRow,
  textOf,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const PLACE_PATIENCE_MS = 2_000;
const KEPT_PATIENCE_MS = 15_000;
const PAGE = 100;
/** Of what has ended, newest first: an order that is not among so many is not looked for further. */
const MOST_PAGES = 20;
const NUMBERS_KEPT = 20_000;
/** What says which part of a key is wrong, or that nothing may be asked now: nothing was sent then. */
const UNSENT: ReadonlySet<number> = new Set([
  codes.api_invalid,
  codes.api_not_bound,
  codes.api_rate_limited,
  codes.api_ip,
  codes.api_permission,
]);

export interface GateOrdersDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly data: GateMarketData;
  readonly accounts: GateAccount;
  readonly lastPrice: (symbol: string) => string | null;
}

type Refusal = Extract<Outcome<never>, { outcome: 'refused' }>;
type Params = Readonly<Record<string, string | boolean>>;

const numbered = z.object({ id: z.string().regex(/^\d{1,25}$/), text: z.string() });

export class GateOrders {
  readonly #deps: GateOrdersDeps;
  /** The exchange's numbers by account, market and our id; bounded, oldest first out. */
  readonly #numbers = new Map<string, string>();

  constructor(deps: GateOrdersDeps) {
    this.#deps = deps;
  }

  wave(account: string, orders: readonly NewOrder[]): Wave {
    return waveOf(this.#deps, account, orders, (symbol) => gateNameOf(symbol).kind);
  }

  async place(account: string, orders: readonly NewOrder[], mayAct?: () => boolean): Promise<Outcome<Placed>[]> {
    const works = nearestFirst(this.#deps.lastPrice, orders).map(
      (order) => async () => [[order, await this.#placeOne(account, order, mayAct)]] as const,
    );
    const list = await outcomesOf(orders, works);
    if (hasBrokenRule(list)) this.#deps.data.rulesAreOld();
    return list;
  }

  cancel(account: string, orders: readonly OrderName[], mayAct?: () => boolean): Promise<Outcome<VenueOrder>[]> {
    const works = orders.map((name) => async () => [[name, await this.#cancelOne({ account, mayAct }, name)]] as const);
    return outcomesOf(orders, works);
  }

  async order(account: string, symbol: string, cid: string): Promise<VenueOrder | null> {
    const name = gateNameOf(symbol);
    const standing = await this.#named(account, name, cid, textOf(cid));
    if (standing !== null) return standing;
    const number = this.#numbers.get(keyOf(account, name, cid));
    const ofNumber = number === undefined ? null : await this.#named(account, name, cid, number);
    return ofNumber ?? this.#ended(account, name, cid);
  }

  async openOrders(account: string): Promise<VenueOrder[]> {
    const [spot, contracts] = await Promise.all([this.#openSpot(account), this.#openContracts(account)]);
    return [...spot, ...contracts];
  }

  /** By our id as it is told there, or by the exchange's number. */
  async #named(account: string, name: MarketName, cid: string, order_id: string): Promise<VenueOrder | null> {
    const isSpot = name.kind === 'spot';
    const call = isSpot ? 'privateSpotGetOrdersOrderId' : 'privateFuturesGetSettleOrdersOrderId';
    const of = isSpot ? { currency_pair: name.id } : SETTLE;
    const value = await this.#read(account, name.kind, call, { ...of, order_id });
    return value === null ? null : this.#orderOf(account, name, cid, value);
  }

  /** Rejects where there are more of them than are looked through: that it is not there is not known then. */
  async #ended(account: string, name: MarketName, cid: string): Promise<VenueOrder | null> {
    for (let page = 0; page < MOST_PAGES; page++) {
      const rows = await this.#endedPage(account, name, page);
      const row = rows.find(({ text }) => text === textOf(cid));
      if (row !== undefined) return this.#orderOf(account, name, cid, row);
      if (rows.length < PAGE) return null;
    }
    throw new ExchangeUnreadable(`an order is not among the last ${MOST_PAGES * PAGE} that ended`, null);
  }

  async #endedPage(account: string, { id, kind }: MarketName, page: number): Promise<z.infer<typeof endedRow>[]> {
    const isSpot = kind === 'spot';
    const call = isSpot ? 'privateSpotGetOrders' : 'privateFuturesGetSettleOrders';
    const of: Readonly<Record<string, string | number>> = isSpot
      ? { currency_pair: id, page: page + 1 }
      : { ...SETTLE, contract: id, offset: page * PAGE };
    const value = await this.#read(account, kind, call, { ...of, status: 'finished', limit: PAGE });
    return parsed(z.array(endedRow), value ?? [], call);
  }

  /** An order of another market or by another name is no answer, and never "there is none". */
  async #orderOf(account: string, name: MarketName, cid: string, value: unknown): Promise<VenueOrder> {
    const isAsked = (market: string, text: string) => {
      if (market !== name.id || text !== textOf(cid)) throw new ExchangeUnreadable(`not ${name.id} ${cid}`, null);
    };
    if (name.kind === 'spot') {
      const row = parsed(spotOrderRow, value, 'spot/orders');
      isAsked(row.currency_pair, row.text);
      return this.#known(account, name, row.id, spotOrderOf(name, row));
    }
    const row = parsed(contractOrderRow, value, 'futures/usdt/orders');
    isAsked(row.contract, row.text);
    return this.#contractOrder(account, name, row);
  }

  async #contractOrder(account: string, name: MarketName, row: ContractOrderRow): Promise<VenueOrder> {
    const { accounts, data } = this.#deps;
    const [worth, isHedged] = [await data.sizes.needValueOf(name.id), await accounts.hasHedge(account)];
    return this.#known(account, name, row.id, contractOrderOf(name, row, worth, orderSideOf(row, isHedged)));
  }

  #known(account: string, name: MarketName, id: string, order: VenueOrder): VenueOrder {
    this.#know(account, name, order.cid, id);
    return order;
  }

  #know(account: string, name: MarketName, cid: string, id: string): void {
    const key = keyOf(account, name, cid);
    this.#numbers.delete(key);
    this.#numbers.set(key, id);
    const [oldest] = this.#numbers.keys();
    if (this.#numbers.size > NUMBERS_KEPT && oldest !== undefined) this.#numbers.delete(oldest);
  }

  async #openSpot(account: string): Promise<VenueOrder[]> {
    const names = await this.#deps.data.names('spot');
    const list = z.array(z.object({ currency_pair: z.string(), orders: z.array(spotOrderRow) }));
    const open = new Map<string, VenueOrder>();
    for (let page = 1; ; page++) {
      const value = await this.#read(account, 'spot', 'privateSpotGetOpenOrders', { page, limit: PAGE }, 'reads');
      const pairs = parsed(list, value, 'open_orders');
      for (const { currency_pair, orders } of pairs) {
        const name = names.get(currency_pair);
        if (orders.some((row) => row.currency_pair !== currency_pair))
          throw new ExchangeUnreadable(`${currency_pair}: an order of another pair`, null);
        if (name !== undefined)
          for (const row of orders) open.set(row.id, this.#known(account, name, row.id, spotOrderOf(name, row)));
      }
      // A page is of each pair.
      if (pairs.every(({ orders }) => orders.length < PAGE)) return [...open.values()];
    }
  }

  async #openContracts(account: string): Promise<VenueOrder[]> {
    const { accounts, data } = this.#deps;
    if (!(await accounts.mayFutures(account))) return [];
    const names = await data.names('futures');
    const open = new Map<string, VenueOrder>();
    for (let offset = 0; ; offset += PAGE) {
      const params = { ...SETTLE, status: 'open', limit: PAGE, offset };
      const value = await this.#read(account, 'futures', 'privateFuturesGetSettleOrders', params, 'reads');
      const rows = value === null ? [] : parsed(z.array(contractOrderRow), value, 'futures/usdt/orders');
      for (const row of rows) {
        const name = names.get(row.contract);
        if (name !== undefined) open.set(row.id, await this.#contractOrder(account, name, row));
      }
      if (rows.length < PAGE) return [...open.values()];
    }
  }

  async #placeOne(account: string, order: NewOrder, mayAct?: () => boolean): Promise<Outcome<Placed>> {
    const { card, line } = this.#deps;
    const name = gateNameOf(order.symbol);
    if (!card.clientId.test(order.cid)) return refused(proofs.failed, 'an id that the exchange does not take');
    if (order.trigger !== undefined) return refused(proofs.failed, 'stops are not placed at this exchange');
    const params =
      name.kind === 'spot' ? await this.#spotParams(name, order) : await this.#contractParams(account, order);
    if (isOutcome(params)) return params;
    const reply = await line.ask({
      ...{ family: name.kind, params, weight: 1, account, orders: 1 },
      call: name.kind === 'spot' ? 'privateSpotPostOrders' : 'privateFuturesPostSettleOrders',
      ...{ share: 'open', patienceMs: PLACE_PATIENCE_MS, isRead: false },
      mayAct,
    });
    if (reply.kind !== 'answer') return outcomeOf(reply);
    const receipt = numbered.safeParse(reply.value);
    if (!receipt.success || receipt.data.text !== textOf(order.cid))
      return { outcome: 'unknown', detail: 'the reply tells of another order' };
    this.#know(account, name, order.cid, receipt.data.id);
    return { outcome: 'accepted', value: { order: takenAs(order, this.#deps.budget.nowMs()), fills: [] } };
  }

  /** Refused where the ceiling of a purchase at market cannot be told: nothing was sent. */
  async #spotParams(name: MarketName, order: NewOrder): Promise<Params | Refusal> {
    const { cid, price, qty, side, tif, type } = order;
    const common = { currency_pair: name.id, account: 'spot', side, amount: qty, text: textOf(cid) };
    if (type !== 'market') return { ...common, type: 'limit', price, time_in_force: TIF[tif] };
    if (side === 'sell') return { ...common, type: 'market', time_in_force: 'ioc' };
    const { data } = this.#deps;
    const [book, rules] = await Promise.all([
      data.book(name.symbol).catch(() => null),
      data.symbols().then(
        (all) => all.find((one) => one.symbol === name.symbol),
        () => undefined,
      ),
    ]);
    if (book === null) return refused(proofs.away, 'its best offer could not be read, and nothing was sent');
    if (rules === undefined) return refused(proofs.symbol, 'it has no such market');
    if (isZero(book.ask)) return refused(proofs.failed, 'nobody offers anything');
    return { ...common, type: 'limit', price: ceilingOf(book.ask, rules), time_in_force: 'ioc' };
  }

  /**
   * An order names no side of a position: in dual mode what does not reduce opens, whatever it was meant for, and in single mode what
   * opens a short reduces a long. So the mode is looked at first, and one that does not fit is not sent.
   */
  async #contractParams(account: string, order: NewOrder): Promise<Params | Outcome<never>> {
    const { cid, positionSide, price, qty, reduceOnly, side, tif, type } = order;
    const { accounts, data } = this.#deps;
    const { id: contract } = gateNameOf(order.symbol);
    let isHedged: boolean;
    let value: string | undefined;
    let symbols: readonly VenueSymbol[];
    try {
      [isHedged, value, symbols] = await Promise.all([
        accounts.hasHedge(account),
        data.sizes.knownValueOf(contract),
        data.symbols(),
      ]);
    } catch (error) {
      if (!(error instanceof ExchangeUnreadable)) throw error;
      const { code, message: detail } = error;
      return code !== null && UNSENT.has(code)
        ? { outcome: 'refused', code, reason: 'unknown', detail }
        : { outcome: 'unknown', detail };
    }
    if (isHedged !== (positionSide !== 'net')) return refused(proofs.failed, 'not of the position mode of the account');
    if (value === undefined) return refused(proofs.symbol, 'it has no such contract');
    const size = sizeOf(qty, side, value);
    const step = symbols.find(({ symbol }) => symbol === order.symbol)?.step ?? value;
    if (size === null || sizeOf(qty, 'buy', step)?.includes('.') !== false)
      return refused(proofs.step, 'no size there says this quantity');
    const closes = positionSide === 'net' ? reduceOnly : (positionSide === 'long') === (side === 'sell');
    const isMarket = type === 'market';
    return {
      ...{ ...SETTLE, contract, size, text: textOf(cid), price: isMarket ? '0' : price },
      ...{ tif: isMarket ? 'ioc' : TIF[tif], ...(closes ? { reduce_only: true } : {}) },
    };
  }

  /** The answer tells how it stood. One that is not found by our id stands no more. */
  async #cancelOne({ account, mayAct }: Sender, { symbol, cid }: OrderName): Promise<Outcome<VenueOrder>> {
    const name = gateNameOf(symbol);
    const isSpot = name.kind === 'spot';
    const reply = await this.#deps.line.ask({
      ...{ family: name.kind, weight: 1, account, mayAct, isRead: false, share: 'kept', patienceMs: KEPT_PATIENCE_MS },
      call: isSpot ? 'privateSpotDeleteOrdersOrderId' : 'privateFuturesDeleteSettleOrdersOrderId',
      params: { ...(isSpot ? { currency_pair: name.id } : SETTLE), order_id: textOf(cid) },
    });
    if (reply.kind === 'refusal' && reply.meaning === 'absent') return refused(proofs.notOpen, reply.detail);
    if (reply.kind !== 'answer') return cancelOutcome(reply);
    const order = await this.#orderOf(account, name, cid, reply.value).catch(() => null);
    if (order === null || order.status === 'open')
      return { outcome: 'unknown', detail: 'cancelled, and not to be read yet' };
    return { outcome: 'accepted', value: order };
  }

  #read(
    account: string,
    family: 'spot' | 'futures',
    call: string,
    params: Readonly<Record<string, string | number>>,
    share: 'kept' | 'reads' = 'kept',
  ): Promise<unknown> {
    const reading = { family, weight: 1, share, patienceMs: KEPT_PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, params, account });
  }
}

const TIF = { gtc: 'gtc', ioc: 'ioc', post: 'poc' } as const;

function isOutcome(value: Params | Outcome<never>): value is Outcome<never> {
  return 'outcome' in value;
}

function keyOf(account: string, { id, kind }: MarketName, cid: string): string {
  return `${account} ${kind} ${id} ${cid}`;
}

function takenAs(order: NewOrder, nowMs: number): VenueOrder {
  const { cid, symbol, side, type, tif, price, qty, positionSide, reduceOnly } = order;
  return {
    ...{ cid, symbol, side, type, tif, price, qty, filled: '0', status: 'open', createdAtMs: nowMs },
    ...(symbol.includes(':') ? { positionSide, reduceOnly } : {}),
  };
}
