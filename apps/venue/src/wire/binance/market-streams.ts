// The market streams of spot, by name: '<symbol>@trade', '@aggTrade', '@miniTicker', '@ticker', '@bookTicker', '@kline_<tf>',
// '@depth', '@depth@100ms'. Trades are told as they happen; what is a state (book, candle, day) is told on a beat, when it
// has changed. A name that nobody serves is taken and stays silent, as there.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { type CandleRow, candlesOf } from '../../market/candles.ts';
import type { LoggedTrade, TradeLog } from '../trade-log.ts';
import type { DepthChange, DepthFeed } from './depth-feed.ts';
import { priceText, qtyText, ZERO } from './figures.ts';
import { bestOf, candleFigures, dayTickerView, levelsView } from './market-views.ts';
import { nameOf, type Symbols } from './symbols.ts';

const BEAT_MS = 100;
/** Beats between two figures of the day. */
const DAY_BEATS = 10;
/** Closed candles told at most on one beat of a fast market. */
const CANDLES_A_BEAT = 50;
const NAME =
  /^([\p{L}\p{M}\p{N}\-_.]{1,30})@(trade|aggTrade|miniTicker|ticker|bookTicker|depth|depth@100ms|kline_(\w+))$/u;

/** Told to everybody who follows a name. */
export type TellStream = (stream: string, event: object, cause: ExchangeEvent) => void;

export interface MarketStreamsDeps {
  readonly symbols: Symbols;
  readonly trades: TradeLog;
  readonly tell: TellStream;
  /** The names that somebody follows now. */
  readonly followed: () => Iterable<string>;
  /** Market time. */
  readonly now: () => number;
}

export class MarketStreams {
  readonly #deps: MarketStreamsDeps;
  readonly #depth: DepthFeed;
  /** What was last said, by stream: only what differs is said again. */
  readonly #said = new Map<string, string>();
  readonly #candles = new Map<string, { seq: number; atMs: number }>();
  #timer: NodeJS.Timeout | undefined;
  #beats = 0;

  constructor(deps: MarketStreamsDeps, depth: DepthFeed) {
    this.#deps = deps;
    this.#depth = depth;
  }

  open(): void {
    this.#timer = setInterval(() => this.#beat(), BEAT_MS);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The trades among committed events, in order. */
  take(trades: readonly LoggedTrade[]): void {
    const E = this.#deps.now();
    for (const { desk, trade, cause } of trades) {
      if (desk.contract !== null) continue;
      const s = nameOf(desk);
      const stream = s.toLowerCase();
      const [p, q] = [priceText(desk.instrument, trade.priceTicks), qtyText(desk.instrument, trade.qtyLots)];
      const rest = { T: trade.atMs, m: trade.buyerIsMaker, M: true };
      const sides = { b: trade.buyOrderId, a: trade.sellOrderId };
      this.#deps.tell(`${stream}@trade`, { e: 'trade', E, s, t: trade.id, p, q, ...sides, ...rest }, cause);
      const aggregate = { a: trade.id, p, q, f: trade.id, l: trade.id, ...rest };
      this.#deps.tell(`${stream}@aggTrade`, { e: 'aggTrade', E, s, ...aggregate }, cause);
    }
  }

  depthChanged({ desk, firstId, lastId, bids, asks }: DepthChange): void {
    const s = nameOf(desk);
    const [b, a] = [levelsView(desk.instrument, bids), levelsView(desk.instrument, asks)];
    const event = { e: 'depthUpdate', E: this.#deps.now(), s, U: firstId, u: lastId, b, a };
    for (const name of ['depth', 'depth@100ms']) this.#deps.tell(`${s.toLowerCase()}@${name}`, event, printOf(desk));
  }

  #beat(): void {
    const isDayBeat = ++this.#beats % DAY_BEATS === 0;
    const followed = new Set(this.#deps.followed());
    this.#forget(followed);
    for (const stream of followed) {
      const [, name = '', kind = '', timeframe] = NAME.exec(stream) ?? [];
      const desk = this.#deps.symbols.find(name.toUpperCase());
      if (desk === undefined || desk.seq === 0) continue;
      if (kind.startsWith('depth')) this.#depth.flush(desk);
      else if (kind === 'bookTicker') this.#tellIfNew(stream, desk, this.#bookTicker(desk));
      else if (timeframe !== undefined) this.#candle(stream, desk, timeframe);
      else if (isDayBeat && kind.toLowerCase().endsWith('ticker')) this.#day(stream, desk, kind === 'miniTicker');
    }
  }

  /** Who comes back to a stream starts anew. */
  #forget(followed: ReadonlySet<string>): void {
    for (const kept of [this.#said, this.#candles])
      for (const stream of kept.keys()) if (!followed.has(stream)) kept.delete(stream);
  }

  #bookTicker(desk: SymbolDesk) {
    const { bid, ask } = bestOf(desk);
    const u = desk.strangers.updateId;
    return {
      said: `${bid.price} ${bid.qty} ${ask.price} ${ask.qty}`,
      event: { u, s: nameOf(desk), b: bid.price, B: bid.qty, a: ask.price, A: ask.qty },
    };
  }

  #tellIfNew(stream: string, desk: SymbolDesk, { said, event }: { said: string; event: object }): void {
    if (this.#said.get(stream) === said) return;
    this.#said.set(stream, said);
    this.#deps.tell(stream, event, printOf(desk));
  }

  #day(stream: string, desk: SymbolDesk, isMini: boolean): void {
    const day = dayTickerView(desk);
    if (day === null) return;
    const { symbol: s, lastPrice: c, openPrice: o, highPrice: h, lowPrice: l, volume: v, quoteVolume: q } = day;
    const E = this.#deps.now();
    const mini = { e: '24hrMiniTicker', E, s, c, o, h, l, v, q };
    const full = {
      ...{ ...mini, e: '24hrTicker', p: day.priceChange, P: day.priceChangePercent, w: day.weightedAvgPrice },
      ...{ x: day.prevClosePrice, Q: day.lastQty, b: day.bidPrice, B: day.bidQty, a: day.askPrice, A: day.askQty },
      ...{ O: day.openTime, C: day.closeTime, F: day.firstId, L: day.lastId, n: day.count },
    };
    this.#tellIfNew(stream, desk, { said: `${c} ${v}`, event: isMini ? mini : full });
  }

  /** Candles that closed since the last beat are told as closed, then the one that forms. */
  #candle(stream: string, desk: SymbolDesk, timeframe: string): void {
    if (!(timeframe in TIMEFRAME_MS)) return;
    const interval = timeframe as CandleTimeframe;
    const known = this.#candles.get(stream);
    if (known?.seq === desk.seq) return;
    const [last] = candlesOf(desk.tape, interval, 1, Number.MAX_SAFE_INTEGER);
    if (last === undefined) return;
    this.#candles.set(stream, { seq: desk.seq, atMs: last.atMs });
    const behind = known === undefined ? 0 : (last.atMs - known.atMs) / TIMEFRAME_MS[interval];
    if (known !== undefined && behind > 0) {
      const count = Math.min(behind, CANDLES_A_BEAT);
      for (const row of candlesOf(desk.tape, interval, count, last.atMs - 1))
        if (row.atMs >= known.atMs)
          this.#deps.tell(stream, this.#candleEvent(desk, interval, row, true), printOf(desk));
    }
    this.#deps.tell(stream, this.#candleEvent(desk, interval, last, false), printOf(desk));
  }

  #candleEvent(desk: SymbolDesk, interval: CandleTimeframe, row: CandleRow, isClosed: boolean) {
    const s = nameOf(desk);
    const { open: o, close: c, high: h, low: l, volume: v, quoteVolume: q } = candleFigures(desk.instrument, row);
    const k = {
      ...{ t: row.atMs, T: row.atMs + TIMEFRAME_MS[interval] - 1, s, i: interval, f: -1, L: -1 },
      ...{ o, c, h, l, v, n: 0, x: isClosed, q, V: ZERO, Q: ZERO, B: '0' },
    };
    return { e: 'kline', E: this.#deps.now(), s, k };
  }
}

/** What a state that is told on a beat comes from: the print that stands. */
export function printOf(desk: SymbolDesk): ExchangeEvent {
  const { lastTicks, lastAtMs } = desk.tape;
  return { type: 'print', desk, seq: desk.seq, priceTicks: lastTicks, atMs: lastAtMs };
}
