// The market streams of contracts, by name: '<symbol>@aggTrade', '@trade', '@bookTicker', '@markPrice', '@ticker',
// '@miniTicker', '@kline_<tf>', '@depth…', and '!markPrice@arr', '!ticker@arr', '!miniTicker@arr', '!bookTicker'. What follows
// the feed is told at its prints, the book whenever it has changed. A name that nobody serves is taken and stays silent.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../../exchange/unsaved.ts';
import { type CandleRow, candlesOf } from '../../../market/candles.ts';
import type { LoggedTrade } from '../../trade-log.ts';
import type { DepthChange, DepthFeed } from '../depth-feed.ts';
import { printOf } from '../market-streams.ts';
import type { StreamDoor } from '../stream-door.ts';
import { nameOf } from '../symbols.ts';
import { bestPrices, candleTexts, contractDayView, levelTexts, premiumView } from './market-views.ts';

const NAME = /^([\p{L}\p{M}\p{N}]{1,30})@(\w+)/u;
const PARTIAL = /^depth(5|10|20)$/;
/** How often a follower wants to be told; here every change is told at once. */
const DEPTH_PACES = ['', '@100ms', '@250ms', '@500ms'];

/** What chains one change of a book to the one before. */
interface ChainIds {
  readonly U: number;
  readonly u: number;
  readonly pu: number;
}

/** A contract that has moved. */
interface Moment {
  readonly desk: SymbolDesk;
  /** As told; null = it has not moved. */
  readonly markTicks: number | null;
  readonly cause: ExchangeEvent;
  readonly E: number;
}

export class UsdmMarketStreams {
  readonly #exchange: Exchange;
  readonly #streams: StreamDoor;
  readonly #depth: DepthFeed;
  /** Numbers of the last changes of the books that were told, by contract. */
  readonly #books = new Map<number, number>();
  /** Opening time of the candle last told, by stream. */
  readonly #candles = new Map<string, number>();

  constructor(exchange: Exchange, streams: StreamDoor, depth: DepthFeed) {
    this.#exchange = exchange;
    this.#streams = streams;
    this.#depth = depth;
  }

  depthChanged({ desk, firstId, lastId, bids, asks }: DepthChange, E: number): void {
    const ids = { U: firstId, u: lastId, pu: firstId - 1 };
    const event = this.#depthEvent(desk, ids, { bids, asks }, E);
    for (const pace of DEPTH_PACES)
      this.#streams.tell(`${nameOf(desk).toLowerCase()}@depth${pace}`, event, printOf(desk));
  }

  /** Committed events in order, and the trades among them. */
  take(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[], nowMs: number): void {
    const followed = new Set(this.#streams.followed());
    for (const name of this.#candles.keys()) if (!followed.has(name)) this.#candles.delete(name);
    for (const logged of trades) if (logged.desk.contract !== null) this.#trade(logged, nowMs);
    // Of several prints of one turn the last says how things stand.
    const moments = new Map<SymbolDesk, Moment>();
    for (const event of events) {
      if ((event.type !== 'print' && event.type !== 'mark') || event.desk.contract === null) continue;
      const { desk } = event;
      const markTicks = event.type === 'mark' ? event.markTicks : (moments.get(desk)?.markTicks ?? null);
      moments.set(desk, { desk, markTicks, cause: event, E: nowMs });
    }
    for (const moment of moments.values()) this.#moved(moment, followed);
    this.#all([...moments.values()], followed);
    const cause = new Map<SymbolDesk, ExchangeEvent>();
    for (const event of events) if ('desk' in event && event.desk.contract !== null) cause.set(event.desk, event);
    for (const [desk, event] of cause) this.#book({ desk, markTicks: null, cause: event, E: nowMs }, followed);
  }

  #trade({ desk, trade, cause }: LoggedTrade, E: number): void {
    const s = nameOf(desk);
    const { id, atMs: T, buyerIsMaker: m } = trade;
    const [p, q] = [formatPrice(desk.instrument, trade.priceTicks), formatQty(desk.instrument, trade.qtyLots)];
    this.#streams.tell(`${s.toLowerCase()}@aggTrade`, { e: 'aggTrade', E, s, a: id, p, q, f: id, l: id, T, m }, cause);
    this.#streams.tell(`${s.toLowerCase()}@trade`, { e: 'trade', E, T, s, t: id, p, q, X: 'MARKET', m }, cause);
  }

  #moved(moment: Moment, followed: ReadonlySet<string>): void {
    const { desk, cause } = moment;
    if (desk.seq === 0) return;
    for (const [stream, kind] of kindsOf(desk, followed)) {
      const tell = (event: object) => this.#streams.tell(stream, event, cause);
      if (kind.startsWith('kline_')) this.#candle(stream, kind.slice('kline_'.length), moment);
      else if (kind === 'markPrice') tell(this.#mark(moment));
      else if (kind === 'ticker' || kind === 'miniTicker') tell(this.#day(moment, kind));
    }
  }

  /** The streams of one contract's book, when it has changed. */
  #book(moment: Moment, followed: ReadonlySet<string>): void {
    const { cause, desk, E } = moment;
    const { updateId } = desk.strangers;
    const pu = this.#books.get(desk.index) ?? updateId - 1;
    if (desk.seq === 0 || pu === updateId) return;
    this.#books.set(desk.index, updateId);
    for (const [stream, kind] of kindsOf(desk, followed)) {
      const [, levels] = PARTIAL.exec(kind) ?? [];
      if (kind === 'depth') this.#depth.flush(desk);
      else if (kind === 'bookTicker') this.#streams.tell(stream, this.#bookTicker(moment), cause);
      else if (levels !== undefined) {
        const { bids, asks } = desk.strangers.book.depth();
        const best = { bids: bids.slice(0, Number(levels)), asks: asks.slice(0, Number(levels)) };
        this.#streams.tell(stream, this.#depthEvent(desk, { U: pu + 1, u: updateId, pu }, best, E), cause);
      }
    }
    if (followed.has('!bookTicker')) this.#streams.tell('!bookTicker', this.#bookTicker(moment), cause);
  }

  /** The streams that tell of all contracts: of those that have moved. */
  #all(moments: readonly Moment[], followed: ReadonlySet<string>): void {
    const cause = moments[0]?.cause;
    if (cause === undefined) return;
    const tell = (stream: string, view: (moment: Moment) => object) => {
      if (followed.has(stream)) this.#streams.tell(stream, moments.map(view), cause);
    };
    for (const stream of ['!markPrice@arr', '!markPrice@arr@1s']) tell(stream, (moment) => this.#mark(moment));
    for (const kind of ['ticker', 'miniTicker'] as const) tell(`!${kind}@arr`, (moment) => this.#day(moment, kind));
  }

  #bookTicker({ desk, E }: Moment) {
    const { bid, ask } = bestPrices(desk);
    const T = desk.tape.lastAtMs;
    const u = desk.strangers.updateId;
    return { e: 'bookTicker', u, s: nameOf(desk), b: bid.price, B: bid.qty, a: ask.price, A: ask.qty, T, E };
  }

  #depthEvent(desk: SymbolDesk, ids: ChainIds, { bids, asks }: Pick<DepthChange, 'bids' | 'asks'>, E: number) {
    const [b, a] = [levelTexts(desk.instrument, bids), levelTexts(desk.instrument, asks)];
    return { e: 'depthUpdate', E, T: desk.tape.lastAtMs, s: nameOf(desk), ...ids, b, a };
  }

  #mark({ desk, markTicks, E }: Moment) {
    const { symbol, markPrice, indexPrice, lastFundingRate, nextFundingTime } = premiumView(this.#exchange, desk);
    const p = markTicks === null ? markPrice : formatPrice(desk.instrument, markTicks);
    return { e: 'markPriceUpdate', E, s: symbol, p, i: indexPrice, r: lastFundingRate, T: nextFundingTime };
  }

  #day({ desk, E }: Moment, kind: 'ticker' | 'miniTicker') {
    const day = contractDayView(desk);
    if (day === null) return {};
    const mini = {
      ...{ E, s: day.symbol, c: day.lastPrice, o: day.openPrice, h: day.highPrice, l: day.lowPrice },
      ...{ v: day.volume, q: day.quoteVolume },
    };
    if (kind === 'miniTicker') return { e: '24hrMiniTicker', ...mini };
    const change = { p: day.priceChange, P: day.priceChangePercent, w: day.weightedAvgPrice };
    return { e: '24hrTicker', ...mini, ...change, O: day.openTime, C: day.closeTime, L: day.lastId };
  }

  /** The candle that closed since the last time, then the one that forms. */
  #candle(stream: string, timeframe: string, { desk, cause, E }: Moment): void {
    if (!(timeframe in TIMEFRAME_MS)) return;
    const frame = timeframe as CandleTimeframe;
    const rows = candlesOf(desk.tape, frame, 2, desk.tape.lastAtMs);
    const told = this.#candles.get(stream);
    for (const [at, row] of rows.entries()) {
      const isClosed = at < rows.length - 1;
      if (isClosed && (told === undefined || row.atMs < told)) continue;
      this.#streams.tell(stream, this.#candleEvent(desk, frame, row, isClosed, E), cause);
      this.#candles.set(stream, isClosed ? row.atMs + 1 : row.atMs);
    }
  }

  #candleEvent(desk: SymbolDesk, i: CandleTimeframe, row: CandleRow, x: boolean, E: number) {
    const s = nameOf(desk);
    const { open: o, high: h, low: l, close: c, volume: v, quoteVolume: q } = candleTexts(desk.instrument, row);
    const T = row.atMs + TIMEFRAME_MS[i] - 1;
    return {
      e: 'kline',
      E,
      s,
      k: { t: row.atMs, T, s, i, f: -1, L: -1, o, c, h, l, v, n: 0, x, q, V: '0', Q: '0', B: '0' },
    };
  }
}

/** What is followed of one contract: the name of the stream, and what it tells of. */
function kindsOf(desk: SymbolDesk, followed: ReadonlySet<string>): [stream: string, kind: string][] {
  const own = nameOf(desk).toLowerCase();
  return [...followed].flatMap((stream): [string, string][] => {
    const [, name, kind = ''] = NAME.exec(stream) ?? [];
    return name === own ? [[stream, kind]] : [];
  });
}
