// Public trades and marks of the attended markets of one kind, over one socket. A line that is open and tells nothing, or tells
// the same old trades again, is found out by asking the exchange for its last trade (reliability D1): pongs and frames prove
// nothing, a trade that we have not heard does.
import type { VenueEvent, VenueTicker } from '../../../ports/venue.ts';
import { trimmed } from '../shared/exact-json.ts';
import type { MarketNews, PublicTrade } from '../shared/stream-news.ts';
import type { MarketSpeech } from '../shared/stream-protocol.ts';
import { SocketLine, type SocketLineDeps } from './socket.ts';

/** When a line is held to be deaf; together well below the ten seconds in which it has to be noticed. */
export interface WatchTimes {
  readonly everyMs: number;
  readonly quietMs: number;
  /** How long a trade that the exchange knows may be on its way to us. */
  readonly onItsWayMs: number;
  /** The same for an account's own trade that reading has found. */
  readonly readMs: number;
}
export const WATCH: WatchTimes = { everyMs: 2_000, quietMs: 4_000, onItsWayMs: 1_500, readMs: 5_000 };

/** So many trades in a row without a number left out show that a market numbers them so. */
const PROVEN_DENSE = 50;
const ASK_AGAIN_MS = 30_000;
/** Where more markets are quiet than may be asked for, the tickers of all are read once in so many looks: every eight seconds. */
const PRICES_EVERY_LOOKS = 4;

/** Proves nothing: it says whom to ask. */
export type TickerHint = Pick<VenueTicker, 'symbol' | 'last' | 'quoteVolume24h'>;

export interface MarketLineDeps extends Pick<SocketLineDeps, 'allowed' | 'connect' | 'jitter'> {
  readonly kind: 'spot' | 'futures';
  readonly url: string;
  readonly speech: MarketSpeech;
  /** Its numbers are said to have no gaps. */
  readonly denseTrades: boolean;
  /** Of how many markets the last trade may be asked in one look. */
  readonly mostAsked: number;
  /** The numbers of the markets' last trades at the exchange; what it does not tell is not among them. Rejects when nothing can be read. */
  readonly lastTradeIds: (symbols: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Price and volume of all markets, in one reading: of those that moved there and not here the last trade is asked for first. */
  readonly tickers: () => Promise<readonly TickerHint[]>;
  readonly watch: WatchTimes;
  readonly on: (event: VenueEvent) => void;
  readonly up: () => void;
  /** The exchange does not tell of this market. */
  readonly refused: (symbol: string) => void;
  readonly down: (reason: string) => void;
}

interface Desk {
  readonly symbol: string;
  /** Counts what was told; a step of two says that trades are missing. */
  seq: number;
  lastId: bigint | null;
  /** How many trades were told one after the other without a number left out. */
  inARow: number;
  /** The exchange does not tell of it; the others are not kept waiting for it. */
  isRefused: boolean;
  freshAtMs: number;
  askedAtMs: number;
  /** The last one that was heard; null = none yet. */
  price: string | null;
  /** What its ticker told when it was last looked at. */
  hint: TickerHint | null;
  /** 2: its ticker has another price than was heard; 1: other figures than before, and nothing was heard; 0: neither. */
  suspicion: 0 | 1 | 2;
}

interface Asked {
  readonly ids: readonly string[];
  readonly awaited: string;
  /** The ids of the answers to all its messages. */
  readonly answers: readonly string[];
}

export class MarketLine {
  readonly #deps: MarketLineDeps;
  readonly #desks = new Map<string, Desk>();
  #line: SocketLine | null = null;
  #watch: NodeJS.Timeout | undefined;
  #isUp = false;
  #isOpening = false;
  #looks = 0;
  /** What was asked for and not answered yet. */
  #asked: Asked[] = [];
  /** What is asked for one after the other, since something was refused. */
  #doubtful: (readonly string[])[] = [];

  constructor(deps: MarketLineDeps) {
    this.#deps = deps;
  }

  /** Nothing to tell, or all of it is being told. A first market being asked for is no news of a failure yet. */
  get isUp(): boolean {
    return this.#line === null || this.#isUp || this.#isOpening;
  }

  attend(symbols: readonly string[]): void {
    const wanted = new Map(symbols.map((symbol) => [this.#deps.speech.nameOf(symbol).id, symbol]));
    const gone = [...this.#desks.keys()].filter((id) => !wanted.has(id));
    const fresh = [...wanted].filter(([id]) => !this.#desks.has(id));
    for (const id of gone) this.#desks.delete(id);
    const nowMs = performance.now();
    for (const [id, symbol] of fresh)
      this.#desks.set(id, {
        ...{ symbol, seq: 0, lastId: null, inARow: 0, isRefused: false, freshAtMs: nowMs, askedAtMs: nowMs },
        ...{ price: null, hint: null, suspicion: 0 },
      });
    if (this.#desks.size === 0) return this.#close();
    if (this.#line === null) return this.#open();
    if (gone.length > 0) for (const message of this.#deps.speech.leave(gone)) this.#line.send(message);
    if (fresh.length > 0) this.#subscribe(fresh.map(([id]) => id));
  }

  stop(): void {
    this.#close();
  }

  #open(): void {
    this.#isOpening = true;
    const { allowed, connect, jitter, url, speech } = this.#deps;
    this.#line = new SocketLine({
      ...{ allowed, connect, jitter, pulse: speech.pulse, address: async () => url },
      opened: () => {
        this.#asked = [];
        this.#doubtful = [];
        for (const desk of this.#desks.values()) desk.isRefused = false;
        this.#subscribe([...this.#desks.keys()]);
      },
      heard: (text) => this.#heard(text),
      lost: (reason) => this.#lost(reason),
    });
    this.#watch = setInterval(() => void this.#look(), this.#deps.watch.everyMs);
    this.#line.start();
  }

  #close(): void {
    clearInterval(this.#watch);
    this.#line?.stop();
    this.#line = null;
    this.#isUp = false;
  }

  #lost(reason: string): void {
    if (!this.#isUp && !this.#isOpening) return;
    this.#isUp = false;
    this.#isOpening = false;
    this.#deps.down(reason);
  }

  #subscribe(ids: readonly string[]): void {
    const { messages, awaited, answers = [awaited] } = this.#deps.speech.follow(ids);
    this.#asked.push({ ids, awaited, answers });
    for (const message of messages) this.#line?.send(message);
  }

  #heard(text: string): void {
    for (const news of this.#deps.speech.hear(text)) this.#take(news);
  }

  #take(news: MarketNews): void {
    if (news.kind === 'answer') {
      if (!news.isGood && !this.#setAside(news)) return this.#line?.restart('the markets were not taken');
      this.#asked = this.#asked.filter(({ awaited }) => !news.isGood || awaited !== news.id);
      const next = this.#asked.length === 0 ? this.#doubtful.shift() : undefined;
      if (next !== undefined) this.#subscribe(next);
      else if (this.#asked.length === 0 && !this.#isUp) this.#allTaken();
      return;
    }
    const desk = this.#desks.get(news.market);
    if (desk === undefined) return;
    if (news.kind === 'mark') this.#deps.on({ type: 'mark', symbol: desk.symbol, price: news.price, atMs: news.atMs });
    else this.#trade(desk, news.trade);
  }

  #allTaken(): void {
    this.#isUp = true;
    this.#isOpening = false;
    this.#line?.proven();
    const nowMs = performance.now();
    for (const desk of this.#desks.values()) desk.freshAtMs = nowMs;
    this.#deps.up();
  }

  /**
   * One market that the exchange does not take must not cost the others theirs (an exchange refuses a whole message for it): where
   * it is not said which one, those asked for are halved until it stands alone. False: it is not the markets.
   */
  #setAside({ id, market }: Extract<MarketNews, { kind: 'answer' }>): boolean {
    // Of one that was left meanwhile, or of what has been asked for again since.
    if (
      market === undefined
        ? id !== '' && !this.#asked.some(({ answers }) => answers.includes(id))
        : !this.#desks.has(market)
    )
      return true;
    if (market === undefined && id === '') return false;
    const asked = [...new Set(this.#asked.flatMap(({ ids }) => ids))].filter((one) => this.#desks.has(one));
    const alone = market ?? (asked.length === 1 ? asked[0] : undefined);
    const desk = alone === undefined ? undefined : this.#desks.get(alone);
    if (desk?.isRefused === false) {
      desk.isRefused = true;
      this.#deps.refused(desk.symbol);
    }
    const rest = asked.filter((one) => one !== alone);
    const half = alone === undefined ? Math.ceil(rest.length / 2) : rest.length;
    this.#asked = [];
    this.#doubtful.unshift(...[rest.slice(0, half), rest.slice(half)].filter((part) => part.length > 0));
    return [...this.#desks.values()].some(({ isRefused }) => !isRefused);
  }

  /** One that is not younger than what was heard says nothing; one that leaves numbers out tells of a gap where none ever did. */
  #trade(desk: Desk, { id, price, atMs }: PublicTrade): void {
    const number = BigInt(id);
    if (desk.lastId !== null && number <= desk.lastId) return;
    const isNext = desk.lastId !== null && number === desk.lastId + 1n;
    const isMissing = this.#deps.kind === 'spot' && this.#deps.denseTrades && !isNext && desk.inARow >= PROVEN_DENSE;
    desk.inARow = isNext ? desk.inARow + 1 : 0;
    desk.seq += isMissing ? 2 : 1;
    desk.lastId = number;
    desk.freshAtMs = performance.now();
    Object.assign(desk, { price, hint: null, suspicion: 0 });
    this.#deps.on({ type: 'print', symbol: desk.symbol, seq: desk.seq, price, atMs });
  }

  /**
   * The markets that have been quiet for longest are asked for, several at once: one that is deaf must not wait for all those that
   * only trade seldom. Not all of them: what is asked here, accounts cannot be. Those that moved unheard come first.
   */
  async #look(): Promise<void> {
    if (!this.#isUp) return;
    const { lastTradeIds, mostAsked } = this.#deps;
    this.#askAgain(performance.now());
    this.#looks += 1;
    if (this.#looks % PRICES_EVERY_LOOKS === 0 && this.#quiet().length > mostAsked) await this.#suspect();
    const quiet = this.#quiet()
      .sort((a, b) => b.suspicion - a.suspicion || a.askedAtMs - b.askedAtMs)
      .slice(0, mostAsked);
    if (quiet.length === 0) return;
    const nowMs = performance.now();
    // Whom asking clears is not suspected again for the same figures.
    for (const desk of quiet) Object.assign(desk, { askedAtMs: nowMs, suspicion: 0 });
    const told = await lastTradeIds(quiet.map(({ symbol }) => symbol)).catch(() => null);
    if (told !== null) await Promise.all(quiet.map((desk) => this.#compare(desk, told.get(desk.symbol))));
  }

  #quiet(): Desk[] {
    const nowMs = performance.now();
    const { quietMs } = this.#deps.watch;
    return [...this.#desks.values()].filter(
      ({ freshAtMs, askedAtMs, isRefused }) => !isRefused && nowMs - Math.max(freshAtMs, askedAtMs) >= quietMs,
    );
  }

  /** Of markets whose ticker is what it was nothing is to be learnt; without tickers they are asked for by turns alone. */
  async #suspect(): Promise<void> {
    const told = await this.#deps.tickers().catch(() => []);
    const hints = new Map(told.map((hint) => [hint.symbol, hint]));
    for (const desk of this.#desks.values()) {
      const hint = hints.get(desk.symbol);
      if (hint === undefined) continue;
      const { hint: before, price } = desk;
      const last = trimmed(hint.last);
      const isOther = before === null ? price !== null && last !== trimmed(price) : last !== trimmed(before.last);
      if (isOther) desk.suspicion = 2;
      else if (before !== null && hint.quoteVolume24h !== before.quoteVolume24h && desk.suspicion === 0)
        desk.suspicion = 1;
      desk.hint = hint;
    }
  }

  /** What was refused for a reason that has passed is followed then. */
  #askAgain(nowMs: number): void {
    if (this.#asked.length > 0) return;
    for (const [id, desk] of this.#desks) {
      if (!desk.isRefused || nowMs - desk.askedAtMs < ASK_AGAIN_MS) continue;
      desk.askedAtMs = nowMs;
      desk.isRefused = false;
      this.#subscribe([id]);
      return;
    }
  }

  /** A trade there that does not come in time ends the line. */
  async #compare(quiet: Desk, told: string | undefined): Promise<void> {
    if (told === undefined || !/^\d+$/.test(told)) return;
    const before = quiet.lastId;
    // What stood there before we heard anything is where we begin.
    if (before === null) quiet.lastId = BigInt(told);
    if (before === null || BigInt(told) <= before) return;
    await new Promise((resolve) => setTimeout(resolve, this.#deps.watch.onItsWayMs));
    const isOurs = this.#desks.get(this.#deps.speech.nameOf(quiet.symbol).id) === quiet;
    if (this.#isUp && isOurs && (quiet.lastId ?? 0n) < BigInt(told))
      this.#line?.restart(`${quiet.symbol} trades, and nothing of it is told`);
  }
}
