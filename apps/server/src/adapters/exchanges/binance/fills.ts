// Trades and settlements of funding of an account at Binance, read page by page without gaps (reliability D4): after a number
// by numbers, without one by windows of time from the moment that concerns us. A trade tells the number of its order only;
// whose it is comes from what is known, else from the order itself.

import * as z from 'zod';
import type { VenueFill, VenueFunding } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import { payerOf } from '../shared/funding-payer.ts';
import {
  type FillPlace,
  fillIdOf,
  fillPlaceOf,
  type MarketName,
  nameOf,
  prefixOf,
  tailOf,
} from '../shared/market-names.ts';
import type { OrderNumbers } from '../shared/order-ids.ts';
import { decimal, timeMs, wholeNumber } from '../shared/row-fields.ts';
import { toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { fundingRateRows } from './market-rows.ts';
import { orderRow, type TradeRow, tradeRows } from './order-rows.ts';

const PATIENCE_MS = 15_000;
const MOST_ROWS = 1_000;
/** As long as a window of trades may be there. */
const WINDOW_MS = { spot: 86_400_000, futures: 7 * 86_400_000 } as const;
/** What was not there to be read so long ago will not come. */
const SETTLED_MS = 600_000;
/** The moment we are told may be by another clock than the trades'. */
const EARLIER_MS = 60_000;
/** Orders asked for one by one before a page of them is read. */
const SINGLE = 3;
/** A rate belongs to a settlement when their times differ by less. */
const SAME_SETTLEMENT_MS = 60_000;
const FORCED = /^(autoclose-|adl_autoclose|settlement_autoclose-)/;

const incomeRows = z.array(z.object({ income: decimal, time: timeMs, tranId: wholeNumber, symbol: z.string() }));
const namedRow = orderRow.pick({ symbol: true, orderId: true, clientOrderId: true });

export interface FillsDeps {
  readonly line: SignedRequests;
  readonly numbers: OrderNumbers;
  readonly hasHedge: (account: string) => Promise<boolean>;
  /** The exchange's market time. */
  readonly marketNowMs: () => Promise<number>;
}

export class BinanceFills {
  readonly #deps: FillsDeps;
  /** Up to where no trade of a market was found, so that it is not walked again. */
  readonly #emptyUntil = new Map<string, number>();

  constructor(deps: FillsDeps) {
    this.#deps = deps;
  }

  async fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]> {
    const name = nameOf(symbol);
    const most = Math.min(limit, MOST_ROWS);
    const rows =
      afterId === ''
        ? await this.#firstRows(account, name, most, sinceMs)
        : await this.#rowsAfter(account, name, most, fillPlaceOf(afterId));
    const cids = await this.#cidsOf(account, name, rows);
    return rows.map((row) => fillOf(name, row, cids.get(row.orderId) ?? ''));
  }

  async fundings(
    account: string,
    symbol: string,
    afterId: string,
    limit: number,
    sinceMs: number,
  ): Promise<VenueFunding[]> {
    const name = nameOf(symbol);
    if (name.kind === 'spot') return [];
    const [afterMs, afterTran] = afterId === '' ? [sinceMs - EARLIER_MS, -1n] : cursorOf(afterId);
    const rows = await this.#incomes(account, name, afterMs);
    const fresh = rows
      .filter(({ time, tranId }) => time > afterMs || (time === afterMs && BigInt(tranId) > afterTran))
      .sort((a, b) => a.time - b.time || (BigInt(a.tranId) < BigInt(b.tranId) ? -1 : 1))
      .slice(0, limit);
    if (fresh.length === 0) return [];
    const first = fresh[0]?.time ?? 0;
    const rates = parsed(
      fundingRateRows,
      await this.#read('futures', 'fapiPublicGetFundingRate', 1, {
        ...{ symbol: name.id, startTime: first - SAME_SETTLEMENT_MS, limit: MOST_ROWS },
      }),
      'fundingRate',
    );
    const isHedged = await this.#deps.hasHedge(account);
    const rateOf = ({ time }: { time: number }) =>
      rates.find(({ fundingTime }) => Math.abs(fundingTime - time) < SAME_SETTLEMENT_MS);
    // Only its rate tells whose it was: it is read again when that is listed, never booked to nobody.
    const unlisted = isHedged ? fresh.findIndex((row) => rateOf(row) === undefined) : -1;
    return fresh.slice(0, unlisted < 0 ? fresh.length : unlisted).map((row): VenueFunding => {
      const rate = rateOf(row);
      const told = toldOrNull(rate?.fundingRate);
      return {
        id: `${prefixOf(name)}${row.time}-${row.tranId}`,
        ...{ symbol, positionSide: isHedged ? payerOf(row.income, told) : 'net', rate: told },
        ...{ mark: toldOrNull(rate?.markPrice), amount: trimmed(row.income), atMs: row.time },
      };
    });
  }

  /** All from there, page by page: a page that is full says nothing of what comes after it. */
  async #incomes(account: string, { id }: MarketName, sinceMs: number) {
    const found: z.infer<typeof incomeRows> = [];
    for (let page = 1; ; page++) {
      const params = { symbol: id, incomeType: 'FUNDING_FEE', startTime: sinceMs, limit: MOST_ROWS, page };
      const rows = parsed(
        incomeRows,
        await this.#read('futures', 'fapiPrivateGetIncome', 30, params, account),
        'income',
      );
      if (rows.some(({ symbol }) => symbol !== id)) throw new ExchangeUnreadable('income: of another market', null);
      found.push(...rows);
      if (rows.length < MOST_ROWS) return found;
    }
  }

  /** From the number itself, whose other side may be ours as well; a full page of which little is new is followed by another. */
  async #rowsAfter(account: string, name: MarketName, limit: number, after: FillPlace): Promise<TradeRow[]> {
    const fresh: TradeRow[] = [];
    let from = after;
    for (;;) {
      const rows = await this.#rows(account, name, { fromId: String(from.number), limit: MOST_ROWS });
      fresh.push(...rows.filter((row) => comesAfter(row, from)));
      const last = rows.at(-1);
      if (rows.length < MOST_ROWS || fresh.length >= limit || last === undefined) return fresh.slice(0, limit);
      from = { number: BigInt(last.id), isSale: !isPurchase(last) };
    }
  }

  async #firstRows(account: string, name: MarketName, limit: number, sinceMs: number): Promise<TradeRow[]> {
    const key = `${account} ${name.symbol} ${sinceMs}`;
    const nowMs = await this.#deps.marketNowMs();
    const windowMs = WINDOW_MS[name.kind];
    for (
      let fromMs = Math.max(sinceMs - EARLIER_MS, this.#emptyUntil.get(key) ?? 0);
      fromMs <= nowMs;
      fromMs += windowMs
    ) {
      // The last one stays open: what trades now is in it.
      const isLast = fromMs + windowMs > nowMs;
      const window: Record<string, number> = isLast
        ? { startTime: fromMs }
        : { startTime: fromMs, endTime: fromMs + windowMs - 1 };
      const rows = await this.#rows(account, name, { ...window, limit });
      if (rows.length > 0) return rows;
      this.#emptyUntil.set(key, Math.max(fromMs, Math.min(fromMs + windowMs, nowMs - SETTLED_MS)));
    }
    return [];
  }

  async #rows(account: string, { id, kind }: MarketName, params: Readonly<Record<string, string | number>>) {
    const call = kind === 'spot' ? 'privateGetMyTrades' : 'fapiPrivateGetUserTrades';
    const value = await this.#read(kind, call, kind === 'spot' ? 20 : 5, { symbol: id, ...params }, account);
    const rows: readonly TradeRow[] = parsed<TradeRow[]>(tradeRows[kind], value, call);
    if (rows.some(({ symbol }) => symbol !== id)) throw new ExchangeUnreadable(`${call}: of another market`, null);
    return rows.toSorted(byPlace);
  }

  async #cidsOf(account: string, name: MarketName, rows: readonly TradeRow[]): Promise<ReadonlyMap<string, string>> {
    const { numbers } = this.#deps;
    const market = name.kind + name.id;
    const wanted = [...new Set(rows.map(({ orderId }) => orderId))];
    const missing = () => wanted.filter((orderId) => numbers.cidOf(account, market, orderId) === undefined);
    if (missing().length > SINGLE) await this.#readOrders(account, name, missing());
    for (const orderId of missing()) {
      const call = name.kind === 'spot' ? 'privateGetOrder' : 'fapiPrivateGetOrder';
      const value = await this.#read(
        name.kind,
        call,
        name.kind === 'spot' ? 4 : 1,
        { symbol: name.id, orderId },
        account,
      );
      // An order of which a trade is there exists: that it cannot be read yet is not believed.
      if (value === null) throw new ExchangeUnreadable(`the order ${orderId} of a trade cannot be read yet`, null);
      const row = parsed(namedRow, value, call);
      if (row.orderId !== orderId || row.symbol !== name.id)
        throw new ExchangeUnreadable(`${call}: the reply tells of another order`, null);
      numbers.know(account, market, orderId, row.clientOrderId);
    }
    return new Map(wanted.map((orderId) => [orderId, numbers.cidOf(account, market, orderId) ?? '']));
  }

  async #readOrders(account: string, { id, kind }: MarketName, missing: readonly string[]): Promise<void> {
    const first = missing.reduce((least, orderId) => (BigInt(orderId) < BigInt(least) ? orderId : least));
    const call = kind === 'spot' ? 'privateGetAllOrders' : 'fapiPrivateGetAllOrders';
    const params = { symbol: id, orderId: first, limit: MOST_ROWS };
    const value = await this.#read(kind, call, kind === 'spot' ? 20 : 5, params, account);
    for (const row of parsed(z.array(namedRow), value, call))
      this.#deps.numbers.know(account, kind + id, row.orderId, row.clientOrderId);
  }

  #read(
    family: 'spot' | 'futures',
    call: string,
    weight: number,
    params: Readonly<Record<string, string | number>>,
    account?: string,
  ): Promise<unknown> {
    return this.#deps.line.read({
      ...{ family, call, weight, params, share: 'reads', patienceMs: PATIENCE_MS },
      ...(account !== undefined && { account }),
    });
  }
}

function cursorOf(id: string): [number, bigint] {
  const [time = '0', tran = '0'] = tailOf(id).split('-');
  return [Number(time), BigInt(tran)];
}

function isPurchase({ isBuyer }: TradeRow): boolean {
  return isBuyer;
}

function comesAfter(row: TradeRow, { number, isSale }: FillPlace): boolean {
  const own = BigInt(row.id);
  return own > number || (own === number && !isSale && !isPurchase(row));
}

function byPlace(a: TradeRow, b: TradeRow): number {
  if (a.id !== b.id) return BigInt(a.id) < BigInt(b.id) ? -1 : 1;
  return Number(isPurchase(b)) - Number(isPurchase(a));
}

function fillOf(name: MarketName, row: TradeRow, cid: string): VenueFill {
  const price = trimmed(row.price);
  const side = isPurchase(row) ? 'buy' : 'sell';
  return {
    id: fillIdOf(name, row.id, side),
    ...{ cid, symbol: name.symbol, side, price },
    ...{ qty: trimmed(row.qty), fee: trimmed(row.commission), feeAsset: row.commissionAsset },
    ...{ maker: row.isMaker, last: price, atMs: row.time },
    ...{ positionSide: row.positionSide, liquidation: FORCED.test(cid) },
  };
}

export function isForced(cid: string): boolean {
  return FORCED.test(cid);
}
