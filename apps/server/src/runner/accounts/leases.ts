// The runner's leases: taken per user, renewed together, and trusted only as long as they cannot have run out. The
// connection that proves the runner alive may break: then nothing is sent until it has enlisted anew and has its leases
// under its new number; their tokens stay, so whoever was taken meanwhile is noticed and nobody writes with a stale one.
import type { Clock } from '../../ports/clock.ts';
import type { RunnerStore } from '../../ports/runner-store.ts';
import type { RunnerLog } from '../shared/runner-log.ts';

/** With the second in which others look for users to take it stays under ten: so long nobody trades for a user at most. */
const TTL_MS = 8_500;
const RENEW_EVERY_MS = 2_000;
/** Nothing is sent in the last part of a lease's life: the request must be over before another runner may act. */
const MARGIN_MS = 3_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

export interface LeaseKeeper {
  /** The fencing token, or null while another living runner holds the user. */
  take(userId: number): Promise<number | null>;
  /** True while no other runner can have taken the user over. */
  holds(userId: number): boolean;
  drop(userId: number): void;
  stop(): Promise<void>;
}

/** A proof of life at the database. */
interface Enlistment {
  readonly runnerId: number;
  readonly leave: () => Promise<void>;
  isBroken: boolean;
}

export async function startLeaseKeeper(
  store: RunnerStore,
  clock: Clock,
  log: RunnerLog,
  onLost: (userId: number) => void,
): Promise<LeaseKeeper> {
  const trustedUntilMs = new Map<number, number>();
  /** All numbers this runner has had: leases may lie under any of them. */
  const numbers: number[] = [];
  let renewing = false;
  let stopped = false;

  async function enlist(): Promise<Enlistment> {
    let brokeAtOnce = false;
    let made: Enlistment | null = null;
    const { leave, runnerId } = await store.enlist(() => {
      if (made === null) brokeAtOnce = true;
      else onBroken(made);
    });
    numbers.push(runnerId);
    made = { runnerId, leave, isBroken: brokeAtOnce };
    return made;
  }

  function onBroken(broken: Enlistment): void {
    broken.isBroken = true;
    // One that breaks before it is in use is seen by whoever made it.
    if (broken !== current || stopped) return;
    log('warn', 'the connection that proves this runner alive broke; it enlists anew');
    void enlistAnew();
  }

  async function enlistAnew(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !stopped; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      let next: Enlistment | null = null;
      try {
        next = await enlist();
        const asked = clock.nowMs();
        const trusted = [...trustedUntilMs.keys()];
        const kept = new Set(await store.moveLeases(numbers, next.runnerId, TTL_MS));
        if (stopped) return await next.leave();
        current = next;
        // In between it may have broken again.
        if (next.isBroken) continue;
        keep(trusted, kept, asked);
        return;
      } catch (error) {
        log('warn', 'the runner could not enlist anew; it tries again', error);
        await next?.leave().catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /**
   * What was asked for at that time is trusted from then on; whoever was trusted then and is missing has another runner.
   * Of users taken since, the answer may know nothing.
   */
  function keep(trusted: readonly number[], kept: ReadonlySet<number>, asked: number): void {
    for (const userId of trusted) {
      if (!trustedUntilMs.has(userId)) continue;
      if (kept.has(userId)) trustedUntilMs.set(userId, asked + TTL_MS - MARGIN_MS);
      else {
        trustedUntilMs.delete(userId);
        onLost(userId);
      }
    }
  }

  async function renew(): Promise<void> {
    const renewed = current;
    if (renewing || renewed.isBroken || trustedUntilMs.size === 0) return;
    renewing = true;
    const asked = clock.nowMs();
    const trusted = [...trustedUntilMs.keys()];
    try {
      const kept = new Set(await store.renewLeases(renewed.runnerId, TTL_MS));
      // Leases are under another number by now: who moves them says who is left.
      if (renewed === current && !renewed.isBroken) keep(trusted, kept, asked);
    } catch (error) {
      log('warn', 'leases could not be renewed', error);
    } finally {
      renewing = false;
    }
  }

  let current: Enlistment = await enlist();
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);

  return {
    take: async (userId) => {
      const taker = current;
      if (taker.isBroken) return null;
      const asked = clock.nowMs();
      const token = await store.takeLease(userId, taker.runnerId, TTL_MS);
      // Taken under a number that is not alive any more: it comes along when the runner has enlisted anew.
      if (taker !== current || taker.isBroken) return null;
      if (token !== null) trustedUntilMs.set(userId, asked + TTL_MS - MARGIN_MS);
      return token;
    },
    holds: (userId) => !current.isBroken && (trustedUntilMs.get(userId) ?? 0) > clock.nowMs(),
    drop: (userId) => {
      trustedUntilMs.delete(userId);
    },
    stop: async () => {
      stopped = true;
      clearInterval(timer);
      await store.releaseLeases(current.runnerId).catch(() => {});
      await current.leave();
    },
  };
}
