// What the sockets tell, channel by channel: trades as they happen, states (ticker, candle, mark, depth) at the prints that
// change them, and of accounts every step of an order with the trade that made it, then the balance and the position after it.
import { type CandleTimeframe, TIMEFRAME_MS } from '@cormorant/core/market/candles.ts';
import type { BookLevel } from '@cormorant/core/venue/open-book.ts';
import type { Account } from '../../exchange/account.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { ContractDesk, SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import { candlesOf } from '../../market/candles.ts';
import type { LoggedTrade } from '../trade-log.ts';
import { balanceView, positionViews } from './account-calls.ts';
import { type Instruments, instIdOf, instTypeOf } from './instruments.ts';
import { BARS } from './market-calls.ts';
import {
  candleView,
  depthOf,
  fundingRateView,
  levelView,
  markView,
  priceLimitView,
  tickerView,
  tradeView,
} from './market-views.ts';
import { viewOf } from './order-calls.ts';
import { fillFields } from './order-views.ts';
import type { Arg, Sockets } from './sockets.ts';

const STATES = new Set(['tickers', 'price-limit', 'mark-price', 'funding-rate', 'books', 'books5', 'bbo-tbt']);
const OF_CONTRACTS = new Set(['mark-price', 'funding-rate']);
const DEPTHS: Readonly<Record<string, number>> = { 'bbo-tbt': 1, books5: 5 };

/** The depth of an instrument as its followers keep it, and the number that chains the next change to it. */
interface Said {
  seqId: number;
  bids: readonly BookLevel[];
  asks: readonly BookLevel[];
}

export interface ChannelsDeps {
  readonly exchange: Exchange;
  readonly instruments: Instruments;
  readonly now: () => number;
  readonly sockets: () => Sockets;
}

export class Channels {
  readonly #deps: ChannelsDeps;
  readonly #books = new Map<number, Said>();

  constructor(deps: ChannelsDeps) {
    this.#deps = deps;
  }

  /** What a follower is told first; null = nobody tells of it. */
  opening(arg: Arg, account: Account | null): readonly object[] | null {
    const { exchange, instruments, now } = this.#deps;
    if (account !== null) {
      if (arg.channel === 'account') return [{ data: [balanceView(exchange, account, null)] }];
      if (arg.channel !== 'positions') return [];
      const contracts = exchange.desks.filter(({ contract }) => contract !== null);
      return [{ data: positionViews(exchange, account, contracts, now()) }];
    }
    const desk = instruments.find(arg.instId ?? '');
    if (desk === undefined) return null;
    if (arg.channel === 'trades') return [];
    if (arg.channel.startsWith('candle')) return BARS[arg.channel.slice('candle'.length)] === undefined ? null : [];
    if (!STATES.has(arg.channel) || (OF_CONTRACTS.has(arg.channel) && desk.contract === null)) return null;
    if (desk.seq === 0) return [];
    if (arg.channel !== 'books') return this.#state(desk, arg.channel);
    this.#flush(desk, printOf(desk));
    return [{ action: 'snapshot', data: [this.#bookData(desk, this.#books.get(desk.index) as Said, -1)] }];
  }

  /** Committed events, in order, and the trades among them. */
  tell(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[]): void {
    const followed = [...this.#deps.sockets().followed().values()];
    if (followed.length === 0) return;
    for (const { desk, trade, cause } of trades)
      this.#deps.sockets().tell('trades', instIdOf(desk), { data: [tradeView(desk, trade)] }, cause);
    for (const event of events) if (event.type === 'order' || event.type === 'fill') this.#order(event);
    // Of several prints of one turn the last says how things stand.
    const moved = new Map<SymbolDesk, ExchangeEvent>();
    for (const event of events) if ('desk' in event) moved.set(event.desk, event);
    for (const [desk, cause] of moved) this.#states(desk, followed, cause);
    this.#accounts(events);
  }

  #states(desk: SymbolDesk, followed: readonly Arg[], cause: ExchangeEvent): void {
    if (desk.seq === 0) return;
    const instId = instIdOf(desk);
    const tell = (channel: string, message: object) => this.#deps.sockets().tell(channel, instId, message, cause);
    for (const { channel } of followed.filter((arg) => arg.instId === instId)) {
      if (channel === 'books') this.#flush(desk, cause);
      else if (channel === 'mark-price' && cause.type === 'mark')
        tell(channel, { data: [markView(desk, cause.markTicks)] });
      else if (STATES.has(channel)) for (const message of this.#state(desk, channel)) tell(channel, message);
      else if (channel.startsWith('candle'))
        tell(channel, { data: candleRows(desk, BARS[channel.slice('candle'.length)]) });
    }
  }

  #state(desk: SymbolDesk, channel: string): readonly object[] {
    if (channel === 'tickers') return [{ data: [tickerView(desk)] }];
    if (channel === 'price-limit') return [{ data: [priceLimitView(desk)] }];
    if (channel === 'mark-price') return [{ data: [markView(desk, (desk.contract as ContractDesk).venue.markTicks)] }];
    if (channel === 'funding-rate') return [{ data: [fundingRateView(desk)] }];
    const { bids, asks } = depthOf(desk);
    const view = (levels: readonly BookLevel[]) =>
      levels.slice(0, DEPTHS[channel]).map((level) => levelView(desk, level));
    return [{ data: [{ asks: view(asks), bids: view(bids), ts: String(desk.tape.lastAtMs), seqId: desk.seq }] }];
  }

  /** All levels that differ from what was said before; a level that has gone has the size 0. */
  #flush(desk: SymbolDesk, cause: ExchangeEvent): void {
    const before = this.#books.get(desk.index);
    const depth = depthOf(desk);
    if (before === undefined) {
      this.#books.set(desk.index, { seqId: 1, ...depth });
      return;
    }
    const change = { bids: changed(before.bids, depth.bids), asks: changed(before.asks, depth.asks) };
    if (change.bids.length + change.asks.length === 0) return;
    this.#books.set(desk.index, { seqId: before.seqId + 1, ...depth });
    const data = [this.#bookData(desk, { seqId: before.seqId + 1, ...change }, before.seqId)];
    this.#deps.sockets().tell('books', instIdOf(desk), { action: 'update', data }, cause);
  }

  #bookData(desk: SymbolDesk, { seqId, bids, asks }: Said, prevSeqId: number) {
    const view = (levels: readonly BookLevel[]) => levels.map((level) => levelView(desk, level));
    return { asks: view(asks), bids: view(bids), ts: String(desk.tape.lastAtMs), seqId, prevSeqId };
  }

  #order(event: Extract<ExchangeEvent, { type: 'order' | 'fill' }>): void {
    const { account, desk, order } = event;
    if (account.law !== 'book' || order.trigger !== null) return;
    const isFill = event.type === 'fill';
    // What a trade has told of already is not told again.
    if (!isFill && (order.status === 'filled' || (order.status === 'open' && order.filledLots > 0))) return;
    const view = viewOf(this.#deps.exchange, account, desk, order);
    const row = isFill ? { ...view, ...fillFields(desk, event.fill), uTime: String(event.fill.atMs) } : view;
    this.#deps.sockets().tellAccount(account, 'orders', instTypeOf(desk), instIdOf(desk), row, event);
  }

  /** Each account's balance once, and its positions where contracts were concerned. */
  #accounts(events: readonly ExchangeEvent[]): void {
    const { exchange, now, sockets } = this.#deps;
    const touched = new Map<Account, { cause: ExchangeEvent; desks: Set<SymbolDesk> }>();
    for (const event of events) {
      if (!('account' in event) || event.account.law !== 'book') continue;
      const known = touched.get(event.account) ?? { cause: event, desks: new Set() };
      if ('desk' in event && event.desk.contract !== null) known.desks.add(event.desk);
      touched.set(event.account, { ...known, cause: event });
    }
    for (const [account, { cause, desks }] of touched) {
      sockets().tellAccount(account, 'account', 'ANY', '', balanceView(exchange, account, null), cause);
      for (const desk of desks)
        for (const row of positionViews(exchange, account, [desk], now()))
          sockets().tellAccount(account, 'positions', 'SWAP', instIdOf(desk), row, cause);
    }
  }
}

/** The one that forms. */
function candleRows(desk: SymbolDesk, bar: CandleTimeframe = '1m'): string[][] {
  const openMs = desk.tape.lastAtMs - (desk.tape.lastAtMs % TIMEFRAME_MS[bar]);
  return candlesOf(desk.tape, bar, 1, desk.tape.lastAtMs).map((row) => candleView(desk, row, row.atMs < openMs));
}

function changed(before: readonly BookLevel[], now: readonly BookLevel[]): BookLevel[] {
  const stood = new Map(before.map(({ priceTicks, qtyLots }) => [priceTicks, qtyLots]));
  const stands = new Set(now.map(({ priceTicks }) => priceTicks));
  return [
    ...now.filter(({ priceTicks, qtyLots }) => stood.get(priceTicks) !== qtyLots),
    ...before.filter(({ priceTicks }) => !stands.has(priceTicks)).map(({ priceTicks }) => ({ priceTicks, qtyLots: 0 })),
  ];
}

function printOf(desk: SymbolDesk): ExchangeEvent {
  const { lastTicks, lastAtMs } = desk.tape;
  return { type: 'print', desk, seq: desk.seq, priceTicks: lastTicks, atMs: lastAtMs };
}
