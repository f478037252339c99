// The exchange as Binance USD-M speaks: REST under /fapi, streams under /public, /market and /private. Everything here reads
// and writes that wire; what trades is the exchange behind it.
import type { FastifyInstance } from 'fastify';
import type { Exchange } from '../../../exchange/exchange.ts';
import type { TradingFloor } from '../../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../../exchange/unsaved.ts';
import type { FaultPlan } from '../../../faults/fault-plan.ts';
import type { LoggedTrade, TradeLog } from '../../trade-log.ts';
import { DepthFeed } from '../depth-feed.ts';
import type { Family } from '../family.ts';
import { ListenKeys, listenKeyCalls } from '../listen-keys.ts';
import { StreamDoor } from '../stream-door.ts';
import { Symbols } from '../symbols.ts';
import { type Limits, type OwnLimits, Weights } from '../weights.ts';
import { accountCalls } from './account-calls.ts';
import { algoCalls } from './algo-calls.ts';
import { usdmMarketCalls } from './market-calls.ts';
import { UsdmMarketStreams } from './market-streams.ts';
import { usdmOrderCalls } from './order-calls.ts';
import { usdmUserEvents } from './user-events.ts';

/** Those of Binance USD-M that are kept here, as its exchangeInfo tells them. */
const LIMITS: Limits = { weightPerMinute: 2400, ordersPerTenSeconds: 300, ordersPerDay: Number.POSITIVE_INFINITY };
const LISTEN_KEY_WEIGHT = 1;

/** Names of the calls on the WebSocket API of contracts. */
export const USDM_METHODS: Readonly<Record<string, string>> = {
  depth: 'GET /fapi/v1/depth',
  'ticker.book': 'GET /fapi/v1/ticker/bookTicker',
  'ticker.price': 'GET /fapi/v1/ticker/price',
  'order.place': 'POST /fapi/v1/order',
  'order.status': 'GET /fapi/v1/order',
  'order.cancel': 'DELETE /fapi/v1/order',
  'algoOrder.place': 'POST /fapi/v1/algoOrder',
  'algoOrder.cancel': 'DELETE /fapi/v1/algoOrder',
  'account.status': 'GET /fapi/v2/account',
  'account.balance': 'GET /fapi/v2/balance',
  'account.position': 'GET /fapi/v2/positionRisk',
  'v2/account.status': 'GET /fapi/v3/account',
  'v2/account.balance': 'GET /fapi/v3/balance',
  'v2/account.position': 'GET /fapi/v3/positionRisk',
  'userDataStream.start': 'POST /fapi/v1/listenKey',
  'userDataStream.ping': 'PUT /fapi/v1/listenKey',
  'userDataStream.stop': 'DELETE /fapi/v1/listenKey',
};

export interface UsdmWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly trades: TradeLog;
  readonly faults: FaultPlan;
  readonly limits: OwnLimits;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
}

export class UsdmWire {
  readonly family: Family;
  readonly #deps: UsdmWireDeps;
  readonly #streams: StreamDoor;
  readonly #market: UsdmMarketStreams;

  constructor(deps: UsdmWireDeps) {
    const { exchange, floor, trades, wallNow } = deps;
    this.#deps = deps;
    const limits = { ...LIMITS, ...deps.limits };
    const symbols = new Symbols(exchange, 'futures');
    const listenKeys = new ListenKeys(wallNow, exchange.keys);
    const depth = new DepthFeed((change) => this.#market.depthChanged(change, floor.nowMs));
    this.family = {
      calls: {
        ...usdmMarketCalls({ exchange, symbols, trades, depth, wallNow, limits }),
        ...accountCalls({ exchange, floor, symbols }),
        ...usdmOrderCalls({ exchange, floor, symbols }),
        ...algoCalls({ exchange, floor, symbols }),
        ...listenKeyCalls('/fapi/v1/listenKey', listenKeys, LISTEN_KEY_WEIGHT, true),
      },
      weights: new Weights(limits, wallNow),
      usedHeaders: ['x-mbx-used-weight-1m'],
    };
    this.#streams = new StreamDoor(
      (key, ip) => listenKeys.followedFrom(key, ip),
      deps.faults,
      () => floor.nowMs,
    );
    this.#market = new UsdmMarketStreams(exchange, this.#streams, depth);
  }

  attach(door: FastifyInstance): void {
    for (const part of ['public', 'market', 'private']) this.#streams.attach(door, `/${part}/ws`, `/${part}/stream`);
  }

  open(): void {
    this.#streams.open();
  }

  /** Committed events in order, and the trades among them. */
  tell(events: readonly ExchangeEvent[], trades: readonly LoggedTrade[]): void {
    const { exchange, floor } = this.#deps;
    this.#market.take(events, trades, floor.nowMs);
    for (const { account, event, cause } of usdmUserEvents(exchange, events, floor.nowMs))
      this.#streams.tellAccount(account, event, cause);
  }

  close(): void {
    this.#streams.close();
  }
}
