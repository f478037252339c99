// An account of a user at one exchange, as his actor trades on it: its bots, the trades booked on it, its reconciler and its
// reserves. Whoever waits for an account waits for its own exchange only.
import type { Clock } from '../../ports/clock.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { AccountPlace, ReadCursor } from '../../ports/runner-writes.ts';
import type { TradingVenue } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { FillBooking } from '../fills/fill-booking.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import { keyFailureWatched } from '../market-data/key-failure-watch.ts';
import type { Owner, Sleeper } from '../market-data/wake-index.ts';
import { leasedVenue } from '../orders/leased-venue.ts';
import { Reconciler } from './reconcile.ts';
import { ReserveMargin } from './reserve-margin.ts';
import type { ActorAccount, Mail, UserActor } from './user-actor.ts';

/** The stream of an exchange tells a trade within this, nearly always. */
const STREAM_WITHIN_MS = 500;

/** The user's account at an exchange that this runner trades on. */
export interface TradingAccountPlace extends AccountPlace {
  readonly connection: ExchangeConnection;
  /** As the venue names it. */
  readonly account: string;
}

export interface TradingAccountDeps {
  readonly actor: UserActor;
  readonly store: RunnerStore;
  readonly clock: Clock;
  readonly salt: number;
  readonly mayAct: () => boolean;
  readonly cursors: readonly ReadCursor[];
}

export class TradingAccount implements ActorAccount {
  readonly connection: ExchangeConnection;
  readonly place: AccountPlace;
  readonly account: string;
  /** For changes: it sends nothing once the user is not held any more. */
  readonly venue: TradingVenue;
  readonly bots = new Map<number, LiveBot>();
  readonly book: FillBooking;
  readonly doubts = new Set<Promise<void>>();
  readonly reconciler: Reconciler;
  readonly sleepers = new Map<LiveBot, Sleeper>();
  readonly reserve: ReserveMargin;
  /** Ends when what happened before it was opened has been caught up, or could not be. */
  ready: Promise<void> = Promise.resolve();
  private readonly owner: Owner;
  private readonly isBookedBefore: (id: string) => Promise<boolean>;
  private readonly actor: UserActor;

  constructor({ connection, account, accountId, books }: TradingAccountPlace, deps: TradingAccountDeps) {
    const { actor, clock, cursors, mayAct, salt, store } = deps;
    const { graceMs, keys, paced, venue } = connection.spec;
    const held = leasedVenue(venue, mayAct);
    this.actor = actor;
    this.connection = connection;
    this.place = { accountId, books };
    this.account = account;
    this.venue = keyFailureWatched(held, () => keys.suspect(actor.userId));
    this.book = actor.newBook(this.bots);
    const shared = { actor, tradingAccount: this, venue: this.venue, account, clock, graceMs, salt };
    this.reserve = new ReserveMargin(shared);
    this.reconciler = new Reconciler({
      ...{ ...shared, reserve: this.reserve, store, streamWithinMs: paced ? 0 : STREAM_WITHIN_MS },
      cursors: cursors.filter((cursor) => cursor.accountId === accountId && cursor.books === books),
    });
    this.isBookedBefore = async (id) => (await store.booked(accountId, books, [id])).has(id);
    this.owner = {
      isBusy: () => actor.isBusy(this),
      whenQuiet: () => this.whenQuiet(),
      sleepersIn: (symbol) =>
        [...this.sleepers].flatMap(([live, sleeper]) => (live.botMarket.symbol === symbol ? [sleeper] : [])),
    };
  }

  get userId(): number {
    return this.actor.userId;
  }

  get accountId(): number {
    return this.place.accountId;
  }

  get books(): string {
    return this.place.books;
  }

  post(mail: Mail): void {
    this.actor.post(mail);
  }

  onBusy(): void {
    this.connection.board.markBusy(this.owner);
  }

  askFor(live: LiveBot, cid: string, wasLive = false): void {
    this.actor.during(this, this.reconciler.ask(live, cid, wasLive));
  }

  whenQuiet(): Promise<void> {
    return this.actor.whenQuiet(this);
  }

  isBooked(venueFillId: string): Promise<boolean> {
    return this.isBookedBefore(venueFillId);
  }

  read(): Promise<void> {
    return this.reconciler.pollFills();
  }

  onRound(live: LiveBot): Promise<void> {
    return this.reserve.look(live);
  }
}
