// The exchange as Binance spot speaks: REST under /api/v3 and /sapi, streams under /ws and /stream, the WebSocket API under
// /ws-api/v3. Everything here reads and writes that wire; what trades is the exchange behind it.
import type { FastifyInstance } from 'fastify';
import type { Exchange } from '../../exchange/exchange.ts';
import type { TradingFloor } from '../../exchange/trading-floor.ts';
import type { ExchangeEvent } from '../../exchange/unsaved.ts';
import type { FaultPlan } from '../../faults/fault-plan.ts';
import { TradeLog } from '../trade-log.ts';
import { DepthFeed } from './depth-feed.ts';
import { type Family, Judge } from './family.ts';
import { ListenKeys, listenKeyCalls } from './listen-keys.ts';
import { marketCalls } from './market-calls.ts';
import { MarketStreams } from './market-streams.ts';
import { orderCalls } from './order-calls.ts';
import { pairCalls } from './pair-calls.ts';
import { addFamilies } from './rest.ts';
import { StreamDoor } from './stream-door.ts';
import { Symbols } from './symbols.ts';
import { USDM_METHODS, UsdmWire } from './usdm/usdm-wire.ts';
import { userEvents } from './user-events.ts';
import { walletCalls } from './wallet-calls.ts';
import { type Limits, type OwnLimits, Weights } from './weights.ts';
import { WsApi } from './ws-api.ts';

/** Those of Binance spot, as its exchangeInfo of 2025-08-23 tells them. */
const SPOT_LIMITS: Limits = { weightPerMinute: 6000, ordersPerTenSeconds: 50, ordersPerDay: 160_000 };
const WALLET_LIMITS: Limits = { weightPerMinute: 12_000, ordersPerTenSeconds: 0, ordersPerDay: 0 };
const LISTEN_KEY_WEIGHT = 2;

const METHODS: Readonly<Record<string, string>> = {
  ping: 'GET /api/v3/ping',
  time: 'GET /api/v3/time',
  exchangeInfo: 'GET /api/v3/exchangeInfo',
  depth: 'GET /api/v3/depth',
  klines: 'GET /api/v3/klines',
  'trades.recent': 'GET /api/v3/trades',
  'trades.aggregate': 'GET /api/v3/aggTrades',
  'ticker.24hr': 'GET /api/v3/ticker/24hr',
  'ticker.book': 'GET /api/v3/ticker/bookTicker',
  'ticker.price': 'GET /api/v3/ticker/price',
  'order.place': 'POST /api/v3/order',
  'order.test': 'POST /api/v3/order/test',
  'order.status': 'GET /api/v3/order',
  'order.cancel': 'DELETE /api/v3/order',
  'order.amend.keepPriority': 'PUT /api/v3/order/amend/keepPriority',
  'order.amendments': 'GET /api/v3/order/amendments',
  'openOrders.status': 'GET /api/v3/openOrders',
  'openOrders.cancelAll': 'DELETE /api/v3/openOrders',
  'orderList.place': 'POST /api/v3/order/oco',
  'orderList.place.oco': 'POST /api/v3/orderList/oco',
  'orderList.cancel': 'DELETE /api/v3/orderList',
  'orderList.status': 'GET /api/v3/orderList',
  'openOrderLists.status': 'GET /api/v3/openOrderList',
  allOrderLists: 'GET /api/v3/allOrderList',
  allOrders: 'GET /api/v3/allOrders',
  myTrades: 'GET /api/v3/myTrades',
  'account.status': 'GET /api/v3/account',
  'account.commission': 'GET /api/v3/account/commission',
};

export interface BinanceWireDeps {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  /** The wall clock as clients are shown it. */
  readonly wallNow: () => number;
  readonly faults: FaultPlan;
  readonly limits: OwnLimits;
}

export class BinanceWire {
  readonly #deps: BinanceWireDeps;
  readonly #judge: Judge;
  readonly #families: readonly Family[];
  readonly #streams: StreamDoor;
  readonly #market: MarketStreams;
  readonly #api: WsApi;
  readonly #trades = new TradeLog();
  readonly #usdm: UsdmWire;
  readonly #usdmApi: WsApi;

  constructor(deps: BinanceWireDeps) {
    const { exchange, floor, wallNow } = deps;
    this.#deps = deps;
    this.#judge = new Judge(exchange, wallNow);
    const limits = { ...SPOT_LIMITS, ...deps.limits };
    const symbols = new Symbols(exchange, 'spot');
    const trades = this.#trades;
    const listenKeys = new ListenKeys(wallNow, exchange.keys);
    const depth = new DepthFeed((change) => this.#market.depthChanged(change));
    const spot: Family = {
      calls: {
        ...marketCalls({ symbols, trades, depth, limits, wallNow }),
        ...orderCalls({ exchange, floor, symbols }),
        ...pairCalls({ exchange, floor, symbols }),
        ...listenKeyCalls('/api/v3/userDataStream', listenKeys, LISTEN_KEY_WEIGHT, false),
      },
      weights: new Weights(limits, wallNow),
      usedHeaders: ['x-mbx-used-weight', 'x-mbx-used-weight-1m'],
    };
    const wallet: Family = {
      calls: walletCalls(exchange, symbols),
      weights: new Weights(WALLET_LIMITS, wallNow),
      usedHeaders: ['x-sapi-used-ip-weight-1m'],
    };
    this.#usdm = new UsdmWire({ exchange, floor, trades, wallNow, faults: deps.faults, limits: deps.limits });
    this.#families = [spot, wallet, this.#usdm.family];
    this.#streams = new StreamDoor(
      (key, ip) => listenKeys.followedFrom(key, ip),
      deps.faults,
      () => floor.nowMs,
    );
    this.#market = new MarketStreams(
      {
        ...{ symbols, trades, now: () => floor.nowMs },
        tell: (stream, event, cause) => this.#streams.tell(stream, event, cause),
        followed: () => this.#streams.followed(),
      },
      depth,
    );
    const api = { judge: this.#judge, faults: deps.faults, now: () => floor.nowMs, serverNow: wallNow };
    this.#api = new WsApi({ ...api, family: spot, methods: METHODS, tells: true });
    this.#usdmApi = new WsApi({ ...api, family: this.#usdm.family, methods: USDM_METHODS, tells: false });
  }

  attach(door: FastifyInstance): void {
    addFamilies(door, this.#judge, this.#families);
    this.#streams.attach(door, '/ws', '/stream');
    this.#api.attach(door, '/ws-api/v3');
    this.#usdmApi.attach(door, '/ws-fapi/v1');
    this.#usdm.attach(door);
  }

  /** Starts the beats and heartbeats. */
  open(): void {
    this.#market.open();
    this.#streams.open();
    this.#api.open();
    this.#usdmApi.open();
    this.#usdm.open();
  }

  /** Committed events, in order. */
  tell(events: readonly ExchangeEvent[]): void {
    const trades = this.#trades.take(events);
    this.#market.take(trades);
    this.#usdm.tell(events, trades);
    for (const { account, event, cause } of userEvents(this.#deps.exchange, events, this.#deps.floor.nowMs)) {
      this.#streams.tellAccount(account, event, cause);
      this.#api.tellAccount(account, event, cause);
    }
  }

  close(): void {
    this.#market.close();
    this.#streams.close();
    this.#api.close();
    this.#usdmApi.close();
    this.#usdm.close();
  }
}
