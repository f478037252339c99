// Trades and settlements of funding of an account at Gate. Spans are told in seconds, each page of them backwards from its newest: all
// from a moment on are read, and the oldest of what is new is handed on (reliability D4). A trade names its order by our own id.
import * as z from 'zod';
import type { VenueFill, VenueFunding } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import { payerOf } from '../shared/funding-payer.ts';
import type { MarketName } from '../shared/market-names.ts';
import { comparePlaces, NOWHERE, type TimedPlace, timedFillId, timedPlaceOf } from '../shared/timed-ids.ts';
import { toldOrNull } from '../shared/told-figures.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { WindowWalk } from '../shared/window-walk.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import type { GateAccount } from './account.ts';
import { type GateMarketData, SETTLE } from './market-data.ts';
import {
  type BookRow,
  bookRow,
  type ContractFillRow,
  contractFillOf,
  contractFillRow,
  fillSideOf,
  marketOf,
  placeOfFill,
  type SpotFillRow,
  spotFillOf,
  spotFillRow,
  wholeSecond,
} from './rows.ts';
import { gateNameOf } from './symbols.ts';

const PATIENCE_MS = 15_000;
/** The most of a page is told of spot only. */
const PAGE = { spot: 1_000, futures: 100 } as const;
const SECOND_MS = 1_000;
/** It tells thirty days at a time. */
const WINDOW_MS = 29 * 86_400_000;
/** It keeps more; of what is older no bot of ours asks. */
const KEPT_MS = 179 * 86_400_000;
/** The moment we are told may be by another clock than the trades'. */
const EARLIER_MS = 60_000;
const SAME_SETTLEMENT_MS = 60_000;
/** In so long there are fewer settlements than a page holds: no contract settles more than once an hour. */
const RATES_MS = 90 * 3_600_000;
const FUNDING = 'fund';

export interface GateFillsDeps {
  readonly line: SignedRequests;
  readonly data: GateMarketData;
  readonly accounts: GateAccount;
}

type Span = Readonly<{ from: number; to: number }>;

export class GateFills {
  readonly #deps: GateFillsDeps;
  readonly #walk = new WindowWalk();

  constructor(deps: GateFillsDeps) {
    this.#deps = deps;
  }

  async fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]> {
    const name = gateNameOf(symbol);
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const walk = {
      ...(await this.#span(after, sinceMs)),
      windowMs: WINDOW_MS,
      limit,
      key: keyOf(account, name, 'fills'),
    };
    const common = {
      ...walk,
      atMs: (row: SpotFillRow | ContractFillRow) => wholeSecond(row.create_time),
      isWanted: (row: SpotFillRow | ContractFillRow) => comparePlaces(placeOfFill(row), after) > 0,
    };
    const oldest = <Row extends SpotFillRow | ContractFillRow>(rows: Row[]) =>
      rows.sort((a, b) => comparePlaces(placeOfFill(a), placeOfFill(b))).slice(0, limit);
    if (name.kind === 'spot') {
      const rows = oldest(
        await this.#walk.rows({ ...common, read: (start, end) => this.#spot(account, name, spanOf(start, end)) }),
      );
      return rows.map((row) => spotFillOf(name, row));
    }
    const rows = oldest(
      await this.#walk.rows({ ...common, read: (start, end) => this.#contracts(account, name, spanOf(start, end)) }),
    );
    if (rows.length === 0) return [];
    const value = await this.#deps.data.sizes.needValueOf(name.id);
    const isHedged = await this.#deps.accounts.hasHedge(account);
    return rows.map((row) => contractFillOf(name, row, value, isHedged ? fillSideOf(row) : 'net'));
  }

  async fundings(
    account: string,
    symbol: string,
    afterId: string,
    limit: number,
    sinceMs: number,
  ): Promise<VenueFunding[]> {
    const name = gateNameOf(symbol);
    if (name.kind === 'spot') return [];
    const after = afterId === '' ? NOWHERE : timedPlaceOf(afterId);
    const place = ({ id, time }: BookRow): TimedPlace => ({
      ...{ atMs: wholeSecond(time), number: BigInt(id), isSale: false },
    });
    const rows = await this.#walk.rows({
      ...{ ...(await this.#span(after, sinceMs)), windowMs: WINDOW_MS, limit, key: keyOf(account, name, FUNDING) },
      atMs: ({ time }: BookRow) => wholeSecond(time),
      read: (start, end) => this.#settlements(account, name, spanOf(start, end)),
      isWanted: (row) => comparePlaces(place(row), after) > 0,
    });
    const fresh = rows.sort((a, b) => comparePlaces(place(a), place(b))).slice(0, limit);
    const [first] = fresh;
    if (first === undefined) return [];
    const rates = await this.#rates(name, first.time - SAME_SETTLEMENT_MS, fresh.at(-1)?.time ?? 0);
    const rateOf = (atMs: number) => rates.find(({ t }) => Math.abs(t - atMs) < SAME_SETTLEMENT_MS)?.r;
    const isHedged = await this.#deps.accounts.hasHedge(account);
    // Only its rate tells whose it was: it is read again when that is listed, never booked to nobody.
    const unlisted = isHedged ? fresh.findIndex(({ time }) => rateOf(time) === undefined) : -1;
    return fresh.slice(0, unlisted < 0 ? fresh.length : unlisted).map((row): VenueFunding => {
      const rate = toldOrNull(rateOf(row.time));
      return {
        ...{ id: timedFillId(marketOf(name), place(row)), symbol, rate, mark: null, amount: trimmed(row.change) },
        ...{ positionSide: isHedged ? payerOf(row.change, rate) : 'net', atMs: row.time },
      };
    });
  }

  async #span(after: TimedPlace, sinceMs: number): Promise<{ readonly beginMs: number; readonly nowMs: number }> {
    const nowMs = await this.#deps.line.exchangeNowMs();
    const beginMs = after === NOWHERE ? sinceMs - EARLIER_MS : after.atMs;
    return { beginMs: wholeSecond(Math.max(beginMs, nowMs - KEPT_MS, 0)), nowMs };
  }

  async #rates(name: MarketName, beginMs: number, endMs: number) {
    const rates: Awaited<ReturnType<GateMarketData['rates']>> = [];
    for (let startMs = beginMs; startMs <= endMs; startMs += RATES_MS) {
      const span = spanOf(startMs, Math.min(startMs + RATES_MS, endMs + SAME_SETTLEMENT_MS));
      rates.push(...(await this.#deps.data.rates(name, { ...span, limit: PAGE.futures })));
    }
    return rates;
  }

  #spot(account: string, { id }: MarketName, span: Span): Promise<SpotFillRow[]> {
    return all(PAGE.spot, async (at, limit) => {
      const params = { currency_pair: id, ...span, limit, page: at + 1 };
      const value = await this.#read(account, 'spot', 'privateSpotGetMyTrades', params);
      const rows = parsed(z.array(spotFillRow), value, 'my_trades');
      return ofOne(id, rows, ({ currency_pair }) => currency_pair);
    });
  }

  #contracts(account: string, { id }: MarketName, span: Span): Promise<ContractFillRow[]> {
    return all(PAGE.futures, async (at, limit) => {
      const params = { ...SETTLE, contract: id, ...span, limit, offset: at * limit };
      const value = await this.#read(account, 'futures', 'privateFuturesGetSettleMyTradesTimerange', params);
      const rows = value === null ? [] : parsed(z.array(contractFillRow), value, 'my_trades_timerange');
      return ofOne(id, rows, ({ contract }) => contract);
    });
  }

  #settlements(account: string, { id }: MarketName, span: Span): Promise<BookRow[]> {
    return all(PAGE.futures, async (at, limit) => {
      const params = { ...SETTLE, contract: id, type: FUNDING, ...span, limit, offset: at * limit };
      const value = await this.#read(account, 'futures', 'privateFuturesGetSettleAccountBook', params);
      const rows = value === null ? [] : parsed(z.array(bookRow), value, 'account_book');
      return ofOne(id, rows, ({ contract }) => contract);
    });
  }

  #read(
    account: string,
    family: 'spot' | 'futures',
    call: string,
    params: Readonly<Record<string, string | number>>,
  ): Promise<unknown> {
    const reading = { family, call, weight: 1, params, share: 'reads', patienceMs: PATIENCE_MS } as const;
    return this.#deps.line.read({ ...reading, account });
  }
}

function keyOf(account: string, { id, kind }: MarketName, what: string): string {
  return `${account} ${kind} ${id} ${what}`;
}

function spanOf(startMs: number, endMs: number): Span {
  return { from: Math.floor(startMs / SECOND_MS), to: Math.floor(endMs / SECOND_MS) };
}

/** What was asked of one market and tells of another is no answer. */
function ofOne<Row>(id: string, rows: Row[], marketIn: (row: Row) => string): Row[] {
  if (rows.some((row) => marketIn(row) !== id)) throw new ExchangeUnreadable(`${id}: a row of another market`, null);
  return rows;
}

/** Pages are counted from the newest: what came meanwhile shifts them, so a row may be told twice and none is left out. */
async function all<Row extends Partial<Record<'id' | 'trade_id' | 'side', string | undefined>>>(
  limit: number,
  page: (at: number, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let at = 0; ; at++) {
    const some = await page(at, limit);
    for (const row of some) rows.set(`${row.trade_id ?? row.id} ${row.side ?? ''}`, row);
    if (some.length < limit) return [...rows.values()];
  }
}
