// For tests: a runner's actor over a store in memory and an exchange that does what the test says. The store keeps the
// promises of the real one (fencing, trades booked once); the exchange answers as slowly, wrongly or never as wanted.
import { parseParams } from '@cormorant/core/strategies/registry.ts';
import type { BotRecord } from '../src/ports/bot-record.ts';
import type { BotsAside, LoadedUser, RunnerStore } from '../src/ports/runner-store.ts';
import type { CommitResult, UserWrites } from '../src/ports/runner-writes.ts';
import type {
  MarketData,
  NewOrder,
  Outcome,
  PositionMode,
  TradingVenue,
  VenueBalance,
  VenueFill,
  VenueFunding,
  VenueMarginAdd,
  VenueOrder,
  VenuePosition,
  VenueSymbol,
} from '../src/ports/venue.ts';
import type { LeaseKeeper } from '../src/runner/accounts/leases.ts';
import { type OpenActor, openActor } from '../src/runner/accounts/load-user.ts';
import type { TradingAccount } from '../src/runner/accounts/trading-account.ts';
import type { LiveBot } from '../src/runner/bots/live-bot.ts';
import { ExchangeConnection } from '../src/runner/market-data/exchange-connection.ts';
import type { MarketBoard } from '../src/runner/market-data/market-board.ts';
import { createGroupCommit } from '../src/runner/turns/group-commit.ts';

export const rules: VenueSymbol = {
  symbol: 'BTC/USDT',
  market: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  step: '0.001',
  minQty: '0.001',
  maxQty: '1000',
  minNotional: '5',
  minPrice: '0.01',
  maxPrice: '100000',
  maxOpenOrders: 200,
  maker: '0.001',
  taker: '0.001',
  feeAsset: 'received',
  status: 'trading',
};

export type Placed = Outcome<{ order: VenueOrder; fills: VenueFill[] }>;
export const SALT = 7;
export const nothingLoaded: LoadedUser = {
  bots: [],
  liveOrders: [],
  lastRounds: [],
  adds: [],
  marginAdds: [],
  stopLosses: [],
  equity: [],
  cursors: [],
};
const START_MS = 1_700_000_000_000;

/** An exchange with one account. `answer` may spoil what it would say of a placement. */
export class RigVenue {
  readonly orders = new Map<string, VenueOrder>();
  readonly trades: VenueFill[] = [];
  readonly placements: string[] = [];
  /** How often trades were read. */
  readings = 0;
  readonly fundings: VenueFunding[] = [];
  positions: VenuePosition[] = [];
  mode: PositionMode = 'one_way';
  readonly leverage = new Map<string, number>();
  readonly marginAdds: (VenueMarginAdd & { symbol: string })[] = [];
  nowMs = START_MS;
  get marginAdded(): string[] {
    return this.marginAdds.map(({ amount, symbol }) => `${symbol} ${amount}`);
  }
  price = '100';
  answer: (order: NewOrder, honest: Placed) => Placed | Promise<Placed> = (_order, honest) => honest;
  /** What a look-up of an order comes to. */
  look: (honest: VenueOrder | null, cid: string) => VenueOrder | null | Promise<VenueOrder | null> = (honest) => honest;
  /** Placements are not even seen. */
  deaf = false;
  balances: VenueBalance[] = [];

  fill(order: VenueOrder, price = order.price, maker = true): VenueFill {
    const { cid, qty, side, symbol } = order;
    const feeInBase = side === 'buy' && !symbol.includes(':');
    const value = feeInBase ? Number(qty) : Number(qty) * Number(price);
    const fill: VenueFill = {
      ...{ id: String(this.trades.length + 1), cid, symbol, side, price, qty, maker, last: this.price },
      fee: (Math.floor(value * 1e5) / 1e8).toFixed(8),
      feeAsset: feeInBase ? 'BTC' : 'USDT',
      atMs: START_MS + this.trades.length,
      positionSide: 'net',
      liquidation: false,
    };
    this.trades.push(fill);
    this.orders.set(cid, { ...order, filled: qty, status: 'filled' });
    return fill;
  }

  private take(order: NewOrder): Placed {
    this.placements.push(order.cid);
    const open: VenueOrder = { ...order, filled: '0', status: 'open', createdAtMs: START_MS };
    if (this.deaf) return { outcome: 'unknown', detail: 'nobody heard' };
    this.orders.set(order.cid, open);
    const fills = order.type === 'market' && order.trigger === undefined ? [this.fill(open, this.price, false)] : [];
    return { outcome: 'accepted', value: { order: this.orders.get(order.cid) ?? open, fills } };
  }

  readonly port: TradingVenue & MarketData = {
    symbols: async () => [rules],
    tickers: async () => [],
    candles: async () => [],
    fundingRates: async () => [],
    clock: async () => ({ marketNowMs: this.nowMs, speed: 1, state: 'running', books: 'rig' }),
    openAccount: async () => 'rig',
    balances: async () => this.balances,
    place: async (_account, orders) => {
      const outcomes: Placed[] = [];
      for (const order of orders) outcomes.push(await this.answer(order, this.take(order)));
      return outcomes;
    },
    cancel: async (_account, names) =>
      names.map(({ cid }): Outcome<VenueOrder> => {
        const order = this.orders.get(cid);
        if (order?.status !== 'open')
          return { outcome: 'refused', code: 3002, reason: 'unknown', detail: 'ORDER_NOT_OPEN' };
        const gone: VenueOrder = { ...order, status: 'cancelled' };
        this.orders.set(cid, gone);
        return { outcome: 'accepted', value: gone };
      }),
    order: async (_account, _symbol, cid) => this.look(this.orders.get(cid) ?? null, cid),
    openOrders: async () => [...this.orders.values()].filter(({ status }) => status === 'open'),
    fills: async (_account, symbol, afterId, limit) => {
      this.readings += 1;
      return this.trades.filter((fill) => fill.symbol === symbol && Number(fill.id) > Number(afterId)).slice(0, limit);
    },
    fundings: async (_account, symbol, afterId, limit) =>
      this.fundings.filter((row) => row.symbol === symbol && Number(row.id) > Number(afterId)).slice(0, limit),
    positions: async () => this.positions,
    positionMode: async () => this.mode,
    setPositionMode: async (_account, mode) => {
      this.mode = mode;
      return { outcome: 'accepted', value: null };
    },
    setLeverage: async (_account, symbol, leverage) => {
      this.leverage.set(symbol, leverage);
      return { outcome: 'accepted', value: null };
    },
    addMargin: async (_account, symbol, positionSide, amount, ref) => {
      const isNew = !this.marginAdds.some((add) => add.ref === ref);
      if (isNew) this.marginAdds.push({ symbol, positionSide, amount, ref, atMs: this.nowMs });
      return { outcome: 'accepted', value: null };
    },
    marginAdds: async (_account, symbol, sinceMs) =>
      this.marginAdds.filter((add) => add.symbol === symbol && add.atMs >= sinceMs),
  };
}

/** What has been made durable. */
export class RigStore {
  token = 1;
  readonly commits: UserWrites[] = [];
  readonly asides: BotsAside[] = [];
  readonly fills = new Set<string>();
  readonly fundings = new Set<string>();
  /** Awaited before each write: lets a test hold or break the database. */
  beforeWrite: () => Promise<void> = async () => {};
  /** Awaited after each write: lets a test lose the database's answer. */
  afterWrite: () => Promise<void> = async () => {};
  /** Throws for rows that the database would refuse. */
  judge: (writes: UserWrites) => void = () => {};
  private nextId = 1;

  readonly port: RunnerStore = {
    salt: async () => SALT,
    enlist: async () => ({ runnerId: 1, leave: async () => {} }),
    usersWithLiveBots: async () => [],
    takeLease: async () => this.token,
    renewLeases: async () => [1],
    moveLeases: async () => [1],
    releaseLeases: async () => {},
    askHalt: async () => [],
    load: async () => nothingLoaded,
    insertBot: async () => 'fenced',
    booked: async (_account, _books, ids) => new Set(ids.filter((id) => this.fills.has(id))),
    bookedFundings: async (_account, _books, ids) => new Set(ids.filter((id) => this.fundings.has(id))),
    reserveIds: async (_table, count) => Array.from({ length: count }, () => this.nextId++),
    commit: async (writes): Promise<CommitResult> => {
      await this.beforeWrite();
      const fenced = new Set(writes.filter(({ token }) => token !== this.token).map(({ userId }) => userId));
      for (const one of writes) this.judge(one);
      for (const one of writes) {
        if (fenced.has(one.userId)) continue;
        for (const { venueFillId } of one.fills) {
          if (this.fills.has(venueFillId)) throw Object.assign(new Error('booked twice'), { code: '23505' });
          this.fills.add(venueFillId);
        }
        for (const { venueFundingId } of one.fundings) {
          if (this.fundings.has(venueFundingId)) throw Object.assign(new Error('booked twice'), { code: '23505' });
          this.fundings.add(venueFundingId);
        }
        // As the database would keep it: later changes of the memory do not reach it.
        this.commits.push(structuredClone(one));
      }
      await this.afterWrite();
      return { fenced, outbox: [] };
    },
    rehearse: async (writes) => this.judge(writes),
    leftOutbox: async () => [],
    setAside: async (aside) => {
      this.asides.push(aside);
      return [...aside.ids];
    },
  };

  rows<Key extends 'actions' | 'fills' | 'settlements' | 'orders' | 'positions' | 'adds' | 'fundings' | 'marginAdds'>(
    key: Key,
  ): UserWrites[Key][number][] {
    return this.commits.flatMap((commit) => commit[key] as UserWrites[Key][number][]);
  }
}

export interface Rig {
  readonly venue: RigVenue;
  readonly store: RigStore;
  readonly opened: OpenActor;
  readonly tradingAccount: TradingAccount;
  readonly connection: ExchangeConnection;
  readonly live: LiveBot;
  readonly failures: Error[];
  readonly board: MarketBoard;
  start(): Promise<void>;
  /** The exchange trades an order and tells it on the stream. */
  trade(cid: string): Promise<void>;
}

/** The perpetual of the same pair. */
export const contractRules: VenueSymbol = {
  ...{ ...rules, symbol: 'BTC/USDT:USDT', market: 'futures', feeAsset: 'quote', maker: '0.0002', taker: '0.0005' },
  contract: {
    brackets: [{ floor: '0', maxLeverage: 125, maintenance: '0.005', cum: '0' }],
    fundingHours: 8,
    liquidationFee: '0.0125',
  },
};

/** What the rig's bot is; a grid on spot unless said otherwise. */
export interface RigBot {
  readonly kind: BotRecord['kind'];
  readonly params: Readonly<Record<string, unknown>>;
  readonly symbolRules: VenueSymbol;
}
const spotGrid: RigBot = {
  kind: 'grid',
  params: { lower: '90', upper: '110', grid_levels: '4', grid_mode: 'arithmetic' },
  symbolRules: rules,
};

export function rigRecord({ kind, params, symbolRules }: RigBot = spotGrid): BotRecord {
  return {
    ...{
      id: 1001,
      userId: 1,
      requestId: null,
      accountId: 1,
      books: 'rig',
      exchange: 'local',
      market: symbolRules.market,
    },
    ...{ symbol: 'BTC/USDT', typeId: 3, kind, direction: 'long', simulate: false, sourceId: null },
    ...{ parentId: null, leg: null, legs: 0 },
    ...{ createdMarketMs: START_MS, name: 'rig', params, investment: '1000', isPublic: false, version: 1 },
    ...{
      symbolRules,
      status: 'stopped',
      phase: 'idle',
      pauseReason: '',
      stopReason: '',
      kept: false,
      engine: null,
    },
    ...{ startSeq: null, quote: '0', base: '0', realized: '0', fees: '0', addsUsed: 0, rounds: 0, winRounds: 0 },
    ...{ funding: '0', pendingFunding: '0', positionSide: 'net', reserveAdded: '0' },
    ...{
      peakEquity: '0',
      maxDrawdown: '0',
      lastError: null,
      agreed: null,
      drift: null,
      halted: '',
      haltAsked: false,
      startedMarketMs: null,
      stoppedMarketMs: null,
    },
    ...{ createdAtMs: 0, updatedAtMs: 0 },
  };
}

const clock = { nowMs: () => performance.now() };
const log = () => {};

/** The rig's exchange as a runner trades on it; nothing comes by its stream. */
export function rigSide(
  venue: RigVenue,
  graceMs: number,
  {
    ack = () => {},
    isKeyBad = () => false,
    paced = true,
  }: { ack?: (seq: number) => void; isKeyBad?: (userId: number) => boolean; paced?: boolean } = {},
): ExchangeConnection {
  const keys = {
    refresh: async () => {},
    isBad: isKeyBad,
    assertGood: async () => {},
    suspect: () => {},
    isBound: async () => true,
  };
  const stream = { start: log, attend: log, stop: async () => {}, ack: (_symbol: string, seq: number) => ack(seq) };
  const names = { exchange: 'local', wire: 'house', books: 'rig', paced } as const;
  return new ExchangeConnection({ ...names, venue: venue.port, stream, graceMs, keys }, { clock, log, onGap: log });
}

/** A grid of four lines between 90 and 110 at 100, not started yet. */
export function openRig(
  graceMs = 20,
  bot: RigBot = spotGrid,
  isKeyBad = (_userId: number) => false,
  paced = true,
): Rig {
  const venue = new RigVenue();
  const store = new RigStore();
  const failures: Error[] = [];
  const leases: LeaseKeeper = { take: async () => 1, holds: () => true, drop: () => {}, stop: async () => {} };
  const connection = rigSide(venue, graceMs, { isKeyBad, paced });
  connection.isUp = true;
  const { board } = connection;
  const journal = createGroupCommit(store.port, () => {}, log);
  const house = { store: store.port, clock, journal, leases, salt: SALT, log, connections: [connection] };
  const place = { connection, account: 'rig', accountId: 1, books: 'rig' };
  const loaded = { ...nothingLoaded, bots: [rigRecord(bot)] };
  const opened = openActor(house, 1, 1, [place], loaded, (error) => failures.push(error));
  const tradingAccount = opened.tradingAccounts.get(1) as TradingAccount;
  const live = opened.actor.bots.get(1001);
  if (live === undefined) throw new Error('the rig has no bot');
  board.seed(bot.symbolRules.symbol, '100', START_MS);
  return {
    venue,
    store,
    opened,
    tradingAccount,
    connection,
    live,
    failures,
    board,
    start: async () => {
      const { instrument } = live.botMarket;
      const context = {
        instrument,
        lastTicks: live.botMarket.market.lastTicks,
        investmentAtoms: live.bot.books.investmentAtoms,
      };
      const parsed = parseParams(bot.kind, bot.params, context);
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
      live.bot.params = parsed.params;
      await opened.actor.act((turn) => opened.actor.command(turn, live, { name: 'start' }, 'user'));
      await opened.actor.whenQuiet();
    },
    trade: async (cid) => {
      const order = venue.orders.get(cid);
      if (order === undefined) throw new Error(`no order ${cid}`);
      venue.price = order.side === 'buy' ? String(Number(order.price) - 0.5) : String(Number(order.price) + 0.5);
      opened.actor.post({ type: 'fill', tradingAccount, fill: venue.fill(order) });
      await opened.actor.whenQuiet();
    },
  };
}
