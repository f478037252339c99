// The market streams of contracts, by name: '<symbol>@aggTrade', '@trade', '@bookTicker', '@markPrice', '@ticker',
// '@miniTicker', '@kline_<tf>', '@depth…', and '!markPrice@arr', '!ticker@arr', '!miniTicker@arr', '!bookTicker'. All of a
// contract's states change with its prints, so all is told at them. A name that nobody serves is taken and stays silent.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { SymbolDesk } from '../../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../../exchange/unsaved.ts';
import { type CandleRow, candlesOf } from '../../../market/candles.ts';
import type { LoggedTrade } from '../../trade-log.ts';
import type { StreamDoor } from '../stream-door.ts';
import { nameOf } from '../symbols.ts';
import { bestPrices, candleTexts, contractDayView, premiumView } from './market-views.ts';

const NAME = /^([a-z0-9]{1,20})@(\w+)/;
const PARTIAL = /^depth(5|10|20)$/;

/** A contract that has moved. */
interface Moment {
  readonly desk: SymbolDesk;
  /** As told; null = it has not moved. */
  readonly markTicks: number | null;
  readonly cause: ExchangeEvent;
  readonly E: number;
}

interface Best {
  readonly bid: string;
  readonly ask: string;
  readonly seq: number;
}

export class UsdmMarketStreams {
  readonly #exchange: Exchange;
  readonly #streams: StreamDoor;
  readonly #best = new Map<number, Best>();
  /** Opening time of the candle last told, by stream. */
  readonly #candles = new Map<string, number>();

  constructor(exchange: Exchange, streams: StreamDoor) {
    this.#exchange = exchange;
    this.#streams = streams;
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
  }

  #trade({ desk, trade, cause }: LoggedTrade, E: number): void {
    const s = nameOf(desk);
    const { id, atMs: T, buyerIsMaker: m } = trade;
    const [p, q] = [formatPrice(desk.instrument, trade.priceTicks), formatQty(desk.instrument, trade.qtyLots)];
    this.#streams.tell(`${s.toLowerCase()}@aggTrade`, { e: 'aggTrade', E, s, a: id, p, q, f: id, l: id, T, m }, cause);
    this.#streams.tell(`${s.toLowerCase()}@trade`, { e: 'trade', E, T, s, t: id, p, q, X: 'MARKET', m }, cause);
  }

  #moved(moment: Moment, followed: ReadonlySet<string>): void {
    const { desk, cause, E } = moment;
    if (desk.seq === 0) return;
    const own = nameOf(desk).toLowerCase();
    const { bid, ask } = bestPrices(desk);
    const before = this.#best.get(desk.index);
    this.#best.set(desk.index, { bid: bid.price, ask: ask.price, seq: desk.seq });
    for (const stream of followed) {
      const [, name, kind = ''] = NAME.exec(stream) ?? [];
      if (name !== own) continue;
      const tell = (event: object) => this.#streams.tell(stream, event, cause);
      if (kind.startsWith('kline_')) this.#candle(stream, kind.slice('kline_'.length), moment);
      else if (kind === 'depth') tell(this.#depthChange(desk, before, E));
      else if (PARTIAL.test(kind)) tell(this.#depthChange(desk, undefined, E));
      else if (kind === 'markPrice') tell(this.#mark(moment));
      else if (kind === 'ticker' || kind === 'miniTicker') tell(this.#day(moment, kind));
      else if (kind === 'bookTicker') tell(this.#bookTicker(moment));
    }
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
    if (!followed.has('!bookTicker')) return;
    for (const moment of moments) this.#streams.tell('!bookTicker', this.#bookTicker(moment), moment.cause);
  }

  #bookTicker({ desk, E }: Moment) {
    const { bid, ask } = bestPrices(desk);
    const T = desk.tape.lastAtMs;
    return { e: 'bookTicker', u: desk.seq, s: nameOf(desk), b: bid.price, B: bid.qty, a: ask.price, A: ask.qty, T, E };
  }

  /** From what stood at the last print to what stands now; a level that has gone has the quantity 0. */
  #depthChange(desk: SymbolDesk, before: Best | undefined, E: number) {
    const { bid, ask } = bestPrices(desk);
    const gone = (was: string | undefined, is: string) => (was === undefined || was === is ? [] : [[was, '0']]);
    return {
      ...{ e: 'depthUpdate', E, T: desk.tape.lastAtMs, s: nameOf(desk) },
      ...{ U: (before?.seq ?? desk.seq - 1) + 1, u: desk.seq, pu: before?.seq ?? desk.seq - 1 },
      b: [...gone(before?.bid, bid.price), [bid.price, bid.qty]],
      a: [...gone(before?.ask, ask.price), [ask.price, ask.qty]],
    };
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
