// One user's bots of several legs in this process: the runner over PostgreSQL and a small exchange in memory. Markets move
// in moments; a life of the runner can be cut off in the middle and another one opened on the same rows.
import type pg from 'pg';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { createRunnerStore } from '../../apps/server/src/adapters/postgres/runner/runner-store.ts';
import type { BotDraft, BotRunner } from '../../apps/server/src/ports/bot-runner.ts';
import type { RunnerStore } from '../../apps/server/src/ports/runner-store.ts';
import type { VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import type { OpenActor } from '../../apps/server/src/runner/accounts/load-user.ts';
import type { TradingAccount } from '../../apps/server/src/runner/accounts/trading-account.ts';
import type { LiveMultiLegBot } from '../../apps/server/src/runner/bots/live-multi-leg-bot.ts';
import { createBotRunner } from '../../apps/server/src/runner/commands/bot-commands.ts';
import { ExchangeConnection } from '../../apps/server/src/runner/market-data/exchange-connection.ts';
import type { MarketBoard } from '../../apps/server/src/runner/market-data/market-board.ts';
import { UserActors } from '../../apps/server/src/runner/sessions/user-actors.ts';
import { createGroupCommit } from '../../apps/server/src/runner/turns/group-commit.ts';
import { homeAtoms } from '../../packages/core/src/engine/convoy-profit.ts';
import type { LegState } from '../../packages/core/src/engine/leg-machine.ts';
import { parseBase } from '../../packages/core/src/market/conversions.ts';
import { format18 } from '../../packages/core/src/money/amount-e18.ts';
import { openMigratedDatabase } from '../../tools/test-database.ts';
import { SmallVenue } from './small-venue.ts';

export const EIGHT_HOURS = 8 * 3_600_000;
/** A quarter of an hour after a settlement. */
export const START_MS = EIGHT_HOURS * 59_000 + 900_000;
const MOMENT_MS = 15_000;
const SALT = 9;

const filters = { maxPrice: '1000000', maxOpenOrders: 200, status: 'trading', feeAsset: 'received' } as const;
const spot = (base: string, quote: string, tick: string, step: string): VenueSymbol => ({
  ...filters,
  ...{ symbol: `${base}/${quote}`, market: 'spot' as const, base, quote, tick, step, minQty: step },
  ...{ maxQty: '1000', minNotional: quote === 'USDT' ? '5' : '0.0001', minPrice: tick },
  ...{ maker: '0.001', taker: '0.001' },
});
export const btc = spot('BTC', 'USDT', '0.01', '0.00001');
export const ethBtc = spot('ETH', 'BTC', '0.00001', '0.0001');
export const eth = spot('ETH', 'USDT', '0.01', '0.0001');
export const perp: VenueSymbol = {
  ...{ ...btc, symbol: 'BTC/USDT:USDT', market: 'futures', tick: '0.1', step: '0.001', minQty: '0.001' },
  ...{ minPrice: '0.1', maker: '0.0002', taker: '0.0005', feeAsset: 'quote' },
  contract: {
    brackets: [{ floor: '0', maxLeverage: 125, maintenance: '0.004', cum: '0' }],
    fundingHours: 8,
    liquidationFee: '0.0125',
  },
};

/** Nobody here trades it; a list of contracts is never of one alone. */
const ethPerp: VenueSymbol = { ...perp, symbol: 'ETH/USDT:USDT', base: 'ETH' };

type Answer<T> = { outcome: 'done'; value: T } | { outcome: 'refused'; code: number; data?: unknown };
const done = <T>(answer: Answer<T>): T => {
  if (answer.outcome === 'refused') throw new Error(JSON.stringify(answer));
  return answer.value;
};

export class ConvoyRig {
  readonly venue = new SmallVenue([btc, ethBtc, eth, perp, ethPerp], START_MS);
  readonly failures: Error[] = [];
  pool!: pg.Pool;
  store!: RunnerStore;
  connection!: ExchangeConnection;
  board!: MarketBoard;
  actors!: UserActors;
  opened!: OpenActor;
  runner!: BotRunner;
  userId = 0;
  private accountId = 0;
  private seq = 0;
  private requests = 0;
  private acks = new Map<string, () => void>();
  private readonly endings: (() => Promise<unknown>)[] = [];
  private token = 0;

  /** A database for a file of tests; each test takes a user of its own. */
  async open(): Promise<void> {
    const database = await openMigratedDatabase();
    this.endings.push(() => database.close());
    this.pool = openPool(database.url, 4, () => {});
    this.endings.push(() => this.pool.end());
    this.store = createRunnerStore(this.pool);
  }

  async close(): Promise<void> {
    this.opened?.close();
    for (const end of this.endings.reverse()) await end();
  }

  async newUser(serial: number): Promise<void> {
    const sn = String(20_000_000 + serial);
    const user = await this.pool.query(
      "insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'n', $2, 'h', 'a01') returning id",
      [sn, `keeper_${serial}`],
    );
    this.userId = user.rows[0].id;
    const account = await this.pool.query(
      "insert into exchange_accounts (user_id, exchange, ref) values ($1, 'local', $2) returning id",
      [this.userId, `ref_${serial}`],
    );
    this.accountId = account.rows[0].id;
    await this.live();
  }

  /** A life of the runner, on what the database has. */
  async live(): Promise<void> {
    const { pool: _pool, store, userId, venue } = this;
    const log = (level: string, _text: string, error?: unknown) => {
      if (level === 'error' && error instanceof Error) this.failures.push(error);
    };
    const clock = { nowMs: () => performance.now() };
    this.acks = new Map();
    const { acks } = this;
    this.token = (await store.takeLease(userId, 1, 600_000)) ?? 0;
    const journal = createGroupCommit(store, () => {}, log);
    const leases = { take: async () => this.token, holds: () => true, drop: () => {}, stop: async () => {} };
    const ack = (symbol: string) => acks.get(symbol)?.();
    const keys = {
      refresh: async () => {},
      isBad: () => false,
      assertGood: async () => {},
      suspect: () => {},
      isBound: async () => true,
    };
    const stream = { start: () => {}, attend: () => {}, stop: async () => {}, ack };
    const names = { exchange: 'local', wire: 'house', books: 'small', paced: true } as const;
    const spec = { ...names, venue: venue.port, stream, graceMs: 20, keys };
    const connection = new ExchangeConnection(spec, { clock, log, onGap: () => {} });
    connection.isUp = true;
    this.connection = connection;
    this.board = connection.board;
    const account = { id: this.accountId, userId, exchange: 'local', wire: 'house', ref: 'r', account: 'small' };
    const house = { store, clock, journal, leases, salt: SALT, log, connections: [connection] };
    this.actors = new UserActors(house, { of: async () => account, allOf: async () => [account] } as never);
    await this.reopen();
    this.runner = createBotRunner({ store, journal, clock, actors: this.actors });
    for (const [symbol, price] of venue.prices) this.board.seed(symbol, price, venue.nowMs);
  }

  /** SIGKILL: nothing more leaves this life, whatever it was doing. */
  kill(): void {
    this.actors.forgetAll();
  }

  /** Reads everything back when what was in memory could not be trusted any more. */
  async reopen(): Promise<void> {
    const opened = await this.actors.actorOf(this.userId);
    if (opened === null) throw new Error('the user is not open');
    this.opened = opened;
  }

  get tradingAccount(): TradingAccount {
    return this.opened.tradingAccounts.get(this.accountId) as TradingAccount;
  }

  async reconcile(): Promise<void> {
    await this.tradingAccount.reconciler.run();
    await this.opened.actor.whenQuiet();
  }

  async create(more: Partial<BotDraft> & Pick<BotDraft, 'params' | 'symbolRules'>): Promise<number> {
    const { symbolRules } = more;
    const { base, market, quote } = symbolRules;
    this.requests += 1;
    const draft: BotDraft = {
      ...{ userId: this.userId, requestId: `request-${this.userId}-${this.requests}`, exchange: 'local', market },
      ...{ symbol: `${base}/${quote}`, typeId: market === 'spot' ? 7 : 8, kind: 'arbitrage', direction: 'neutral' },
      ...{ simulate: false, sourceId: null, name: 'convoy', investment: '3000', isPublic: false, ...more },
    };
    return done<{ id: number }>(await this.runner.create(draft)).id;
  }

  operate(id: number, operation: Parameters<BotRunner['operate']>[2]) {
    return this.runner.operate(this.userId, id, operation);
  }

  async start(id: number): Promise<void> {
    done(await this.operate(id, { name: 'start' }));
  }

  convoy(id: number): LiveMultiLegBot {
    const convoy = this.opened.actor.convoys.get(id);
    if (convoy === undefined) throw new Error(`no convoy ${id}`);
    return convoy;
  }

  /** One moment of all markets: the named ones at new prices, told one after the other as a venue on a tape does. */
  async moment(prices: Readonly<Record<string, string>>, afterMs = MOMENT_MS): Promise<void> {
    const { venue } = this;
    const before = venue.nowMs;
    venue.nowMs += afterMs;
    for (const [symbol, price] of Object.entries(prices)) {
      venue.prices.set(symbol, price);
      this.seq += 1;
      const settles = symbol.includes(':') && Math.floor(before / EIGHT_HOURS) < Math.floor(venue.nowMs / EIGHT_HOURS);
      const funding = settles ? venue.settle(symbol, '0.0003') : null;
      if (funding !== null)
        this.board.trade(symbol, () =>
          this.opened.actor.post({ type: 'funding', tradingAccount: this.tradingAccount, funding }),
        );
      const acked = new Promise<void>((resolve) => this.acks.set(symbol, resolve));
      this.board.print(symbol, this.seq, price, venue.nowMs);
      await acked;
    }
    this.check();
  }

  /** Each leg's books hold alone, and their investments are the bot's. */
  check(): void {
    for (const { convoy, coordinator, instruments } of this.opened.actor.convoys.values()) {
      if (convoy.state === null) continue;
      let invested = coordinator.transitAtoms(convoy.state);
      for (const [leg, { books, state, id }] of convoy.legs.entries()) {
        const { basisAtoms, sale } = state as LegState;
        const cost = basisAtoms + sale.basisAtoms - sale.cashAtoms;
        const { investmentAtoms, pendingFundingAtoms, quoteAtoms, realizedAtoms } = books;
        if (quoteAtoms !== investmentAtoms + realizedAtoms + pendingFundingAtoms - cost)
          throw new Error(`leg ${id}: ${JSON.stringify({ books, state })}`);
        const instrument = instruments[leg]!;
        if (instrument.quote === 'USDT') invested += homeAtoms(investmentAtoms, instrument, instruments, []);
      }
      if (invested !== convoy.investmentAtoms) throw new Error(`${invested} of ${convoy.investmentAtoms} are invested`);
    }
  }

  /** What the legs hold by coin or contract, as the books say and as the exchange says: both have to agree. */
  holdings(id: number): { booked: Record<string, number>; there: Record<string, number> } {
    const booked: Record<string, number> = {};
    const there: Record<string, number> = {};
    for (const { bot, botMarket, record } of this.convoy(id).legs) {
      const { instrument } = botMarket;
      const { base, baseAtomsPerLot } = instrument;
      const isSpot = record.market === 'spot';
      const key = isSpot ? base : botMarket.symbol;
      const held = (isSpot ? this.venue.spot.get(base) : this.venue.positions.get(key)) ?? 0n;
      booked[key] = (booked[key] ?? 0) + bot.books.baseAtoms;
      there[key] = held < 0n ? -parseBase(instrument, format18(-held)) : parseBase(instrument, format18(held));
      // What no order could sell any more is nothing that is held.
      if (Math.abs(booked[key]) < baseAtomsPerLot && booked[key] === there[key]) [booked[key], there[key]] = [0, 0];
    }
    return { booked, there };
  }

  async rows(text: string): Promise<Record<string, unknown>[]> {
    return (await this.pool.query(text)).rows;
  }

  /** The log of a bot, as keys. */
  async whys(id: number): Promise<string[]> {
    const { rows } = await this.pool.query('select why from bot_actions where bot_id = $1 order by id', [id]);
    return rows.map(({ why }) => why);
  }
}
