// Trades and settlements of funding of an account at OKX. Its pages go backwards from the newest, so all from a moment on are
// read until the page that has an end, and the oldest of what is new is handed on: no gap, whatever came meanwhile (D4).
import type * as z from 'zod';
import type { VenueFill, VenueFunding } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import { payerOf } from '../shared/funding-payer.ts';
import { comparePlaces, NOWHERE, type TimedPlace, timedPlaceOf } from '../shared/timed-ids.ts';
import { toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import type { OkxMarketData } from './market-data.ts';
import { billRows, type FillRow, fillRows, okxFillOf, rateRows } from './rows.ts';
import { okxNameOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
const PAGE = 100;
const DAY_MS = 86_400_000;
/** The short lists end after three and seven days; a day is left to clocks. */
const SHORT_MS = { fills: 2 * DAY_MS, bills: 6 * DAY_MS } as const;
/** The moment we are told may be by another clock than the trades'. */
const EARLIER_MS = 60_000;
const SAME_SETTLEMENT_MS = 60_000;
const FUNDING_BILL = '8';

export interface OkxFillsDeps {
  readonly line: SignedRequests;
  readonly data: OkxMarketData;
  readonly hasHedge: (account: string) => Promise<boolean>;
  readonly nowMs: () => number;
}

export class OkxFills {
  readonly #deps: OkxFillsDeps;

  constructor(deps: OkxFillsDeps) {
    this.#deps = deps;
  }

  async fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]> {
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const begin = afterId === '' ? Math.max(0, sinceMs - EARLIER_MS) : after.atMs;
    const call = this.#isRecent(begin, SHORT_MS.fills) ? 'privateGetTradeFills' : 'privateGetTradeFillsHistory';
    const { id: instId, kind } = okxNameOf(symbol);
    const params = { instType: kind === 'spot' ? 'SPOT' : 'SWAP', instId, begin };
    const rows = await this.#all(account, call, fillRows, params);
    if (rows.some((row) => row.instId !== instId)) throw new ExchangeUnreadable(`${call}: of another market`, null);
    const fresh = rows.filter((row) => comparePlaces(placeOf(row), after) > 0);
    fresh.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
    const coins = await this.#deps.data.sizes.coinsOf(symbol);
    return fresh.slice(0, limit).map((row) => okxFillOf(symbol, row, coins));
  }

  async fundings(
    account: string,
    symbol: string,
    afterId: string,
    limit: number,
    sinceMs: number,
  ): Promise<VenueFunding[]> {
    const { id: instId, kind } = okxNameOf(symbol);
    if (kind === 'spot') return [];
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const begin = afterId === '' ? Math.max(0, sinceMs - EARLIER_MS) : after.atMs;
    const call = this.#isRecent(begin, SHORT_MS.bills) ? 'privateGetAccountBills' : 'privateGetAccountBillsArchive';
    const params = { instType: 'SWAP', instId, type: FUNDING_BILL, begin };
    const rows = await this.#all(account, call, billRows, params);
    if (rows.some((row) => row.instId !== instId)) throw new ExchangeUnreadable(`${call}: of another market`, null);
    const place = ({ ts, billId }: (typeof rows)[number]) => ({ atMs: ts, number: BigInt(billId), isSale: false });
    const fresh = rows
      .filter((row) => comparePlaces(place(row), after) > 0)
      .sort((a, b) => comparePlaces(place(a), place(b)))
      .slice(0, limit);
    if (fresh.length === 0) return [];
    const rates = await this.#rates(instId, fresh[0]?.ts ?? 0);
    const isHedged = await this.#deps.hasHedge(account);
    const rateOf = (ts: number) => rates.find(({ fundingTime }) => Math.abs(fundingTime - ts) < SAME_SETTLEMENT_MS);
    // Only its rate tells whose it was: it is read again when that is listed, never booked to nobody.
    const unlisted = isHedged ? fresh.findIndex(({ ts }) => rateOf(ts) === undefined) : -1;
    return fresh.slice(0, unlisted < 0 ? fresh.length : unlisted).map((row): VenueFunding => {
      const told = rateOf(row.ts);
      const rate = toldOrNull(told?.realizedRate || told?.fundingRate);
      return {
        ...{ id: `${instId}.${row.ts}.${row.billId}b`, symbol, rate, mark: toldOrNull(row.px) },
        positionSide: isHedged ? payerOf(row.balChg, rate) : 'net',
        ...{ amount: trimmed(row.balChg), atMs: row.ts },
      };
    });
  }

  #isRecent(beginMs: number, shortMs: number): boolean {
    return this.#deps.nowMs() - beginMs < shortMs;
  }

  /** Of settlements from the first one on; there is one in an hour at most, and pages go back from the newest. */
  async #rates(instId: string, fromMs: number) {
    const found: z.infer<typeof rateRows> = [];
    for (let after: number | null = null; ; ) {
      const params = { instId, limit: PAGE, before: fromMs - SAME_SETTLEMENT_MS, ...(after === null ? {} : { after }) };
      const value = await this.#deps.line.read({
        ...{ family: 'spot', call: 'publicGetPublicFundingRateHistory', params, weight: 1 },
        ...{ share: 'reads', patienceMs: PATIENCE_MS },
      });
      const rows = parsed(rateRows, value, 'funding-rate-history');
      found.push(...rows);
      if (rows.length < PAGE) return found;
      after = rows.at(-1)?.fundingTime ?? 0;
    }
  }

  async #all<Row extends { readonly billId?: string | undefined }>(
    account: string,
    call: string,
    schema: z.ZodType<Row[]>,
    params: Readonly<Record<string, string | number>>,
  ): Promise<Row[]> {
    const found: Row[] = [];
    for (let after = ''; ; ) {
      const value = await this.#deps.line.read({
        ...{ family: 'spot', call, weight: 1, share: 'reads', patienceMs: PATIENCE_MS, account },
        params: { ...params, limit: PAGE, ...(after === '' ? {} : { after }) },
      });
      const rows = parsed(schema, value, call);
      found.push(...rows);
      if (rows.length < PAGE) return found;
      const last = rows.at(-1)?.billId;
      if (last === undefined) throw new ExchangeUnreadable(`${call}: a row without its number`, null);
      after = last;
    }
  }
}

function placeOf({ fillTime, tradeId, side }: FillRow): TimedPlace {
  return { atMs: fillTime, number: BigInt(tradeId), isSale: side === 'sell' };
}
