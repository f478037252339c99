// Puts the parts of an exchange together around a market and a store that somebody else opened: matching restored, faults,
// streams and doors made, nothing running yet. Until open() no timer of the exchange is set.
import type { FastifyInstance } from 'fastify';
import { Exchange } from './exchange/exchange.ts';
import { Pacing } from './exchange/pacing.ts';
import { ServerClock } from './exchange/server-clock.ts';
import { TradingFloor } from './exchange/trading-floor.ts';
import type { ExchangeEvent } from './exchange/unsaved.ts';
import { EventFaults } from './faults/event-faults.ts';
import { FaultBoard } from './faults/fault-board.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { FloorFaults } from './faults/floor-faults.ts';
import { HttpFaults } from './faults/http-faults.ts';
import { requestFacts } from './faults/request-facts.ts';
import type { Market } from './market/market.ts';
import { MarketClock } from './market/market-clock.ts';
import type { VenueStore } from './store/venue-store.ts';
import { BinanceWire } from './wire/binance/binance-wire.ts';
import type { OwnLimits } from './wire/binance/weights.ts';
import { BitgetWire } from './wire/bitget/bitget-wire.ts';
import { BybitWire } from './wire/bybit/bybit-wire.ts';
import { openTradingAccount } from './wire/door.ts';
import { GateWire } from './wire/gate/gate-wire.ts';
import { OkxWire } from './wire/okx/okx-wire.ts';
import { Stream } from './wire/stream.ts';

export interface VenueParts {
  readonly market: Market;
  readonly store: VenueStore;
  readonly token: string;
  /** Names this set of books. */
  readonly books: string;
  readonly lockstep: boolean;
  readonly fail: (error: unknown) => void;
  readonly wallNow: () => number;
  readonly limits?: OwnLimits;
  /** Hears everything that was committed, before any fault touches it. */
  readonly onEvents?: (events: readonly ExchangeEvent[]) => void;
}

export interface AssembledVenue {
  readonly exchange: Exchange;
  readonly floor: TradingFloor;
  readonly stream: Stream;
  readonly binance: BinanceWire;
  /** Ready to be injected into or to listen. */
  readonly door: FastifyInstance;
  readonly board: FaultBoard;
  /** The market moves from here on. */
  open(): void;
  /** All but the store. */
  close(): Promise<void>;
}

export async function assembleVenue(parts: VenueParts): Promise<AssembledVenue> {
  const { market, store, token, books, wallNow, fail } = parts;
  const plan = new FaultPlan(() => floor.nowMs);
  const floorFaults = new FloorFaults(plan, wallNow, store.lastOrderId());
  const skewMs = () => plan.standing('clock_skew', {})?.ms ?? 0;
  const clock = new ServerClock(market, () => wallNow() + skewMs());
  const exchange = new Exchange(market, store, floorFaults, clock);
  const httpFaults = new HttpFaults({ plan, factsOf: requestFacts(exchange), wallNow });
  const board = new FaultBoard({ plan, floorFaults, httpFaults, exchange });
  const eventFaults = new EventFaults({
    plan,
    deliver: (events) => {
      stream.tell(events);
      binance.tell(events);
      okx.tell(events);
      bybit.tell(events);
      bitget.tell(events);
      gate.tell(events);
    },
    withheld: (event) => stream.withheld(event),
  });
  const pacing = new Pacing(parts.lockstep);
  const floor: TradingFloor = new TradingFloor({
    ...{ market, exchange, pacing, fail },
    clock: new MarketClock(market, wallNow),
    faults: floorFaults,
    tell: (events) => {
      parts.onEvents?.(events);
      floorFaults.committed(events);
      eventFaults.tell(events);
    },
    tellEnded: () => stream.tellState(),
  });
  const stream = new Stream({
    ...{ exchange, pacing, token, faults: plan },
    state: () => floor.state,
    released: () => floor.released(),
  });
  const wires = { exchange, floor, wallNow: () => clock.now(), faults: plan };
  const binance = new BinanceWire({ ...wires, limits: parts.limits ?? {} });
  const okx = new OkxWire(wires);
  const bybit = new BybitWire(wires);
  const bitget = new BitgetWire(wires);
  const gate = new GateWire(wires);
  const door = await openTradingAccount({
    ...{
      market,
      exchange,
      floor,
      stream,
      token,
      books,
      httpFaults,
      board,
      skewMs,
      binance,
      okx,
      bybit,
      bitget,
      gate,
      wallNow,
    },
  });
  await door.ready();
  const open = () => {
    stream.open();
    binance.open();
    okx.open();
    bybit.open();
    bitget.open();
    gate.open();
    floor.open();
  };
  const close = async () => {
    floor.close();
    eventFaults.close();
    stream.close();
    binance.close();
    okx.close();
    bybit.close();
    bitget.close();
    gate.close();
    await door.close();
  };
  return { exchange, floor, stream, binance, door, board, open, close };
}
