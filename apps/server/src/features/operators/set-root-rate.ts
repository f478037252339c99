// The rate of a partner at the root, which nobody above can give; of others one within what who is above could give.
import { givableBp, rateRange } from '@cormorant/core/ledger/profit-share.ts';
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';

export type RateDecision = 'done' | 'missing' | { readonly minBp: number; readonly maxBp: number };

const MOST_DECIMALS = 1e6;

/** In hundredths of a percent; null when it is none from 0 to the cap with at most two decimals. */
export function rateBpOf(percent: number, capPercent: number): number | null {
  const isFine = percent >= 0 && percent <= capPercent;
  return isFine && Number.isInteger(Math.round(percent * 100 * MOST_DECIMALS) / MOST_DECIMALS)
    ? Math.round(percent * 100)
    : null;
}

export function setRootRate(store: Transactions<Pick<OperatorWork, 'users' | 'note'>>) {
  return (sn: string, rateBp: number, doing: Doing): Promise<RateDecision> =>
    store.transaction(async (work): Promise<RateDecision> => {
      const { users } = work;
      const before = await users.takeRated(sn);
      if (before === null) return 'missing';
      if (before.referrerId !== null) {
        const range = rateRange(givableBp(await users.giver(before.referrerId)), [before.givenBp]);
        if (rateBp < range.minBp || rateBp > range.maxBp) return range;
      }
      await users.dropWaitingRate(before.id, doing.nowMs);
      await users.setRate(before.id, rateBp, doing.nowMs);
      await note(work, doing, 'rate', sn, { before: before.rateBp, after: rateBp });
      return 'done';
    });
}
