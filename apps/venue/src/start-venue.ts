// Puts an exchange together: store, market where it stood, matching restored, missed time made up, then the doors. Tests
// run it inside their own process; main.ts runs it as a process of its own.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Exchange } from './exchange/exchange.ts';
import { Pacing } from './exchange/pacing.ts';
import { TradingFloor } from './exchange/trading-floor.ts';
import { EventFaults } from './faults/event-faults.ts';
import { FaultBoard } from './faults/fault-board.ts';
import { FaultPlan } from './faults/fault-plan.ts';
import { FloorFaults } from './faults/floor-faults.ts';
import { HttpFaults } from './faults/http-faults.ts';
import { requestFacts } from './faults/request-facts.ts';
import { openGeneratedMarket } from './market/generated-market.ts';
import type { Market } from './market/market.ts';
import type { MarketChoice } from './market/market-choice.ts';
import { MarketClock } from './market/market-clock.ts';
import { openReplayMarket } from './market/replay-market.ts';
import { LOOPBACK, type VenueOptions } from './options.ts';
import { VenueStore } from './store/venue-store.ts';
import { BinanceWire } from './wire/binance/binance-wire.ts';
import { openDoor } from './wire/door.ts';
import { newToken, tokenOfFolder } from './wire/service-token.ts';
import { Stream } from './wire/stream.ts';

export interface RunningVenue {
  readonly url: string;
  readonly port: number;
  readonly token: string;
  /** Where the token is kept; null when it was given or is only in memory. */
  readonly tokenPath: string | null;
  readonly market: Market;
  /** Prints made up before the doors opened. */
  readonly caughtUp: number;
  /** A replay that had ended before: nothing will print. */
  readonly isOver: boolean;
  stop(): Promise<void>;
}

/**
 * `fail` is called when the store broke: nothing may be answered after it, the process must end. `wallNow` is the wall
 * clock that a generated market follows.
 */
export async function startVenue(
  options: VenueOptions,
  fail: (error: unknown) => void,
  wallNow: () => number = Date.now,
): Promise<RunningVenue> {
  const store = new VenueStore(storeFolder(options));
  try {
    return await start(options, store, fail, wallNow);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function start(
  options: VenueOptions,
  store: VenueStore,
  fail: (error: unknown) => void,
  wallNow: () => number,
): Promise<RunningVenue> {
  const market = openMarket(options.market, store, wallNow);
  const plan = new FaultPlan(() => floor.nowMs);
  const floorFaults = new FloorFaults(plan, wallNow, store.lastOrderId());
  const exchange = new Exchange(market, store, floorFaults);
  const httpFaults = new HttpFaults({ plan, factsOf: requestFacts(exchange), wallNow });
  const board = new FaultBoard({ plan, floorFaults, httpFaults, exchange });
  const eventFaults = new EventFaults({
    plan,
    deliver: (events) => {
      stream.tell(events);
      binance.tell(events);
    },
    withheld: (event) => stream.withheld(event),
  });
  const { token, path } = tokenOf(options);
  const pacing = new Pacing(options.lockstep);
  const floor: TradingFloor = new TradingFloor({
    market,
    exchange,
    clock: new MarketClock(market, wallNow),
    pacing,
    faults: floorFaults,
    tell: (events) => {
      floorFaults.committed(events);
      eventFaults.tell(events);
    },
    tellEnded: () => stream.tellState(),
    fail,
  });
  const stream = new Stream({
    exchange,
    pacing,
    token,
    faults: plan,
    state: () => floor.state,
    released: () => floor.released(),
  });
  const skewMs = () => plan.standing('clock_skew', {})?.ms ?? 0;
  const binance = new BinanceWire({ exchange, floor, wallNow: () => wallNow() + skewMs() });
  if (options.faultsFile !== undefined) board.arm(board.readFile(options.faultsFile));
  const caughtUp = floor.catchUp();
  const books = store.fixed('books', randomBytes(6).toString('base64url'));
  const door = await openDoor({
    ...{ market, exchange, floor, stream, token, books, httpFaults, board, skewMs, binance, wallNow },
  });
  floor.open();
  const isOver = floor.state === 'ended';
  const url = await door.listen({ host: LOOPBACK, port: options.port });
  const stop = async () => {
    floor.close();
    eventFaults.close();
    stream.close();
    binance.close();
    await door.close();
    store.close();
  };
  return { url, port: Number(new URL(url).port), token, tokenPath: path, market, caughtUp, isOver, stop };
}

function openMarket(choice: MarketChoice, store: VenueStore, wallNow: () => number): Market {
  const positions = new Map(store.positions().map(({ symbol, position }) => [symbol, position]));
  if (choice.kind === 'replay') return openReplayMarket(choice.files, choice.speed, positions);
  const bornMs = Number(store.fixed('born_ms', String(wallNow())));
  return openGeneratedMarket(choice.seed, bornMs, positions, wallNow);
}

function tokenOf(options: VenueOptions): { token: string; path: string | null } {
  if (options.token !== null) return { token: options.token, path: null };
  if (options.dataFolder === null) return { token: newToken(), path: null };
  return tokenOfFolder(options.dataFolder);
}

/** Each market has its own books: orders made on one would be nonsense on another. */
function storeFolder({ dataFolder, market }: VenueOptions): string | null {
  return dataFolder === null ? null : join(dataFolder, marketSlug(market));
}

function marketSlug(choice: MarketChoice): string {
  if (choice.kind === 'generated') return `generated-${choice.seed}`;
  const hash = createHash('sha256');
  for (const { path, symbol = '', tick = '', step = '' } of choice.files) {
    hash.update(`${basename(path)}|${symbol}|${tick}|${step}|`);
    hash.update(createHash('sha256').update(fileBytes(path)).digest());
  }
  return `replay-${hash.digest('hex').slice(0, 12)}`;
}

function fileBytes(path: string): Buffer | string {
  try {
    return readFileSync(path);
  } catch {
    // Opening the market reports it by name.
    return '';
  }
}
