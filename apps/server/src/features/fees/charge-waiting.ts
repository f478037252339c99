// The pairs of a grid are charged when their hour has ended, and with them whatever a fault kept from being charged before.
import type { FuelRows } from '../../ports/fuel-store.ts';
import { chargeAndWarn, type FeeDeps } from './charge-and-warn.ts';
import { MOST_WAIT_MS } from './charge-writes.ts';

const HOUR_MS = 3_600_000;

/** Each bot in a transaction of its own, so that one's fault is not another's. Answers how many had something to charge. */
export function chargeWaiting(store: Pick<FuelRows, 'transaction' | 'waitingBots'>, deps: FeeDeps) {
  return async (): Promise<number> => {
    const beforeMs = Math.floor(deps.clock.nowMs() / HOUR_MS) * HOUR_MS;
    const waiting = await store.waitingBots(beforeMs);
    for (const id of waiting) {
      const asked = { botIds: [id], free: deps.free, beforeMs, besides: null };
      // The bot is taken first: whoever writes its trades waits for it no longer than this waits for the accounts.
      await store.transaction((books) => chargeAndWarn(books, asked, deps), MOST_WAIT_MS).catch(deps.report);
    }
    return waiting.length;
  };
}
