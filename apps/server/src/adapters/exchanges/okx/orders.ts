// Placing, cancelling and finding orders at OKX through ccxt, always in batches: a row of the answer tells how each fared. Only
// what the exchange's own code proves is refused (reliability rule 3, A1-A3, A14, A17, A18); nothing is sent a second time. A
// receipt says no more than that the order was taken: a post-only one that would take is taken, and ends at once.
import type { NewOrder, OrderName, Outcome, VenueOrder, Wave } from '../../../ports/venue.ts';
import { meaningOf, proofs, type TradingCard } from '../shared/exchange-profile.ts';
import { againstSelfTrade } from '../shared/self-trade.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { atOnce, inGroups } from '../transport/concurrency.ts';
import type { ExchangeBudget } from '../transport/exchange-budget.ts';
import type { Placed } from '../transport/order-outcomes.ts';
import { cancelOutcome, hasBrokenRule, outcomeOf, outcomesOf, parsed, refused } from '../transport/order-outcomes.ts';
import { nearestFirst, waveOf } from '../transport/order-waves.ts';
import type { Share } from '../transport/request-budget.ts';
import type { ExchangeReply, ExchangeRequest, Sender, SignedRequests } from '../transport/signed-requests.ts';
import { sizeOf } from './contract-sizes.ts';
import type { OkxMarketData } from './market-data.ts';
import { type OrderRow, okxOrderOf, orderRows, receiptRows, WOULD_TAKE } from './rows.ts';
import { isOkxMarket, okxNameOf, okxSymbolOf } from './symbols.ts';

const PLACE_PATIENCE_MS = 2_000;
const KEPT_PATIENCE_MS = 15_000;
const BATCH = 20;
const PAGE = 100;
const DONE = '0';

export interface OkxOrdersDeps {
  readonly card: TradingCard;
  readonly line: SignedRequests;
  readonly budget: ExchangeBudget;
  readonly data: OkxMarketData;
  readonly lastPrice: (symbol: string) => string | null;
}

type Told<T> = [NewOrder, Outcome<T>];
type Receipt = ReturnType<typeof receiptRows.parse>[number];

interface Sized {
  readonly order: NewOrder;
  readonly row: Readonly<Record<string, string | boolean>>;
}

export class OkxOrders {
  readonly #deps: OkxOrdersDeps;

  constructor(deps: OkxOrdersDeps) {
    this.#deps = deps;
  }

  /** Both kinds share one count there. */
  wave(account: string, orders: readonly NewOrder[]): Wave {
    return waveOf(this.#deps, account, orders, () => 'spot');
  }

  async place(account: string, orders: readonly NewOrder[], mayAct?: () => boolean): Promise<Outcome<Placed>[]> {
    const unsent = new Map<NewOrder, Outcome<Placed>>();
    const send: Sized[] = [];
    for (const order of nearestFirst(this.#deps.lastPrice, orders)) {
      const sized = await this.#sized(order);
      if ('row' in sized) send.push(sized);
      else unsent.set(order, sized);
    }
    const batches = inGroups(send, BATCH).map((group) => () => this.#placeBatch(account, group, mayAct));
    const list = await outcomesOf(orders, batches, unsent);
    if (hasBrokenRule(list)) this.#deps.data.rulesAreOld();
    return list;
  }

  cancel(account: string, orders: readonly OrderName[], mayAct?: () => boolean): Promise<Outcome<VenueOrder>[]> {
    const batches = inGroups(orders, BATCH).map((group) => () => this.#cancelBatch({ account, mayAct }, group));
    return outcomesOf(orders, batches);
  }

  async order(account: string, symbol: string, cid: string): Promise<VenueOrder | null> {
    const row = await this.#row(account, symbol, cid);
    return row === null ? null : okxOrderOf(symbol, row, await this.#deps.data.sizes.coinsOf(symbol));
  }

  async #row(account: string, symbol: string, cid: string): Promise<OrderRow | null> {
    const params = { instId: okxNameOf(symbol).id, clOrdId: cid };
    const value = await this.#read(account, 'privateGetTradeOrder', params);
    if (value === null) return null;
    const [row] = parsed(orderRows.min(1), value, 'trade/order');
    if (row === undefined) throw new ExchangeUnreadable('an order without its row', null);
    if (row.clOrdId !== cid || row.instId !== params.instId)
      throw new ExchangeUnreadable('trade/order: the reply tells of another order', null);
    return row;
  }

  async openOrders(account: string): Promise<VenueOrder[]> {
    const open: VenueOrder[] = [];
    for (let after = ''; ; ) {
      const params = { limit: PAGE, ...(after === '' ? {} : { after }) };
      const rows = parsed(
        orderRows,
        await this.#read(account, 'privateGetTradeOrdersPending', params, 'reads'),
        'orders-pending',
      );
      for (const row of rows) {
        const symbol = okxSymbolOf(row.instId);
        // A market whose size nobody tells, or that is no market of ours, holds no order of ours.
        if (!isOkxMarket(row.instId) || (await this.#deps.data.sizes.knownValueOf(symbol)) === undefined) continue;
        open.push(okxOrderOf(symbol, row, await this.#deps.data.sizes.coinsOf(symbol)));
      }
      if (rows.length < PAGE) return open.reverse();
      after = rows.at(-1)?.ordId ?? '';
    }
  }

  /** As it is sent, or why it cannot be. */
  async #sized(order: NewOrder): Promise<Sized | Extract<Outcome<never>, { outcome: 'refused' }>> {
    const { card, data } = this.#deps;
    if (!card.clientId.test(order.cid)) return refused(proofs.failed, 'an id that the exchange does not take');
    if (order.trigger !== undefined) return refused(proofs.failed, 'stops are not placed at this exchange');
    const value = await data.sizes.knownValueOf(order.symbol).catch(() => null);
    if (value === null) return refused(proofs.away, 'its markets could not be read, and nothing was sent');
    if (value === undefined) return refused(proofs.symbol, 'it has no such market');
    const sz = sizeOf(order.qty, value);
    if (sz === null) return refused(proofs.step, 'no size there says this quantity');
    return { order, row: { ...rowOf(order, sz), ...againstSelfTrade(card, order) } };
  }

  async #placeBatch(account: string, sized: readonly Sized[], mayAct?: () => boolean): Promise<Told<Placed>[]> {
    const reply = await this.#deps.line.ask({
      ...{
        family: 'spot',
        call: 'privatePostTradeBatchOrders',
        params: sized.map(({ row }) => row),
        weight: 1,
        account,
      },
      ...{ orders: sized.length, share: 'open', patienceMs: PLACE_PATIENCE_MS, isRead: false },
      mayAct,
    });
    const each = rowsOf(reply, sized.length);
    const told = sized.map(({ order }, at): Told<Placed> => {
      const row = each(at);
      if ('outcome' in row) return [order, row];
      if (row.clOrdId !== order.cid) return [order, { outcome: 'unknown', detail: 'the reply tells of another order' }];
      if (row.sCode !== DONE) return [order, this.#refused(row)];
      return [order, { outcome: 'accepted', value: { order: this.#receiptOf(order, row), fills: [] } }];
    });
    return this.#withoutTakers(account, told);
  }

  /**
   * A post-only order that would take is taken there, and ends at once: where the exchange says so already it is refused. What
   * cannot be read, or is read too early, stays taken, and its end is told as any other.
   */
  async #withoutTakers(account: string, told: Told<Placed>[]): Promise<Told<Placed>[]> {
    if (!told.some(([{ tif }, { outcome }]) => tif === 'post' && outcome === 'accepted')) return told;
    const value = await this.#read(account, 'privateGetTradeOrdersPending', { limit: PAGE }).catch(() => null);
    const rows = orderRows.safeParse(value);
    if (!rows.success) return told;
    const standing = new Set(rows.data.map(({ clOrdId }) => clOrdId));
    const judged = told.map(async ([order, outcome]): Promise<Told<Placed>> => {
      if (order.tif !== 'post' || outcome.outcome !== 'accepted' || standing.has(order.cid)) return [order, outcome];
      const row = await this.#row(account, order.symbol, order.cid).catch(() => null);
      return [order, row?.cancelSource === WOULD_TAKE ? refused(proofs.postOnly, 'it would have taken') : outcome];
    });
    return Promise.all(judged);
  }

  /** The answer does not tell how it stood: it is read. */
  async #cancelBatch(
    { account, mayAct }: Sender,
    names: readonly OrderName[],
  ): Promise<[OrderName, Outcome<VenueOrder>][]> {
    const params = names.map(({ symbol, cid }) => ({ instId: okxNameOf(symbol).id, clOrdId: cid }));
    const reply = await this.#deps.line.ask({
      ...{ family: 'spot', call: 'privatePostTradeCancelBatchOrders', params, weight: 1, account, mayAct },
      ...{ share: 'kept', patienceMs: KEPT_PATIENCE_MS, isRead: false },
    });
    if (reply.kind !== 'answer') return names.map((name) => [name, cancelOutcome(reply)]);
    const each = rowsOf(reply, names.length);
    const told: [OrderName, Outcome<VenueOrder>][] = [];
    await atOnce(
      names.map((name, at) => async () => [name, await this.#cancelled(account, name, each(at))] as const),
      ([name, outcome]) => told.push([name, outcome]),
    );
    return told;
  }

  async #cancelled(
    account: string,
    { symbol, cid }: OrderName,
    row: Receipt | Outcome<never>,
  ): Promise<Outcome<VenueOrder>> {
    if ('outcome' in row) return row;
    if (row.clOrdId !== cid) return { outcome: 'unknown', detail: 'the reply tells of another order' };
    if (row.sCode !== DONE) return cancelOutcome(this.#refusal(row));
    const order = await this.order(account, symbol, cid).catch(() => null);
    if (order === null || order.status === 'open')
      return { outcome: 'unknown', detail: 'cancelled, and not to be read yet' };
    return { outcome: 'accepted', value: order };
  }

  #receiptOf(order: NewOrder, { ts = this.#deps.budget.nowMs() }: Receipt): VenueOrder {
    const { cid, symbol, side, type, tif, price, qty, positionSide, reduceOnly } = order;
    return {
      ...{ cid, symbol, side, type, tif, price, qty, filled: '0', status: 'open', createdAtMs: ts },
      ...(symbol.includes(':') ? { positionSide, reduceOnly } : {}),
    };
  }

  #refused(row: Receipt): Outcome<never> {
    return outcomeOf(this.#refusal(row));
  }

  #refusal({ sCode, sMsg }: Receipt): Extract<ExchangeReply, { kind: 'refusal' }> {
    const meaning = meaningOf(this.#deps.card, sCode, sMsg);
    return { kind: 'refusal', meaning, code: sCode, detail: `${sCode} ${sMsg}`.slice(0, 160) };
  }

  #read(account: string, call: string, params: ExchangeRequest['params'], share: Share = 'kept'): Promise<unknown> {
    const reading = { family: 'spot', weight: 1, share, patienceMs: KEPT_PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, call, account, ...(params === undefined ? {} : { params }) });
  }
}

/** Of each order asked about: its row, or what the whole reply makes of it. */
function rowsOf(reply: ExchangeReply, asked: number): (at: number) => Receipt | Outcome<never> {
  if (reply.kind !== 'answer') return () => outcomeOf(reply);
  const rows = receiptRows.length(asked).safeParse(reply.value);
  const broken = { outcome: 'unknown', detail: 'the reply tells of another number of orders' } as const;
  return (at) => (rows.success ? (rows.data[at] ?? broken) : broken);
}

const ORD_TYPE = { gtc: 'limit', ioc: 'ioc', post: 'post_only' } as const;

/** A market order is always by quantity of coin (B9); positions are isolated, whatever was set elsewhere. */
function rowOf(order: NewOrder, sz: string): Readonly<Record<string, string | boolean>> {
  const { id: instId, kind } = okxNameOf(order.symbol);
  const isMarket = order.type === 'market';
  const common = {
    ...{ instId, clOrdId: order.cid, side: order.side, sz, ordType: isMarket ? 'market' : ORD_TYPE[order.tif] },
    ...(isMarket ? {} : { px: order.price }),
  };
  if (kind === 'spot') return { ...common, tdMode: 'cash', ...(isMarket ? { tgtCcy: 'base_ccy' } : {}) };
  const closes = order.positionSide === 'net' && order.reduceOnly;
  return { ...common, tdMode: 'isolated', posSide: order.positionSide, ...(closes ? { reduceOnly: true } : {}) };
}
