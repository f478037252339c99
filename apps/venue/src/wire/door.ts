// The HTTP door of the exchange (PROTOCOL.md). It reads and writes the wire and decides nothing: every change runs on
// the trading floor and is answered only after it is on disk.
import { parseQuote } from '@cormorant/core/market/conversions.ts';
import { formatScaled } from '@cormorant/core/money/decimal-text.ts';
import { MoneyError } from '@cormorant/core/money/safe-integer.ts';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Account } from '../exchange/account.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { refused } from '../exchange/refusals.ts';
import type { ContractDesk, SymbolDesk } from '../exchange/symbol-desk.ts';
import type { TradingFloor } from '../exchange/trading-floor.ts';
import { addFaultCalls, type FaultBoard } from '../faults/fault-board.ts';
import type { HttpFaults } from '../faults/http-faults.ts';
import { candlesOf } from '../market/candles.ts';
import type { Market } from '../market/market.ts';
import { addKeysPage } from '../page/keys-page.ts';
import type { BinanceWire } from './binance/binance-wire.ts';
import type { BitgetWire } from './bitget/bitget-wire.ts';
import type { BybitWire } from './bybit/bybit-wire.ts';
import type { GateWire } from './gate/gate-wire.ts';
import type { OkxWire } from './okx/okx-wire.ts';
import {
  AccountBody,
  AccountQuery,
  CancelBody,
  CandlesQuery,
  FillsQuery,
  FundingRatesQuery,
  LeverageBody,
  MarginAddsQuery,
  MarginBody,
  OrderBody,
  OrdersQuery,
  PlaceBody,
  PositionModeBody,
  readOrder,
  whatIsWrong,
} from './requests.ts';
import { isSameToken } from './service-token.ts';
import type { Stream } from './stream.ts';
import { unknownPath } from './unknown-path.ts';
import {
  balanceViews,
  candleView,
  fillView,
  fundingRateViews,
  fundingView,
  futuresBalanceViews,
  instrumentView,
  marginAddView,
  orderView,
  positionViews,
  tickerView,
} from './views.ts';

const MAX_BODY_BYTES = 256 * 1024;

export interface DoorDeps {
  readonly market: Market;
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly stream: Stream;
  readonly token: string;
  /** Names this set of books; another market or data folder has another. */
  readonly books: string;
  readonly httpFaults: HttpFaults;
  readonly board: FaultBoard;
  /** By how much the clock that is shown is off. */
  readonly skewMs: () => number;
  readonly binance: BinanceWire;
  readonly okx: OkxWire;
  readonly bybit: BybitWire;
  readonly bitget: BitgetWire;
  readonly gate: GateWire;
  readonly wallNow: () => number;
}

class WireError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export async function openTradingAccount(deps: DoorDeps): Promise<FastifyInstance> {
  const door = Fastify({ bodyLimit: MAX_BODY_BYTES, forceCloseConnections: true });
  door.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof WireError) return reply.status(error.status).send({ code: error.code, msg: error.message });
    const status = error.statusCode ?? 500;
    const code = status < 500 ? 'BAD_REQUEST' : 'INTERNAL';
    return reply
      .status(status)
      .send({ code, msg: status < 500 ? error.message : 'the exchange failed on this request' });
  });
  door.setNotFoundHandler((request, reply) => reply.status(404).send(unknownPath(request.url, request.method)));
  await door.register(websocket, { options: { maxPayload: MAX_BODY_BYTES } });
  deps.httpFaults.attach(door);
  addMarketCalls(door, deps);
  addGuardedCalls(door, deps);
  deps.binance.attach(door);
  deps.okx.attach(door);
  deps.bybit.attach(door);
  deps.bitget.attach(door);
  deps.gate.attach(door);
  addKeysPage(door, { exchange: deps.exchange, floor: deps.floor, wallNow: deps.wallNow });
  door.get('/v1/stream', { websocket: true }, (socket) => deps.stream.join(socket));
  return door;
}

function addMarketCalls(door: FastifyInstance, { market, exchange, floor, books, skewMs }: DoorDeps): void {
  door.get('/healthz', () => ({ status: 'ok' }));
  door.get('/v1/time', () => ({
    market_now: floor.nowMs + skewMs(),
    wall_now: Date.now() + skewMs(),
    speed: market.speed,
    state: floor.state,
    market: market.name,
    books,
    insurance: formatScaled(exchange.contracts.book.insuranceAtoms, exchange.contracts.scale, true),
    simulated: true,
  }));
  door.get('/v1/instruments', () => ({ list: exchange.desks.map(instrumentView) }));
  door.get('/v1/tickers', () => ({ list: exchange.desks.map(tickerView).filter((ticker) => ticker !== null) }));
  door.get('/v1/candles', (request) => {
    const { symbol, interval, limit, end } = read(CandlesQuery, request.query);
    const desk = deskOf(exchange, symbol);
    const rows = candlesOf(desk.tape, interval, limit, end ?? Number.MAX_SAFE_INTEGER);
    return { list: rows.map((row) => candleView(desk.instrument, row)) };
  });
  door.get('/v1/funding-rates', (request) => {
    const { symbol, limit } = read(FundingRatesQuery, request.query);
    const { desk, contract } = contractOf(exchange, symbol);
    return { list: fundingRateViews(desk, contract, limit) };
  });
}

function addGuardedCalls(door: FastifyInstance, deps: DoorDeps): void {
  const { exchange, token } = deps;
  const guarded = (request: FastifyRequest): void => {
    if (isSameToken(request.headers['x-service-token'], token)) return;
    throw new WireError(401, 'UNAUTHORIZED', 'the service token is missing or wrong');
  };
  const accountOf = (request: FastifyRequest): Account => {
    const account = exchange.account(String(request.headers['x-account'] ?? ''));
    if (account === undefined) throw new WireError(404, 'ACCOUNT_NOT_FOUND', 'x-account names no account');
    return account;
  };
  door.register(async (trading) => {
    trading.addHook('onRequest', async (request) => guarded(request));
    addTradingCalls(trading, deps, accountOf);
    addContractCalls(trading, deps, accountOf);
    addFaultCalls(trading, deps.board, deps.floor);
  });
}

type AccountOf = (request: FastifyRequest) => Account;

function addTradingCalls(trading: FastifyInstance, { exchange, floor }: DoorDeps, accountOf: AccountOf): void {
  trading.post('/v1/accounts', async (request) => {
    const { ref } = read(AccountBody, request.body);
    const name = await floor.request(() => (exchange.mayOpen(ref) ? exchange.openAccount(ref).name : null));
    if (name === null) throw new WireError(403, 'NO_ROOM', 'the exchange has no room to fund one more account');
    return { account: name };
  });
  trading.get('/v1/account', (request) => {
    const account = accountOf(request);
    const { wallet } = read(AccountQuery, request.query);
    if (wallet === 'futures') return { balances: futuresBalanceViews(exchange, account) };
    return { balances: balanceViews(exchange, account) };
  });
  trading.post('/v1/orders', async (request) => {
    const account = accountOf(request);
    const { orders } = read(PlaceBody, request.body);
    return floor.request(() => ({ results: orders.map((order) => place(exchange, account, order)) }));
  });
  trading.post('/v1/orders/cancel', async (request) => {
    const account = accountOf(request);
    const { cids } = read(CancelBody, request.body);
    return floor.request(() => ({ results: cids.map((cid) => cancel(exchange, account, cid)) }));
  });
  trading.get('/v1/orders', (request) => {
    const account = accountOf(request);
    const query = read(OrdersQuery, request.query);
    if (!('cid' in query)) return { list: openOrders(exchange, account) };
    const order = exchange.orderByCid(account, query.cid);
    if (order === null) throw new WireError(404, 'ORDER_NOT_FOUND', 'no order of this account has this cid');
    return { order: orderView(deskOf(exchange, order.symbol).instrument, order) };
  });
  trading.get('/v1/fills', (request) => {
    const account = accountOf(request);
    const { after, limit, symbol = null } = read(FillsQuery, request.query);
    const fills = exchange.fillsAfter(account, after, limit, symbol);
    return { list: fills.map((fill) => fillView(deskOf(exchange, fill.symbol).instrument, fill)) };
  });
}

function addContractCalls(trading: FastifyInstance, { exchange, floor }: DoorDeps, accountOf: AccountOf): void {
  const { contracts } = exchange;
  trading.get('/v1/positions', (request) => ({ list: positionViews(exchange, accountOf(request)) }));
  trading.get('/v1/fundings', (request) => {
    const account = accountOf(request);
    const { after, limit, symbol = null } = read(FillsQuery, request.query);
    const fundings = exchange.fundingsAfter(account, after, limit, symbol);
    return { list: fundings.map((row) => fundingView(deskOf(exchange, row.symbol).instrument, row)) };
  });
  trading.get('/v1/position-mode', (request) => ({ mode: contracts.book.positionMode(accountOf(request).id) }));
  trading.post('/v1/position-mode', async (request) => {
    const account = accountOf(request);
    const { mode } = read(PositionModeBody, request.body);
    return floor.request(() => contracts.setPositionMode(account, mode));
  });
  trading.post('/v1/leverage', async (request) => {
    const account = accountOf(request);
    const { symbol, leverage, mode } = read(LeverageBody, request.body);
    const { desk } = contractOf(exchange, symbol);
    return floor.request(() => contracts.setLeverage(account, desk, leverage, mode));
  });
  trading.post('/v1/margin', async (request) => {
    const account = accountOf(request);
    const { symbol, position_side, amount, ref = null } = read(MarginBody, request.body);
    const { desk } = contractOf(exchange, symbol);
    const atoms = quoteAtoms(desk, amount);
    return floor.request(() => contracts.addMargin(account, desk, position_side, atoms, ref));
  });
  trading.get('/v1/margin-adds', (request) => {
    const account = accountOf(request);
    const { symbol, since } = read(MarginAddsQuery, request.query);
    const { desk } = contractOf(exchange, symbol);
    return { list: contracts.marginAddsSince(account, desk, since).map((row) => marginAddView(desk.instrument, row)) };
  });
}

function quoteAtoms({ instrument }: SymbolDesk, amount: string): number {
  try {
    return parseQuote(instrument, amount);
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error;
    throw new WireError(400, 'BAD_REQUEST', `amount: ${error.message}`);
  }
}

function contractOf(exchange: Exchange, symbol: string): { desk: SymbolDesk; contract: ContractDesk } {
  const desk = deskOf(exchange, symbol);
  if (desk.contract === null) throw new WireError(400, 'BAD_REQUEST', `${symbol} is not a contract`);
  return { desk, contract: desk.contract };
}

function place(exchange: Exchange, account: Account, body: unknown) {
  const parsed = OrderBody.safeParse(body);
  if (!parsed.success) return refused('BAD_REQUEST', whatIsWrong(parsed.error));
  const desk = exchange.desk(parsed.data.symbol);
  if (desk === undefined) return refused('UNKNOWN_SYMBOL', parsed.data.symbol);
  const request = readOrder(desk, parsed.data);
  if ('ok' in request) return request;
  const placed = exchange.place(account, desk, request);
  if (placed.ok === 0) return placed;
  const fills = placed.fills.map((fill) => fillView(desk.instrument, fill));
  return { ok: 1, order: orderView(desk.instrument, placed.order), fills };
}

function cancel(exchange: Exchange, account: Account, cid: string) {
  const answer = exchange.cancel(account, cid);
  const order = answer.order === null ? {} : { order: viewOf(exchange, answer.order) };
  return answer.ok === 1 ? { ok: 1, ...order } : { ok: 0, code: answer.code, msg: answer.msg, ...order };
}

function openOrders(exchange: Exchange, account: Account) {
  return exchange.openOrders(account).map((order) => viewOf(exchange, order));
}

function viewOf(exchange: Exchange, order: Parameters<typeof orderView>[1]) {
  return orderView(deskOf(exchange, order.symbol).instrument, order);
}

function deskOf(exchange: Exchange, symbol: string): SymbolDesk {
  const desk = exchange.desk(symbol);
  if (desk === undefined) throw new WireError(404, 'UNKNOWN_SYMBOL', `this exchange has no symbol ${symbol}`);
  return desk;
}

function read<Schema extends z.ZodType>(schema: Schema, data: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new WireError(400, 'BAD_REQUEST', whatIsWrong(parsed.error));
  return parsed.data;
}
