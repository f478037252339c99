// Trades and settlements of funding of an account at Bybit, which are one list there. It tells seven days at a time, each backwards
// from its newest: all windows from a moment on are read, and the oldest of what is new is handed on (reliability D4).
import type { VenueFill, VenueFunding } from '../../../ports/venue.ts';
import { type MarketName, nameOf } from '../shared/market-names.ts';
import { ExchangeUnreadable } from '../shared/unreadable.ts';
import { WindowWalk } from '../shared/window-walk.ts';
import { parsed } from '../transport/order-outcomes.ts';
import type { SignedRequests } from '../transport/signed-requests.ts';
import { categoryOf } from './market-data.ts';
import {
  type BybitPlace,
  comparePlaces,
  type ExecutionRow,
  executionRow,
  fillOf,
  fundingOf,
  isTrade,
  NOWHERE,
  pageOf,
  placeIn,
  placeOf,
} from './rows.ts';

const PATIENCE_MS = 15_000;
const PAGE = 100;
const WINDOW_MS = 7 * 86_400_000;
/** It keeps two years; a day is left to clocks. */
const KEPT_MS = 729 * 86_400_000;
/** The moment we are told may be by another clock than the trades'. */
const EARLIER_MS = 60_000;
const FUNDING = 'Funding';

export interface BybitFillsDeps {
  readonly line: SignedRequests;
  readonly hasHedge: (account: string) => Promise<boolean>;
}

export class BybitFills {
  readonly #deps: BybitFillsDeps;
  readonly #walk = new WindowWalk();

  constructor(deps: BybitFillsDeps) {
    this.#deps = deps;
  }

  async fills(account: string, symbol: string, afterId: string, limit: number, sinceMs: number): Promise<VenueFill[]> {
    const name = nameOf(symbol);
    const rows = await this.#rowsAfter(account, name, afterId, sinceMs, limit, null);
    if (rows.length === 0) return [];
    const isHedged = name.kind === 'futures' && (await this.#deps.hasHedge(account));
    return rows.map((row) => fillOf(name, row, isHedged));
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
    const rows = await this.#rowsAfter(account, name, afterId, sinceMs, limit, FUNDING);
    if (rows.length === 0) return [];
    const isHedged = await this.#deps.hasHedge(account);
    const fundings = rows.map((row) => fundingOf(name, row, isHedged));
    // Only its rate tells whose it was: it is read again when that is told, never booked to nobody.
    const unlisted = isHedged ? fundings.findIndex(({ rate }) => rate === null) : -1;
    return unlisted < 0 ? fundings : fundings.slice(0, unlisted);
  }

  async #rowsAfter(
    account: string,
    name: MarketName,
    afterId: string,
    sinceMs: number,
    limit: number,
    execType: string | null,
  ): Promise<ExecutionRow[]> {
    const after: BybitPlace = afterId === '' ? NOWHERE : placeIn(afterId);
    const key = `${account} ${name.kind} ${name.id} ${execType ?? ''}`;
    const nowMs = await this.#deps.line.exchangeNowMs();
    const beginMs = Math.max(afterId === '' ? sinceMs - EARLIER_MS : after.atMs, nowMs - KEPT_MS, 0);
    const fresh = await this.#walk.rows({
      ...{ key, beginMs, nowMs, windowMs: WINDOW_MS, limit, atMs: ({ execTime }: ExecutionRow) => execTime },
      read: (startTime, endTime) => this.#window(account, name, { startTime, endTime }, execType),
      isWanted: (row) => isWanted(row, execType) && comparePlaces(placeOf(row), after) > 0,
    });
    return fresh.sort((a, b) => comparePlaces(placeOf(a), placeOf(b))).slice(0, limit);
  }

  async #window(
    account: string,
    { id, kind }: MarketName,
    span: Readonly<Record<string, number>>,
    execType: string | null,
  ): Promise<ExecutionRow[]> {
    const rows: ExecutionRow[] = [];
    for (let cursor = ''; ; ) {
      const only = { ...(execType === null ? {} : { execType }), ...(cursor === '' ? {} : { cursor }) };
      const value = await this.#deps.line.read({
        ...{
          family: kind,
          call: 'privateGetV5ExecutionList',
          weight: 1,
          share: 'reads',
          patienceMs: PATIENCE_MS,
          account,
        },
        params: { category: categoryOf(kind), symbol: id, ...span, limit: PAGE, ...only },
      });
      const { list, nextPageCursor } = parsed(pageOf(executionRow), value, 'execution/list');
      if (list.some(({ symbol }) => symbol !== id))
        throw new ExchangeUnreadable('execution/list: of another market', null);
      rows.push(...list);
      if (!nextPageCursor || list.length < PAGE) return rows;
      cursor = nextPageCursor;
    }
  }
}

function isWanted(row: ExecutionRow, execType: string | null): boolean {
  return execType === null ? isTrade(row) : row.execType === execType;
}
