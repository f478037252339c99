// The orders and trades of one account in one kind of market, as the exchange pushes them. A line that ended with its key is made
// anew (reliability D2), and one that missed a trade that reading has found is, too.
import type { VenueEvent, VenueFill } from '../../../ports/venue.ts';
import type { MarketName } from '../shared/market-names.ts';
import type { OrderNumbers } from '../shared/order-ids.ts';
import type { UserNews } from '../shared/stream-news.ts';
import type { UserSpeech } from '../shared/stream-protocol.ts';
import { SocketLine, type SocketLineDeps } from './socket.ts';

const KEEP_ALIVE_MS = 1_800_000;
const HEARD_KEPT = 2_000;

export interface UserLineDeps extends Pick<SocketLineDeps, 'allowed' | 'connect' | 'jitter'> {
  readonly account: string;
  readonly kind: 'spot' | 'futures';
  readonly speech: UserSpeech;
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

  constructor(deps: UserLineDeps) {
    this.#deps = deps;
    const { allowed, connect, jitter, speech } = deps;
    this.#line = new SocketLine({
      ...{ allowed, connect, jitter, pulse: speech.pulse, headers: speech.headers, address: () => speech.address() },
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
    if (this.#deps.speech.renew !== undefined) this.#keepAlive = setInterval(() => void this.#renew(), KEEP_ALIVE_MS);
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

  async #opened(): Promise<void> {
    try {
      const hello = await this.#deps.speech.hello();
      if (hello === null) this.#up();
      else this.#line.send(hello);
    } catch (error) {
      this.#line.restart(String((error as Error).message));
    }
  }

  #hear(text: string): void {
    for (const news of this.#deps.speech.hear(text, this.#deps.nameOfMarket)) this.#take(news);
  }

  #take(news: UserNews): void {
    const { account, kind, numbers, on } = this.#deps;
    if (news.kind === 'over') return this.#line.restart(news.reason);
    if (news.kind === 'next') return this.#line.send(news.message);
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

  async #renew(): Promise<void> {
    if ((await this.#deps.speech.renew?.()) === false) this.#line.restart('what it stood on is not there any more');
  }
}
