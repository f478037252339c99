// What the dispatcher found out about an order, fed to its bot: the venue's answer to a placement, an order that was
// looked up, one that is not known any more. What traded is booked before it is said that the order is gone.
import * as codes from '@cormorant/contract/codes.ts';
import { parseBase, qtyToLots } from '@cormorant/core/market/conversions.ts';
import type { Instrument } from '@cormorant/core/market/instrument.ts';
import type { Atoms, Lots } from '@cormorant/core/money/units.ts';
import type { OwnOrder, RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type { VenueFill, VenueOrder } from '../../ports/venue.ts';
import { PASSING_REASONS, RULE_REASONS } from '../../ports/venue-market.ts';
import type { LiveBot, LiveOrder } from '../bots/live-bot.ts';
import type { SenderEvent } from '../orders/order-sender.ts';
import type { RunnerLog } from '../shared/runner-log.ts';
import type { Stepper } from '../turns/step-bot.ts';
import type { Turn } from '../turns/turn.ts';

export interface OrderEndsDeps {
  readonly stepper: Stepper;
  readonly bookFill: (turn: Turn, live: LiveBot, fill: VenueFill) => unknown;
  /** Coin of an order that has traded and waits for the rest of its lot. */
  readonly waitingAtoms: (live: LiveBot, cid: string) => Atoms;
  /** Something makes sense only after asking the venue: fills, or an order's fate. */
  readonly askFor: (live: LiveBot, cid: string, wasLive: boolean) => void;
  /** The exchange says that it broke a rule of its market: `row` is what was refused, `order` what had been meant. */
  readonly ruleBroken: (live: LiveBot, row: LiveOrder, order: OwnOrder, isPassing: boolean) => void;
  /** It has ended with a part of a lot: its bot has to count in finer lots before it can be told so. */
  readonly endedInPart: (live: LiveBot, order: VenueOrder) => void;
  /** The exchange takes no orders in its market: for sure, or because one was taken away there unasked. */
  readonly marketClosed: (live: LiveBot, isSure: boolean) => void;
  readonly log: RunnerLog;
}

const MOST_WORDS = 200;

export class OrderEnds {
  private readonly deps: OrderEndsDeps;
  /** Slots whose order met another one of the account, and none has rested or traded there since. */
  private readonly met = new WeakMap<LiveBot, Set<number>>();

  constructor(deps: OrderEndsDeps) {
    this.deps = deps;
  }

  take(turn: Turn, live: LiveBot, event: SenderEvent): void {
    if (live.broken) return;
    const { stepper } = this.deps;
    const { cid } = event;
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    const hasEnded = live.toldEnded.delete(cid);
    if (event.type === 'found' && event.isLate === true) tellLate(turn, live, event.order);
    if (order === undefined || row === undefined) return cancelOrphan(turn, live, event);
    const { slot, cycle } = order;
    switch (event.type) {
      case 'placed':
        this.onStanding(turn, live, event.order, event.fills);
        // A receipt may say no more than that it was taken, when it has ended already.
        if (hasEnded && event.order.status === 'open') turn.after.push(() => this.deps.askFor(live, cid, true));
        break;
      case 'found':
        this.onStanding(turn, live, event.order, []);
        break;
      case 'unknown':
        this.tell(live, event);
        turn.setOrder(live, row, 'unknown', 'unknown');
        stepper.step(turn, live, { type: 'unknown', slot, cycle }, 'system');
        break;
      case 'refused':
        this.tell(live, event);
        turn.setOrder(live, row, 'refused', event.reason);
        live.parked.delete(cid);
        live.triggers.delete(cid);
        live.owner.record.lastError = { code: event.code, detail: event.reason, atMs: live.botMarket.market.nowMs };
        this.onRefused(turn, live, row, { ...order }, event.reason);
        break;
      case 'vanished':
        this.onVanished(turn, live, cid);
        break;
    }
  }

  /** What was refused for a rule is one failure more only if the rules are what they were. */
  private onRefused(turn: Turn, live: LiveBot, row: LiveOrder, order: OwnOrder, reason: RefusalReason): void {
    const { marketClosed, ruleBroken, stepper } = this.deps;
    const { cycle, slot } = order;
    stepper.step(turn, live, { type: 'refused', slot, cycle, reason }, 'system');
    if (reason === 'market_closed') marketClosed(live, true);
    else if (RULE_REASONS.has(reason)) turn.after.push(() => ruleBroken(live, row, order, isPassing(reason, row)));
    else if (!isPassing(reason, row)) stepper.onVenueRefusal(turn, live);
  }

  /** The exchange's own words are for whoever runs this; rows and people get ours. */
  private tell({ id }: LiveBot, { cid, detail, type }: Extract<SenderEvent, { detail: string }>): void {
    this.deps.log('warn', `bot ${id}: order ${cid} is ${type}`, detail.slice(0, MOST_WORDS));
  }

  /** The venue has the order: book what it traded, then, if it is gone, that it is gone. */
  private onStanding(turn: Turn, live: LiveBot, venueOrder: VenueOrder, fills: readonly VenueFill[]): void {
    const { askFor, bookFill, stepper } = this.deps;
    const { cid } = venueOrder;
    if (venueOrder.status === 'open' || Number(venueOrder.filled) > 0)
      this.met.get(live)?.delete(live.engineOrder(cid)?.slot ?? -1);
    if (live.orders.get(cid)?.status !== 'open') stepper.accept(turn, live, cid);
    const parked = live.parked.get(cid) ?? [];
    live.parked.delete(cid);
    const known = new Map([...fills, ...parked].map((fill) => [fill.id, fill]));
    for (const fill of [...known.values()].sort(byId)) bookFill(turn, live, fill);
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined) return;
    if (venueOrder.status !== 'open' && !isWholeLots(live.botMarket.instrument, venueOrder)) {
      turn.after.push(() => this.deps.endedInPart(live, venueOrder));
      return;
    }
    const filledLots = this.filledLots(live, venueOrder);
    if (filledLots > order.filledLots) {
      // Cumulative check: trades are missing here. They are read first, then the order is looked at again.
      turn.after.push(() => askFor(live, cid, true));
      return;
    }
    if (venueOrder.status === 'open') return;
    // Also filled with less than was asked: a venue may cut what only reduces to what there is.
    const { slot, cycle } = order;
    const metOwn = venueOrder.selfTrade === true;
    if (metOwn && this.isNews(live, slot)) tellSelfTrade(turn, live, row);
    const isUnasked = order.status !== 'cancelling' && venueOrder.tif !== 'ioc' && venueOrder.status === 'cancelled';
    if (isUnasked && !metOwn) this.deps.marketClosed(live, false);
    turn.setOrder(live, row, 'cancelled', metOwn ? 'self_trade' : '');
    stepper.step(turn, live, { type: 'cancelled', slot, cycle, filledLots, metOwn }, 'system');
  }

  /** Of an order that stands less than a lot may have traded, or parts of lots that wait for their rest. */
  private filledLots(live: LiveBot, { cid, filled, status }: VenueOrder): Lots {
    const { instrument } = live.botMarket;
    if (status !== 'open') return qtyToLots(instrument, filled, 'exact');
    return Math.floor((parseBase(instrument, filled) - this.deps.waitingAtoms(live, cid)) / instrument.baseAtomsPerLot);
  }

  /** A machine that tries again meets the same order again: its owner has been told. */
  private isNews(live: LiveBot, slot: number): boolean {
    const slots = this.met.get(live) ?? new Set();
    this.met.set(live, slots);
    const isNews = !slots.has(slot);
    slots.add(slot);
    return isNews;
  }

  /** The venue does not know it. If it was never taken that is the end of it; else one of the two has lost something. */
  private onVanished(turn: Turn, live: LiveBot, cid: string): void {
    const { stepper } = this.deps;
    const order = live.engineOrder(cid);
    const row = live.orders.get(cid);
    if (order === undefined || row === undefined) return;
    const wasTaken = row.status === 'open';
    turn.setOrder(live, row, 'cancelled', 'the venue does not know it');
    const { slot, cycle, filledLots } = order;
    stepper.step(turn, live, { type: 'cancelled', slot, cycle, filledLots, isLost: wasTaken }, 'system');
    if (wasTaken) stepper.drift(turn, live, 'drift_lost', { cid }, codes.order_not_found);
  }
}

/** Nobody here asked for its end: the owner's other orders stood in its way, or it in theirs. */
function tellSelfTrade(turn: Turn, live: LiveBot, { cid, price, qty, side, type }: LiveOrder): void {
  const data = { cid, side, qty, ...(type === 'limit' && { price }) };
  turn.log(live, { action: 'failed', why: 'self_trade', data, side, qty });
}

/** A cancel came too late: it had traded, or somebody else had taken it away. */
function tellLate(turn: Turn, live: LiveBot, { cid, price, qty, side, status, type }: VenueOrder): void {
  const data = { cid, side, qty, ...(type === 'limit' && { price }) };
  const [why, code] =
    status === 'filled'
      ? (['late_filled', codes.order_filled] as const)
      : (['late_gone', codes.order_cancelled] as const);
  turn.log(live, { action: 'failed', why, code, data, side, qty });
}

/** A liquidation ended all orders of the bot here; one that reached the venue after it must not rest there unseen. */
function cancelOrphan(turn: Turn, live: LiveBot, event: SenderEvent): void {
  if ((event.type !== 'placed' && event.type !== 'found') || event.order.status !== 'open') return;
  turn.job(live, { kind: 'cancel', cid: event.cid });
}

/** Throws MoneyError where a quantity is finer than the bot's books. */
function isWholeLots(instrument: Instrument, { filled }: VenueOrder): boolean {
  return parseBase(instrument, filled) % instrument.baseAtomsPerLot === 0;
}

function byId(a: VenueFill, b: VenueFill): number {
  return a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** A line that only may not rest at present. */
function isPassing(reason: RefusalReason, { tif, type }: LiveOrder): boolean {
  return PASSING_REASONS.has(reason) && type === 'limit' && tif !== 'ioc';
}
