// One user with an account at each of two exchanges, the runner as it starts in production over PostgreSQL, and exchanges in
// memory that answer as a test says. A life of the runner ends in the middle of whatever it does.
import type pg from 'pg';
import { openPool } from '../../apps/server/src/adapters/postgres/pool.ts';
import { createRunnerStore } from '../../apps/server/src/adapters/postgres/runner/runner-store.ts';
import type { ExchangeAccount } from '../../apps/server/src/ports/account-store.ts';
import type { Drift } from '../../apps/server/src/ports/bot-record.ts';
import type { BotDraft, RunnerAnswer, RunnerOperation } from '../../apps/server/src/ports/bot-runner.ts';
import type { UserWrites } from '../../apps/server/src/ports/runner-writes.ts';
import type { MarketData, TradingVenue, VenueEvent, VenueSymbol } from '../../apps/server/src/ports/venue.ts';
import type { ExchangeSpec } from '../../apps/server/src/runner/market-data/exchange-connection.ts';
import { type RunningRunner, startRunner } from '../../apps/server/src/runner/start-runner.ts';
import { openMigratedDatabase } from '../../tools/test-database.ts';

const BTC = 'BTC/USDT';

/** The line between the runner and one exchange. */
export class Line {
  readonly venue: TradingVenue & MarketData;
  readonly suspected: number[] = [];
  attended: string[] = [];
  private tell: (event: VenueEvent) => void = () => {};
  private acked: () => void = () => {};
  private seq = 0;
  nowMs: number;
  price = '100.00';
  /** False: since the start of its life it has said nothing at all, not even which books it keeps. */
  answers = true;

  constructor(venue: TradingVenue & MarketData, nowMs: number) {
    this.venue = venue;
    this.nowMs = nowMs;
    venue.tickers = async () => [
      { symbol: BTC, last: this.price, open24h: '0', high24h: '0', low24h: '0', quoteVolume24h: '0', atMs: this.nowMs },
    ];
  }

  spec(exchange: string, wire: ExchangeSpec['wire']): ExchangeSpec {
    this.venue.clock = async () => {
      if (!this.answers) throw new Error('it says nothing');
      return { marketNowMs: this.nowMs, speed: 1, state: 'running', books: `${exchange} books` };
    };
    return {
      ...{ exchange, wire, venue: this.venue, graceMs: 20, paced: wire === 'house' },
      ...(this.answers && { books: `${exchange} books` }),
      stream: {
        start: (on) => {
          this.tell = on;
          if (this.answers) on({ type: 'up' });
        },
        attend: ({ symbols }) => {
          this.attended = [...symbols];
        },
        ack: () => this.acked(),
        stop: async () => {
          this.tell = () => {};
        },
      },
      keys: {
        refresh: async () => {},
        isBad: () => false,
        isBound: async () => true,
        assertGood: async () => {},
        suspect: (userId) => void this.suspected.push(userId),
      },
    };
  }

  say(event: VenueEvent): void {
    this.tell(event);
  }

  /** Resolves with its acknowledgement. */
  async print(price: string): Promise<void> {
    const acked = new Promise<void>((resolve) => {
      this.acked = resolve;
    });
    this.seq += 1;
    this.nowMs += 1_000;
    this.price = price;
    this.say({ type: 'print', symbol: BTC, seq: this.seq, price, atMs: this.nowMs });
    await acked;
  }
}

export class TwoExchanges {
  readonly commits: UserWrites[] = [];
  readonly warnings: string[] = [];
  pool!: pg.Pool;
  runner!: RunningRunner;
  private a!: Line;
  private b!: Line;
  private accounts: ExchangeAccount[] = [];
  private userId = 0;
  private requests = 0;
  private readonly endings: (() => Promise<unknown>)[] = [];

  async open(): Promise<void> {
    const database = await openMigratedDatabase();
    this.endings.push(() => database.close());
    this.pool = openPool(database.url, 6, () => {});
    this.endings.push(() => this.pool.end());
  }

  async close(): Promise<void> {
    for (const end of this.endings.reverse()) await end();
  }

  /** Another user, and two exchanges of his own. */
  async newUser(serial: number, a: Line, b: Line): Promise<void> {
    Object.assign(this, { a, b });
    this.commits.length = 0;
    this.warnings.length = 0;
    const user = await this.pool.query(
      "insert into users (sn, nickname, account, password_hash, avatar) values ($1, 'n', $2, 'h', 'a01') returning id",
      [String(30_000_000 + serial), `two_${serial}`],
    );
    this.userId = user.rows[0].id;
    this.accounts = [];
    for (const [exchange, wire] of [['local', 'house'] as const, ['other', 'key'] as const]) {
      const account = `${exchange}-${serial}`;
      const { rows } = await this.pool.query(
        'insert into exchange_accounts (user_id, exchange, wire, ref, account) values ($1, $2, $3, $4, $4) returning id',
        [this.userId, exchange, wire, account],
      );
      this.accounts.push({ id: rows[0].id, userId: this.userId, exchange, wire, ref: account, account });
    }
    await this.live();
  }

  accountAt(exchange: string): ExchangeAccount {
    const found = this.accounts.find((row) => row.exchange === exchange);
    if (found === undefined) throw new Error(`no account at ${exchange}`);
    return found;
  }

  async live(): Promise<void> {
    const store = createRunnerStore(this.pool);
    const commit = store.commit;
    store.commit = (writes, sent) => {
      this.commits.push(...structuredClone(writes));
      return commit(writes, sent);
    };
    const at = (exchange: string, wire: ExchangeAccount['wire']) =>
      this.accounts.find((row) => row.exchange === exchange && row.wire === wire) ?? null;
    this.runner = await startRunner({
      exchanges: [this.a.spec('local', 'house'), this.b.spec('other', 'key')],
      store,
      accounts: {
        of: async (_userId, exchange) => at(exchange, 'house'),
        forNew: async (_userId, exchange) => at(exchange, 'key'),
        allOf: async (userId) => this.accounts.filter((row) => row.userId === userId),
        unopened: async () => [],
        setOpened: async () => {},
      },
      clock: { nowMs: () => performance.now() },
      random: { bytes: () => new Uint8Array(), integer: (from) => from },
      announce: () => {},
      isMaintenance: () => false,
      log: (_level, text, detail) => this.warnings.push(`${text} ${detail instanceof Error ? detail.message : ''}`),
    });
  }

  async create(exchange: string, symbolRules: VenueSymbol, more: Partial<BotDraft>): Promise<number> {
    this.requests += 1;
    const draft: BotDraft = {
      ...{ userId: this.userId, requestId: `two-${this.userId}-${this.requests}`, exchange, market: 'spot' },
      ...{ symbol: BTC, typeId: 3, kind: 'grid', direction: 'long', simulate: false, sourceId: null, name: exchange },
      ...{ params: {}, investment: '1000', isPublic: false, symbolRules, ...more },
    };
    return done(await this.runner.bots.create(draft)).id;
  }

  async driftOf(id: number): Promise<Drift | null> {
    return (
      (await this.pool.query<{ drift: Drift | null }>('select drift from bots where id = $1', [id])).rows[0]?.drift ??
      null
    );
  }

  /** True = it still waits for an answer. */
  async answerDrift(id: number, answer: 'mine' | 'check'): Promise<boolean> {
    return done(await this.runner.bots.answerDrift(this.userId, id, answer));
  }

  /** The bots that are at rest, or will be before anything else happens to them. */
  async panic(): Promise<readonly number[]> {
    return done(await this.runner.bots.haltAll(this.userId));
  }

  operate(id: number, operation: RunnerOperation) {
    return this.runner.bots.operate(this.userId, id, operation);
  }
}

export function done<T>(answer: RunnerAnswer<T>): T {
  if (answer.outcome === 'done') return answer.value;
  throw new Error(JSON.stringify(answer));
}
