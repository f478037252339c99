// What the sockets tell, channel by channel: public trades as they happen, tickers at the prints that change them, and of accounts every
// step of an order and every trade of it.
import type { Exchange } from '../../exchange/exchange.ts';
import type { SymbolDesk } from '../../exchange/symbol-desk.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { LoggedTrade } from '../trade-log.ts';
import { sizeForm } from './contract-sizes.ts';
import { contractTickerView, contractTradeView, spotTickerView, spotTradeEvent } from './market-views.ts';
import { contractFillEvent, contractOrderEvent, spotFillEvent, spotOrderEvent } from './order-views.ts';
import { type Pairs, pairOf } from './pairs.ts';
import type { LineName, Sockets } from './sockets.ts';

const OPEN = new Set(['spot.trades', 'spot.tickers', 'futures.trades', 'futures.tickers']);
/** Each channel of spot has two names, of which the later leaves out what is said of fees. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'spot.orders_v2': ['fee', 'point_fee', 'gt_fee', 'rebated_fee'],
  'spot.usertrades_v2': ['fee', 'point_fee', 'gt_fee', 'fee_currency'],
};
const ORDERS = { spot: ['spot.orders', 'spot.orders_v2'], futures: ['futures.orders'] } as const;
const FILLS = { spot: ['spot.usertrades', 'spot.usertrades_v2'], futures: ['futures.usertrades'] } as const;
const PRIVATE = new Set<string>([...ORDERS.spot, ...ORDERS.futures, ...FILLS.spot, ...FILLS.futures]);

export interface ChannelsDeps {
  readonly exchange: Exchange;
  readonly pairs: Pairs;
  readonly sockets: Sockets;
}

export class Channels {
  readonly #deps: ChannelsDeps;

  constructor(deps: ChannelsDeps) {
    this.#deps = deps;
  }

  isOpen(channel: string): boolean {
    return OPEN.has(channel);
  }

  isPrivate(channel: string): boolean {
    return PRIVATE.has(channel);
  }

  isListed(line: LineName, market: string): boolean {
    return this.#deps.pairs.find(line, market) !== undefined;
  }

  /** Committed events, in order, and the trades among them. */
  tell(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[]): void {
    for (const one of trades) this.#trade(one);
    for (const event of events) if (event.type === 'order' || event.type === 'fill') this.#account(event);
    // Of several prints of one turn the last says how things stand.
    const moved = new Map<SymbolDesk, ExchangeEvent>();
    for (const event of events) if ('desk' in event) moved.set(event.desk, event);
    for (const [desk, cause] of moved) this.#ticker(desk, cause);
  }

  #trade({ desk, trade, cause }: LoggedTrade): void {
    const { sockets } = this.#deps;
    const [market, isSpot] = [pairOf(desk), desk.contract === null];
    const channel = isSpot ? 'spot.trades' : 'futures.trades';
    const told = (isDecimal: boolean) =>
      isSpot ? spotTradeEvent(desk, trade) : [contractTradeView(desk, trade, sizeForm(isDecimal))];
    sockets.tell(channel, market, told, cause);
  }

  #ticker(desk: SymbolDesk, cause: ExchangeEvent): void {
    const { sockets } = this.#deps;
    const { contract } = desk;
    const channel = contract === null ? 'spot.tickers' : 'futures.tickers';
    if (!sockets.isFollowed(channel, pairOf(desk))) return;
    const ticker = contract === null ? spotTickerView(desk) : contractTickerView(desk, contract);
    if (ticker !== null) sockets.tell(channel, pairOf(desk), () => (contract === null ? ticker : [ticker]), cause);
  }

  #account(event: Extract<ExchangeEvent, { type: 'order' | 'fill' }>): void {
    const { account, desk, order } = event;
    if (account.law !== 'book' || order.trigger !== null) return;
    const kind = desk.contract === null ? 'spot' : 'futures';
    const tell = (channels: readonly string[], told: (isDecimal: boolean) => object) => {
      for (const channel of channels) {
        const row = (isDecimal: boolean) => toldBy(channel, told(isDecimal));
        this.#deps.sockets.tellAccount(account, channel, pairOf(desk), (isDecimal) => [row(isDecimal)], event);
      }
    };
    const fill = event.type === 'fill' ? event.fill : null;
    if (fill !== null)
      tell(FILLS[kind], (isDecimal) =>
        kind === 'spot' ? spotFillEvent(desk, fill) : contractFillEvent(desk, fill, sizeForm(isDecimal)),
      );
    // What a trade has told of already is not told again.
    else if (order.status === 'filled' || (order.status === 'open' && order.filledLots > 0)) return;
    tell(ORDERS[kind], (isDecimal) =>
      kind === 'spot' ? spotOrderEvent(desk, order) : contractOrderEvent(desk, order, sizeForm(isDecimal)),
    );
  }
}

function toldBy(channel: string, row: object): object {
  const left = LEFT_OUT[channel] ?? [];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !left.includes(name)));
}
