// Trades and settlements of funding of an account at Bitget. A page goes back from its newest, and seven days are told at a time; a trade
// names its order by the exchange's number alone: whose it is comes from what is known, else from the order itself.
import * as z from 'zod';
import type { VenueFill, VenueFunding } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import { payerOf } from '../shared/funding-payer.ts';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import type { OrderNumbers } from '../shared/order-ids.ts';
import { comparePlaces, NOWHERE, type TimedPlace, timedFillId, timedPlaceOf } from '../shared/timed-ids.ts';
import { toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { WindowWalk } from '../shared/window-walk.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { PRODUCT } from './market-data.ts';
import { marketKey } from './orders.ts';
import {
  billRow,
  contractTraded,
  contractTradeRow,
  fillOf,
  marketOf,
  placeOf,
  rateRow,
  spotTraded,
  spotTradeRow,
  type Traded,
} from './rows.ts';

const PATIENCE_MS = 15_000;
const PAGE = 100;
const WINDOW_MS = 7 * 86_400_000;
/** It keeps three months. */
const KEPT_MS = 89 * 86_400_000;
/** The moment we are told may be by another clock than the trades'. */
const EARLIER_MS = 60_000;
const SAME_SETTLEMENT_MS = 60_000;
const FUNDING_BILL = 'contract_settle_fee';

export interface BitgetFillsDeps {
  readonly line: SignedRequests;
  readonly numbers: OrderNumbers;
  readonly hasHedge: (account: string) => Promise<boolean>;
  /** The client's id of an order of the exchange's number; null = there is no such order. */
  readonly cidOf: (account: string, name: MarketName, orderId: string) => Promise<string | null>;
}

export class BitgetFills {
  readonly #deps: BitgetFillsDeps;
  readonly #walk = new WindowWalk();

  constructor(deps: BitgetFillsDeps) {
    this.#deps = deps;
  }

  async fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]> {
    const name = nameOf(symbol);
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const rows = await this.#walk.rows({
      ...(await this.#span(after, sinceMs)),
      ...{ key: `${account} ${marketKey(name)} fills`, windowMs: WINDOW_MS, limit, atMs: ({ atMs }: Traded) => atMs },
      read: (startTime, endTime) => this.#trades(account, name, { startTime, endTime }),
      isWanted: (row) => comparePlaces(placeOf(row), after) > 0,
    });
    rows.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
    const fills: VenueFill[] = [];
    for (const row of rows.slice(0, limit)) fills.push(fillOf(name, row, await this.#ownerOf(account, name, row)));
    return fills;
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
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const place = ({ billId, cTime }: Bill): TimedPlace => ({ atMs: cTime, number: BigInt(billId), isSale: false });
    const rows = await this.#walk.rows({
      ...(await this.#span(after, sinceMs)),
      ...{ key: `${account} ${marketKey(name)} funding`, windowMs: WINDOW_MS, limit, atMs: ({ cTime }: Bill) => cTime },
      read: (startTime, endTime) => this.#bills(account, { startTime, endTime }),
      isWanted: (row) => row.symbol === name.id && comparePlaces(place(row), after) > 0,
    });
    const fresh = rows.sort((a, b) => comparePlaces(place(a), place(b))).slice(0, limit);
    if (fresh.length === 0) return [];
    const rates = await this.#rates(name, fresh[0]?.cTime ?? 0);
    const rateOf = (atMs: number) => rates.find(({ fundingTime }) => Math.abs(fundingTime - atMs) < SAME_SETTLEMENT_MS);
    const isHedged = await this.#deps.hasHedge(account);
    // Only its rate tells whose it was: it is read again when that is listed, never booked to nobody.
    const unlisted = isHedged ? fresh.findIndex(({ cTime }) => rateOf(cTime) === undefined) : -1;
    return fresh.slice(0, unlisted < 0 ? fresh.length : unlisted).map((row): VenueFunding => {
      const rate = toldOrNull(rateOf(row.cTime)?.fundingRate);
      return {
        ...{ id: timedFillId(marketOf(name), place(row)), symbol, rate, mark: null, amount: trimmed(row.amount) },
        ...{ positionSide: isHedged ? payerOf(row.amount, rate) : 'net', atMs: row.cTime },
      };
    });
  }

  async #span(after: TimedPlace, sinceMs: number): Promise<{ readonly beginMs: number; readonly nowMs: number }> {
    const nowMs = await this.#deps.line.exchangeNowMs();
    const beginMs = after === NOWHERE ? sinceMs - EARLIER_MS : after.atMs;
    return { beginMs: Math.max(beginMs, nowMs - KEPT_MS, 0), nowMs };
  }

  async #ownerOf(account: string, name: MarketName, { orderId }: Traded): Promise<string> {
    const known = this.#deps.numbers.cidOf(account, marketKey(name), orderId);
    if (known !== undefined) return known;
    const cid = await this.#deps.cidOf(account, name, orderId);
    // An order of which a trade is there exists: that it cannot be read yet is not believed.
    if (cid === null) throw new ExchangeUnreadable(`the order ${orderId} of a trade cannot be read yet`, null);
    return cid;
  }

  #trades(account: string, name: MarketName, span: Readonly<Record<string, number>>): Promise<Traded[]> {
    const { id, kind } = name;
    const params = { symbol: id, ...span };
    if (kind === 'spot') {
      const call = 'privateSpotGetV2SpotTradeFills';
      const page = async (more: object) =>
        ofMarket(id, parsed(z.array(spotTradeRow), await this.#read(account, call, { ...params, ...more }), call)).map(
          spotTraded,
        );
      return all(page, ({ tradeId }) => tradeId);
    }
    const call = 'privateMixGetV2MixOrderFills';
    const list = z.object({ fillList: z.array(contractTradeRow).nullable() });
    const page = async (more: object) => {
      const value = await this.#read(account, call, { productType: PRODUCT, ...params, ...more });
      return ofMarket(id, parsed(list, value, call).fillList ?? []).map(contractTraded);
    };
    return all(page, ({ tradeId }) => tradeId);
  }

  #bills(account: string, span: Readonly<Record<string, number>>): Promise<Bill[]> {
    const call = 'privateMixGetV2MixAccountBill';
    const list = z.object({ bills: z.array(billRow).nullable() });
    const page = async (more: object) => {
      const params = { productType: PRODUCT, businessType: FUNDING_BILL, ...span, ...more };
      return parsed(list, await this.#read(account, call, params), call).bills ?? [];
    };
    return all(page, ({ billId }) => billId);
  }

  /** Of settlements from the first one on; pages go back from the newest. */
  async #rates({ id: symbol }: MarketName, fromMs: number): Promise<z.infer<typeof rateRow>[]> {
    const found: z.infer<typeof rateRow>[] = [];
    for (let pageNo = 1; ; pageNo++) {
      const params = { symbol, productType: PRODUCT, pageSize: PAGE, pageNo };
      const call = 'publicMixGetV2MixMarketHistoryFundRate';
      const reading = { family: 'spot', call, weight: 1, params, share: 'reads', patienceMs: PATIENCE_MS } as const;
      const rows = parsed(z.array(rateRow), await this.#deps.line.read(reading), call);
      found.push(...rows);
      if (rows.length < PAGE || (rows.at(-1)?.fundingTime ?? 0) < fromMs) return found;
    }
  }

  #read(account: string, call: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
    const reading = { family: 'spot', call, weight: 1, params, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, account });
  }
}

type Bill = z.infer<typeof billRow>;

/** Throws ExchangeUnreadable where one is of another market than was asked for. */
function ofMarket<Row extends { readonly symbol: string }>(id: string, rows: readonly Row[]): readonly Row[] {
  if (rows.some(({ symbol }) => symbol !== id)) throw new ExchangeUnreadable('trades of another market', null);
  return rows;
}

/** Pages go back from the newest, each asked for by the number of the last one of the page before. */
async function all<Row>(page: (more: object) => Promise<Row[]>, numberOf: (row: Row) => string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let below = ''; ; ) {
    const some = await page({ limit: PAGE, ...(below === '' ? {} : { idLessThan: below }) });
    rows.push(...some);
    const last = some.at(-1);
    if (some.length < PAGE || last === undefined) return rows;
    below = numberOf(last);
  }
}
