// A storm: bots trade on a faulty exchange while server, runner and database are killed in a seeded order at seeded
// moments; then the market stands still, the processes come to rest, and everything is compared with the exchange.
import type { Pool } from 'pg';
import { giveFuel } from '../../tests/api/fuel.ts';
import { random } from '../../tests/trading/tape.ts';
import { audit, countFundings, type Figures, readAccounts, readMarks, readOpenOrders, units } from './audit.ts';
import { COINS, openPeople } from './people.ts';
import { openDatabase, type Victim, World } from './world.ts';

export interface StormOptions {
  readonly kills: number;
  readonly seed: number;
  readonly bots: number;
  /** Every how many-th person trades by a key of his own; 0: nobody. */
  readonly keyEvery: number;
  /** Of every how many people one trades at Gate, as the local exchange speaks it; 0: nobody. */
  readonly gateEvery: number;
  /** The exchange is killed as well. */
  readonly exchangeToo: boolean;
  /** The longest rest after the last kill. */
  readonly quietMs: number;
  readonly log: (line: string) => void;
}

export interface StormResult {
  readonly figures: Figures;
  readonly complaints: readonly string[];
  readonly bots: number;
  readonly trades: number;
  readonly fundings: number;
  readonly killed: Readonly<Record<Victim, number>>;
  /** The longest time in which at no look all orders had their answers, once the market stood still. */
  readonly waitedMs: number;
  /** Paused by themselves: bots that could not explain something. */
  readonly ok: boolean;
}

/** More than a storm burns. */
const FUEL = '100000';
const SPEED = 240;
const CANDLES = 6_000;
const FIRST_PAUSE_MS = 150;
const PAUSE_SPREAD_MS = 1_200;
const LOOK_EVERY_MS = 1_000;
/** Looks in a row at which nothing was left to do. */
const CALM_LOOKS = 3;

/** Of ten kills five meet the server, two the runner beside it, three the database. */
function victimOf(draw: number, exchangeToo: boolean): Victim {
  if (exchangeToo && draw < 0.1) return 'exchange';
  if (draw < 0.5) return 'server';
  return draw < 0.7 ? 'runner' : 'database';
}

export async function runStorm(options: StormOptions): Promise<StormResult> {
  const { bots, exchangeToo, gateEvery, keyEvery, kills, log, quietMs, seed } = options;
  const world = new World({ seed, speed: SPEED, candles: CANDLES });
  try {
    await world.open();
    log('the processes run');
    const running = await openPeople(
      { url: world.server.url, venueUrl: world.venue.url, keyEvery, gateEvery, fuel: (person) => fuel(world, person) },
      bots,
    );
    await world.openRunner();
    await world.armFaults();
    log(`${running} bots run; ${kills} kills begin`);
    const killed = { server: 0, runner: 0, database: 0, exchange: 0 };
    const next = random(seed);
    for (let kill = 0; kill < kills; kill++) {
      const [pause, draw] = [next(), next()];
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS + pause * PAUSE_SPREAD_MS));
      const victim = victimOf(draw, exchangeToo);
      await world.kill(victim);
      killed[victim] += 1;
      log(`kill ${kill + 1}: ${victim}`);
    }
    await world.standStill();
    log('the market stands still');
    const { isCalm, waitedMs } = await rest(world, quietMs);
    const seconds = Math.round(waitedMs / 1_000);
    log(
      `${isCalm ? 'everything has come to rest' : 'the time of rest is over'}; orders waited ${seconds} s for their answers`,
    );
    return { ...(await judge(world, kills, killed)), waitedMs };
  } finally {
    await world.close();
  }
}

async function fuel({ databaseUrl }: World, person: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  try {
    const { rows } = await database.query<{ id: string }>('select id::text from users where account = $1', [person]);
    await giveFuel(database, Number(rows[0]?.id), FUEL);
  } finally {
    await database.end();
  }
}

/**
 * Until nothing waits for an answer, nothing moves and the exchange holds the orders that the database believes open, or
 * the time is over. A trade of the last restart may be told by no stream any more, and the reading at the start may have
 * been a stale one: then the look of the next minute finds it.
 */
async function rest({ databaseUrl, venue }: World, quietMs: number): Promise<{ isCalm: boolean; waitedMs: number }> {
  const database = openDatabase(databaseUrl);
  const begunMs = performance.now();
  const until = begunMs + quietMs;
  let [answeredAtMs, waitedMs] = [begunMs, 0];
  try {
    let before = '';
    for (let looks = 0; performance.now() < until; ) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      const { rows } = await database.query<{ waiting: number; state: string }>(
        `select count(*) filter (where status in ('intended', 'unknown'))::integer as waiting,
           concat(count(*), '/', (select count(*) from bot_fills), '/', max(updated_at)) as state from bot_orders`,
      );
      const { state, waiting } = rows[0] ?? { state: '', waiting: 1 };
      if (waiting === 0) answeredAtMs = performance.now();
      waitedMs = Math.max(waitedMs, performance.now() - answeredAtMs);
      looks = waiting === 0 && state === before ? looks + 1 : 0;
      before = state;
      if (looks >= CALM_LOOKS && (await holdsTheSame(database, venue.url).catch(() => false)))
        return { isCalm: true, waitedMs };
    }
    return { isCalm: false, waitedMs };
  } finally {
    await database.end();
  }
}

/** Orders, and settlements of funding, which some accounts are told by no stream. Rejects when the exchange could not be asked. */
async function holdsTheSame(database: Pool, venueUrl: string): Promise<boolean> {
  if (!(await holdsSameOrders(database, venueUrl))) return false;
  const { rows } = await database.query<{ booked: number }>('select count(*)::int as booked from bot_fundings');
  const contracts = COINS.map(({ name }) => `${name}/USDT:USDT`);
  return rows[0]?.booked === (await countFundings(database, venueUrl, contracts));
}

async function holdsSameOrders(database: Pool, venueUrl: string): Promise<boolean> {
  const { rows } = await database.query<{ cid: string; filled: string }>(
    "select cid, trim_scale(filled)::text as filled from bot_orders where status = 'open'",
  );
  const ours = rows.map(({ cid, filled }) => `${cid} ${units(filled)}`).sort();
  const theirs = (await readOpenOrders(database, venueUrl)).map(({ cid, filled }) => `${cid} ${units(filled)}`).sort();
  return ours.join() === theirs.join();
}

async function judge(
  world: World,
  kills: number,
  killed: Record<Victim, number>,
): Promise<Omit<StormResult, 'waitedMs'>> {
  const database = openDatabase(world.databaseUrl);
  try {
    await world.disarmFaults();
    const marks = await readMarks(world.venue.url);
    const accounts = await readAccounts(database, world.venue.url);
    await world.stopVenue();
    const { bots, complaints, figures, fundings, trades } = await audit(database, world.booksFolder, accounts, marks);
    const drifts = await database.query<{ bot_id: string; why: string; data: unknown }>(
      "select bot_id::text, why, data from bot_actions where why like 'drift%' or why like 'engine_%' order by id limit 20",
    );
    for (const { bot_id, data, why } of drifts.rows) complaints.push(`bot ${bot_id}: ${why} ${JSON.stringify(data)}`);
    complaints.push(...world.diedByThemselves);
    const { duplicates, ledger_sum, missing, negative_balances, orders_engine, orders_venue, stuck_intents } = figures;
    const isEven = orders_engine === orders_venue && ledger_sum === '0';
    const ok =
      isEven && missing + duplicates + negative_balances + stuck_intents === 0 && complaints.length === 0 && trades > 0;
    return { figures: { kills, ...figures }, complaints, bots, trades, fundings, killed, ok };
  } finally {
    await database.end();
  }
}
