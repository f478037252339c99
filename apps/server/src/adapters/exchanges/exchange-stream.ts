// What an exchange that is traded on by keys pushes: trades and marks of the attended markets, orders and trades of the attended
// accounts. `up` and `down` are said of the markets; an account's line that was lost and is back says what it may have missed, so
// that it is read. All of it is hints (reliability rule 6).
import type { StreamInterest, VenueEvent, VenueFill, VenueStream } from '../../ports/venue.ts';
import type { TradingCard } from './shared/exchange-profile.ts';
import { WorthLine } from './shared/fee-queue.ts';
import type { MarketName } from './shared/market-names.ts';
import type { MarketSpeech } from './shared/stream-protocol.ts';
import { UserLine } from './streams/account-stream.ts';
import { MarketLine, type WatchTimes } from './streams/market-stream.ts';
import type { OpenSocket } from './streams/socket.ts';
import type { CcxtVenueParts } from './trading-venue.ts';
import type { ExchangeHosts } from './transport/hosts.ts';

const FIRST_LOOK_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const RIGHTS_AGAIN_MS = 60_000;
const KINDS = ['spot', 'futures'] as const;
type Kind = (typeof KINDS)[number];

export interface CcxtStreamDeps {
  readonly card: TradingCard;
  readonly hosts: ExchangeHosts;
  readonly parts: CcxtVenueParts;
  readonly jitter: () => number;
  readonly watch: WatchTimes;
  /** As of SocketLine. */
  readonly connect?: OpenSocket | undefined;
  readonly log: (message: string) => void;
}

export class CcxtStream implements VenueStream {
  readonly #deps: CcxtStreamDeps;
  readonly #markets: Readonly<Record<Kind, MarketLine>>;
  readonly #speech: Readonly<Record<Kind, MarketSpeech>>;
  readonly #users = new Map<string, UserLine>();
  readonly #names: Readonly<Record<Kind, Map<string, MarketName>>> = { spot: new Map(), futures: new Map() };
  #interest: StreamInterest = { symbols: new Set(), accounts: new Set() };
  #on: ((event: VenueEvent) => void) | null = null;
  #isUp = false;
  #isThere = false;
  #look: NodeJS.Timeout | undefined;
  #rights: NodeJS.Timeout | undefined;

  constructor(deps: CcxtStreamDeps) {
    this.#deps = deps;
    const { speech } = deps.parts;
    this.#speech = { spot: speech.market('spot'), futures: speech.market('futures') };
    this.#markets = { spot: this.#marketLine('spot'), futures: this.#marketLine('futures') };
  }

  start(on: (event: VenueEvent) => void): void {
    this.#on = on;
    void this.#findIt(0);
    this.#follow();
    this.#rights = setInterval(() => this.#followAccounts(), RIGHTS_AGAIN_MS);
  }

  attend(interest: StreamInterest): void {
    this.#interest = { symbols: new Set(interest.symbols), accounts: new Set(interest.accounts) };
    if (this.#on !== null) this.#follow();
  }

  ack(): void {
    // Nobody waits for us there.
  }

  async stop(): Promise<void> {
    clearTimeout(this.#look);
    clearInterval(this.#rights);
    this.#on = null;
    for (const kind of KINDS) this.#markets[kind].stop();
    for (const line of this.#users.values()) line.stop();
    this.#users.clear();
  }

  /** Trades that were read: the lines that should have told them are judged by it. */
  wereRead(account: string, symbol: string, fills: readonly VenueFill[]): void {
    this.#users.get(`${kindOf(symbol)} ${account}`)?.wereRead(symbol, fills);
  }

  /** Without any market to tell of, the exchange is up when it answers. */
  async #findIt(attempts: number): Promise<void> {
    try {
      await this.#deps.parts.venue.clock();
      this.#isThere = true;
      this.#weigh('');
    } catch {
      if (this.#on === null) return;
      const pauseMs = Math.min(FIRST_LOOK_MS * 2 ** attempts, LONGEST_PAUSE_MS) * (0.75 + this.#deps.jitter() / 2);
      this.#look = setTimeout(() => void this.#findIt(attempts + 1), pauseMs);
    }
  }

  #follow(): void {
    for (const kind of KINDS) {
      const symbols = [...this.#interest.symbols].filter((symbol) => kindOf(symbol) === kind);
      const { nameOf } = this.#speech[kind];
      this.#names[kind].clear();
      for (const symbol of symbols) this.#names[kind].set(nameOf(symbol).id, nameOf(symbol));
      this.#markets[kind].attend(symbols);
    }
    this.#weigh('');
    this.#followAccounts();
  }

  #followAccounts(): void {
    const { accounts } = this.#interest;
    for (const [key, line] of this.#users) {
      if (accounts.has(key.slice(key.indexOf(' ') + 1))) continue;
      line.stop();
      this.#users.delete(key);
    }
    for (const account of accounts) {
      this.#followUser(account, 'spot');
      // A key that may not act on contracts has no stream of them.
      this.#deps.parts.mayFutures(account).then(
        (may) => {
          if (may && this.#on !== null && this.#interest.accounts.has(account)) this.#followUser(account, 'futures');
        },
        () => {}, // asked again with the next look at the rights
      );
    }
  }

  #followUser(account: string, kind: Kind): void {
    const key = `${kind} ${account}`;
    if (this.#users.has(key)) return;
    const { card, connect, hosts, jitter, log, parts, watch } = this.#deps;
    const told = new WorthLine(parts.worth, (event) => this.#on?.(event));
    const line = new UserLine({
      ...{ account, kind, connect, jitter, log, allowed: hosts.allowed, numbers: parts.numbers },
      readMs: watch.readMs,
      speech: parts.speech.user(
        account,
        kind,
        turned(hosts, kind === 'spot' ? card.streams.spotUser : card.streams.futuresUser),
      ),
      nameOfMarket: (id) => this.#names[kind].get(id),
      on: (event) => told.take(event),
      back: () => {
        if (this.#isUp) this.#on?.({ type: 'missed', account });
      },
    });
    this.#users.set(key, line);
    line.start();
  }

  #marketLine(kind: Kind): MarketLine {
    const { card, connect, hosts, jitter, log, parts, watch } = this.#deps;
    return new MarketLine({
      ...{ kind, connect, jitter, watch, allowed: hosts.allowed, denseTrades: card.denseTrades },
      url: turned(hosts, card.streams[kind]),
      speech: this.#speech[kind],
      mostAsked: parts.data.mostAsked[kind],
      lastTradeIds: (symbols) => parts.data.lastTradeIds(symbols),
      tickers: () => parts.data.tickers(),
      on: (event) => {
        if (event.type === 'print') parts.lastPrices.set(event.symbol, event.price);
        this.#on?.(event);
      },
      up: () => this.#weigh(''),
      refused: (symbol) => log(`${symbol} is not told of: the exchange does not take it`),
      down: (reason) => this.#weigh(reason),
    });
  }

  #weigh(reason: string): void {
    const isUp = this.#isThere && KINDS.every((kind) => this.#markets[kind].isUp);
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#on?.(isUp ? { type: 'up' } : { type: 'down', reason });
  }
}

function kindOf(symbol: string): Kind {
  return symbol.includes(':') ? 'futures' : 'spot';
}

function turned({ instead }: ExchangeHosts, url: string): string {
  return instead === null ? url : url.replace(/^wss?:\/\/[^/]+/, instead.replace(/^http/, 'ws'));
}
