// The one recovery path: at start, after a reconnect, when an outcome is not known, and every minute. The venue is right
// about facts (trades, open orders), the database about intentions (orders that were never sent are looked up, then sent
// once). It books what it finds and never invents a trade; what it cannot explain pauses the bot.
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { qtyToLots } from '@cormorant/core/market/conversions.ts';
import { GUARD_SLOT } from '@cormorant/core/strategy/guard.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { ReadCursor } from '../../ports/runner-writes.ts';
import type { TradingVenue, VenueOrder } from '../../ports/venue.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { AccountReading, type Read, type ReadFrom } from '../fills/account-history.ts';
import { ProofOfAbsence } from '../orders/proof-of-absence.ts';
import { blaming } from '../turns/step-bot.ts';
import { AgreementLook } from './agreement.ts';
import { HoldingsCheck } from './compare-holdings.ts';
import { OrphanOrders } from './orphan-orders.ts';
import type { ReserveMargin } from './reserve-margin.ts';
import type { ActorAccount, UserActor, Waiting } from './user-actor.ts';

export interface ReconcileDeps {
  readonly actor: UserActor;
  readonly tradingAccount: ActorAccount;
  readonly reserve: ReserveMargin;
  readonly venue: TradingVenue;
  readonly store: RunnerStore;
  readonly account: string;
  readonly salt: number;
  readonly clock: Clock;
  /** Longer than any delay after which a taken order becomes visible at the venue. */
  readonly graceMs: number;
  /** How long the stream is waited for that usually tells what is asked for: reading an account is dear. 0 = not at all. */
  readonly streamWithinMs: number;
  readonly cursors: readonly ReadCursor[];
}

const PAGE = 1_000;
const ASKS_BEFORE_DRIFT = 6;
/** Of one whose owner has been told that nothing explains it: what has come to light since is taken, and nothing told again. */
const ASKS_ONCE_TOLD = 2;
const ASK_PAUSE_MS = 100;
const SETTLED_WITHIN_MS = 5_000;
const NOTHING_READ = { fillId: '', fundingId: '' };

export class Reconciler {
  private readonly deps: ReconcileDeps;
  /** By symbol. */
  private readonly cursors = new Map<string, Pick<ReadFrom, 'fillId' | 'fundingId'>>();
  private polling: Promise<void> = Promise.resolve();
  /** Waits for the one before it, and serves all who ask until it begins. */
  private nextPoll: Promise<void> | null = null;
  /** How often an order was asked for, and seen, since it was last explained. */
  private readonly asked = new Map<string, number>();
  /** Orders that were told as a drift, and that nothing has explained since. */
  private readonly told = new Set<string>();
  private readonly asking = new Map<string, Promise<void>>();
  /** Open orders with our mark that no bot knows of, as seen by the last pass, and when they were first seen. */
  private strangers = new Map<string, number>();
  private readonly holdings: HoldingsCheck;
  private readonly orphans: OrphanOrders;

  constructor(deps: ReconcileDeps) {
    this.deps = deps;
    for (const { symbol, fillId, fundingId } of deps.cursors) this.cursors.set(symbol, { fillId, fundingId });
    this.holdings = new HoldingsCheck(deps);
    this.orphans = new OrphanOrders(deps);
  }

  /** Reads all trades since the last time and has them booked. Rejects when the venue cannot be read. */
  pollFills(): Promise<void> {
    this.nextPoll ??= this.polling
      .catch(() => {})
      .then(() => {
        this.nextPoll = null;
        return this.poll();
      });
    this.polling = this.nextPoll;
    return this.nextPoll;
  }

  private async poll(): Promise<void> {
    const { actor, venue, account } = this.deps;
    const reading = new AccountReading(venue, account, this.readFrom(), PAGE);
    // What waits holds the kept cursor of its symbol back, and not the reading: others may have traded behind it.
    const waiting = { fills: new Set<string>(), fundings: new Set<string>() };
    for (let page = await reading.next(); page !== null; page = await reading.next()) {
      await this.show(page, waiting);
      if (actor.dead) return;
      for (const row of page) this.moveCursor(row, waiting);
    }
  }

  private async show(page: readonly Read[], waiting: Waiting): Promise<void> {
    const { actor, tradingAccount, store } = this.deps;
    const { accountId, books } = tradingAccount.place;
    const { fundings, trades } = tradingAccount.book;
    const fresh = page.flatMap((row) => (row.type === 'fill' && !trades.has(row.fill.id) ? [row.fill.id] : []));
    const oldFills = fresh.length === 0 ? new Set<string>() : await store.booked(accountId, books, fresh);
    const unsure = page.flatMap((row) =>
      row.type === 'funding' && !fundings.has(row.funding.id) ? [row.funding.id] : [],
    );
    const oldFundings = unsure.length === 0 ? new Set<string>() : await store.bookedFundings(accountId, books, unsure);
    await new Promise<void>((done) =>
      actor.post({ type: 'polled', tradingAccount, page, oldFills, oldFundings, waiting, done }),
    );
  }

  /** Up to the first row of its kind and symbol that could not be dealt with yet. */
  private moveCursor(row: Read, waiting: Waiting): void {
    const { fundings, trades } = this.deps.tradingAccount.book;
    const { id, symbol } = row.type === 'fill' ? row.fill : row.funding;
    const [isDone, late] = row.type === 'fill' ? [trades.has(id), waiting.fills] : [fundings.has(id), waiting.fundings];
    if (!isDone) late.add(symbol);
    if (late.has(symbol)) return;
    const cursor = this.cursors.get(symbol) ?? NOTHING_READ;
    this.cursors.set(symbol, row.type === 'fill' ? { ...cursor, fillId: id } : { ...cursor, fundingId: id });
  }

  /** Every symbol in which a bot has begun. */
  private readFrom(): ReadFrom[] {
    const from = new Map<string, ReadFrom>();
    for (const { bot, botMarket, orders, record } of this.deps.tradingAccount.bots.values()) {
      if (bot.startedAtMs === 0 && orders.size === 0) continue;
      const { symbol } = botMarket;
      const sinceMs = Math.min(record.createdMarketMs, from.get(symbol)?.sinceMs ?? Number.POSITIVE_INFINITY);
      const isContract = record.market === 'futures';
      from.set(symbol, { symbol, isContract, sinceMs, ...(this.cursors.get(symbol) ?? NOTHING_READ) });
    }
    return [...from.values()];
  }

  /**
   * An order whose trades here and at the venue differ, or whose fate is not known. Asked for once at a time. `wasLive`: the
   * engine waited for it when it was found, so that nothing is to be asked once it has ended.
   */
  ask(live: LiveBot, cid: string, wasLive = false): Promise<void> {
    const underWay = this.asking.get(cid);
    if (underWay !== undefined) return underWay;
    const asking = this.findOut(live, cid, wasLive).finally(() => {
      if (this.asking.get(cid) === asking) this.asking.delete(cid);
    });
    this.asking.set(cid, asking);
    return asking;
  }

  private async findOut(live: LiveBot, cid: string, wasLive: boolean): Promise<void> {
    const { account, actor, clock, graceMs, venue } = this.deps;
    if (wasLive && (await this.isExplained(live, cid))) return;
    const absence = new ProofOfAbsence(clock.nowMs(), graceMs);
    try {
      for (let unseen = 0; ; unseen++) {
        const times = (this.asked.get(cid) ?? 0) + 1;
        this.asked.set(cid, times);
        const turn = times + unseen;
        if (turn > 1) await new Promise((resolve) => setTimeout(resolve, ASK_PAUSE_MS * 2 ** turn));
        await this.pollFills();
        const askedAtMs = clock.nowMs();
        const order = await venue.order(account, live.botMarket.symbol, cid);
        if (actor.dead || live.engineOrder(cid) === undefined) return void this.asked.delete(cid);
        if (order === null) absence.seen(askedAtMs);
        // An answer that it does not exist is not believed at once of an order that had been taken, however often it comes. It
        // says nothing of trades either: what is seen at last is asked for as if for the first time.
        if (order === null && !absence.isProven) {
          this.asked.set(cid, times - 1);
          continue;
        }
        if (order !== null && times >= (this.told.has(cid) ? ASKS_ONCE_TOLD : ASKS_BEFORE_DRIFT)) {
          this.asked.delete(cid);
          return await this.drift(live, cid);
        }
        // What the actor makes of it may be a reason to ask again.
        this.asking.delete(cid);
        if (order === null) actor.post({ type: 'dispatched', live, event: { type: 'vanished', cid } });
        else actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order } });
        return;
      }
    } catch (error) {
      // The venue or the database cannot be read: the minute's pass asks again.
      actor.deps.log('warn', `the fate of order ${cid} could not be asked for`, error);
      this.asked.delete(cid);
    }
  }

  /** True of an order that the stream has ended meanwhile: a placement may be answered before its trades are told. */
  private async isExplained(live: LiveBot, cid: string): Promise<boolean> {
    const { streamWithinMs } = this.deps;
    if (streamWithinMs === 0) return false;
    if (live.engineOrder(cid) !== undefined) await new Promise((resolve) => setTimeout(resolve, streamWithinMs));
    return live.engineOrder(cid) === undefined;
  }

  /**
   * Once, however often it is found: its owner has to look at it, and a line a minute would bury all else. A bot that was made
   * to run in spite of it is told, and paused, again: nothing is traded on books that nothing explains.
   */
  private async drift(live: LiveBot, cid: string): Promise<void> {
    const { actor } = this.deps;
    if (this.told.has(cid) && live.status !== 'running') return;
    this.told.add(cid);
    await actor.act((turn) => actor.drift(turn, live, 'drift_order', { cid }));
  }

  async run(): Promise<void> {
    await this.compareAll();
    // Comparing has woken those who slept; they sleep on, and not all users' bots are awake at once.
    const { actor, tradingAccount } = this.deps;
    if (!actor.dead && !actor.isBusy(tradingAccount)) for (const live of tradingAccount.bots.values()) live.rest();
  }

  private async compareAll(): Promise<void> {
    const { actor, account, clock, tradingAccount, venue } = this.deps;
    await this.pollFills();
    const look = new AgreementLook(tradingAccount.bots.values());
    const askedAtMs = clock.nowMs();
    const open = new Map((await venue.openOrders(account)).map((order) => [order.cid, order]));
    for (const { live, cid } of await this.compareOrders(open)) {
      if (actor.dead) return;
      await this.ask(live, cid);
    }
    this.findStrangers(open, look, askedAtMs);
    await this.orphans.run(open.values());
    if (!(await this.isSettled())) return;
    const compared = await this.holdings.run();
    if (compared !== null) await actor.act((turn) => look.note(turn, open, compared, clock.nowMs()));
    await this.deps.reserve.run();
  }

  /** What the comparison of orders has told the actor must be done before its coin is counted; not waited for too long. */
  private async isSettled(): Promise<boolean> {
    const { actor, tradingAccount } = this.deps;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLED_WITHIN_MS);
    });
    await Promise.race([actor.whenQuiet(tradingAccount), tooLong]);
    clearTimeout(timer);
    return !actor.dead && !actor.isBusy(tradingAccount);
  }

  /**
   * Between two turns, when all that the actor intends is committed and handed to the dispatchers: an order in the middle
   * of its commit would look as if it had been left behind, and be sent too early, and twice. Answers the orders to ask for.
   */
  private async compareOrders(open: ReadonlyMap<string, VenueOrder>): Promise<{ live: LiveBot; cid: string }[]> {
    const { actor, tradingAccount } = this.deps;
    const doubtful: { live: LiveBot; cid: string }[] = [];
    const compare = () => {
      for (const live of tradingAccount.bots.values()) {
        if (live.broken) continue;
        for (const row of live.orders.values()) {
          const { cid } = row;
          const order = live.engineOrder(cid);
          if (order === undefined || live.dispatcher.handles(cid)) continue;
          const { filledLots, status } = order;
          const standing = open.get(cid);
          if (status === 'cancelling') live.dispatcher.send([{ kind: 'cancel', cid }]);
          else if (standing !== undefined) {
            const filled = blaming(live, () => qtyToLots(live.botMarket.instrument, standing.filled));
            if (filled === filledLots) {
              this.asked.delete(cid);
              this.told.delete(cid);
            }
            actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order: standing } });
          } else if (status === 'open') doubtful.push({ live, cid });
          else live.dispatcher.send([{ kind: 'recover', order: live.toVenueOrder(row) }]);
        }
      }
    };
    await actor.act((turn) => turn.after.push(compare));
    return doubtful;
  }

  /**
   * Orders with our mark that no bot has are a drift of the live bot they name, and not touched, once a list shows them that
   * was asked for a grace after they were first seen: one that ended while a list was under way stands in that list, and two
   * looks may be under way at once.
   */
  private findStrangers(open: ReadonlyMap<string, VenueOrder>, look: AgreementLook, askedAtMs: number): void {
    const { clock, tradingAccount, graceMs, salt } = this.deps;
    const seen = new Map<string, number>();
    for (const cid of open.keys()) {
      const key = decodeClientOrderId(cid);
      if (key === null || key.salt !== salt) continue;
      const live = tradingAccount.bots.get(key.bot);
      if (live === undefined || live.broken || live.engineOrder(cid) !== undefined) continue;
      // Of a stopped bot it is an orphan, and so is a stop that was lost and is found again.
      if (live.bot.status === 'stopped' || key.slot === GUARD_SLOT) continue;
      const sinceMs = this.strangers.get(cid);
      seen.set(cid, sinceMs ?? clock.nowMs());
      look.strange(live);
      if (sinceMs !== undefined && askedAtMs - sinceMs >= graceMs) this.drift(live, cid).catch(() => {});
    }
    for (const cid of this.strangers.keys()) if (!seen.has(cid)) this.told.delete(cid);
    this.strangers = seen;
  }
}
