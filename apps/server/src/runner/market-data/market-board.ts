// The markets of one venue as the runner sees them. A print wakes exactly the bots that wait for it, and is acknowledged
// only when everything it caused is done and durable; commands of users run between a print and its acknowledgement, so
// that a paced venue stands still while a bot starts or stops.

import type { Market } from '@cormorant/core/engine/bot.ts';
import type { LegMarket } from '@cormorant/core/engine/convoy-leg.ts';
import type { Engine } from '@cormorant/core/engine/step.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { VenueBook } from '../../ports/venue.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { type CandleSource, ClosedCandles } from './closed-candles.ts';
import { type Feed, isPrice, mark, quote } from './instrument-market.ts';
import { PrintBatch } from './print-batch.ts';
import { type Print, SpikeGuard } from './spike-guard.ts';
import { type Owner, WakeIndex } from './wake-index.ts';

/** One market under one set of filters: bots that count in the same ticks share the engine and the last price. */
export interface BotMarket {
  /** As the venue names the market: spot and futures of one pair are two markets. */
  readonly symbol: string;
  readonly key: string;
  readonly engine: Engine<unknown, unknown>;
  readonly instrument: Instrument;
  readonly market: LegMarket;
  readonly candles: ClosedCandles;
  readonly seats: WakeIndex;
  /** A price that nothing but itself speaks for: it moves nobody. */
  readonly isFar: (price: string) => boolean;
}

interface Desk {
  readonly botMarkets: Map<string, BotMarket>;
  readonly feeds: Map<string, Feed>;
  readonly moment: PrintBatch;
  /** Commands that wait for the market to stand still. */
  readonly held: (() => Promise<void>)[];
  seq: number;
  atMs: number;
  /** When it printed before that. */
  beforeMs: number;
  price: string | null;
  /** Contracts only. */
  mark: string | null;
  tail: Promise<void>;
}

/**
 * How long a command waits for the next print, or for the venue to stand still, before it goes ahead in a market that has no
 * print, at a venue that does not answer. What moves meanwhile would be known to the venue and not yet here.
 */
const HOLD_WAIT_MS = 300;
const STILL_WAIT_MS = 3_000;
/** Moments that a command for several markets waits for their prints to be all there. */
const MOMENTS_WAITED = 8;
/** A sick account may hold up a market no longer than this. */
const QUIET_AT_MOST_MS = 20_000;

export interface MarketBoardDeps {
  readonly ack: (symbol: string, seq: number) => void;
  /** Makes the market stand still until the answer is called (VenueStream.standStill); null = it cannot be asked. */
  readonly standStill: (symbol: string) => Promise<() => void> | null;
  readonly log: RunnerLog;
  /** The stream skipped prints: what they did to orders has to be asked for. */
  readonly onGap: (symbol: string) => void;
  readonly source: CandleSource;
  readonly clock: Clock;
  /** The venue waits for each acknowledgement. One that does not is followed: nobody's work keeps others from its news. */
  readonly paced: boolean;
  /** In 1e-6: a print farther off than this needs a second witness. Absent = its prints are true. */
  readonly spikePpm?: number;
  readonly book?: (symbol: string) => Promise<VenueBook>;
}

export class MarketBoard {
  private readonly desks = new Map<string, Desk>();
  private readonly deps: MarketBoardDeps;
  private readonly busy = new Set<Owner>();
  /** Who has held a market up to the end of everybody's patience: not waited for again before being quiet once. */
  private readonly late = new Set<Owner>();
  private gate: Promise<unknown> = Promise.resolve();
  /** Counts connections: an acknowledgement is good for the one whose print it answers. */
  private connection = 0;
  private readonly guard: SpikeGuard | null;

  constructor(deps: MarketBoardDeps) {
    this.deps = deps;
    const { book, log, spikePpm: limitPpm } = deps;
    const believe = (symbol: string, print: Print) => this.bearOut(symbol, print);
    this.guard = limitPpm === undefined ? null : new SpikeGuard({ limitPpm, log, believe, ...(book && { book }) });
  }

  private desk(symbol: string): Desk {
    let desk = this.desks.get(symbol);
    if (desk === undefined) {
      desk = {
        botMarkets: new Map(),
        feeds: new Map(),
        moment: new PrintBatch((price) => this.mark(symbol, price)),
        held: [],
        seq: 0,
        atMs: 0,
        beforeMs: 0,
        price: null,
        mark: null,
        tail: Promise.resolve(),
      };
      this.desks.set(symbol, desk);
    }
    return desk;
  }

  /** The market of a kind of bots under one set of filters, made once; all kinds share what is known of the market. */
  cell(symbol: string, kind: string, steps: string, make: () => Engine<unknown, unknown>): BotMarket {
    const desk = this.desk(symbol);
    const key = `${kind} ${steps}`;
    const known = desk.botMarkets.get(key);
    if (known !== undefined) return known;
    const engine = make();
    const feed = this.feed(desk, symbol, steps, engine.instrument);
    const isFar = (price: string) => this.guard !== null && isPrice(price) && !this.guard.isNear(price, desk);
    const botMarket: BotMarket = { symbol, key, engine, ...feed, seats: new WakeIndex(), isFar };
    desk.botMarkets.set(key, botMarket);
    return botMarket;
  }

  private feed(desk: Desk, symbol: string, steps: string, instrument: Instrument): Feed {
    const known = desk.feeds.get(steps);
    if (known !== undefined) return known;
    const { clock, log, source } = this.deps;
    const market: LegMarket = { lastTicks: 0, nowMs: desk.atMs };
    const candles = new ClosedCandles({ symbol, instrument, market, source, clock, log });
    const feed: Feed = { instrument, market, candles };
    if (desk.price !== null) quote(feed, desk.price, desk.atMs);
    if (desk.mark !== null) mark(feed, desk.mark);
    desk.feeds.set(steps, feed);
    return feed;
  }

  /** Somebody has been told something; no print is acknowledged before its effects are done. */
  markBusy(owner: Owner): void {
    this.busy.add(owner);
  }

  /** Owners with work under way that have bots in this market. */
  private busyIn(symbol: string): Owner[] {
    const found: Owner[] = [];
    for (const owner of this.busy) {
      if (!owner.isBusy()) this.busy.delete(owner);
      else if (!isEmpty(owner.sleepersIn(symbol))) found.push(owner);
    }
    return found;
  }

  price(symbol: string): { price: string; atMs: number; seq: number } | null {
    const desk = this.desks.get(symbol);
    return desk === undefined || desk.price === null ? null : { price: desk.price, atMs: desk.atMs, seq: desk.seq };
  }

  /**
   * A market among these that moves in step with the others and has not yet told its print of their moment; null = all
   * have. Who trades several of them looks at no moment of which only a part is known.
   */
  laggard(symbols: readonly string[]): string | null {
    const desks = symbols.map((symbol) => ({ symbol, desk: this.desk(symbol) }));
    const late = desks.find(({ desk: { atMs } }) =>
      desks.some(({ desk: other }) => other.atMs > atMs && other.beforeMs === atMs),
    );
    return late?.symbol ?? null;
  }

  /** The last price by another way than the stream, used until the first print. */
  seed(symbol: string, price: string, atMs: number): void {
    const desk = this.desk(symbol);
    if (desk.price !== null || !isPrice(price)) return;
    desk.price = price;
    desk.atMs = atMs;
    for (const feed of desk.feeds.values()) quote(feed, price, atMs);
  }

  /** The last price of a market whose news were not heard until now: what was known of it may be old. */
  async renew(symbol: string, price: string, atMs: number): Promise<void> {
    const desk = this.desk(symbol);
    if (!isPrice(price) || atMs <= desk.atMs) return;
    if (this.guard !== null && !(await this.guard.isBorneOut(symbol, { price, atMs }, desk))) return;
    this.renewUnattended(symbol, price, atMs);
  }

  /** The same where no bot is: whoever comes asks for the price again, so nobody is asked to bear this one out. */
  renewUnattended(symbol: string, price: string, atMs: number): void {
    const desk = this.desk(symbol);
    if (isPrice(price) && atMs > desk.atMs) this.quoteAll(desk, symbol, price, atMs);
  }

  /** The mark price of a contract, until it is told anew. */
  mark(symbol: string, price: string): void {
    if (!isPrice(price)) return;
    const desk = this.desk(symbol);
    desk.mark = price;
    for (const feed of desk.feeds.values()) mark(feed, price);
  }

  markOf(symbol: string): string | null {
    return this.desks.get(symbol)?.mark ?? null;
  }

  /** What bots of this market read is in as of now; to be waited for before one of them starts. */
  async ready(botMarket: BotMarket): Promise<void> {
    await botMarket.candles.ready(botMarket.market.nowMs);
  }

  /** A new connection counts its prints anew. */
  forgetSequences(): void {
    this.connection += 1;
    for (const desk of this.desks.values()) desk.seq = 0;
  }

  /**
   * No print is taken before this has ended, nor one under way acknowledged: what happened while the stream was away, and
   * users that have to be brought back, come first.
   */
  holdBack(until: Promise<void>): void {
    this.gate = Promise.all([this.gate, until]);
  }

  /** A trade that a print made; it is delivered together with that print, which the venue announces right after. */
  trade(symbol: string, deliver: () => void): void {
    this.desk(symbol).moment.trade(deliver);
  }

  /** The mark that goes with the print that the venue announces right after: who is told of its trades knows it. */
  markOfPrint(symbol: string, price: string): void {
    this.desk(symbol).moment.mark(price);
  }

  print(symbol: string, seq: number, price: string, atMs: number): void {
    const desk = this.desk(symbol);
    const { connection } = this;
    desk.tail = desk.tail
      .then(() => this.gate)
      .then(() => this.take(desk, symbol, seq, price, atMs))
      .catch((error) => this.deps.log('error', `a print of ${symbol} could not be taken`, error))
      .then(() => {
        if (connection === this.connection) this.deps.ack(symbol, seq);
      });
  }

  private async take(desk: Desk, symbol: string, seq: number, price: string, atMs: number): Promise<void> {
    const isNew = isPrice(price) && seq >= desk.seq && atMs >= desk.atMs;
    const isTaken = isNew && (this.guard === null || this.guard.judge(symbol, { price, atMs }, desk));
    // What the trades of this print wake sees the moment as it is, as in a backtest: candles, price, mark, time.
    if (isTaken) await this.closeCandles(desk, atMs);
    const lies = isTaken ? this.quoteAll(desk, symbol, price, atMs) : null;
    desk.moment.deliver();
    if (!isPrice(price)) return this.deps.log('warn', `${symbol}: price ${price} is no price`);
    if (desk.seq > 0 && seq > desk.seq + 1) this.deps.onGap(symbol);
    desk.seq = Math.max(seq, desk.seq);
    let { gate } = this;
    if (lies !== null) this.wakeConcerned(desk, symbol, lies);
    if (!this.deps.paced) return;
    await this.quiet(symbol);
    // Who failed under it and was brought back is woken by it again.
    while (gate !== this.gate) {
      gate = this.gate;
      await gate;
      if (lies !== null) this.wakeConcerned(desk, symbol, lies);
      await this.quiet(symbol);
    }
    while (desk.held.length > 0) {
      await desk.held.shift()?.();
      await this.quiet(symbol);
    }
  }

  /** A print that was doubted is true after all, unless the market has gone on since. */
  private bearOut(symbol: string, { atMs, price }: Print): void {
    const desk = this.desk(symbol);
    desk.tail = desk.tail
      .then(() => this.gate)
      .then(async () => {
        if (atMs < desk.atMs) return;
        await this.closeCandles(desk, atMs);
        this.wakeConcerned(desk, symbol, this.quoteAll(desk, symbol, price, atMs));
        desk.moment.deliver();
      })
      .catch((error) => this.deps.log('error', `a print of ${symbol} could not be taken`, error));
  }

  private async closeCandles(desk: Desk, atMs: number): Promise<void> {
    desk.moment.hold();
    for (const { candles } of desk.feeds.values()) if (candles.needs(atMs)) await candles.ready(atMs);
  }

  /** Tells every set of steps the price; answers the markets that know it now. */
  private quoteAll(desk: Desk, symbol: string, price: string, atMs: number): Set<Market> {
    desk.price = price;
    if (atMs > desk.atMs) desk.beforeMs = desk.atMs;
    desk.atMs = atMs;
    const lies = new Set<Market>();
    for (const feed of desk.feeds.values()) {
      if (quote(feed, price, atMs)) lies.add(feed.market);
      else this.deps.log('warn', `${symbol}: price ${price} cannot be counted in the steps of its bots`);
    }
    return lies;
  }

  private wakeConcerned(desk: Desk, symbol: string, lies: ReadonlySet<Market>): void {
    // What a busy bot waits for is not known yet; it looks for itself when its turn comes.
    const concerned = new Set(this.busyIn(symbol).flatMap((owner) => [...owner.sleepersIn(symbol)]));
    for (const { market, seats } of desk.botMarkets.values()) {
      if (lies.has(market)) for (const sleeper of seats.due(market)) concerned.add(sleeper);
    }
    for (const sleeper of concerned) sleeper.wake();
  }

  /** Until no bot of this market has anything left to do. */
  private async quiet(symbol: string): Promise<void> {
    const busy = this.busyIn(symbol).filter((owner) => !this.late.has(owner));
    if (busy.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), QUIET_AT_MOST_MS);
    });
    const done = Promise.all(busy.map((owner) => owner.whenQuiet())).then(() => 'quiet' as const);
    const outcome = await Promise.race([done, tooLong]);
    clearTimeout(timer);
    if (outcome === 'quiet') return;
    const late = busy.filter((owner) => owner.isBusy());
    for (const owner of late) {
      this.late.add(owner);
      void owner.whenQuiet().finally(() => this.late.delete(owner));
    }
    const ids = late.flatMap((owner) => [...owner.sleepersIn(symbol)].map(({ botId }) => botId));
    this.deps.log('warn', `${symbol}: bots ${ids.join(', ')} hold the market up; it goes on without them`);
  }

  /** The same for several markets: all stand still, and none of them is in the middle of a moment. */
  async betweenAll<T>(symbols: readonly string[], work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const late = this.laggard(symbols);
      const outer = late ?? symbols[0] ?? '';
      const inner = [...new Set(symbols)].filter((symbol) => symbol !== outer);
      const run = async () => {
        if (tries < MOMENTS_WAITED && this.laggard(symbols) !== null) return null;
        return { value: await inner.reduce((next, symbol) => () => this.between(symbol, next), work)() };
      };
      // Of a late one the print is what is waited for: it must not stand still.
      const done = await this.between(outer, run, late === null);
      if (done !== null) return done.value;
    }
  }

  /**
   * Runs `work` while the market stands still: between a print and its acknowledgement, or when the venue has said that no
   * print comes; after a while also without, where nothing moves anyway.
   */
  between<T>(symbol: string, work: () => Promise<T>, asks = true): Promise<T> {
    if (!this.deps.paced) return work();
    const desk = this.desk(symbol);
    const still = asks ? this.deps.standStill(symbol) : null;
    return new Promise<T>((resolve, reject) => {
      let running: Promise<void> | null = null;
      const run = () => {
        clearTimeout(timer);
        running ??= work().then(resolve, reject);
        return running;
      };
      const goAhead = async () => {
        const at = desk.held.indexOf(run);
        if (at >= 0) desk.held.splice(at, 1);
        await run();
      };
      desk.held.push(run);
      const timer = setTimeout(() => void goAhead(), still === null ? HOLD_WAIT_MS : STILL_WAIT_MS);
      void still?.then(async (release) => {
        // What was told before comes first, and may run it.
        await desk.tail;
        await goAhead();
        release();
      });
    });
  }
}

function isEmpty(items: Iterable<unknown>): boolean {
  for (const _item of items) return false;
  return true;
}
