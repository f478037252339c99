// Sends what the journal has made durable, in order, and finds out how it ended. A lost reply is never a
// refusal: the order is looked up by its id until the venue has said that it exists, or has said often and late enough
// that it does not; only then the same order, under the same id, is sent again.
import * as codes from '@cormorant/contract/codes.ts';
import type { RefusalReason } from '@cormorant/core/strategy/strategy.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewOrder, TradingVenue, VenueFill, VenueOrder } from '../../ports/venue.ts';
import { SerialLoop } from '../shared/serial-loop.ts';
import { ProofOfAbsence } from './proof-of-absence.ts';

export type Job =
  | { kind: 'place'; order: NewOrder }
  /** Committed by a former life of the process: it may or may not have been sent. */
  | { kind: 'recover'; order: NewOrder }
  | { kind: 'cancel'; cid: string };

export type SenderEvent =
  | { type: 'placed'; cid: string; order: VenueOrder; fills: VenueFill[] }
  | { type: 'refused'; cid: string; code: number; reason: RefusalReason; detail: string }
  | { type: 'unknown'; cid: string; detail: string }
  /** The order as it stands at the venue. `isLate`: a cancel was refused because it had ended before. */
  | { type: 'found'; cid: string; order: VenueOrder; isLate?: boolean }
  /** The venue does not know an order that it had taken. */
  | { type: 'vanished'; cid: string };

export interface OrderSenderDeps {
  readonly venue: TradingVenue;
  readonly account: string;
  /** Of all its orders, as the venue names it. */
  readonly symbol: string;
  readonly clock: Clock;
  /** Longer than any delay after which a taken order becomes visible at the venue. */
  readonly graceMs: number;
  /** False once the lease may have run out: then nothing more leaves this process. */
  readonly mayAct: () => boolean;
  readonly post: (event: SenderEvent) => void;
  readonly onFault: (error: Error) => void;
}

export interface OrderSender {
  send(jobs: readonly Job[]): void;
  /** Some job of this order is not done yet. */
  handles(cid: string): boolean;
  isIdle(): boolean;
  whenIdle(): Promise<void>;
  stop(): void;
}

const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 2_000;
const BATCH = 100;
const LEASE_PAUSE_MS = 100;
/** Before orders that found no room are tried again, where the venue names no time. */
const CROWDED_PAUSE_MS = 250;

/** Ends the sending loop when the actor is told to stop; never leaves this file. */
class Stopped extends Error {}

export function cidOf(job: Job): string {
  return job.kind === 'cancel' ? job.cid : job.order.cid;
}

export function createOrderSender({
  venue,
  account,
  symbol,
  clock,
  graceMs,
  mayAct,
  post,
  onFault,
}: OrderSenderDeps): OrderSender {
  const queue: Job[] = [];
  const underWay = new Set<string>();
  let stopped = false;

  /** Waits while the lease is in doubt (a process that slept); ends when it is known to be lost. */
  async function untilMayAct(): Promise<void> {
    while (!stopped && !mayAct()) await new Promise((resolve) => setTimeout(resolve, LEASE_PAUSE_MS));
    if (stopped) throw new Stopped();
  }

  async function pause(turn: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, Math.min(FIRST_PAUSE_MS * 2 ** turn, LONGEST_PAUSE_MS)));
    await untilMayAct();
  }

  async function lookUp(cid: string): Promise<VenueOrder | null | 'unreadable'> {
    try {
      return await venue.order(account, symbol, cid);
    } catch {
      return 'unreadable';
    }
  }

  /** Sends them, as many at a time as the venue has room for; gives back those whose end is not known. */
  async function placeAll(orders: readonly NewOrder[], isFirst: boolean): Promise<NewOrder[]> {
    const unresolved: NewOrder[] = [];
    for (let left = orders; ; ) {
      await untilMayAct();
      // One that may have left before is cancelled at the venue, however surely it was not found there.
      if (isFirst && venue.wave !== undefined) left = withdraw(left);
      const { now, later, waitMs } = venue.wave?.(account, left) ?? { now: left, later: [], waitMs: 0 };
      const done = now.length > 0 ? await placeSome(now, isFirst) : { unknown: [], crowdedOut: [] };
      unresolved.push(...done.unknown);
      left = [...done.crowdedOut, ...later];
      if (left.length === 0) return unresolved;
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs || CROWDED_PAUSE_MS, LONGEST_PAUSE_MS)));
    }
  }

  /** Those that wait for room and are to be cancelled by now never leave: they would trade until their cancel comes. */
  function withdraw(orders: readonly NewOrder[]): NewOrder[] {
    return orders.filter((order) => {
      const at = queue.findIndex((job) => job.kind === 'cancel' && job.cid === order.cid);
      if (at < 0) return true;
      queue.splice(at, 1);
      const withdrawn: VenueOrder = { ...order, filled: '0', status: 'cancelled', createdAtMs: clock.nowMs() };
      post({ type: 'found', cid: order.cid, order: withdrawn });
      return false;
    });
  }

  async function placeSome(orders: readonly NewOrder[], isFirst: boolean) {
    const outcomes = await venue.place(account, orders);
    const [unknown, crowdedOut]: [NewOrder[], NewOrder[]] = [[], []];
    for (const [at, order] of orders.entries()) {
      const outcome = outcomes[at] ?? { outcome: 'unknown', detail: 'no outcome' };
      const { cid } = order;
      if (outcome.outcome === 'accepted') post({ type: 'placed', cid, ...outcome.value });
      else if (outcome.outcome === 'unknown') {
        unknown.push(order);
        if (isFirst) post({ type: 'unknown', cid, detail: outcome.detail });
      }
      // Others of the account, or of this address, took the room meanwhile: no fault of the order.
      else if (outcome.code === codes.api_rate_limited && venue.wave !== undefined) crowdedOut.push(order);
      else post({ ...outcome, type: 'refused', cid });
    }
    return { unknown, crowdedOut };
  }

  async function resolvePlacements(orders: readonly NewOrder[]): Promise<void> {
    const undecided = (order: NewOrder) => ({
      order,
      absence: new ProofOfAbsence(clock.nowMs(), graceMs),
      isFound: false,
    });
    let open = orders.map(undecided);
    for (let turn = 0; ; turn++) {
      for (const one of open) {
        const { cid } = one.order;
        const askedAtMs = clock.nowMs();
        const found = await lookUp(cid);
        if (found === null) one.absence.seen(askedAtMs);
        else if (found !== 'unreadable') {
          one.isFound = true;
          post({ type: 'found', cid, order: found });
        }
      }
      open = open.filter(({ isFound }) => !isFound);
      if (open.length === 0) return;
      if (open.every(({ absence }) => absence.isProven)) {
        const unresolved = await placeAll(
          open.map(({ order }) => order),
          false,
        );
        open = unresolved.map(undecided);
        if (open.length === 0) return;
        turn = 0;
      }
      await pause(turn);
    }
  }

  async function placeGroup(orders: readonly NewOrder[]): Promise<void> {
    const unresolved = await placeAll(orders, true);
    if (unresolved.length > 0) await resolvePlacements(unresolved);
  }

  async function resolveCancel(cid: string, isLate: boolean): Promise<void> {
    const absence = new ProofOfAbsence(clock.nowMs(), graceMs);
    for (let turn = 0; ; turn++) {
      const askedAtMs = clock.nowMs();
      const found = await lookUp(cid);
      if (found === null) {
        absence.seen(askedAtMs);
        if (absence.isProven) return post({ type: 'vanished', cid });
      } else if (found !== 'unreadable') {
        if (found.status !== 'open') return post({ type: 'found', cid, order: found, isLate });
        await untilMayAct();
        const [again] = await venue.cancel(account, [{ symbol, cid }]);
        if (again?.outcome === 'accepted') return post({ type: 'found', cid, order: again.value });
      }
      await pause(turn);
    }
  }

  async function cancelGroup(cids: readonly string[]): Promise<void> {
    await untilMayAct();
    const names = cids.map((cid) => ({ symbol, cid }));
    const outcomes = await venue.cancel(account, names);
    const unresolved: { cid: string; isLate: boolean }[] = [];
    cids.forEach((cid, at) => {
      const outcome = outcomes[at];
      if (outcome?.outcome === 'accepted') post({ type: 'found', cid, order: outcome.value });
      else unresolved.push({ cid, isLate: outcome?.outcome === 'refused' && outcome.code === codes.order_not_found });
    });
    for (const { cid, isLate } of unresolved) await resolveCancel(cid, isLate);
  }

  /** The longest run of equal jobs at the head of the queue. */
  function takeRun(): Job[] {
    const kind = queue[0]?.kind;
    const end = queue.findIndex((job) => job.kind !== kind);
    return queue.splice(0, Math.min(end < 0 ? queue.length : end, BATCH));
  }

  async function sendNext(): Promise<void> {
    const run = takeRun();
    const places = run.flatMap((job) => (job.kind === 'place' ? [job.order] : []));
    const cancels = run.flatMap((job) => (job.kind === 'cancel' ? [job.cid] : []));
    const recover = run.flatMap((job) => (job.kind === 'recover' ? [job.order] : []));
    try {
      if (places.length > 0) await placeGroup(places);
      else if (cancels.length > 0) await cancelGroup(cancels);
      else await resolvePlacements(recover);
    } catch (error) {
      queue.length = 0;
      stopped = true;
      if (!(error instanceof Stopped)) onFault(error as Error);
    }
    for (const job of run) underWay.delete(cidOf(job));
    for (const job of queue) underWay.add(cidOf(job));
  }
  const loop = new SerialLoop(() => queue.length > 0, sendNext);

  return {
    send: (jobs) => {
      // Whichever job has a placement in hand finds out how it ends; a second one beside it could place it twice.
      const fresh = jobs.filter((job) => job.kind === 'cancel' || !underWay.has(job.order.cid));
      if (stopped || fresh.length === 0) return;
      queue.push(...fresh);
      for (const job of fresh) underWay.add(cidOf(job));
      loop.wake();
    },
    handles: (cid) => underWay.has(cid),
    isIdle: () => !loop.isActive(),
    whenIdle: () => loop.whenIdle(),
    stop: () => {
      stopped = true;
    },
  };
}
