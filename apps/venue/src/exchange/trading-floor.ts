// Where prints and requests meet, one at a time: due prints are made, queued requests run, what happened is committed,
// and only then told. The order in which things happen here is the exchange's order of events.
import type { TimeMs } from '@cormorant/core/money/units.ts';
import { type Market, nextTape } from '../market/market.ts';
import type { MarketClock } from '../market/market-clock.ts';
import type { Exchange } from './exchange.ts';
import type { Pacing } from './pacing.ts';
import type { SymbolDesk } from './symbol-desk.ts';
import type { ExchangeEvent } from './unsaved.ts';

/** Prints in one commit: bounds how long a request waits while missed time is made up. */
const PRINTS_A_BATCH = 256;
const CATCH_UP_BATCH = 20_000;
/** Timers of Node fire up to a millisecond early. */
const EARLY_MS = 1;

export interface FloorDeps {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly clock: MarketClock;
  readonly pacing: Pacing;
  /** What faults do to the floor: before a turn, and after a symbol has printed. */
  readonly faults: { apply(exchange: Exchange): void; printed(desk: SymbolDesk, exchange: Exchange): void };
  /** Receives committed events in order. */
  readonly tell: (events: readonly ExchangeEvent[]) => void;
  readonly tellEnded: () => void;
  /** The store or an invariant broke: memory is ahead of disk, nothing may be answered any more. */
  readonly fail: (error: unknown) => void;
}

type Request = { run: () => unknown; resolve: (value: unknown) => void };

export class TradingFloor {
  readonly #deps: FloorDeps;
  readonly #seqOf: (index: number) => number;
  #requests: Request[] = [];
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;
  #open = false;
  #ended = false;

  constructor(deps: FloorDeps) {
    this.#deps = deps;
    this.#seqOf = (index) => (deps.exchange.desks[index] as SymbolDesk).seq;
  }

  get state(): 'running' | 'ended' {
    return this.#nextDesk() === undefined ? 'ended' : 'running';
  }

  get nowMs(): TimeMs {
    const next = this.#nextDesk();
    let lastAtMs = 0;
    for (const { tape } of this.#deps.exchange.desks) lastAtMs = Math.max(lastAtMs, tape.lastAtMs);
    return this.#deps.clock.nowMs(next?.tape.nextAtMs ?? Number.POSITIVE_INFINITY, lastAtMs);
  }

  /** Before the doors open: prints missed while the process was down, matched and committed. Answers how many. */
  catchUp(): number {
    const { market, clock, exchange, pacing, faults } = this.#deps;
    if (market.clock !== 'wall' || pacing.lockstep) return 0;
    let made = 0;
    faults.apply(exchange);
    for (let desk = this.#nextDesk(); desk !== undefined; desk = this.#nextDesk()) {
      if (clock.waitMs(desk.tape.nextAtMs) > 0) break;
      exchange.print(desk);
      if (++made % CATCH_UP_BATCH === 0) exchange.commit();
    }
    exchange.commit();
    return made;
  }

  open(): void {
    this.#open = true;
    this.#soon();
  }

  close(): void {
    this.#open = false;
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
    this.#turn = undefined;
  }

  /** Runs `run` on the floor; resolves with its answer once all it did is on disk. */
  request<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve) => {
      this.#requests.push({ run, resolve: resolve as (value: unknown) => void });
      this.#soon();
    });
  }

  /** An acknowledgement came, or a paced client left: the market may be free to go on. */
  released(): void {
    this.#soon();
  }

  #soon(): void {
    if (!this.#open || this.#turn !== undefined) return;
    this.#turn = setImmediate(() => {
      this.#turn = undefined;
      this.#takeTurn();
    });
  }

  #takeTurn(): void {
    if (!this.#open) return;
    const requests = this.#requests;
    this.#requests = [];
    let answers: unknown[];
    let waitMs: number;
    let events: ExchangeEvent[];
    try {
      this.#deps.faults.apply(this.#deps.exchange);
      answers = requests.map((request) => request.run());
      waitMs = this.#printDue();
      events = this.#deps.exchange.commit();
    } catch (error) {
      // Memory may be ahead of disk: nobody hears of this turn.
      this.close();
      this.#deps.fail(error);
      return;
    }
    this.#deps.tell(events);
    this.#tellEnd();
    requests.forEach((request, index) => {
      request.resolve(answers[index]);
    });
    this.#schedule(waitMs);
  }

  /** Makes what is due and not held. Answers wall milliseconds to the next, Infinity when held or ended. */
  #printDue(): number {
    const { clock, exchange, pacing, faults } = this.#deps;
    for (let made = 0; made < PRINTS_A_BATCH; made++) {
      const desk = this.#nextDesk();
      if (desk === undefined) return Number.POSITIVE_INFINITY;
      if (pacing.holds(desk.index, this.#seqOf)) return Number.POSITIVE_INFINITY;
      const atMs = desk.tape.nextAtMs;
      const waitMs = clock.waitMs(atMs);
      if (waitMs > EARLY_MS) return waitMs;
      exchange.print(desk);
      faults.printed(desk, exchange);
      clock.made(atMs);
    }
    return 0;
  }

  #tellEnd(): void {
    if (this.#ended || this.state === 'running') return;
    this.#ended = true;
    this.#deps.tellEnded();
  }

  #schedule(waitMs: number): void {
    clearTimeout(this.#timer);
    if (this.#requests.length > 0 || waitMs <= 0) this.#soon();
    else if (waitMs !== Number.POSITIVE_INFINITY)
      this.#timer = setTimeout(() => this.#takeTurn(), Math.min(waitMs, 60_000));
  }

  #nextDesk(): SymbolDesk | undefined {
    return this.#deps.exchange.desks[nextTape(this.#deps.market.tapes)];
  }
}
