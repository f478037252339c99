// What an account has traded and paid since its cursors, as one story: a venue tells trades and funding symbol by symbol,
// and here they come in the order in which it made them. Reads page by page and keeps no more than a page a symbol.
import type { TradingVenue, VenueFill, VenueFunding } from '../../ports/venue.ts';

/** What reading at the venue brought, in the order of market time. */
export type Read = { type: 'fill'; fill: VenueFill } | { type: 'funding'; funding: VenueFunding };

/** Where the reading of one symbol goes on. */
export interface ReadFrom {
  readonly symbol: string;
  /** Its fundings are wanted, too. */
  readonly isContract: boolean;
  /** The venue's ids of the last that were read; '' = none yet. */
  readonly fillId: string;
  readonly fundingId: string;
  /** Nothing before is wanted. */
  readonly sinceMs: number;
}

interface Source extends ReadFrom {
  after: string;
  readonly ahead: VenueFill[];
  isAtEnd: boolean;
}

export class AccountReading {
  private readonly venue: Pick<TradingVenue, 'fills' | 'fundings'>;
  private readonly account: string;
  private readonly pageSize: number;
  private readonly sources: readonly Source[];
  private fundings: VenueFunding[] | null = null;

  constructor(
    venue: Pick<TradingVenue, 'fills' | 'fundings'>,
    account: string,
    from: readonly ReadFrom[],
    pageSize: number,
  ) {
    this.venue = venue;
    this.account = account;
    this.pageSize = pageSize;
    this.sources = from.map((one) => ({ ...one, after: one.fillId, ahead: [], isAtEnd: false }));
  }

  /** The next page, or null when all has been told. Rejects when the venue cannot be read. */
  async next(): Promise<Read[] | null> {
    this.fundings ??= await this.readFundings();
    const { fundings } = this;
    for (const source of this.sources) await this.readAhead(source);
    const fills = this.takeFills();
    const isLast = this.sources.every(({ ahead, isAtEnd }) => isAtEnd && ahead.length === 0);
    const due = fundings.splice(0, isLast ? fundings.length : countUntil(fundings, fills.at(-1)));
    return fills.length === 0 && due.length === 0 ? null : inOrder(fills, due);
  }

  private async readAhead(source: Source): Promise<void> {
    if (source.isAtEnd || source.ahead.length > 0) return;
    const { account, pageSize, venue } = this;
    const page = await venue.fills(account, source.symbol, source.after, pageSize, source.sinceMs);
    source.ahead.push(...page);
    source.after = page.at(-1)?.id ?? source.after;
    source.isAtEnd = page.length < pageSize;
  }

  /** The earliest of all symbols, as far as is known which one is next. */
  private takeFills(): VenueFill[] {
    const taken: VenueFill[] = [];
    while (taken.length < this.pageSize && this.sources.every(({ ahead, isAtEnd }) => isAtEnd || ahead.length > 0)) {
      let first: Source | undefined;
      for (const source of this.sources) {
        const [head] = source.ahead;
        const best = first?.ahead[0];
        if (head !== undefined && (best === undefined || isBefore(head, best))) first = source;
      }
      const fill = first?.ahead.shift();
      if (fill === undefined) break;
      taken.push(fill);
    }
    return taken;
  }

  /** All settlements since the last time; symbols that are no contracts have none. */
  private async readFundings(): Promise<VenueFunding[]> {
    const { account, pageSize, venue } = this;
    const found: VenueFunding[] = [];
    for (const { fundingId, isContract, sinceMs, symbol } of this.sources) {
      let after = fundingId;
      for (let isAtEnd = !isContract; !isAtEnd; ) {
        const page = await venue.fundings(account, symbol, after, pageSize, sinceMs);
        found.push(...page);
        after = page.at(-1)?.id ?? after;
        isAtEnd = page.length < pageSize;
      }
    }
    return found.sort((a, b) => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0));
  }
}

const DIGITS = /^\d+$/;

/** Ids of digits alone count over the whole account; else the times tell, and a symbol's own order stays. */
function isBefore(a: { id: string; atMs: number }, b: { id: string; atMs: number }): boolean {
  return DIGITS.test(a.id) && DIGITS.test(b.id) ? BigInt(a.id) < BigInt(b.id) : a.atMs < b.atMs;
}

/** How many of them come before the next trades are read. */
function countUntil(fundings: readonly VenueFunding[], last: VenueFill | undefined): number {
  const later = last === undefined ? 0 : fundings.findIndex((funding) => comesAfter(funding, last));
  return later < 0 ? fundings.length : later;
}

function comesAfter(funding: VenueFunding, fill: VenueFill): boolean {
  return funding.afterFill === undefined ? funding.atMs > fill.atMs : BigInt(funding.afterFill) >= BigInt(fill.id);
}

/** By times a settlement comes after the trades of its moment, as a venue makes it after it has matched. */
function comesBefore(funding: VenueFunding, fill: VenueFill): boolean {
  return funding.afterFill === undefined ? funding.atMs < fill.atMs : BigInt(funding.afterFill) < BigInt(fill.id);
}

/** As the venue booked them. */
function inOrder(fills: readonly VenueFill[], fundings: readonly VenueFunding[]): Read[] {
  const page: Read[] = [];
  const left = [...fundings];
  for (const fill of fills) {
    while (left[0] !== undefined && comesBefore(left[0], fill)) page.push({ type: 'funding', funding: left.shift()! });
    page.push({ type: 'fill', fill });
  }
  return [...page, ...left.map((funding): Read => ({ type: 'funding', funding }))];
}
