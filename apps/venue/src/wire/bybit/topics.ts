// What the sockets tell, topic by topic: public trades as they happen, tickers at the prints that change them, and of accounts
// every step of an order and every trade of it.
import { formatPrice, formatQty } from '@cormorant/core/market/conversions.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { LoggedTrade } from '../trade-log.ts';
import { balanceView } from './account-calls.ts';
import { priceLimitView, tickerView } from './market-views.ts';
import { executionId, fundingView, orderView, tradeView } from './order-views.ts';
import { categoryOf, type Pairs, pairOf } from './pairs.ts';
import type { LineName, Sockets } from './sockets.ts';

const PRIVATE_TOPICS = /^((order|execution)(\.(spot|linear))?|wallet)$/;
const MARKET_TOPIC = /^(publicTrade|tickers|priceLimit)\.([\p{L}\p{M}\p{N}]{2,30})$/u;

export interface TopicsDeps {
  readonly exchange: Exchange;
  readonly pairs: Pairs;
  readonly sockets: Sockets;
}

export class Topics {
  readonly #deps: TopicsDeps;

  constructor(deps: TopicsDeps) {
    this.#deps = deps;
  }

  isOffered(line: LineName, topic: string): boolean {
    if (line === 'private') return PRIVATE_TOPICS.test(topic);
    const [, , pair] = MARKET_TOPIC.exec(topic) ?? [];
    return pair !== undefined && this.#deps.pairs.find(line, pair) !== undefined;
  }

  /** Committed events, in order, and the trades among them. */
  tell(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[]): void {
    for (const one of trades) this.#trade(one);
    for (const event of events) this.#account(event);
    // Of several prints of one turn the last says how things stand.
    const moved = new Map<SymbolDesk, ExchangeEvent>();
    for (const event of events) if ('desk' in event) moved.set(event.desk, event);
    for (const [desk, cause] of moved) {
      this.#ticker(desk, cause);
      this.#priceLimit(desk, cause);
    }
  }

  #trade({ desk, trade, cause }: LoggedTrade): void {
    const { sockets } = this.#deps;
    const topic = `publicTrade.${pairOf(desk)}`;
    if (!sockets.isFollowed(categoryOf(desk), topic)) return;
    const row = {
      ...{ T: trade.atMs, s: pairOf(desk), S: trade.buyerIsMaker ? 'Sell' : 'Buy' },
      ...{ v: formatQty(desk.instrument, trade.qtyLots), p: formatPrice(desk.instrument, trade.priceTicks) },
      ...{ i: executionId(trade.id), BT: false, RPI: false, seq: trade.id },
    };
    sockets.tell(categoryOf(desk), topic, 'snapshot', [row], cause);
  }

  #ticker(desk: SymbolDesk, cause: ExchangeEvent): void {
    const { sockets } = this.#deps;
    const topic = `tickers.${pairOf(desk)}`;
    if (desk.seq === 0 || !sockets.isFollowed(categoryOf(desk), topic)) return;
    const ticker = tickerView(desk);
    if (ticker !== null) sockets.tell(categoryOf(desk), topic, 'snapshot', ticker, cause);
  }

  #priceLimit(desk: SymbolDesk, cause: ExchangeEvent): void {
    const { sockets } = this.#deps;
    const topic = `priceLimit.${pairOf(desk)}`;
    if (!sockets.isFollowed(categoryOf(desk), topic)) return;
    const limits = priceLimitView(desk);
    if (limits !== null) sockets.tell(categoryOf(desk), topic, 'snapshot', limits, cause);
  }

  #account(event: ExchangeEvent): void {
    if (!('account' in event) || event.account.law !== 'book') return;
    const { exchange, sockets } = this.#deps;
    if (event.type === 'deposit') {
      sockets.tellAccount(event.account, 'wallet', '', balanceView(exchange, event.account, null), event);
      return;
    }
    const { account, desk } = event;
    const category = categoryOf(desk);
    const tell = (topic: string, row: object) =>
      sockets.tellAccount(account, topic, category, { category, ...row }, event);
    if (event.type === 'fill') tell('execution', tradeView(desk, event.fill, event.order));
    if (event.type === 'funding') tell('execution', fundingView(desk, event.funding));
    if (event.type === 'fill' || event.type === 'order') tell('order', orderView(desk, event.order));
    if (event.type !== 'order') sockets.tellAccount(account, 'wallet', '', balanceView(exchange, account, null), event);
  }
}
