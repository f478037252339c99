// The one writer of a user's bots, on all his accounts. Everything that happens to them comes through its mailbox; a turn
// takes what is there, steps the engines, commits intents, facts and snapshots in one transaction, and only then lets orders
// leave. The mailbox never waits for an exchange; who waits for the actor waits for one door of it.
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
  readonly door: ActorAccount;
  readonly page: readonly Read[];
  readonly oldFills: ReadonlySet<string>;
  readonly oldFundings: ReadonlySet<string>;
  readonly waiting: Waiting;
  readonly done: () => void;
}

export type Mail =
  | { type: 'print'; live: LiveBot }
  | { type: 'fill'; door: ActorAccount; fill: VenueFill }
  | { type: 'funding'; door: ActorAccount; funding: VenueFunding }
  | { type: 'dispatched'; live: LiveBot; event: SenderEvent }
  /** A page read by polling; the sets hold what had been booked before. */
  | Polled
  | { type: 'work'; run: (turn: Turn) => void; done: () => void; failed: (error: Error) => void };

/** What the actor knows of one of its accounts (trading-account.ts). */
export interface ActorAccount {
  readonly side: ExchangeConnection;
  readonly place: AccountPlace;
  /** Its own among the actor's. */
  readonly bots: Map<number, LiveBot>;
  readonly book: FillBooking;
  /** Work outside the mailbox, such as looking up trades that nothing here explains. */
  readonly doubts: Set<Promise<void>>;
  /** Told with every letter: whoever waits for the door has to look at it again. */
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
  readonly doors = new Map<number, ActorAccount>();
  private mail: Mail[] = [];
  private readonly loop: SerialLoop;
  private readonly stepper: Stepper;
  private readonly orderEnds: OrderEnds;
  dead = false;

  constructor(deps: ActorDeps) {
    this.deps = deps;
    const { log, salt } = deps;
    this.stepper = new Stepper(salt, log, (live) => {
      const door = this.doorOf(live);
      this.during(door, door.onRound(live));
    });
    const finerLots = new FinerLots({
      act: (work) => this.act(work),
      sideOf: (live) => this.doorOf(live).side,
      bookOf: (live) => this.doorOf(live).book,
      changeRules: (turn, live, rules) => this.changeRules(turn, live, rules),
      askFor: (live, cid) => this.doorOf(live).askFor(live, cid, true),
      during: (live, work) => this.during(this.doorOf(live), work),
    });
    this.orderEnds = new OrderEnds({
      ...{ log, stepper: this.stepper },
      bookFill: (turn, live, fill) => this.doorOf(live).book.book(turn, live, fill),
      waitingAtoms: (live, cid) => this.doorOf(live).book.parts.atomsOf(cid),
      askFor: (live, cid, wasLive) => this.doorOf(live).askFor(live, cid, wasLive),
      endedInPart: (live, order) => finerLots.ask(live, order),
      ruleBroken: (live, row, order, isPassing) => this.askForRules(live, row, order, isPassing),
      marketClosed: (live, isSure) => {
        const { halted } = this.doorOf(live).side;
        if (isSure) halted.add(live.cell.symbol);
        else halted.suspect(live.cell.symbol);
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

  doorOf({ id, record }: LiveBot): ActorAccount {
    const door = this.doors.get(record.accountId);
    if (door === undefined) throw new Error(`bot ${id} trades on an account that is not open here`);
    return door;
  }

  add(live: LiveBot): void {
    this.unseated.delete(live.id);
    this.bots.set(live.id, live);
    this.doorOf(live).bots.set(live.id, live);
  }

  remove(live: LiveBot): void {
    this.bots.delete(live.id);
    this.doorOf(live).bots.delete(live.id);
  }

  post(mail: Mail): void {
    if (this.dead) {
      if (mail.type === 'work') mail.failed(new Error('the actor has stopped'));
      else if (mail.type === 'polled') mail.done();
      return;
    }
    this.mail.push(mail);
    for (const door of this.doors.values()) door.onBusy();
    this.loop.wake();
  }

  /** Runs `work` inside the mailbox, in one transaction of its own events; resolves when it is durable. */
  act(work: (turn: Turn) => void): Promise<void> {
    return new Promise((done, failed) => this.post({ type: 'work', run: work, done, failed }));
  }

  /** Nothing is quiet, and the market stands still, before this has ended. It never rejects. */
  during(door: ActorAccount, work: Promise<void>): void {
    const ended = work.finally(() => door.doubts.delete(ended));
    door.doubts.add(ended);
    door.onBusy();
  }

  /** Of one door or of all: what goes on at another exchange is not this one's concern. */
  isBusy(door?: ActorAccount): boolean {
    if (this.loop.isActive()) return true;
    const doors = door === undefined ? [...this.doors.values()] : [door];
    return doors.some(
      ({ bots, doubts }) => doubts.size > 0 || [...bots.values()].some((live) => !live.dispatcher.isIdle()),
    );
  }

  /** Resolves when the mailbox is empty and nothing sent through the door, or any of them, is unanswered. */
  async whenQuiet(door?: ActorAccount): Promise<void> {
    while (!this.dead && this.isBusy(door)) {
      await this.loop.whenIdle();
      for (const { bots, doubts } of door === undefined ? [...this.doors.values()] : [door]) {
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
        this.hearFill(turn, mail.door, mail.fill);
        break;
      case 'funding':
        this.hearFunding(turn, mail.door, mail.funding);
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

  private hearFill(turn: Turn, door: ActorAccount, fill: VenueFill): void {
    const { book } = door;
    const take = (now: Turn) => void book.take(now, fill, (live) => now.after.push(() => this.onOddFill(live, fill)));
    if (book.fillMayBeBooked(fill)) this.unlessBooked(door, fill, take);
    else take(turn);
  }

  /** The stream tells late what an actor before this one may have booked: a reading asks the database first. */
  private hearFunding(turn: Turn, door: ActorAccount, funding: VenueFunding): void {
    if (!door.book.fundingMayBeBooked(funding)) door.book.takeFunding(turn, funding);
    // A venue that cannot be read now is read again soon.
    else
      this.during(
        door,
        door.read().catch(() => {}),
      );
  }

  /** Each cursor stops before the first row that could not be dealt with yet. */
  private takePage(turn: Turn, { door, oldFills, oldFundings, page, waiting }: Polled): void {
    const { book, place } = door;
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
    const { lastTicks, nowMs } = live.cell.market;
    this.deps.move(live, rules);
    // Trades have moved the market that it leaves; the other knows prints only.
    if (nowMs > live.cell.market.nowMs) Object.assign(live.cell.market, { lastTicks, nowMs });
    live.refile();
    turn.touch(live.owner === live ? live : (botOfLeg(live) ?? live));
  }

  /** An order was refused for a rule of its market: either the rules have changed since it was meant, or it is one failure more. */
  private askForRules(live: LiveBot, { price, qty, type }: LiveOrder, order: OwnOrder, isPassing: boolean): void {
    const door = this.doorOf(live);
    const { symbolRules } = live.record;
    const ask = async () => {
      const fresh = await door.side.rulesOf(live.cell.symbol);
      await this.act((turn) => {
        if (fresh !== null && this.takeRules(turn, live, fresh)) return;
        const now = sentAs(live.cell.instrument, live.record.symbolRules, order);
        const isOld = now.qty !== qty || (type === 'limit' && now.price !== price);
        if (!isOld && !isPassing && live.record.symbolRules === symbolRules) this.stepper.onVenueRefusal(turn, live);
      });
    };
    this.during(
      door,
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
    const door = this.doorOf(live);
    if (door.book.trades.has(fill.id)) this.unlessBooked(door, fill, (turn) => door.book.drift(turn, live, fill));
    else door.askFor(live, fill.cid);
  }

  /** The stream tells late what an actor before this one may have booked: only the database knows. */
  private unlessBooked(door: ActorAccount, fill: VenueFill, work: (turn: Turn) => void): void {
    const looked = door
      .isBooked(fill.id)
      .then((isBooked) => (isBooked ? undefined : this.act(work)))
      // Neither known nor written down: the next reading of trades shows it again.
      .catch(() => {
        door.book.trades.forget(fill.id);
      });
    this.during(door, looked);
  }
}
