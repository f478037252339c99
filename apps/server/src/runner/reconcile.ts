// The one recovery path: at start, after a reconnect, when an outcome is not known, and every minute. The venue is right
// about facts (trades, open orders), the database about intentions (orders that were never sent are looked up, then sent
// once). It books what it finds and never invents a trade; what it cannot explain pauses the bot.
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import type { Clock } from '../ports/clock.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { TradingVenue, VenueFill, VenueFunding, VenueOrder } from '../ports/venue.ts';
import { Absence } from './absence.ts';
import { HoldingsCheck } from './holdings-check.ts';
import type { LiveBot } from './live-bot.ts';
import type { ReserveMargin } from './reserve-margin.ts';
import type { Read, UserActor } from './user-actor.ts';

export interface ReconcileDeps {
  readonly actor: UserActor;
  readonly reserve: ReserveMargin;
  readonly venue: TradingVenue;
  readonly store: RunnerStore;
  readonly account: string;
  readonly accountId: number;
  readonly books: string;
  readonly salt: number;
  readonly clock: Clock;
  /** Longer than any delay after which a taken order becomes visible at the venue. */
  readonly graceMs: number;
  readonly fillCursor: string;
  readonly fundingCursor: string;
  /** Of these settlements of funding, those booked before. */
  readonly isFundingBooked: (ids: readonly string[]) => Promise<Set<string>>;
}

const PAGE = 1_000;
const ASKS_BEFORE_DRIFT = 6;
const ASK_PAUSE_MS = 100;
const SETTLED_WITHIN_MS = 5_000;

export class Reconciler {
  private readonly deps: ReconcileDeps;
  private cursor: string;
  private fundingCursor: string;
  private polling: Promise<void> = Promise.resolve();
  /** How often an order was asked for since it was last explained. */
  private readonly asked = new Map<string, number>();
  private readonly asking = new Map<string, Promise<void>>();
  /** Open orders with our mark that no bot knows of, as seen by the last pass. */
  private strangers = new Set<string>();
  private readonly holdings: HoldingsCheck;

  constructor(deps: ReconcileDeps) {
    this.deps = deps;
    this.cursor = deps.fillCursor;
    this.fundingCursor = deps.fundingCursor;
    this.holdings = new HoldingsCheck(deps.actor, deps.venue, deps.account);
  }

  /** Reads all trades since the last time and has them booked. Rejects when the venue cannot be read. */
  pollFills(): Promise<void> {
    const next = this.polling.catch(() => {}).then(() => this.poll());
    this.polling = next;
    return next;
  }

  private async poll(): Promise<void> {
    const { actor, venue, store, account, accountId, books } = this.deps;
    const fundings = await this.readFundings();
    let after = this.cursor;
    // What waits holds the kept cursors back, and not the reading: others may have traded behind it.
    let [fillsWait, fundingsWait] = [false, false];
    for (;;) {
      const fills = await venue.fills(account, after, PAGE);
      const last = fills.at(-1);
      const isLast = fills.length < PAGE;
      const due = fundings.splice(0, isLast ? fundings.length : countUntil(fundings, last));
      if (fills.length === 0 && due.length === 0) return;
      const fresh = fills.map(({ id }) => id).filter((id) => !actor.hasBooked(id));
      const oldFills = fresh.length === 0 ? new Set<string>() : await store.booked(accountId, books, fresh);
      const unsure = due.map(({ id }) => id).filter((id) => !actor.hasBookedFunding(id));
      const oldFundings = unsure.length === 0 ? new Set<string>() : await this.deps.isFundingBooked(unsure);
      const page = inOrder(fills, due);
      await new Promise<void>((done) =>
        actor.post({ type: 'polled', page, oldFills, oldFundings, fillsWait, fundingsWait, done }),
      );
      if (actor.dead) return;
      const lateFunding = due.findIndex(({ id }) => !actor.hasBookedFunding(id));
      if (!fundingsWait)
        this.fundingCursor = (lateFunding < 0 ? due.at(-1)?.id : due[lateFunding - 1]?.id) ?? this.fundingCursor;
      const late = fills.findIndex(({ id }) => !actor.hasBooked(id));
      if (!fillsWait) this.cursor = (late < 0 ? last?.id : fills[late - 1]?.id) ?? this.cursor;
      fillsWait ||= late >= 0;
      fundingsWait ||= lateFunding >= 0;
      if (isLast || last === undefined) return;
      after = last.id;
    }
  }

  /** All settlements of funding since the last time; an account without contracts has none. */
  private async readFundings(): Promise<VenueFunding[]> {
    const { actor, account, venue } = this.deps;
    const found: VenueFunding[] = [];
    if (![...actor.bots.values()].some(({ record }) => record.market === 'futures')) return found;
    for (;;) {
      const page = await venue.fundings(account, found.at(-1)?.id ?? this.fundingCursor, PAGE);
      found.push(...page);
      if (page.length < PAGE) return found;
    }
  }

  /** An order whose trades here and at the venue differ, or whose fate is not known. Asked for once at a time. */
  ask(live: LiveBot, cid: string): Promise<void> {
    const underWay = this.asking.get(cid);
    if (underWay !== undefined) return underWay;
    const asking = this.findOut(live, cid).finally(() => {
      if (this.asking.get(cid) === asking) this.asking.delete(cid);
    });
    this.asking.set(cid, asking);
    return asking;
  }

  private async findOut(live: LiveBot, cid: string): Promise<void> {
    const { account, actor, clock, graceMs, venue } = this.deps;
    const absence = new Absence(clock.nowMs(), graceMs);
    try {
      for (;;) {
        const times = (this.asked.get(cid) ?? 0) + 1;
        this.asked.set(cid, times);
        if (times > 1) await new Promise((resolve) => setTimeout(resolve, ASK_PAUSE_MS * 2 ** times));
        await this.pollFills();
        const askedAtMs = clock.nowMs();
        const order = await venue.order(account, cid);
        if (actor.dead || live.engineOrder(cid) === undefined) return void this.asked.delete(cid);
        if (order === null) absence.seen(askedAtMs);
        if (times >= ASKS_BEFORE_DRIFT) {
          this.asked.delete(cid);
          return await actor.act((turn) => actor.drift(turn, live, 'drift_order', { cid }));
        }
        // An answer that it does not exist is not believed at once of an order that had been taken.
        if (order === null && !absence.isProven) continue;
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

  async run(): Promise<void> {
    const { actor, venue, account } = this.deps;
    await this.pollFills();
    const open = new Map((await venue.openOrders(account)).map((order) => [order.cid, order]));
    for (const { live, cid } of await this.compareOrders(open)) {
      if (actor.dead) return;
      await this.ask(live, cid);
    }
    this.findStrangers(open);
    if (!(await this.isSettled())) return;
    await this.holdings.run();
    await this.deps.reserve.run();
  }

  /** What the comparison of orders has told the actor must be done before its coin is counted; not waited for too long. */
  private async isSettled(): Promise<boolean> {
    const { actor } = this.deps;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SETTLED_WITHIN_MS);
    });
    await Promise.race([actor.whenQuiet(), tooLong]);
    clearTimeout(timer);
    return !actor.dead && !actor.isBusy();
  }

  /**
   * Between two turns, when all that the actor intends is committed and handed to the dispatchers: an order in the middle
   * of its commit would look as if it had been left behind, and be sent too early, and twice. Answers the orders to ask for.
   */
  private async compareOrders(open: ReadonlyMap<string, VenueOrder>): Promise<{ live: LiveBot; cid: string }[]> {
    const { actor } = this.deps;
    const doubtful: { live: LiveBot; cid: string }[] = [];
    const compare = () => {
      for (const live of actor.bots.values()) {
        if (live.broken) continue;
        for (const row of live.orders.values()) {
          const { cid } = row;
          const status = live.engineOrder(cid)?.status;
          if (status === undefined || live.dispatcher.handles(cid)) continue;
          const standing = open.get(cid);
          if (status === 'cancelling') live.dispatcher.send([{ kind: 'cancel', cid }]);
          else if (standing !== undefined) {
            this.asked.delete(cid);
            actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order: standing } });
          } else if (status === 'open') doubtful.push({ live, cid });
          else live.dispatcher.send([{ kind: 'recover', order: live.toVenueOrder(row) }]);
        }
      }
    };
    await actor.act((turn) => turn.after.push(compare));
    return doubtful;
  }

  /** Orders with our mark that no bot has: seen twice, they are a drift of the bot they name. They are not touched. */
  private findStrangers(open: ReadonlyMap<string, VenueOrder>): void {
    const { actor, salt } = this.deps;
    const seen = new Set<string>();
    for (const cid of open.keys()) {
      const key = decodeClientOrderId(cid);
      if (key === null || key.salt !== salt) continue;
      const live = actor.bots.get(key.bot);
      if (live === undefined || live.broken || live.engineOrder(cid) !== undefined) continue;
      seen.add(cid);
      if (this.strangers.has(cid)) {
        actor.act((turn) => actor.drift(turn, live, 'drift_order', { cid })).catch(() => {});
      }
    }
    this.strangers = seen;
  }
}

/** How many of them come before the next trades are read. */
function countUntil(fundings: readonly VenueFunding[], last: VenueFill | undefined): number {
  const later = last === undefined ? 0 : fundings.findIndex((funding) => comesAfter(funding, last));
  return later < 0 ? fundings.length : later;
}

function comesAfter(funding: VenueFunding, fill: VenueFill): boolean {
  return funding.afterFill === undefined ? funding.atMs > fill.atMs : BigInt(funding.afterFill) >= BigInt(fill.id);
}

/** By times a settlement comes after the trades of its moment, as a venue makes it after it has matched. */
function comesBefore(funding: VenueFunding, fill: VenueFill): boolean {
  return funding.afterFill === undefined ? funding.atMs < fill.atMs : BigInt(funding.afterFill) < BigInt(fill.id);
}

/** As the venue booked them. */
function inOrder(fills: readonly VenueFill[], fundings: readonly VenueFunding[]): Read[] {
  const page: Read[] = [];
  const left = [...fundings];
  for (const fill of fills) {
    while (left[0] !== undefined && comesBefore(left[0], fill)) page.push({ type: 'funding', funding: left.shift()! });
    page.push({ type: 'fill', fill });
  }
  return [...page, ...left.map((funding): Read => ({ type: 'funding', funding }))];
}
