// The runner's leases: taken per user, renewed together, and trusted only as long as they cannot have run out.
import type { Clock } from '../ports/clock.ts';
import type { RunnerStore } from '../ports/runner-store.ts';
import type { RunnerLog } from './runner-log.ts';

const TTL_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** Nothing is sent in the last part of a lease's life: the request must be over before another runner may act. */
const MARGIN_MS = 3_000;

export interface LeaseKeeper {
  /** The fencing token, or null while another living runner holds the user. */
  take(userId: number): Promise<number | null>;
  /** True while no other runner can have taken the user over. */
  holds(userId: number): boolean;
  drop(userId: number): void;
  stop(): Promise<void>;
}

export async function startLeaseKeeper(
  store: RunnerStore,
  clock: Clock,
  log: RunnerLog,
  onLost: (userId: number) => void,
): Promise<LeaseKeeper> {
  const { runnerId, leave } = await store.enlist(() =>
    log('warn', 'the connection that proves this runner alive broke'),
  );
  const trustedUntilMs = new Map<number, number>();
  let renewing = false;

  async function renew(): Promise<void> {
    if (renewing || trustedUntilMs.size === 0) return;
    renewing = true;
    const asked = clock.nowMs();
    try {
      const kept = new Set(await store.renewLeases(runnerId, TTL_MS));
      for (const userId of [...trustedUntilMs.keys()]) {
        if (kept.has(userId)) trustedUntilMs.set(userId, asked + TTL_MS - MARGIN_MS);
        else {
          trustedUntilMs.delete(userId);
          onLost(userId);
        }
      }
    } catch (error) {
      log('warn', 'leases could not be renewed', error);
    } finally {
      renewing = false;
    }
  }
  const timer = setInterval(() => void renew(), RENEW_EVERY_MS);

  return {
    take: async (userId) => {
      const asked = clock.nowMs();
      const token = await store.takeLease(userId, runnerId, TTL_MS);
      if (token !== null) trustedUntilMs.set(userId, asked + TTL_MS - MARGIN_MS);
      return token;
    },
    holds: (userId) => (trustedUntilMs.get(userId) ?? 0) > clock.nowMs(),
    drop: (userId) => {
      trustedUntilMs.delete(userId);
    },
    stop: async () => {
      clearInterval(timer);
      await store.releaseLeases(runnerId).catch(() => {});
      await leave();
    },
  };
}
