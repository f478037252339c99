// The runner's tables in memory, with the promises that PostgreSQL keeps: one transaction all or nothing for each user whose
// token is the lease's, each trade and each client id once, rows that later changes of the caller's memory do not reach.
// Every call takes a moment, and the moment of its effect lies before that of its answer, as over a connection.
import type { AccountStore, ExchangeAccount } from '../../apps/server/src/ports/account-store.ts';
import type {
  BotOrigin,
  BotProgress,
  BotRecord,
  BotSetup,
  BotWrite,
  LegSetup,
} from '../../apps/server/src/ports/bot-record.ts';
import type { LoadedUser, RunnerStore } from '../../apps/server/src/ports/runner-store.ts';
import type {
  AccountPlace,
  ActionWrite,
  EquityWrite,
  FillWrite,
  FundingWrite,
  MarginAddWrite,
  OrderWrite,
  OutboxRow,
  PositionAddWrite,
  PositionWrite,
  ReadCursor,
  SettlementWrite,
  UserWrites,
} from '../../apps/server/src/ports/runner-writes.ts';
import type { Chance } from './chance.ts';
import type { Process, VirtualTime } from './virtual-time.ts';

/** How often the database fails a commit, and how. */
export interface StoreFaults {
  /** The connection breaks before anything was done. */
  refused: number;
  /** The transaction is durable and the answer is lost. */
  answerLost: number;
}

interface Lease {
  runnerId: number;
  token: number;
  expiresAtMs: number;
}

const LIVE = new Set(['intended', 'open', 'unknown']);

class DatabaseError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** What a row of JSON would bring back, at a fraction of the price. */
function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy) as T;
  const copied: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) if (field !== undefined) copied[name] = copy(field);
  return copied as T;
}

export class MemoryStore {
  readonly bots = new Map<number, BotRecord & Deletable>();
  readonly orders = new Map<string, OrderWrite>();
  /** By account and books, then by the venue's id. */
  readonly fills = new Map<string, FillWrite>();
  readonly fundings = new Map<string, FundingWrite>();
  readonly settlements: SettlementWrite[] = [];
  readonly actions = new Map<number, UserWrites['actions'][number]>();
  readonly positions = new Map<string, PositionWrite>();
  /** By round and order. */
  readonly adds = new Map<string, PositionAddWrite>();
  readonly marginAdds = new Map<string, MarginAddWrite>();
  readonly leases = new Map<number, Lease>();
  faults: StoreFaults = { refused: 0, answerLost: 0 };
  /** Rows that came twice without a reason. */
  readonly refusals: string[] = [];
  private mayRepeat = false;
  /** Client ids by slot, cycle and attempt of a bot. */
  private readonly places = new Map<string, string>();
  private readonly equity = new Map<number, Map<number, EquityWrite>>();
  private readonly outbox = new Map<number, OutboxRow>();
  private readonly cursors = new Map<string, ReadCursor>();
  private readonly runners = new Map<number, Process>();
  private readonly accounts: readonly ExchangeAccount[];
  private readonly time: VirtualTime;
  private readonly chance: Chance;
  private readonly engine: Process = { name: 'database', dead: false, stoppedUntilMs: 0 };
  private salted: number | null = null;
  private nextId = 1;
  private nextBot = 1001;

  constructor(time: VirtualTime, chance: Chance, accounts: readonly ExchangeAccount[]) {
    this.time = time;
    this.chance = chance;
    this.accounts = accounts;
  }

  /** Who may act for a user now; null = nobody. */
  holderOf(userId: number): Process | null {
    const lease = this.leases.get(userId);
    return lease === undefined ? null : (this.runners.get(lease.runnerId) ?? null);
  }

  accountPort(): AccountStore {
    return {
      of: async (userId) =>
        this.accounts.find((account) => account.userId === userId && account.wire === 'house') ?? null,
      forNew: async (userId) => this.accounts.find((account) => account.userId === userId) ?? null,
      allOf: async (userId) => this.accounts.filter((account) => account.userId === userId),
      unopened: async () => [],
      setOpened: async () => {},
    };
  }

  /** The store as one process sees it. */
  port(process: Process): RunnerStore {
    const ask = <T>(work: () => T, faults?: StoreFaults) => this.ask(process, work, faults);
    return {
      salt: (drawn) =>
        ask(() => {
          this.salted ??= drawn;
          return this.salted;
        }),
      enlist: () =>
        ask(() => {
          const runnerId = this.nextId++;
          this.runners.set(runnerId, process);
          return { runnerId, leave: async () => void this.runners.delete(runnerId) };
        }),
      usersWithLiveBots: (places) => ask(() => this.usersWithLiveBots(places)),
      takeLease: (userId, runnerId, ttlMs) => ask(() => this.takeLease(userId, runnerId, ttlMs)),
      renewLeases: (runnerId, ttlMs) =>
        ask(() => {
          const mine = [...this.leases].filter(([, lease]) => lease.runnerId === runnerId);
          for (const [, lease] of mine) lease.expiresAtMs = this.time.nowMs + ttlMs;
          return mine.map(([userId]) => userId);
        }),
      moveLeases: (from, to, ttlMs) =>
        ask(() => {
          const mine = [...this.leases].filter(([, { runnerId }]) => from.includes(runnerId));
          for (const [, lease] of mine) Object.assign(lease, { runnerId: to, expiresAtMs: this.time.nowMs + ttlMs });
          return mine.map(([userId]) => userId);
        }),
      releaseLeases: (runnerId) =>
        ask(() => {
          for (const lease of this.leases.values())
            if (lease.runnerId === runnerId) lease.expiresAtMs = this.time.nowMs;
        }),
      askHalt: (userId, token, except) => ask(() => this.askHalt(userId, token, except)),
      load: (userId, places) => ask(() => this.load(userId, places)),
      insertBot: (origin, setup, token, created, legs, engine) =>
        ask(() => this.insertBot(copy({ origin, setup, created, legs: legs ?? [], engine: engine ?? null }), token)),
      booked: (accountId, books, ids) =>
        ask(() => new Set(ids.filter((id) => this.fills.has(`${accountId} ${books} ${id}`)))),
      bookedFundings: (accountId, books, ids) =>
        ask(() => new Set(ids.filter((id) => this.fundings.has(`${accountId} ${books} ${id}`)))),
      reserveIds: (_table, count) => ask(() => Array.from({ length: count }, () => this.nextId++)),
      commit: (writes, sentIds) => {
        // The caller goes on changing its memory while the statement is on its way.
        const sent = writes.map(({ pushes, ...rows }) => ({ ...copy(rows), pushes }));
        return ask(() => this.commit(sent, sentIds), this.faults);
      },
      rehearse: (writes) => ask(() => this.check(writes)),
      leftOutbox: () => ask(() => [...this.outbox.values()]),
      // Its bots can always be read; one that cannot is a fault that the simulation has to show.
      setAside: ({ ids }) => Promise.reject(new Error(`bots ${ids.join(', ')} could not be read`)),
    };
  }

  /** Effect and answer are two moments; a caller that died between them has still had its effect. */
  private ask<T>(process: Process, work: () => T, { refused, answerLost }: StoreFaults = NO_FAULTS): Promise<T> {
    const { chance, time } = this;
    const fate = chance.unit();
    const [thereMs, backMs] = [chance.between(0.2, 2), chance.between(0.2, 2)];
    return new Promise<T>((resolve, reject) => {
      const fail = (text: string) =>
        time.after(process, backMs, () => reject(new DatabaseError('08006', `the connection broke ${text}`)));
      time.after(this.engine, thereMs, () => {
        if (process.dead && fate > 0.5) return;
        if (fate < refused) return fail('before the statement');
        try {
          const value = work();
          if (fate < refused + answerLost) {
            this.mayRepeat = true;
            return fail('before the answer');
          }
          time.after(process, backMs, () => resolve(value));
        } catch (error) {
          time.after(process, backMs, () => reject(error));
        }
      });
    });
  }

  private insertBot(
    { origin, setup, created, legs, engine }: Omit<Made, 'legs'> & { legs: readonly LegSetup[]; engine: unknown },
    token: number,
  ): { id: number; again: boolean } | 'fenced' {
    const { requestId, userId } = origin;
    const again = [...this.bots.values()].find((bot) => bot.requestId === requestId && bot.userId === userId);
    if (requestId !== null && again !== undefined) return { id: again.id, again: true };
    if (this.leases.get(userId)?.token !== token) return 'fenced';
    const id = this.nextBot++;
    this.bots.set(id, { ...origin, ...setup, ...unstarted(id), engine, parentId: null, leg: null, legs: legs.length });
    for (const [leg, own] of legs.entries()) {
      const legId = this.nextBot++;
      const ofLeg = { ...origin, requestId: null, ...setup, ...own };
      this.bots.set(legId, { ...ofLeg, ...unstarted(legId), parentId: id, leg, legs: 0 });
    }
    this.actions.set(created.id, { ...created, botId: id });
    return { id, again: false };
  }

  private usersWithLiveBots(places: readonly { exchange: string; books: string }[]): number[] {
    const users = new Set<number>();
    const isHere = (bot: BotRecord | undefined) =>
      places.some(({ books, exchange }) => bot?.books === books && bot.exchange === exchange);
    for (const bot of this.bots.values()) {
      if (bot.status !== 'stopped' && !bot.deleted && isHere(bot)) users.add(bot.userId);
    }
    for (const { botId, status } of this.orders.values()) {
      const bot = this.bots.get(botId);
      if (LIVE.has(status) && bot !== undefined && isHere(bot)) users.add(bot.userId);
    }
    return [...users].sort((a, b) => a - b);
  }

  private askHalt(userId: number, token: number, except: readonly number[]): number[] {
    if (this.leases.get(userId)?.token !== token) return [];
    const asked = [...this.bots.values()].filter(
      ({ deleted, halted, id, parentId, status, ...bot }) =>
        bot.userId === userId &&
        !deleted &&
        parentId === null &&
        status !== 'stopped' &&
        halted === '' &&
        !except.includes(id),
    );
    for (const bot of asked) this.bots.set(bot.id, { ...bot, haltAsked: true });
    return asked.map(({ id }) => id);
  }

  private takeLease(userId: number, runnerId: number, ttlMs: number): number | null {
    const lease = this.leases.get(userId);
    const expiresAtMs = this.time.nowMs + ttlMs;
    if (lease === undefined) {
      this.leases.set(userId, { runnerId, token: 1, expiresAtMs });
      return 1;
    }
    // A killed runner's connection is gone with it; a suspended one's is not.
    const owner = this.runners.get(lease.runnerId);
    const isFree =
      lease.runnerId === runnerId || lease.expiresAtMs < this.time.nowMs || owner === undefined || owner.dead;
    if (!isFree) return null;
    Object.assign(lease, { runnerId, token: lease.token + 1, expiresAtMs });
    return lease.token;
  }

  private load(userId: number, places: readonly AccountPlace[]): LoadedUser {
    const isHere = ({ accountId, books }: AccountPlace) =>
      places.some((place) => place.accountId === accountId && place.books === books);
    const ofUser = (botId: number) => this.bots.get(botId)?.userId === userId;
    const rounds = [...this.positions.values()].filter(({ botId }) => ofUser(botId));
    const last = new Map<number, PositionWrite>();
    for (const row of rounds) if (row.round >= (last.get(row.botId)?.round ?? 0)) last.set(row.botId, row);
    const openRounds = new Set(rounds.filter(({ status }) => status !== 'closed').map(({ id }) => id));
    return copy({
      bots: [...this.bots.values()].filter((bot) => bot.userId === userId && isHere(bot) && !bot.deleted),
      liveOrders: [...this.orders.values()].filter(({ botId, status }) => ofUser(botId) && LIVE.has(status)),
      lastRounds: [...last.values()],
      adds: [...this.adds.values()].filter(({ positionId }) => openRounds.has(positionId)),
      marginAdds: lastOfEach([...this.marginAdds.values()].filter(({ botId }) => ofUser(botId))),
      stopLosses: rounds.flatMap(({ botId, closeReason, closedMarketMs }) =>
        closeReason === 'stop_loss' && closedMarketMs !== null ? [{ botId, marketMs: closedMarketMs }] : [],
      ),
      equity: [...this.equity].flatMap(([botId, curve]) => (ofUser(botId) ? [...curve.values()] : [])),
      cursors: [...this.cursors.values()].filter(isHere),
    });
  }

  private commit(writes: readonly UserWrites[], sentIds: readonly number[]) {
    const fenced = new Set<number>();
    const held = writes.filter(({ userId, token }) => {
      if (this.leases.get(userId)?.token === token) return true;
      fenced.add(userId);
      return false;
    });
    for (const one of held) this.check(one);
    const outbox: OutboxRow[] = [];
    for (const one of held) this.write(one, outbox);
    for (const id of sentIds) this.outbox.delete(id);
    return { fenced, outbox };
  }

  /** What the constraints of the tables refuse; nothing has been written yet. */
  private check({ actions, fills, fundings, orders }: UserWrites): void {
    const refuse = (what: string) => {
      // After an answer that was lost the same rows come again; otherwise nobody should have tried.
      if (!this.mayRepeat) this.refusals.push(what);
      throw new DatabaseError('23505', `duplicate key: ${what}`);
    };
    const cids = new Set(orders.map(({ cid }) => cid));
    for (const { accountId, books, venueFillId, cid } of fills) {
      if (this.fills.has(`${accountId} ${books} ${venueFillId}`)) refuse(`trade ${venueFillId}`);
      if (!cids.has(cid) && !this.orders.has(cid))
        throw new DatabaseError('23503', `trade of the unknown order ${cid}`);
    }
    for (const { accountId, books, mark, venueFundingId } of fundings) {
      if (mark !== null && !(Number(mark) > 0)) throw new DatabaseError('23514', `mark ${mark} of ${venueFundingId}`);
      if (this.fundings.has(`${accountId} ${books} ${venueFundingId}`)) refuse(`funding ${venueFundingId}`);
    }
    for (const { id } of actions) if (this.actions.has(id)) refuse(`action ${id}`);
    for (const order of orders) {
      const twin = this.places.get(placeOf(order));
      if (twin !== undefined && twin !== order.cid) refuse(`order ${placeOf(order)}`);
    }
  }

  private write(one: UserWrites, outbox: OutboxRow[]): void {
    const { userId } = one;
    for (const bot of one.bots) this.writeBot(bot);
    for (const order of one.orders) {
      const known = this.orders.get(order.cid);
      if (known === undefined) {
        this.orders.set(order.cid, order);
        this.places.set(placeOf(order), order.cid);
      } else Object.assign(known, { filled: order.filled, status: order.status, reason: order.reason });
    }
    for (const fill of one.fills) this.fills.set(`${fill.accountId} ${fill.books} ${fill.venueFillId}`, fill);
    for (const row of one.fundings) this.fundings.set(`${row.accountId} ${row.books} ${row.venueFundingId}`, row);
    this.settlements.push(...one.settlements);
    for (const action of one.actions) this.actions.set(action.id, action);
    for (const position of one.positions) {
      const key = `${position.botId} ${position.round}`;
      this.positions.set(key, { ...position, id: this.positions.get(key)?.id ?? position.id });
    }
    for (const add of one.adds) this.adds.set(`${add.positionId} ${add.cid}`, add);
    for (const add of one.marginAdds) this.marginAdds.set(add.ref, add);
    for (const sample of one.equity) {
      const curve = this.equity.get(sample.botId) ?? new Map<number, EquityWrite>();
      this.equity.set(sample.botId, curve.set(sample.marketMs, sample));
    }
    for (const { botId, marketMs } of one.equityDrops) this.equity.get(botId)?.delete(marketMs);
    for (const { fillId, fundingId, ...place } of one.cursors) {
      const key = `${place.accountId} ${place.books} ${place.symbol}`;
      const known = this.cursors.get(key) ?? { fillId: '', fundingId: '' };
      this.cursors.set(key, { ...place, fillId: fillId ?? known.fillId, fundingId: fundingId ?? known.fundingId });
    }
    for (const { channel, data } of one.pushes) {
      const row = { id: this.nextId++, userId, channel, data } as OutboxRow;
      this.outbox.set(row.id, row);
      outbox.push(row);
    }
  }

  private writeBot({ id, deleted, ...changes }: BotWrite): void {
    const bot = this.bots.get(id);
    if (bot !== undefined)
      Object.assign(bot, changes, { deleted: bot.deleted || deleted, updatedAtMs: this.time.nowMs });
  }
}

function placeOf({ attempt, botId, cycle, slot }: OrderWrite): string {
  return `${botId}/${slot}/${cycle}/${attempt}`;
}

const NO_FAULTS: StoreFaults = { refused: 0, answerLost: 0 };

/** Adds to margins come in the order of their rounds and attempts. */
function lastOfEach(adds: readonly MarginAddWrite[]): MarginAddWrite[] {
  return [...new Map(adds.map((add) => [add.botId, add])).values()];
}

interface Made {
  readonly origin: BotOrigin;
  readonly setup: BotSetup;
  readonly created: Omit<ActionWrite, 'botId'>;
}

/** A bot's row before it was ever started. */
function unstarted(id: number): BotProgress & Pick<BotRecord, 'id' | 'createdAtMs' | 'updatedAtMs'> & Deletable {
  return {
    ...{ id, deleted: false, createdAtMs: 0, updatedAtMs: 0 },
    ...({
      status: 'stopped',
      phase: 'idle',
      pauseReason: '',
      stopReason: '',
      positionSide: 'net',
      halted: '',
      haltAsked: false,
    } as const),
    ...{
      kept: false,
      engine: null,
      startSeq: null,
      lastError: null,
      agreed: null,
      drift: null,
      startedMarketMs: null,
      stoppedMarketMs: null,
    },
    ...{ quote: '0', base: '0', realized: '0', fees: '0', funding: '0', pendingFunding: '0', reserveAdded: '0' },
    ...{ addsUsed: 0, rounds: 0, winRounds: 0, peakEquity: '0', maxDrawdown: '0' },
  };
}

interface Deletable {
  deleted: boolean;
}
