// The actors this runner keeps: one for each user it holds by lease, with a trading account for each of his accounts. Opened when he
// has a live bot or asks for something, closed when the lease is lost, the memory is in doubt, or a venue keeps other books.
// Opening begins a reconcile of each account; whoever trades on one waits for it, and for no other one.
import type { AccountStore, ExchangeAccount } from '../../ports/account-store.ts';
import { type LoadContext, type OpenActor, openActor } from '../accounts/load-user.ts';
import type { TradingAccount, TradingAccountPlace } from '../accounts/trading-account.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import { SpacedWork } from '../shared/spaced-work.ts';
import { Fenced } from '../turns/group-commit.ts';
import { haltAsked } from './halt-all.ts';
import { setAside, tellBack } from './quarantine.ts';
import { type Aside, AsideBots } from './quarantined-bots.ts';

/** A sick account must not keep the others, or the market, waiting longer than this. */
const QUIET_AT_MOST_MS = 10_000;
const RECONCILED_AT_ONCE = 8;
/** A pass that could not read everything is tried again at once; after that the minute's pass goes on with it. */
const RECONCILE_TRIES = 5;
const RECONCILE_PAUSE_MS = 100;
/** How long the market is held for users that have to be brought back, and how often that is tried. */
const HELD_AT_MOST_MS = 20_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;
/** What may have been missed is looked for no more often: each look asks the exchange for everything of an account. */
const LOOK_AGAIN_MS = 5_000;
/** An actor that fails again so soon is brought back with the next look, and holds nobody up. */
const FAILS_AGAIN_MS = 10_000;

/** Users with live bots that are not here. */
export interface Missing {
  /** They could not be read. */
  readonly failed: number;
  /** Another runner has them, or one that died and is still believed alive. */
  readonly elsewhere: number;
}

export class UserActors {
  private readonly context: LoadContext;
  private readonly accounts: AccountStore;
  private readonly actors = new Map<number, OpenActor>();
  /** What reads a user's rows and seats his bots, or marks them: one after the other. */
  private readonly seating = new Map<number, Promise<unknown>>();
  private readonly opening = new Map<number, Promise<OpenActor | null>>();
  /** Users who may have bots at an exchange that told its books after they were read. */
  private readonly narrow = new Set<number>();
  /** Bots whose engine threw, or whose rows the database refuses; they stay visible and are told nothing more. */
  private readonly aside = new AsideBots();
  private readonly failedAtMs = new Map<number, number>();
  /** By exchange or account: looks because of what may have been missed. */
  private readonly looks = new WeakMap<object, SpacedWork>();
  private closed = false;

  constructor(context: LoadContext, accounts: AccountStore) {
    this.context = context;
    this.accounts = accounts;
  }

  /** Some exchange has told its books. */
  knowsBooks(): boolean {
    return this.context.connections.some(({ books }) => books !== null);
  }

  /** Every exchange has told its books: a bot that is not here is nowhere. */
  knowsAllBooks(): boolean {
    return this.context.connections.every(({ books }) => books !== null);
  }

  /** Actors of other books than these know nothing that is true of the venue. */
  async turnTo(connection: ExchangeConnection, books: string): Promise<void> {
    if (books === connection.books) return;
    for (const tradingAccount of this.doorsAt(connection)) this.forget(tradingAccount.userId);
    connection.books = books;
    for (const userId of [...this.actors.keys(), ...this.opening.keys()]) this.narrow.add(userId);
    await this.widenNarrow();
  }

  /** One user's records that cannot be read keep nobody else from being widened; answers how many are left for the next look. */
  private async widenNarrow(): Promise<number> {
    let failed = 0;
    for (const userId of [...this.narrow]) {
      const opened = this.actors.get(userId);
      if (opened === undefined && this.opening.has(userId)) continue;
      this.narrow.delete(userId);
      if (opened === undefined) continue;
      try {
        await this.openDoors(opened);
      } catch (error) {
        this.context.log('error', `user ${userId} could not be taken at an exchange that is back`, error);
        this.narrow.add(userId);
        failed += 1;
      }
    }
    return failed;
  }

  all(): OpenActor[] {
    return [...this.actors.values()];
  }

  doorsAt(connection: ExchangeConnection): TradingAccount[] {
    return this.all().flatMap(({ tradingAccounts }) =>
      [...tradingAccounts.values()].filter((tradingAccount) => tradingAccount.connection === connection),
    );
  }

  /** An account that went from one user to another by its key is open for both while both have bots on it. */
  byAccount(connection: ExchangeConnection, account: string): TradingAccount[] {
    return this.doorsAt(connection).filter((tradingAccount) => tradingAccount.account === account);
  }

  forget(userId: number): void {
    const opened = this.actors.get(userId);
    if (opened === undefined) return;
    opened.close();
    this.actors.delete(userId);
    for (const { account, connection } of opened.tradingAccounts.values())
      if (this.byAccount(connection, account).length === 0) connection.attendAccount(account, false);
  }

  forgetAll(): void {
    for (const userId of [...this.actors.keys()]) this.forget(userId);
  }

  /** Nobody is taken any more. */
  close(): void {
    this.closed = true;
    this.forgetAll();
  }

  /** The user's actor; null while the account is not open or another runner holds the user. */
  async actorOf(userId: number): Promise<OpenActor | null> {
    const known = this.actors.get(userId);
    if (known !== undefined && !known.actor.dead) return known;
    let promise = this.opening.get(userId);
    if (promise === undefined) {
      promise = this.inLine(userId, () => this.open(userId)).finally(() => this.opening.delete(userId));
      this.opening.set(userId, promise);
    }
    return promise;
  }

  /**
   * The bots of a user that are not here, for whatever reason, are to be halted when they are read; answers which. Nobody is
   * being seated meanwhile by a row that does not say it yet. Null = another runner has the user.
   */
  askHalt(userId: number, except: readonly number[]): Promise<number[] | null> {
    return this.inLine(userId, async () => {
      const { leases, store } = this.context;
      const token = this.actors.get(userId)?.actor.deps.token ?? (await leases.take(userId));
      if (token === null) return null;
      const asked = await store.askHalt(userId, token, except);
      const actor = this.actors.get(userId)?.actor;
      if (actor === undefined) return asked;
      for (const live of actor.owners()) if (asked.includes(live.id)) live.record.haltAsked = true;
      await haltAsked(actor);
      return asked;
    });
  }

  /** Opens the actors of all users with live bots that nobody holds; answers how many are not here then. */
  async adopt(): Promise<Missing> {
    this.tryAgain();
    let [failed, elsewhere] = [await this.widenNarrow(), 0];
    const { connections, store } = this.context;
    const known = connections.flatMap(({ books, exchange }) => (books === null ? [] : [{ exchange, books }]));
    if (known.length === 0) return { failed, elsewhere };
    for (const userId of await store.usersWithLiveBots(known)) {
      if (this.actors.has(userId)) continue;
      // One user's records that cannot be read keep nobody else from being taken.
      try {
        if ((await this.actorOf(userId)) === null) elsewhere += 1;
      } catch (error) {
        this.context.log('error', `user ${userId} could not be taken over`, error);
        failed += 1;
      }
    }
    return { failed, elsewhere };
  }

  /** The same until nobody is missing, in the time that a market may be held for it. */
  adoptAll(isMissing: (missing: Missing) => boolean, withinMs = HELD_AT_MOST_MS): Promise<void> {
    return this.insist(async () => !isMissing(await this.adopt()), withinMs);
  }

  /** Tries with growing pauses until it is done or the time is over; what fails has been logged where it failed. */
  private async insist(tryOnce: () => Promise<boolean>, withinMs: number): Promise<void> {
    const { clock } = this.context;
    const untilMs = clock.nowMs() + withinMs;
    for (let pauseMs = FIRST_PAUSE_MS; !this.closed; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (await tryOnce().catch(() => false)) return;
      if (clock.nowMs() + pauseMs > untilMs) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Something of this exchange may have been missed: all accounts are looked at soon, once for all who say so. */
  reconcileSoon(connection: ExchangeConnection): void {
    this.spaced(connection, () => this.reconcileAll(connection)).ask();
  }

  /** The same of one account alone. */
  lookSoon(tradingAccount: TradingAccount): void {
    this.spaced(tradingAccount, () => this.lookAt(tradingAccount)).ask();
  }

  private spaced(of: object, work: () => Promise<void>): SpacedWork {
    const known = this.looks.get(of);
    if (known !== undefined) return known;
    const { clock } = this.context;
    const fresh = new SpacedWork({ work, clock, pauseMs: LOOK_AGAIN_MS });
    this.looks.set(of, fresh);
    return fresh;
  }

  async reconcileAll(connection: ExchangeConnection): Promise<void> {
    const waiting = this.doorsAt(connection);
    const next = async (): Promise<void> => {
      for (let tradingAccount = waiting.shift(); tradingAccount !== undefined; tradingAccount = waiting.shift()) {
        await this.lookAt(tradingAccount);
      }
    };
    await Promise.all(Array.from({ length: RECONCILED_AT_ONCE }, next));
  }

  /** One account alone, whose news may have been missed. */
  async lookAt(tradingAccount: TradingAccount): Promise<void> {
    await tradingAccount.ready;
    await this.reconcile(tradingAccount);
  }

  /** The account that a new bot at this exchange trades on: the one behind a good key, else the house's own; null = none. */
  async accountForNew(opened: OpenActor, exchange: string): Promise<TradingAccount | null> {
    const { accounts } = this;
    const { userId } = opened.actor;
    const hasKeys = this.context.connections.some(({ spec }) => spec.exchange === exchange && spec.wire === 'key');
    const row = hasKeys ? await accounts.forNew(userId, exchange) : await accounts.of(userId, exchange);
    if (row === null) return null;
    if (!opened.tradingAccounts.has(row.id)) await this.openDoors(opened);
    return opened.tradingAccounts.get(row.id) ?? null;
  }

  private async open(userId: number): Promise<OpenActor | null> {
    const { context } = this;
    const places = this.placesOf(await this.accounts.allOf(userId));
    if (places.length === 0) return null;
    const token = await context.leases.take(userId);
    if (token === null) return null;
    const loaded = await context.store.load(userId, places);
    // Lost again while it was read: whoever has it now goes on, and this runner asks anew.
    if (places.some(({ books, connection }) => books !== connection.books) || !context.leases.holds(userId))
      return null;
    const onFailed = (error: Error, botId: number | null) => this.onFailed(userId, error, botId);
    const opened = openActor(context, token, userId, places, loaded, onFailed);
    this.actors.set(userId, opened);
    await haltAsked(opened.actor);
    await setAside(opened, this.aside, this.context);
    for (const tradingAccount of opened.tradingAccounts.values()) this.catchUp(tradingAccount);
    return opened;
  }

  /** Accounts that can be traded on now. */
  private placesOf(rows: readonly ExchangeAccount[]): TradingAccountPlace[] {
    return rows.flatMap(({ account, exchange, id: accountId, wire }) => {
      const connection = this.context.connections.find(({ spec }) => spec.exchange === exchange && spec.wire === wire);
      return connection?.books == null || account === null
        ? []
        : [{ connection, account, accountId, books: connection.books }];
    });
  }

  /** Accounts that came after the actor was opened, or whose exchange had not told its books. */
  private openDoors(opened: OpenActor): Promise<unknown> {
    return this.inLine(opened.actor.userId, () => this.widen(opened));
  }

  private inLine<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const done = (this.seating.get(userId) ?? Promise.resolve()).then(work);
    const settled = done.catch(() => {});
    this.seating.set(userId, settled);
    void settled.then(() => this.seating.get(userId) === settled && this.seating.delete(userId));
    return done;
  }

  private async widen(opened: OpenActor): Promise<void> {
    const { userId } = opened.actor;
    const places = this.placesOf(await this.accounts.allOf(userId));
    const missing = places.filter(({ accountId }) => !opened.tradingAccounts.has(accountId));
    if (missing.length === 0) return;
    const loaded = await this.context.store.load(userId, places);
    if (opened.actor.dead) return;
    const tradingAccounts = missing.flatMap((place) =>
      place.books === place.connection.books ? [opened.openTradingAccount(place, loaded)] : [],
    );
    await haltAsked(opened.actor);
    for (const tradingAccount of tradingAccounts) this.catchUp(tradingAccount);
    await setAside(opened, this.aside, this.context);
  }

  /** Reads what happened before it was opened; until then nothing is started on it. */
  private catchUp(tradingAccount: TradingAccount): void {
    tradingAccount.connection.attendAccount(tradingAccount.account, true);
    if (tradingAccount.connection.isUp) tradingAccount.ready = this.reconcile(tradingAccount);
  }

  private onFailed(userId: number, error: Error, botId: number | null): void {
    const isFenced = error instanceof Fenced;
    const nowMs = this.context.clock.nowMs();
    this.context.log(isFenced ? 'warn' : 'error', `the actor of user ${userId} stopped`, error);
    const connections = this.connectionsOf(userId);
    this.forget(userId);
    if (botId !== null) this.aside.fail(userId, botId, error, nowMs);
    if (isFenced) {
      this.context.leases.drop(userId);
      return;
    }
    const isAgain = nowMs - (this.failedAtMs.get(userId) ?? Number.NEGATIVE_INFINITY) < FAILS_AGAIN_MS;
    this.failedAtMs.set(userId, nowMs);
    if (!isAgain) this.bringBack(userId, connections);
  }

  private connectionsOf(userId: number): Set<ExchangeConnection> {
    return new Set([...(this.actors.get(userId)?.tradingAccounts.values() ?? [])].map(({ connection }) => connection));
  }

  /** Bots that were set aside for a while are read again with all of their users', as after a start. */
  private tryAgain(): void {
    const { clock, log } = this.context;
    const due = Map.groupBy(this.aside.takeDue(clock.nowMs()), ({ userId }) => userId);
    for (const [userId, asides] of due) void this.readAgain(userId, asides);
    for (const one of this.aside.takeSettled(clock.nowMs())) {
      log('warn', `bot ${one.botId} is back`, { times: one.times });
      const actor = this.actors.get(one.userId)?.actor;
      if (actor !== undefined) void tellBack(actor, one).catch(() => {});
    }
  }

  /** His bots that were set aside are read again now, because he asks for it. */
  async tryNow(userId: number): Promise<void> {
    await this.readAgain(userId, this.aside.takeOf(userId));
  }

  /** What his other bots have sent is answered before, if it is soon. */
  private async readAgain(userId: number, asides: readonly Aside[]): Promise<void> {
    const actor = this.actors.get(userId)?.actor;
    if (actor !== undefined) await atMost(actor.whenQuiet());
    // Nobody is being seated by what was known of them before.
    await this.inLine(userId, async () => {
      const connections = this.connectionsOf(userId);
      for (const one of asides) this.aside.release(one, this.context.clock.nowMs());
      this.forget(userId);
      if (!this.closed) this.bringBack(userId, connections);
    });
  }

  /** At once, while his markets stand still: what they did to this user's bots meanwhile they would do too late. */
  private bringBack(userId: number, connections: ReadonlySet<ExchangeConnection>): void {
    const back = this.insist(async () => {
      await this.actorOf(userId);
      return true;
    }, HELD_AT_MOST_MS);
    for (const connection of connections) {
      if (connection.isUp) connection.board.holdBack(back.then(() => this.whenReady(userId, connection)));
    }
  }

  private async whenReady(userId: number, connection: ExchangeConnection): Promise<void> {
    for (const tradingAccount of this.actors.get(userId)?.tradingAccounts.values() ?? [])
      if (tradingAccount.connection === connection) await tradingAccount.ready;
  }

  /** An account whose key was removed is no longer ours to look at, until it is bound again. */
  private async isAttended({ account, connection, userId }: TradingAccount): Promise<boolean> {
    const isBound = await connection.spec.keys.isBound(userId, account);
    // Another user may have it now.
    if (isBound || this.byAccount(connection, account).length === 1) connection.attendAccount(account, isBound);
    return isBound;
  }

  private async reconcile(tradingAccount: TradingAccount): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        if (!(await this.isAttended(tradingAccount))) return;
        await tradingAccount.reconciler.run();
        break;
      } catch (error) {
        const { exchange } = tradingAccount.connection;
        this.context.log('warn', `user ${tradingAccount.userId} could not be reconciled with ${exchange} now`, error);
        if (tries >= RECONCILE_TRIES) return;
        await new Promise((resolve) => setTimeout(resolve, RECONCILE_PAUSE_MS * 2 ** tries));
      }
    }
    await atMost(tradingAccount.whenQuiet());
  }
}

async function atMost(quiet: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, QUIET_AT_MOST_MS);
  });
  await Promise.race([quiet, tooLong]);
  clearTimeout(timer);
}
