// Starts an exchange: store, market where it stood, matching restored, missed time made up, then the doors open. Tests
// run it inside their own process; main.ts runs it as a process of its own.
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assembleVenue } from './assemble-venue.ts';
import { contractListings } from './market/contract-listings.ts';
import { openGeneratedMarket } from './market/generated-market.ts';
import type { Market } from './market/market.ts';
import type { MarketChoice } from './market/market-choice.ts';
import { openReplayMarket } from './market/replay-market.ts';
import { LOOPBACK, type VenueOptions } from './options.ts';
import { VenueStore } from './store/venue-store.ts';
import { newToken, tokenOfFolder } from './wire/service-token.ts';

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
  const { token, path } = tokenOf(options);
  const books = store.fixed('books', randomBytes(6).toString('base64url'));
  const { lockstep, limits = {} } = options;
  const venue = await assembleVenue({ market, store, token, books, lockstep, fail, wallNow, limits });
  if (options.faultsFile !== undefined) venue.board.arm(venue.board.readFile(options.faultsFile));
  const caughtUp = venue.floor.catchUp();
  venue.open();
  const isOver = venue.floor.state === 'ended';
  const url = await venue.door.listen({ host: LOOPBACK, port: options.port });
  const stop = async () => {
    await venue.close();
    store.close();
  };
  return { url, port: Number(new URL(url).port), token, tokenPath: path, market, caughtUp, isOver, stop };
}

function openMarket(choice: MarketChoice, store: VenueStore, wallNow: () => number): Market {
  const positions = new Map(store.positions().map(({ symbol, position }) => [symbol, position]));
  if (choice.kind === 'replay') return openReplayMarket(choice.files, choice.speed, positions);
  const bornMs = Number(store.fixed('born_ms', String(wallNow())));
  const contracts = contractListings(({ symbol, now, earlier }) =>
    store.fixed(`step ${symbol}`, positions.has(symbol) ? earlier : now),
  );
  return openGeneratedMarket(choice.seed, bornMs, positions, wallNow, contracts);
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
