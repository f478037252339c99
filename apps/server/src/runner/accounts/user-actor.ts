// The one writer of a user's bots, on all his accounts. Everything that happens to them comes through its mailbox; a turn
// takes what is there, steps the engines, commits intents, facts and snapshots in one transaction, and only then lets orders
// leave. The mailbox never waits for an exchange; who waits for the actor waits for one account of it.
import { isDeepStrictEqual } from 'node:util';
import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import type { Command, OwnOrder } from '@cormorant/core/strategy/strategy.ts';
import type { Actor } from '../../ports/bot-record.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AccountPlace } from '../../ports/runner-writes.ts';
import type { VenueFill, VenueFunding, VenueSymbol } from '../../ports/venue.ts';
import type { LiveBot, LiveOrder } from '../bots/live-bot.ts';
import { botOfLeg, type LiveMultiLegBot } from '../bots/live-multi-leg-bot.ts';
import type { Read } from '../fills/account-history.ts';
import { FillBooking } from '../fills/fill-booking.ts';
import { OrderEnds } from '../fills/order-outcomes.ts';
import type { ExchangeConnection } from '../market-data/exchange-connection.ts';
import { keepSteps, limitsOf, sentAs } from '../orders/order-rounding.ts';
import type { SenderEvent } from '../orders/order-sender.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import { SerialLoop } from '../shared/serial-loop.ts';
import { type GroupCommit, Unwritable } from '../turns/group-commit.ts';
import { blaming, StepFailed, Stepper } from '../turns/step-bot.ts';
import { Turn } from '../turns/turn.ts';
import { freshRounds, sealTurn } from '../turns/turn-writes.ts';
import { FinerLots } from './finer-lots.ts';

/** Symbols of which a row of a page before waits: the cursors of that kind stay where they are. */
export interface Waiting {
  readonly fills: Set<string>;
  readonly fundings: Set<string>;
}

export interface Polled {
  readonly type: 'polled';
  readonly tradingAccount: ActorAccount;
  readonly page: readonly Read[];
  readonly oldFills: ReadonlySet<string>;
  readonly oldFundings: ReadonlySet<string>;
  readonly waiting: Waiting;
  readonly done: () => void;
}

export type Mail =
  | { type: 'print'; live: LiveBot }
  | { type: 'fill'; tradingAccount: ActorAccount; fill: VenueFill }
  | { type: 'funding'; tradingAccount: ActorAccount; funding: VenueFunding }
  | { type: 'dispatched'; live: LiveBot; event: SenderEvent }
  /** A page read by polling; the sets hold what had been booked before. */
  | Polled
  | { type: 'work'; run: (turn: Turn) => void; done: () => void; failed: (error: Error) => void };

/** What the actor knows of one of its accounts (trading-account.ts). */
export interface ActorAccount {
  readonly connection: ExchangeConnection;
  readonly place: AccountPlace;
  /** Its own among the actor's. */
  readonly bots: Map<number, LiveBot>;
  readonly book: FillBooking;
  /** Work outside the mailbox, such as looking up trades that nothing here explains. */
  readonly doubts: Set<Promise<void>>;
  /** Told with every letter: whoever waits for the account has to look at it again. */
  onBusy(): void;
  /** Something makes sense only after asking the venue: fills, or an order's fate. */
  askFor(live: LiveBot, cid: string, wasLive?: boolean): void;
  /** Whether a trade has been booked, by this actor's memory or by one before it. */
  isBooked(venueFillId: string): Promise<boolean>;
  /** Reads what was traded and paid since the last time. */
  read(): Promise<void>;
  /** What a bot holds on a contract has changed. */
  onRound(live: LiveBot): Promise<void>;
}

export interface ActorDeps {
  readonly userId: number;
  readonly token: number;
  readonly salt: number;
  readonly clock: Clock;
  readonly journal: GroupCommit;
  readonly log: RunnerLog;
  /** Another set of filters for the market of a bot. */
  readonly move: (live: LiveBot, rules: VenueSymbol) => void;
  /** The actor's memory can no longer be trusted. It has stopped; the owner reads everything back. */
  readonly onFailed: (error: Error, botId: number | null) => void;
}

export class UserActor {
  readonly deps: ActorDeps;
  /** Everything that trades: bots of their own, and the legs of others. */
  readonly bots = new Map<number, LiveBot>();
  /** Bots that cannot be read, or wait for another of their accounts: what happens to them waits for somebody who can. */
  readonly unseated = new Set<number>();
  /** Bots of several legs. */
  readonly convoys = new Map<number, LiveMultiLegBot>();
  /** By the account's id. */
  readonly tradingAccounts = new Map<number, ActorAccount>();
  private mail: Mail[] = [];
  private readonly loop: SerialLoop;
  private readonly stepper: Stepper;
  private readonly orderEnds: OrderEnds;
  dead = false;

  constructor(deps: ActorDeps) {
    this.deps = deps;
    const { log, salt } = deps;
    this.stepper = new Stepper(salt, log, (live) => {
      const tradingAccount = this.tradingAccountOf(live);
      this.during(tradingAccount, tradingAccount.onRound(live));
    });
    const finerLots = new FinerLots({
      act: (work) => this.act(work),
      connectionOf: (live) => this.tradingAccountOf(live).connection,
      bookOf: (live) => this.tradingAccountOf(live).book,
      changeRules: (turn, live, rules) => this.changeRules(turn, live, rules),
      askFor: (live, cid) => this.tradingAccountOf(live).askFor(live, cid, true),
      during: (live, work) => this.during(this.tradingAccountOf(live), work),
    });
    this.orderEnds = new OrderEnds({
      ...{ log, stepper: this.stepper },
      bookFill: (turn, live, fill) => this.tradingAccountOf(live).book.book(turn, live, fill),
      waitingAtoms: (live, cid) => this.tradingAccountOf(live).book.parts.atomsOf(cid),
      askFor: (live, cid, wasLive) => this.tradingAccountOf(live).askFor(live, cid, wasLive),
      endedInPart: (live, order) => finerLots.ask(live, order),
      ruleBroken: (live, row, order, isPassing) => this.askForRules(live, row, order, isPassing),
      marketClosed: (live, isSure) => {
        const { halted } = this.tradingAccountOf(live).connection;
        if (isSure) halted.add(live.botMarket.symbol);
        else halted.suspect(live.botMarket.symbol);
      },
    });
    this.loop = new SerialLoop(
      () => this.mail.length > 0 && !this.dead,
      () => this.takeAll(),
    );
  }

  get userId(): number {
    return this.deps.userId;
  }

  /** Of an account of this actor. */
  newBook(bots: ReadonlyMap<number, LiveBot>): FillBooking {
    return new FillBooking(bots, this.unseated, this.stepper, this.deps.salt);
  }

  tradingAccountOf({ id, record }: LiveBot): ActorAccount {
    const tradingAccount = this.tradingAccounts.get(record.accountId);
    if (tradingAccount === undefined) throw new Error(`bot ${id} trades on an account that is not open here`);
    return tradingAccount;
  }

  add(live: LiveBot): void {
    this.unseated.delete(live.id);
    this.bots.set(live.id, live);
    this.tradingAccountOf(live).bots.set(live.id, live);
  }

  remove(live: LiveBot): void {
    this.bots.delete(live.id);
    this.tradingAccountOf(live).bots.delete(live.id);
  }

  post(mail: Mail): void {
    if (this.dead) {
      if (mail.type === 'work') mail.failed(new Error('the actor has stopped'));
      else if (mail.type === 'polled') mail.done();
      return;
    }
    this.mail.push(mail);
    for (const tradingAccount of this.tradingAccounts.values()) tradingAccount.onBusy();
    this.loop.wake();
  }

  /** Runs `work` inside the mailbox, in one transaction of its own events; resolves when it is durable. */
  act(work: (turn: Turn) => void): Promise<void> {
    return new Promise((done, failed) => this.post({ type: 'work', run: work, done, failed }));
  }

  /** Nothing is quiet, and the market stands still, before this has ended. It never rejects. */
  during(tradingAccount: ActorAccount, work: Promise<void>): void {
    const ended = work.finally(() => tradingAccount.doubts.delete(ended));
    tradingAccount.doubts.add(ended);
    tradingAccount.onBusy();
  }

  /** Of one account or of all: what goes on at another exchange is not this one's concern. */
  isBusy(tradingAccount?: ActorAccount): boolean {
    if (this.loop.isActive()) return true;
    const tradingAccounts = tradingAccount === undefined ? [...this.tradingAccounts.values()] : [tradingAccount];
    return tradingAccounts.some(
      ({ bots, doubts }) => doubts.size > 0 || [...bots.values()].some((live) => !live.dispatcher.isIdle()),
    );
  }

  /** Resolves when the mailbox is empty and nothing sent for the account, or for any of them, is unanswered. */
  async whenQuiet(tradingAccount?: ActorAccount): Promise<void> {
    while (!this.dead && this.isBusy(tradingAccount)) {
      await this.loop.whenIdle();
      for (const { bots, doubts } of tradingAccount === undefined
        ? [...this.tradingAccounts.values()]
        : [tradingAccount]) {
        await Promise.all(doubts);
        await Promise.all([...bots.values()].map((live) => live.dispatcher.whenIdle()));
      }
    }
  }

  /** Memory and database may no longer agree: everything stops, and is read back by the owner. */
  fail(error: Error): void {
    if (this.dead) return;
    this.stop();
    this.deps.onFailed(error, error instanceof StepFailed || error instanceof Unwritable ? error.botId : null);
  }

  stop(): void {
    this.dead = true;
    const left = this.mail;
    this.mail = [];
    for (const live of this.bots.values()) live.dispatcher.stop();
    for (const mail of left) {
      if (mail.type === 'work') mail.failed(new Error('the actor has stopped'));
      else if (mail.type === 'polled') mail.done();
    }
  }

  private async takeAll(): Promise<void> {
    const batch = this.mail;
    this.mail = [];
    try {
      await this.turn(batch);
    } catch (error) {
      for (const mail of batch) {
        if (mail.type === 'work') mail.failed(error as Error);
        else if (mail.type === 'polled') mail.done();
      }
      this.fail(error as Error);
    }
  }

  private async turn(batch: readonly Mail[]): Promise<void> {
    const turn = new Turn();
    for (const mail of batch) this.take(mail, turn);
    if (!turn.isEmpty()) {
      const { clock, journal } = this.deps;
      const actionIds = await journal.reserve('bot_actions', turn.actions.length);
      const positionIds = await journal.reserve('positions', freshRounds(turn));
      await journal.commit(sealTurn(turn, this.deps, clock.nowMs(), actionIds, positionIds));
    }
    for (const [live, jobs] of turn.jobs) live.dispatcher.send(jobs);
    for (const mail of batch) {
      if (mail.type === 'work' || mail.type === 'polled') mail.done();
    }
    for (const run of turn.after) run();
  }

  private take(mail: Mail, turn: Turn): void {
    switch (mail.type) {
      case 'print':
        this.stepper.print(turn, mail.live);
        break;
      case 'fill':
        this.hearFill(turn, mail.tradingAccount, mail.fill);
        break;
      case 'funding':
        this.hearFunding(turn, mail.tradingAccount, mail.funding);
        break;
      case 'dispatched':
        blaming(mail.live, () => this.orderEnds.take(turn, mail.live, mail.event));
        break;
      case 'polled':
        this.takePage(turn, mail);
        break;
      case 'work':
        mail.run(turn);
        break;
    }
  }

  private hearFill(turn: Turn, tradingAccount: ActorAccount, fill: VenueFill): void {
    const { book } = tradingAccount;
    const take = (now: Turn) => void book.take(now, fill, (live) => now.after.push(() => this.onOddFill(live, fill)));
    if (book.fillMayBeBooked(fill)) this.unlessBooked(tradingAccount, fill, take);
    else take(turn);
  }

  /** The stream tells late what an actor before this one may have booked: a reading asks the database first. */
  private hearFunding(turn: Turn, tradingAccount: ActorAccount, funding: VenueFunding): void {
    if (!tradingAccount.book.fundingMayBeBooked(funding)) tradingAccount.book.takeFunding(turn, funding);
    // A venue that cannot be read now is read again soon.
    else
      this.during(
        tradingAccount,
        tradingAccount.read().catch(() => {}),
      );
  }

  /** Each cursor stops before the first row that could not be dealt with yet. */
  private takePage(turn: Turn, { tradingAccount, oldFills, oldFundings, page, waiting }: Polled): void {
    const { book, place } = tradingAccount;
    for (const id of oldFills) book.trades.add(id);
    for (const id of oldFundings) book.fundings.add(id);
    const late = { fills: new Set(waiting.fills), fundings: new Set(waiting.fundings) };
    for (const row of page) {
      // Also behind one that waits: it may be what that one waits for.
      if (row.type === 'fill') {
        const { id, symbol } = row.fill;
        if (!book.take(turn, row.fill)) late.fills.add(symbol);
        if (!late.fills.has(symbol)) turn.read({ ...place, symbol }, { fillId: id });
      } else {
        const { id, symbol } = row.funding;
        if (!book.takeFunding(turn, row.funding)) late.fundings.add(symbol);
        if (!late.fundings.has(symbol)) turn.read({ ...place, symbol }, { fundingId: id });
      }
    }
    book.endReading(turn);
  }

  /** The bots their user knows. */
  *owners(): Generator<LiveBot | LiveMultiLegBot> {
    for (const live of this.bots.values()) if (live.convoy === null) yield live;
    yield* this.convoys.values();
  }

  command(turn: Turn, live: LiveBot | LiveMultiLegBot, command: Command, actor: Actor): void {
    this.stepper.command(turn, live, command, actor);
  }

  /** Everything of the bot stops at once; or that ends. */
  halt(turn: Turn, live: LiveBot | LiveMultiLegBot, type: 'halt' | 'release', actor: Actor): void {
    this.stepper.halt(turn, live, type, actor);
  }

  /** False when its open round cannot take them: nothing has changed then. */
  adopt(turn: Turn, live: LiveBot, event: HostEvent & { type: 'adopt' }, fills: readonly VenueFill[]): boolean {
    return this.stepper.step(turn, live, event, 'user', fills);
  }

  /**
   * The filters of a bot's market as they are now; true when they are new to it. It goes on counting in the steps it began
   * with. One that is stopped, or was never started, reads them when it starts.
   */
  takeRules(turn: Turn, live: LiveBot, fresh: VenueSymbol): boolean {
    const { record } = live;
    if (live.broken || live.status === 'stopped' || !live.hasBegun) return false;
    const before = record.symbolRules;
    const rules = keepSteps(before, fresh);
    if (isDeepStrictEqual(rules, before)) return false;
    this.changeRules(turn, live, rules);
    const [now, then] = [limitsOf(rules), limitsOf(before)];
    const { symbol } = record;
    if (!isDeepStrictEqual(now, then))
      turn.log(live, { action: 'success', why: 'filters_changed', data: { symbol, ...now } });
    return true;
  }

  private changeRules(turn: Turn, live: LiveBot, rules: VenueSymbol): void {
    const { lastTicks, nowMs } = live.botMarket.market;
    this.deps.move(live, rules);
    // Trades have moved the market that it leaves; the other knows prints only.
    if (nowMs > live.botMarket.market.nowMs) Object.assign(live.botMarket.market, { lastTicks, nowMs });
    live.refile();
    turn.touch(live.owner === live ? live : (botOfLeg(live) ?? live));
  }

  /** An order was refused for a rule of its market: either the rules have changed since it was meant, or it is one failure more. */
  private askForRules(live: LiveBot, { price, qty, type }: LiveOrder, order: OwnOrder, isPassing: boolean): void {
    const tradingAccount = this.tradingAccountOf(live);
    const { symbolRules } = live.record;
    const ask = async () => {
      const fresh = await tradingAccount.connection.rulesOf(live.botMarket.symbol);
      await this.act((turn) => {
        if (fresh !== null && this.takeRules(turn, live, fresh)) return;
        const now = sentAs(live.botMarket.instrument, live.record.symbolRules, order);
        const isOld = now.qty !== qty || (type === 'limit' && now.price !== price);
        if (!isOld && !isPassing && live.record.symbolRules === symbolRules) this.stepper.onVenueRefusal(turn, live);
      });
    };
    this.during(
      tradingAccount,
      // An actor that stops reads everything back.
      ask().catch(() => {}),
    );
  }

  drift(turn: Turn, live: LiveBot, why: string, data: Readonly<Record<string, string>>): void {
    this.stepper.drift(turn, live, why, data);
  }

  /**
   * Forced trades and those of stops are judged where trades come in the venue's order: asking begins with that reading. One
   * that has been judged is not read again.
   */
  private onOddFill(live: LiveBot, fill: VenueFill): void {
    const tradingAccount = this.tradingAccountOf(live);
    if (tradingAccount.book.trades.has(fill.id))
      this.unlessBooked(tradingAccount, fill, (turn) => tradingAccount.book.drift(turn, live, fill));
    else tradingAccount.askFor(live, fill.cid);
  }

  /** The stream tells late what an actor before this one may have booked: only the database knows. */
  private unlessBooked(tradingAccount: ActorAccount, fill: VenueFill, work: (turn: Turn) => void): void {
    const looked = tradingAccount
      .isBooked(fill.id)
      .then((isBooked) => (isBooked ? undefined : this.act(work)))
      // Neither known nor written down: the next reading of trades shows it again.
      .catch(() => {
        tradingAccount.book.trades.forget(fill.id);
      });
    this.during(tradingAccount, looked);
  }
}
