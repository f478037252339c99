// What the sockets tell, channel by channel: public trades as they happen, tickers at the prints that change them, and of accounts
// every step of an order with the trade that made it.
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { LoggedTrade, TradeLog } from '../trade-log.ts';
import { marginModeOf } from './contract-calls.ts';
import { tickerEvent, tradeEvent } from './market-views.ts';
import { orderEventView } from './order-views.ts';
import { type Pairs, pairOf } from './pairs.ts';
import type { Arg, Sockets } from './sockets.ts';

/** Trades that who begins to follow is told at once. */
const FIRST_TRADES = 50;

export interface ChannelsDeps {
  readonly exchange: Exchange;
  readonly pairs: Pairs;
  readonly sockets: Sockets;
  readonly trades: TradeLog;
}

export class Channels {
  readonly #deps: ChannelsDeps;

  constructor(deps: ChannelsDeps) {
    this.#deps = deps;
  }

  /** What a follower is told first; null = nobody tells of it. */
  opening({ channel, instId = '', instType }: Arg): readonly object[] | null {
    if (channel === 'orders') return [];
    const desk = this.#deps.pairs.find(instType === 'SPOT' ? 'spot' : 'futures', instId);
    if (desk === undefined) return null;
    if (channel === 'ticker') return [tickerEvent(desk) ?? []].flat();
    if (channel !== 'trade') return null;
    const known = this.#deps.trades.of(desk).slice(-FIRST_TRADES);
    return known.reverse().map((trade) => tradeEvent(desk, trade));
  }

  /** Committed events, in order, and the trades among them. */
  tell(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[]): void {
    const { sockets } = this.#deps;
    for (const { desk, trade, cause } of trades) sockets.tell(argOf(desk, 'trade'), [tradeEvent(desk, trade)], cause);
    for (const event of events) if (event.type === 'order' || event.type === 'fill') this.#order(event);
    // Of several prints of one turn the last says how things stand.
    const moved = new Map<SymbolDesk, ExchangeEvent>();
    for (const event of events) if ('desk' in event) moved.set(event.desk, event);
    for (const [desk, cause] of moved) {
      const ticker = tickerEvent(desk);
      if (ticker !== null) sockets.tell(argOf(desk, 'ticker'), [ticker], cause);
    }
  }

  #order(event: Extract<ExchangeEvent, { type: 'order' | 'fill' }>): void {
    const { account, desk, order } = event;
    if (account.law !== 'book' || order.trigger !== null) return;
    const fill = event.type === 'fill' ? event.fill : null;
    // What a trade has told of already is not told again.
    if (fill === null && (order.status === 'filled' || (order.status === 'open' && order.filledLots > 0))) return;
    const mode = desk.contract === null ? '' : marginModeOf(this.#deps, account, desk);
    const row = orderEventView(desk, order, fill, mode);
    this.#deps.sockets.tellAccount(account, argOf(desk, 'orders').instType, pairOf(desk), row, event);
  }
}

function argOf(desk: SymbolDesk, channel: string): Arg {
  return { instType: desk.contract === null ? 'SPOT' : 'USDT-FUTURES', channel, instId: pairOf(desk) };
}
