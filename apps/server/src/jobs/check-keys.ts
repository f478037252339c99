// Checks key sets of exchanges when they are due: every six hours, sooner after a check that came to nothing. A key set is
// taken for a lease, so that no two processes try it at once.
import type { Clock } from '../ports/clock.ts';
import type { KeyDesk } from '../ports/key-desk.ts';
import type { KeyStore } from '../ports/key-store.ts';

/** Each takes up to two tries of eight seconds. */
const AT_ONCE = 5;
const LEASE_MS = 60_000;

export interface CheckKeysDeps {
  readonly keys: Pick<KeyStore, 'claimDue'>;
  readonly desk: KeyDesk;
  readonly clock: Clock;
}

export function checkKeys({ keys, desk, clock }: CheckKeysDeps) {
  return async (): Promise<void> => {
    for (;;) {
      const due = await keys.claimDue(AT_ONCE, clock.nowMs(), LEASE_MS);
      await Promise.all(due.map((id) => desk.check(id)));
      if (due.length < AT_ONCE) return;
    }
  };
}
