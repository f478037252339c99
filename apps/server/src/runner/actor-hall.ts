// The actors this runner keeps: one for each user it holds by lease, opened when he has a live bot or asks for something,
// closed when the lease is lost, the memory is in doubt, or the venue keeps other books. Opening ends in a reconcile.
import type { AccountStore } from '../ports/account-store.ts';
import { Fenced } from './journal.ts';
import type { LiveBot } from './live-bot.ts';
import { LiveConvoy } from './live-convoy.ts';
import { type ActorHouse, type OpenActor, openActor } from './open-actor.ts';

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
/** An actor that fails again so soon is brought back with the next look, and holds nobody up. */
const FAILS_AGAIN_MS = 10_000;

/** Users with live bots that are not here. */
export interface Missing {
  /** They could not be read. */
  readonly failed: number;
  /** Another runner has them, or one that died and is still believed alive. */
  readonly elsewhere: number;
}

export class ActorHall {
  private readonly house: ActorHouse;
  private readonly accounts: AccountStore;
  private readonly exchange: string;
  private readonly actors = new Map<number, OpenActor>();
  private readonly accountsOpen = new Map<string, OpenActor>();
  private readonly opening = new Map<number, Promise<OpenActor | null>>();
  /** Bots whose engine threw, or whose rows the database refuses; they stay visible and are told nothing more. */
  private readonly faulty = new Set<number>();
  /** Of these, the ones that not even that could be written of. */
  private readonly mute = new Set<number>();
  /** The venue's present set of books; null until it has told. */
  private books: string | null = null;
  private readonly failedAtMs = new Map<number, number>();
  private closed = false;
  /** False while the venue's stream is away: then nobody is reconciled. */
  isUp = false;

  constructor(house: ActorHouse, accounts: AccountStore, exchange: string) {
    this.house = house;
    this.accounts = accounts;
    this.exchange = exchange;
  }

  knowsBooks(): boolean {
    return this.books !== null;
  }

  /** Actors of other books than these know nothing that is true of the venue. */
  turnTo(books: string): void {
    if (books === this.books) return;
    this.forgetAll();
    this.books = books;
  }

  all(): OpenActor[] {
    return [...this.actors.values()];
  }

  byAccount(account: string): OpenActor | undefined {
    return this.accountsOpen.get(account);
  }

  forget(userId: number): void {
    const opened = this.actors.get(userId);
    if (opened === undefined) return;
    opened.close();
    this.actors.delete(userId);
    this.accountsOpen.delete(opened.account);
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
      promise = this.open(userId).finally(() => this.opening.delete(userId));
      this.opening.set(userId, promise);
    }
    return promise;
  }

  /** Opens the actors of all users with live bots that nobody holds; answers how many are not here then. */
  async adopt(): Promise<Missing> {
    let [failed, elsewhere] = [0, 0];
    if (this.books === null) return { failed, elsewhere };
    for (const userId of await this.house.store.usersWithLiveBots([{ exchange: this.exchange, books: this.books }])) {
      if (this.actors.has(userId)) continue;
      // One user's records that cannot be read keep nobody else from being taken.
      try {
        if ((await this.actorOf(userId)) === null) elsewhere += 1;
      } catch (error) {
        this.house.log('error', `user ${userId} could not be taken over`, error);
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
    const { clock } = this.house;
    const untilMs = clock.nowMs() + withinMs;
    for (let pauseMs = FIRST_PAUSE_MS; !this.closed; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      if (await tryOnce().catch(() => false)) return;
      if (clock.nowMs() + pauseMs > untilMs) return;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  async reconcileAll(): Promise<void> {
    const waiting = this.all();
    const next = async (): Promise<void> => {
      for (let opened = waiting.shift(); opened !== undefined; opened = waiting.shift()) await this.reconcile(opened);
    };
    await Promise.all(Array.from({ length: RECONCILED_AT_ONCE }, next));
  }

  private async open(userId: number): Promise<OpenActor | null> {
    const { books, house } = this;
    const account = await this.accounts.of(userId, this.exchange);
    if (account === null || account.account === null || books === null) return null;
    const token = await house.leases.take(userId);
    if (token === null) return null;
    const loaded = await house.store.load(userId, [{ accountId: account.id, books }]);
    // Lost again while it was read: whoever has it now goes on, and this runner asks anew.
    if (books !== this.books || !house.leases.holds(userId)) return null;
    const held = { ...account, account: account.account };
    const opened = openActor(house, token, books, held, loaded, (error, botId) => this.onFailed(userId, error, botId));
    this.actors.set(userId, opened);
    this.accountsOpen.set(opened.account, opened);
    await this.setAside(opened);
    if (this.isUp) await this.reconcile(opened);
    return opened;
  }

  private onFailed(userId: number, error: Error, botId: number | null): void {
    const isFenced = error instanceof Fenced;
    this.house.log(isFenced ? 'warn' : 'error', `the actor of user ${userId} stopped`, error);
    this.forget(userId);
    if (isFenced) this.house.leases.drop(userId);
    else this.house.board.holdBack(this.bringBack(userId));
    if (botId === null) return;
    if (this.faulty.has(botId)) this.mute.add(botId);
    this.faulty.add(botId);
  }

  /** At once, while the market stands still: what it did to this user's bots meanwhile they would do too late. */
  private async bringBack(userId: number): Promise<void> {
    const nowMs = this.house.clock.nowMs();
    const isAgain = nowMs - (this.failedAtMs.get(userId) ?? Number.NEGATIVE_INFINITY) < FAILS_AGAIN_MS;
    this.failedAtMs.set(userId, nowMs);
    if (isAgain || !this.isUp) return;
    await this.insist(async () => {
      await this.actorOf(userId);
      return true;
    }, HELD_AT_MOST_MS);
  }

  /** Bots that cannot go on are told nothing more; their owner hears of it once. */
  private async setAside({ actor }: OpenActor): Promise<void> {
    const told: (LiveBot | LiveConvoy)[] = [];
    for (const convoy of actor.convoys.values()) {
      const ids = [convoy.id, ...convoy.legs.map(({ id }) => id)];
      if (!ids.some((id) => this.faulty.has(id))) continue;
      for (const one of [convoy, ...convoy.legs]) one.broken = true;
      const isKnown = convoy.record.phase === 'error' && convoy.status !== 'running';
      if (!isKnown && !ids.some((id) => this.mute.has(id))) told.push(convoy);
    }
    for (const live of actor.bots.values()) {
      if (live.convoy !== null) continue;
      if (live.unread === null && !this.faulty.has(live.id)) continue;
      live.broken = true;
      if (live.unread !== null) this.house.log('error', `bot ${live.id}: its snapshot cannot be read`, live.unread);
      // Its row says so already, or can say nothing at all.
      const isKnown = live.record.phase === 'error' && (live.unread !== null || live.bot.status !== 'running');
      if (!isKnown && !this.mute.has(live.id)) told.push(live);
    }
    if (told.length === 0) return;
    await actor.act((turn) => {
      for (const live of told) {
        turn.touch(live);
        const unread = live instanceof LiveConvoy ? null : live.unread;
        turn.log(live, { action: 'manual', why: unread === null ? 'engine_fault' : 'engine_unread' });
        const bot = live instanceof LiveConvoy ? live.convoy : live.bot;
        if (unread !== null || bot.status !== 'running') continue;
        bot.status = 'paused';
        bot.pauseReason = 'risk';
      }
    });
  }

  private async reconcile({ actor, reconciler }: OpenActor): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await reconciler.run();
        break;
      } catch (error) {
        this.house.log('warn', `user ${actor.userId} could not be reconciled now`, error);
        if (tries >= RECONCILE_TRIES) return;
        await new Promise((resolve) => setTimeout(resolve, RECONCILE_PAUSE_MS * 2 ** tries));
      }
    }
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, QUIET_AT_MOST_MS);
    });
    await Promise.race([actor.whenQuiet(), tooLong]);
    clearTimeout(timer);
  }
}
