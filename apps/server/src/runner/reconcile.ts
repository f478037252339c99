// The one recovery path: at start, after a reconnect, when an outcome is not known, and every minute. The venue is right
// about facts (trades, open orders), the database about intentions (orders that were never sent are looked up, then sent
// once). It books what it finds and never invents a trade; what it cannot explain pauses the bot.
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { formatBase } from '@cormorant/core/market/conversions.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { TradingVenue, VenueOrder } from '../ports/venue.ts';
import { text18, units18 } from './decimal18.ts';
import type { LiveBot } from './live-bot.ts';
import type { UserActor } from './user-actor.ts';

export interface ReconcileDeps {
  readonly actor: UserActor;
  readonly venue: TradingVenue;
  readonly store: RunnerStore;
  readonly account: string;
  readonly accountId: number;
  readonly books: string;
  readonly salt: number;
  readonly fillCursor: string;
}

const PAGE = 1_000;
const ASKS_BEFORE_DRIFT = 6;
const ABSENT_BEFORE_BELIEVED = 3;
const ASK_PAUSE_MS = 100;
const SETTLED_WITHIN_MS = 5_000;

export class Reconciler {
  private readonly deps: ReconcileDeps;
  private cursor: string;
  private polling: Promise<void> = Promise.resolve();
  private readonly asked = new Map<string, number>();
  /** Open orders with our mark that no bot knows of, as seen by the last pass. */
  private strangers = new Set<string>();
  /** Coin the venue has less of than the books say, as seen by the last pass. */
  private shortfalls = new Map<string, string>();

  constructor(deps: ReconcileDeps) {
    this.deps = deps;
    this.cursor = deps.fillCursor;
  }

  /** Reads all trades since the last time and has them booked. Rejects when the venue cannot be read. */
  pollFills(): Promise<void> {
    const next = this.polling.catch(() => {}).then(() => this.poll());
    this.polling = next;
    return next;
  }

  private async poll(): Promise<void> {
    const { actor, venue, store, account, accountId, books } = this.deps;
    let after = this.cursor;
    for (;;) {
      const page = await venue.fills(account, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return;
      const fresh = page.map(({ id }) => id).filter((id) => !actor.hasBooked(id));
      const old = fresh.length === 0 ? new Set<string>() : await store.booked(accountId, books, fresh);
      await new Promise<void>((done) => actor.post({ type: 'polled', fills: page, old, done }));
      if (actor.dead) return;
      const late = page.findIndex(({ id }) => !actor.hasBooked(id) && !old.has(id));
      this.cursor = late < 0 ? last.id : (page[late - 1]?.id ?? this.cursor);
      if (page.length < PAGE || late >= 0) return;
      after = last.id;
    }
  }

  /** An order whose trades here and at the venue differ, or whose fate is not known. */
  async ask(live: LiveBot, cid: string): Promise<void> {
    const { actor, venue, account } = this.deps;
    const times = (this.asked.get(cid) ?? 0) + 1;
    this.asked.set(cid, times);
    try {
      if (times > 1) await new Promise((resolve) => setTimeout(resolve, ASK_PAUSE_MS * 2 ** times));
      await this.pollFills();
      const order = await venue.order(account, cid);
      if (actor.dead || live.engineOrder(cid) === undefined) return void this.asked.delete(cid);
      if (times >= ASKS_BEFORE_DRIFT) {
        this.asked.delete(cid);
        return await actor.act((turn) => actor.drift(turn, live, 'drift_order', { cid }));
      }
      // One answer that it does not exist is not believed of an order that had been taken.
      if (order === null && times < ABSENT_BEFORE_BELIEVED) return await this.ask(live, cid);
      if (order === null) actor.post({ type: 'dispatched', live, event: { type: 'vanished', cid } });
      else actor.post({ type: 'dispatched', live, event: { type: 'found', cid, order } });
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
    if (await this.isSettled()) await this.compareHoldings();
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
      if (live?.engineOrder(cid) !== undefined || live === undefined) continue;
      seen.add(cid);
      if (this.strangers.has(cid)) {
        actor.act((turn) => actor.drift(turn, live, 'drift_order', { cid })).catch(() => {});
      }
    }
    this.strangers = seen;
  }

  /** The coin all bots together believe to hold must be on the account. Less than that, twice in a row, is a drift. */
  private async compareHoldings(): Promise<void> {
    const { actor, venue, account } = this.deps;
    const balances = await venue.balances(account);
    const booked = new Map<string, { sum: bigint; step: bigint; bots: LiveBot[] }>();
    for (const live of actor.bots.values()) {
      if (live.bot.status === 'stopped') continue;
      const { instrument } = live.cell;
      const held = units18(formatBase(instrument, live.bot.books.baseAtoms));
      const entry = booked.get(instrument.base) ?? { sum: 0n, step: 0n, bots: [] };
      entry.sum += held;
      entry.step += units18(instrument.stepSize);
      if (held > 0n) entry.bots.push(live);
      booked.set(instrument.base, entry);
    }
    if (actor.isBusy()) return;
    const shortfalls = new Map<string, string>();
    for (const [asset, { sum, step, bots }] of booked) {
      const found = balances.filter((row) => row.asset === asset);
      const there = found.reduce((total, row) => total + units18(row.free) + units18(row.locked), 0n);
      // An asset that is missing from the answer is not taken for zero while the answer is empty.
      if (balances.length === 0 || sum - there <= step || bots.length === 0) continue;
      const figures = `${text18(sum)} ${text18(there)}`;
      shortfalls.set(asset, figures);
      if (this.shortfalls.get(asset) !== figures) continue;
      const data = { asset, booked: text18(sum), found: text18(there) };
      await actor.act((turn) => {
        for (const live of bots) if (live.bot.status === 'running') actor.drift(turn, live, 'drift_holdings', data);
      });
    }
    this.shortfalls = shortfalls;
  }
}
