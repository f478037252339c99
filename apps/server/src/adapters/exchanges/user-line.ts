// The orders and trades of one account in one kind of market, as the exchange pushes them: on spot subscribed to by a signature,
// on contracts by a listen key that is kept alive. A line that ended with its key is made anew (reliability D2), and one that
// missed a trade that reading has found is, too.
import { createHmac } from 'node:crypto';
import type { VenueEvent, VenueFill } from '../../ports/venue.ts';
import { userNewsOf } from './binance-events.ts';
import type { MarketName } from './binance-names.ts';
import type { CcxtLine } from './ccxt-line.ts';
import type { OrderNumbers } from './order-numbers.ts';
import { textUnder } from './probe-card.ts';
import { SocketLine, type SocketLineDeps } from './socket-line.ts';

const KEEP_ALIVE_MS = 1_800_000;
const PATIENCE_MS = 15_000;
const HEARD_KEPT = 2_000;

export interface UserLineDeps extends Pick<SocketLineDeps, 'allowed' | 'jitter'> {
  readonly account: string;
  readonly kind: 'spot' | 'futures';
  readonly url: string;
  readonly line: CcxtLine;
  readonly numbers: OrderNumbers;
  /** How long a trade that was read may be on its way to us. */
  readonly readMs: number;
  readonly nameOfMarket: (id: string) => MarketName | undefined;
  readonly on: (event: VenueEvent) => void;
  /** It is told again what happens; what happened in between has to be read. */
  readonly back: () => void;
  readonly log: (message: string) => void;
}

export class UserLine {
  readonly #deps: UserLineDeps;
  readonly #line: SocketLine;
  readonly #heard = new Set<string>();
  /** Markets that were read since the line stands: what is new there must have been told. */
  readonly #read = new Set<string>();
  #keepAlive: NodeJS.Timeout | undefined;
  readonly #checks = new Set<NodeJS.Timeout>();
  #isUp = false;
  #wasLost = false;
  #listenKey = '';

  constructor(deps: UserLineDeps) {
    this.#deps = deps;
    const { allowed, jitter } = deps;
    this.#line = new SocketLine({
      ...{ allowed, jitter, address: () => this.#address() },
      opened: () => void this.#opened(),
      heard: (text) => this.#hear(text),
      lost: (reason) => this.#lost(reason),
    });
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    this.#line.start();
    if (this.#deps.kind === 'futures') this.#keepAlive = setInterval(() => void this.#renew(), KEEP_ALIVE_MS);
  }

  stop(): void {
    clearInterval(this.#keepAlive);
    for (const check of this.#checks) clearTimeout(check);
    this.#line.stop();
  }

  /** Trades that were read of a market. One that the line does not tell in time shows that it is deaf. */
  wereRead(symbol: string, fills: readonly VenueFill[]): void {
    if (!this.#isUp) return;
    if (!this.#read.has(symbol)) {
      this.#read.add(symbol);
      return;
    }
    const unheard = fills.filter(({ id }) => !this.#heard.has(id)).map(({ id }) => id);
    if (unheard.length === 0) return;
    const check = setTimeout(() => {
      this.#checks.delete(check);
      if (this.#isUp && unheard.some((id) => !this.#heard.has(id))) this.#line.restart('a trade was not told');
    }, this.#deps.readMs);
    this.#checks.add(check);
  }

  async #address(): Promise<string> {
    const { kind, url, line, account } = this.#deps;
    if (kind === 'spot') return url;
    const listenKey = textUnder(await line.read({ ...asking, account, call: 'fapiPrivatePostListenKey' }), 'listenKey');
    if (listenKey === null) throw new Error('no listen key was given');
    this.#listenKey = listenKey;
    return `${url}?listenKey=${encodeURIComponent(listenKey)}`;
  }

  async #opened(): Promise<void> {
    const { kind, line, account } = this.#deps;
    if (kind === 'futures') return this.#up();
    const keys = await line.keysOf(account).catch(() => null);
    if (keys === null) return this.#line.restart('no keys of this account');
    const params = { apiKey: keys.apiKey.reveal(), timestamp: String(await line.exchangeNowMs()) };
    const signature = createHmac('sha256', keys.secretKey.reveal())
      .update(String(new URLSearchParams(params)))
      .digest('hex');
    this.#line.send({
      ...{ id: 'subscribe', method: 'userDataStream.subscribe.signature' },
      params: { ...params, timestamp: Number(params.timestamp), signature },
    });
  }

  #hear(text: string): void {
    const { account, kind, nameOfMarket, numbers, on } = this.#deps;
    const news = userNewsOf(text, account, nameOfMarket);
    if (news === null) return;
    if (news.kind === 'over') return this.#line.restart(news.reason);
    if (news.kind === 'answer') return news.isGood ? this.#up() : this.#line.restart(`not subscribed: ${news.detail}`);
    for (const event of news.events) {
      if (event.type === 'fill') this.#keep(event.fill.id);
      if (event.type === 'order' && kind === 'futures') numbers.knowStop(account, news.cid, news.isStop);
      if (event.type === 'order' && news.orderId !== null)
        numbers.know(account, kind + event.order.symbol.replace(/[/]|:.*/g, ''), news.orderId, news.cid);
      on(event);
    }
  }

  #keep(id: string): void {
    this.#heard.add(id);
    if (this.#heard.size <= HEARD_KEPT) return;
    const [oldest] = this.#heard;
    if (oldest !== undefined) this.#heard.delete(oldest);
  }

  #up(): void {
    if (this.#isUp) return;
    this.#isUp = true;
    this.#line.proven();
    this.#read.clear();
    if (this.#wasLost) this.#deps.back();
    this.#wasLost = false;
  }

  #lost(reason: string): void {
    this.#deps.log(`the ${this.#deps.kind} stream of account ${this.#deps.account} is lost: ${reason}`);
    this.#wasLost ||= this.#isUp;
    this.#isUp = false;
  }

  /** A key that is not there any more ends the line at once, not an hour later. */
  async #renew(): Promise<void> {
    const { line, account } = this.#deps;
    const params = { listenKey: this.#listenKey };
    const reply = await line.ask({ ...asking, account, params, call: 'fapiPrivatePutListenKey', isRead: false });
    if (reply.kind === 'refusal') this.#line.restart('the listen key is not there any more');
  }
}

const asking = { family: 'futures', weight: 1, share: 'kept', patienceMs: PATIENCE_MS } as const;
