// One exchange as the runner trades on it: its venue and stream, its markets, the set of books it keeps, whether it answers.
// Nothing of one side waits for another.
import type { Wire } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MarketData, TradingVenue, VenueBook, VenueStream, VenueSymbol, VenueTicker } from '../../ports/venue.ts';
import { rulesOfMarket } from '../../ports/venue-market.ts';
import type { KeyWatch } from '../keys/key-watch.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import type { FuelWatch } from './fuel-watch.ts';
import { HaltedMarkets } from './halted-markets.ts';
import { MarketBoard } from './market-board.ts';

export interface ExchangeSpec {
  readonly exchange: string;
  /** Which accounts go through it: the local exchange is there by the house's own wire, and as any other one by keys. */
  readonly wire: Wire;
  readonly venue: TradingVenue & MarketData;
  readonly stream: VenueStream;
  /** Longer than any delay after which an order that was taken becomes visible at this venue. */
  readonly graceMs: number;
  /** Its market waits for acknowledgements; then its stream tells of everything, whoever attends. */
  readonly paced: boolean;
  /** In 1e-6: how far off one print may be and be believed by itself. Absent = every print is true. */
  readonly spikePpm?: number;
  readonly keys: KeyWatch;
  /** Absent where trading costs no fuel. */
  readonly fuel?: FuelWatch;
  /** Its set of books, where it has but one; else its clock tells. */
  readonly books?: string;
}

export interface ExchangeConnectionDeps {
  readonly clock: Clock;
  readonly log: RunnerLog;
  /** The stream skipped prints: what they did to orders has to be asked for. */
  readonly onGap: (connection: ExchangeConnection) => void;
}

export class ExchangeConnection {
  readonly spec: ExchangeSpec;
  readonly board: MarketBoard;
  readonly halted: HaltedMarkets;
  /** The venue's present set of books; null until it has told. */
  books: string | null;
  /** False while its stream is away: then nobody is reconciled with it. */
  isUp = false;
  private readonly log: RunnerLog;
  private readonly symbols = new Set<string>();
  private readonly accounts = new Set<string>();
  /** By symbol: its price as of the moment in which somebody first asked for its news. */
  private readonly priced = new Map<string, Promise<void>>();

  constructor(spec: ExchangeSpec, { clock, log, onGap }: ExchangeConnectionDeps) {
    this.spec = spec;
    this.log = log;
    this.books = spec.books ?? null;
    this.halted = new HaltedMarkets(spec.venue);
    this.board = new MarketBoard({
      ...{ log, clock, source: spec.venue, paced: spec.paced },
      ack: (symbol, seq) => spec.stream.ack(symbol, seq),
      standStill: (symbol) => spec.stream.standStill?.(symbol) ?? null,
      onGap: () => onGap(this),
      ...(spec.spikePpm !== undefined && { spikePpm: spec.spikePpm }),
      ...(spec.venue.book !== undefined && { book: (symbol: string) => bookOf(spec.venue, symbol) }),
    });
  }

  get exchange(): string {
    return this.spec.exchange;
  }

  /** A bot of this market is in memory: from now on its news are wanted for good. */
  attendMarket(symbol: string): void {
    if (this.symbols.has(symbol)) return;
    this.symbols.add(symbol);
    this.attend();
    if (!this.spec.paced) this.priced.set(symbol, this.price(symbol));
  }

  /** Its news are heard, so that what is known of it is of now. */
  follows(symbol: string): boolean {
    return this.symbols.has(symbol);
  }

  attendAccount(account: string, isOpen: boolean): void {
    if (this.accounts.has(account) === isOpen) return;
    if (isOpen) this.accounts.add(account);
    else this.accounts.delete(account);
    this.attend();
  }

  /** As the exchange tells them now; null = it does not. */
  async rulesOf(symbol: string): Promise<VenueSymbol | null> {
    try {
      return await rulesOfMarket(this.spec.venue, symbol);
    } catch (error) {
      this.log('warn', `${symbol}: ${this.exchange} does not tell its rules`, error);
      return null;
    }
  }

  /** The price of a market whose news were not heard before is that of now. */
  async whenPriced(symbol: string): Promise<void> {
    await this.priced.get(symbol);
  }

  /**
   * The prices of now, where the news were not heard for a while. No print is taken before this has ended, so no stop is looked
   * at: all books that have to bear one out are asked for at the same time, and each is waited for BOOK_WITHIN_MS at most.
   */
  async renew(tickers: readonly VenueTicker[]): Promise<void> {
    const { board, symbols } = this;
    const attended: Promise<void>[] = [];
    for (const { atMs, last, symbol } of tickers) {
      if (symbols.has(symbol)) attended.push(board.renew(symbol, last, atMs));
      else board.renewUnattended(symbol, last, atMs);
    }
    await Promise.all(attended);
  }

  private attend(): void {
    this.spec.stream.attend({ symbols: new Set(this.symbols), accounts: new Set(this.accounts) });
  }

  private async price(symbol: string): Promise<void> {
    try {
      const ticker = (await this.spec.venue.tickers()).find((row) => row.symbol === symbol);
      if (ticker?.mark !== undefined) this.board.mark(symbol, ticker.mark);
      if (ticker !== undefined) await this.board.renew(symbol, ticker.last, ticker.atMs);
    } catch (error) {
      this.log('warn', `${symbol}: ${this.exchange} does not tell its price`, error);
    }
  }
}

/** An exchange that says nothing for so long has no book to compare with. */
const BOOK_WITHIN_MS = 3_000;

async function bookOf(venue: MarketData, symbol: string): Promise<VenueBook> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no book in time')), BOOK_WITHIN_MS);
  });
  try {
    return await Promise.race([venue.book?.(symbol) ?? tooLong, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
