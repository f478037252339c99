// The one writer of a user's bots. Everything that happens to them comes through its mailbox; a turn takes what is there,
// steps the engines, commits intents, facts and snapshots in one transaction, and only then lets orders leave. Fills are
// booked once by the venue's trade id, whichever way and however often they arrive.

import type { HostEvent } from '@cormorant/core/engine/bot.ts';
import { decodeClientOrderId } from '@cormorant/core/engine/client-order-id.ts';
import { markEquity } from '@cormorant/core/engine/profit.ts';
import {
  formatPrice,
  formatQuote,
  parseBase,
  parseQuote,
  priceToTicks,
  qtyToLots,
} from '@cormorant/core/market/conversions.ts';
import type { Command } from '@cormorant/core/strategy/strategy.ts';
import type { ActionWritten, BotChanged, PositionChanged } from '../ports/bot-events.ts';
import type { Clock } from '../ports/clock.ts';
import type { Actor, UserWrites } from '../ports/runner-store.ts';
import type { VenueFill, VenueOrder } from '../ports/venue.ts';
import type { DispatchEvent } from './dispatcher.ts';
import type { Journal } from './journal.ts';
import { isFinal, type LiveBot } from './live-bot.ts';
import { nextPosition } from './round-book.ts';
import type { RunnerLog } from './runner-log.ts';
import { SerialLoop } from './serial-loop.ts';
import { StepFacts } from './step-facts.ts';
import { Turn } from './turn.ts';

export type Mail =
  | { type: 'print'; live: LiveBot }
  | { type: 'fill'; fill: VenueFill }
  | { type: 'dispatched'; live: LiveBot; event: DispatchEvent }
  /** A page of fills read by polling, in order; `old` are those that had been booked before. */
  | { type: 'polled'; fills: VenueFill[]; old: ReadonlySet<string>; done: () => void }
  | { type: 'work'; run: (turn: Turn) => void; done: () => void; failed: (error: Error) => void };

export interface ActorDeps {
  readonly userId: number;
  readonly token: number;
  readonly accountId: number;
  readonly books: string;
  readonly salt: number;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly log: RunnerLog;
  /** Told with every letter: whoever waits for the actor has to look at it again. */
  readonly onBusy: () => void;
  /** Something makes sense only after asking the venue: fills, or an order's fate. */
  readonly askFor: (live: LiveBot, cid: string) => void;
  /** Whether a trade has been booked, by this actor's memory or by one before it. */
  readonly isBooked: (venueFillId: string) => Promise<boolean>;
  /** The actor's memory can no longer be trusted. It has stopped; the owner reads everything back. */
  readonly onFailed: (error: Error, botId: number | null) => void;
}

/** Five refusals by the venue within ten minutes pause a bot. */
const MOST_REFUSALS = 5;
const FILLS_REMEMBERED = 20_000;

/** A step that threw: names the bot whose memory is now in doubt. */
class StepFailed extends Error {
  readonly botId: number;

  constructor(botId: number, cause: unknown) {
    super(`bot ${botId} failed`, { cause });
    this.botId = botId;
  }
}

export class UserActor {
  readonly deps: ActorDeps;
  readonly bots = new Map<number, LiveBot>();
  private mail: Mail[] = [];
  private readonly loop: SerialLoop;
  private readonly booked = new Set<string>();
  /** Trades told by the stream that nothing here explains, being looked up in the database. */
  private readonly doubts = new Set<Promise<void>>();
  dead = false;

  constructor(deps: ActorDeps) {
    this.deps = deps;
    this.loop = new SerialLoop(
      () => this.mail.length > 0 && !this.dead,
      () => this.takeAll(),
    );
  }

  get userId(): number {
    return this.deps.userId;
  }

  post(mail: Mail): void {
    if (this.dead) {
      if (mail.type === 'work') mail.failed(new Error('the actor has stopped'));
      else if (mail.type === 'polled') mail.done();
      return;
    }
    this.mail.push(mail);
    this.deps.onBusy();
    this.loop.wake();
  }

  /** Runs `work` inside the mailbox, in one transaction of its own events; resolves when it is durable. */
  act(work: (turn: Turn) => void): Promise<void> {
    return new Promise((done, failed) => this.post({ type: 'work', run: work, done, failed }));
  }

  isBusy(): boolean {
    if (this.loop.isActive() || this.doubts.size > 0) return true;
    return [...this.bots.values()].some((live) => !live.dispatcher.isIdle());
  }

  /** Resolves when the mailbox is empty and nothing sent is unanswered. */
  async whenQuiet(): Promise<void> {
    while (!this.dead && this.isBusy()) {
      await this.loop.whenIdle();
      await Promise.all(this.doubts);
      await Promise.all([...this.bots.values()].map((live) => live.dispatcher.whenIdle()));
    }
  }

  /** Memory and database may no longer agree: everything stops, and is read back by the owner. */
  fail(error: Error): void {
    if (this.dead) return;
    this.stop();
    this.deps.onFailed(error, error instanceof StepFailed ? error.botId : null);
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

  hasBooked(venueFillId: string): boolean {
    return this.booked.has(venueFillId);
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
    if (turn.touched.size > 0 || turn.orders.size > 0 || turn.actions.length > 0 || turn.fillCursor !== null) {
      const { journal } = this.deps;
      const actionIds = await journal.reserve('bot_actions', turn.actions.length);
      const positionIds = await journal.reserve('positions', turn.traded.size);
      await journal.commit(this.seal(turn, actionIds, positionIds));
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
        if (!mail.live.broken) this.step(turn, mail.live, { type: 'print' }, 'system');
        break;
      case 'fill':
        this.onFill(turn, mail.fill, (live) => turn.after.push(() => this.doubt(live, mail.fill)));
        break;
      case 'dispatched':
        blaming(mail.live, () => this.onDispatched(turn, mail.live, mail.event));
        break;
      case 'polled': {
        for (const id of mail.old) this.remember(id);
        // The cursor stops before the first fill that could not be dealt with yet.
        const late = mail.fills.findIndex((fill) => !mail.old.has(fill.id) && !this.onFill(turn, fill));
        const last = late < 0 ? mail.fills.at(-1) : mail.fills[late - 1];
        if (last !== undefined) turn.fillCursor = last.id;
        break;
      }
      case 'work':
        mail.run(turn);
        break;
    }
  }

  command(turn: Turn, live: LiveBot, command: Command, actor: Actor): void {
    this.step(turn, live, { type: 'command', command }, actor);
  }

  private step(turn: Turn, live: LiveBot, event: HostEvent, actor: Actor, fill: VenueFill | null = null): boolean {
    const facts = new StepFacts(turn, live, this.deps.salt, actor, fill);
    return blaming(live, () => {
      const known = live.cell.engine.step(live.bot, event, live.cell.market, facts);
      live.refile();
      if (known) {
        if (event.type === 'fill') facts.tellLine();
        if (event.type === 'print') live.dirty = true;
        else turn.touched.add(live);
        if (turn.orders.size > 0 || turn.actions.length > 0) turn.touched.add(live);
        if (live.cell.market.lastTicks > 0) markEquity(live.bot, live.cell.instrument, live.cell.market.lastTicks);
      }
      return known;
    });
  }

  /** False when the fill has to be shown again later. */
  private onFill(turn: Turn, fill: VenueFill, onOdd?: (live: LiveBot) => void): boolean {
    if (this.booked.has(fill.id)) return true;
    const key = decodeClientOrderId(fill.cid);
    const live = key === null || key.salt !== this.deps.salt ? undefined : this.bots.get(key.bot);
    if (live === undefined) {
      this.remember(fill.id);
      return true;
    }
    if (live.broken) return false;
    // Its placement is still being answered: the answer comes first, as the venue made it first.
    if (live.engineOrder(fill.cid)?.status === 'intended' && live.dispatcher.handles(fill.cid)) {
      const parked = live.parked.get(fill.cid);
      if (parked === undefined) live.parked.set(fill.cid, [fill]);
      else parked.push(fill);
      return false;
    }
    blaming(live, () => this.bookFill(turn, live, fill, onOdd));
    return true;
  }

  private bookFill(turn: Turn, live: LiveBot, fill: VenueFill, onOdd?: (live: LiveBot) => void): void {
    if (this.booked.has(fill.id)) return;
    this.remember(fill.id);
    const event = this.fillEvent(turn, live, fill);
    if (event !== null && this.step(turn, live, event, 'system', fill)) return;
    if (onOdd === undefined) this.driftFill(turn, live, fill);
    else onOdd(live);
  }

  private driftFill(turn: Turn, live: LiveBot, { id, price, qty }: VenueFill): void {
    this.drift(turn, live, 'drift_fill', { fill: id, price, qty });
  }

  /** The stream tells late what an actor before this one may have booked: only the database knows. */
  private doubt(live: LiveBot, fill: VenueFill): void {
    const looked = this.deps
      .isBooked(fill.id)
      .then((isBooked) => (isBooked ? undefined : this.act((turn) => this.driftFill(turn, live, fill))))
      // Neither known nor written down: the next reading of trades shows it again.
      .catch(() => void this.booked.delete(fill.id))
      .finally(() => this.doubts.delete(looked));
    this.doubts.add(looked);
  }

  private fillEvent(turn: Turn, live: LiveBot, fill: VenueFill): HostEvent | null {
    const order = live.engineOrder(fill.cid);
    const { instrument, market } = live.cell;
    const feeInBase = fill.feeAsset === instrument.base;
    if (order === undefined || !(feeInBase || fill.feeAsset === instrument.quote)) return null;
    if (order.status === 'intended' || order.status === 'unknown') this.accept(turn, live, fill.cid);
    if (fill.atMs >= market.nowMs) {
      market.lastTicks = priceToTicks(instrument, fill.last);
      market.nowMs = fill.atMs;
    }
    return {
      type: 'fill',
      slot: order.slot,
      cycle: order.cycle,
      priceTicks: priceToTicks(instrument, fill.price),
      qtyLots: qtyToLots(instrument, fill.qty, 'exact'),
      feeAtoms: feeInBase ? parseBase(instrument, fill.fee, 'ceil') : parseQuote(instrument, fill.fee, 'ceil'),
      feeInBase,
      maker: fill.maker,
    };
  }

  private remember(venueFillId: string): void {
    this.booked.add(venueFillId);
    if (this.booked.size <= FILLS_REMEMBERED) return;
    for (const oldest of this.booked) {
      this.booked.delete(oldest);
      if (this.booked.size <= FILLS_REMEMBERED / 2) break;
    }
  }

  private accept(turn: Turn, live: LiveBot, cid: string): void {
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined) return;
    this.step(turn, live, { type: 'accepted', slot: order.slot, cycle: order.cycle }, 'system');
    if (row !== undefined && !isFinal(row.status)) turn.setOrder(live, row, 'open');
  }

  private onDispatched(turn: Turn, live: LiveBot, event: DispatchEvent): void {
    if (live.broken) return;
    const { cid } = event;
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined) return;
    const { slot, cycle } = order;
    switch (event.type) {
      case 'placed':
        this.onStanding(turn, live, event.order, event.fills);
        break;
      case 'found':
        this.onStanding(turn, live, event.order, []);
        break;
      case 'unknown':
        turn.setOrder(live, row, 'unknown', event.detail.slice(0, 200));
        this.step(turn, live, { type: 'unknown', slot, cycle }, 'system');
        break;
      case 'refused':
        turn.setOrder(live, row, 'refused', event.detail.slice(0, 200));
        live.parked.delete(cid);
        live.record.lastError = { code: event.code, detail: event.detail.slice(0, 200), atMs: live.cell.market.nowMs };
        this.step(turn, live, { type: 'refused', slot, cycle, reason: event.reason }, 'system');
        if (live.countRefusal(live.cell.market.nowMs, MOST_REFUSALS)) this.pauseForRisk(turn, live, 'failures_paused');
        break;
      case 'vanished':
        this.onVanished(turn, live, cid);
        break;
    }
  }

  /** The venue has the order: book what it traded, then, if it is gone, that it is gone. */
  private onStanding(turn: Turn, live: LiveBot, venueOrder: VenueOrder, fills: readonly VenueFill[]): void {
    const { cid } = venueOrder;
    if (live.orders.get(cid)?.status !== 'open') this.accept(turn, live, cid);
    const parked = live.parked.get(cid) ?? [];
    live.parked.delete(cid);
    const known = new Map([...fills, ...parked].map((fill) => [fill.id, fill]));
    for (const fill of [...known.values()].sort(byId)) this.bookFill(turn, live, fill);
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined) return;
    const filledLots = qtyToLots(live.cell.instrument, venueOrder.filled, 'exact');
    if (filledLots > order.filledLots) {
      // Cumulative check: trades are missing here. They are read first, then the order is looked at again.
      turn.after.push(() => this.deps.askFor(live, cid));
      return;
    }
    if (venueOrder.status !== 'cancelled') return;
    turn.setOrder(live, row, 'cancelled');
    this.step(turn, live, { type: 'cancelled', slot: order.slot, cycle: order.cycle, filledLots }, 'system');
  }

  /** The venue does not know it. If it was never taken that is the end of it; else one of the two has lost something. */
  private onVanished(turn: Turn, live: LiveBot, cid: string): void {
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined) return;
    const wasTaken = row.status === 'open';
    turn.setOrder(live, row, 'cancelled', 'the venue does not know it');
    const { slot, cycle, filledLots } = order;
    this.step(turn, live, { type: 'cancelled', slot, cycle, filledLots }, 'system');
    if (wasTaken) this.drift(turn, live, 'drift_order', { cid });
  }

  /** Books and venue disagree and nothing explains it: nothing is traded on such a state. */
  drift(turn: Turn, live: LiveBot, why: string, data: Readonly<Record<string, string>>): void {
    turn.log(live, { action: 'manual', why, data });
    turn.touched.add(live);
    this.deps.log('warn', `bot ${live.id}: ${why}`, data);
    this.pauseForRisk(turn, live, null);
  }

  private pauseForRisk(turn: Turn, live: LiveBot, why: string | null): void {
    if (live.bot.status !== 'running') return;
    if (why !== null) turn.log(live, { action: 'failed', why, data: { count: MOST_REFUSALS } });
    this.step(turn, live, { type: 'command', command: { name: 'pause', reason: 'risk' } }, 'system');
  }

  /** The turn as rows, with the live events that tell of them. */
  private seal(turn: Turn, actionIds: number[], positionIds: number[]): UserWrites {
    const { userId, token, accountId, books } = this.deps;
    const writes: UserWrites = {
      userId,
      token,
      accountId,
      books,
      bots: [],
      orders: [...turn.orders.values()],
      fills: turn.fills,
      settlements: turn.settlements,
      actions: [],
      positions: [],
      equity: [],
      equityDrops: [],
      pushes: [],
      fillCursor: turn.fillCursor,
    };
    for (const live of turn.touched) this.sealBot(turn, live, writes, positionIds);
    for (const { live, draft } of turn.actions) {
      const action = {
        ...draft,
        id: takeId(actionIds),
        round: live.round?.open === true ? live.round.round : null,
      };
      writes.actions.push(action);
      const { name, symbol, exchange, market, simulate, symbolRules } = live.record;
      const data: ActionWritten = { action, bot: { name, symbol, exchange, market, simulate, symbolRules } };
      writes.pushes.push({ channel: 'action', data });
    }
    return writes;
  }

  private sealBot(turn: Turn, live: LiveBot, writes: UserWrites, positionIds: number[]): void {
    const { market, instrument } = live.cell;
    const price = market.lastTicks > 0 ? formatPrice(instrument, market.lastTicks) : null;
    const { name, symbol, exchange, market: kind, simulate, symbolRules } = live.record;
    const trade = turn.fills.findLast(({ botId }) => botId === live.id);
    if (trade !== undefined) {
      const position = nextPosition(live, trade.price, () => takeId(positionIds));
      if (position !== null) {
        writes.positions.push(position);
        const bot = { name, symbol, exchange, market: kind, simulate, symbolRules };
        const data: PositionChanged = { position, bot, price, marketMs: market.nowMs };
        writes.pushes.push({ channel: 'position', data });
      }
    }
    const write = live.write();
    writes.bots.push(write);
    live.dirty = false;
    live.savedAtMs = this.deps.clock.nowMs();
    if (price !== null && live.bot.state !== null && live.curve.isDue(market.nowMs)) {
      const equity = markEquity(live.bot, instrument, market.lastTicks);
      const { write: sample, drops } = live.curve.sample(market.nowMs, formatQuote(instrument, equity));
      writes.equity.push(sample);
      writes.equityDrops.push(...drops);
    }
    const { engine: _engine, ...bot } = live.record;
    const data: BotChanged = { whole: true, bot, price, marketMs: market.nowMs };
    if (!live.deleted) writes.pushes.push({ channel: 'bot', data });
  }
}

/** Whatever goes wrong in `work` is that bot's failure: it alone is set aside when the actor is read back. */
function blaming<T>(live: LiveBot, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof StepFailed ? error : new StepFailed(live.id, error);
  }
}

function takeId(ids: number[]): number {
  const id = ids.shift();
  if (id === undefined) throw new Error('more rows than ids were reserved for');
  return id;
}

function byId(a: VenueFill, b: VenueFill): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
