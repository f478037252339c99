// What operators do to a user: locked out and let in again, a referral code in letters, the end of a stop of withdrawals. Bots
// of who is locked out go on, so that no position is left without its exit; money leaves for nobody who is not active.
import type { Doing, OperatorWork } from '../../ports/operator-store.ts';
import type { Transactions } from '../../ports/transactions.ts';
import { note } from './note.ts';

type Users = Transactions<Pick<OperatorWork, 'users' | 'note'>>;

/** False when nobody has that UID in the state it is changed from. */
export function lockUser(store: Users) {
  return (sn: string, locked: boolean, doing: Doing): Promise<boolean> => {
    const [before, after] = locked ? (['active', 'locked'] as const) : (['locked', 'active'] as const);
    return store.transaction(async (work) => {
      const user = await work.users.take(sn, 'row');
      if (user?.status !== before) return false;
      await work.users.setStatus(user.id, after, doing.nowMs);
      if (locked) await work.users.endSessions(user.id, doing.nowMs);
      await note(work, doing, locked ? 'user_lock' : 'user_unlock', sn, { before, after });
      return true;
    });
  };
}

export type Naming = 'done' | 'missing' | 'taken' | 'no_alias';

const ALIAS = /^[a-z0-9_]{3,32}$/;

class Taken extends Error {}

/** Of partners alone; null takes the alias away. One of digits alone could be taken for an invite code. */
export function giveAlias(store: Users) {
  return async (sn: string, alias: string | null, doing: Doing): Promise<Naming> => {
    if (alias !== null && (!ALIAS.test(alias) || /^\d+$/.test(alias))) return 'no_alias';
    try {
      return await store.transaction(async (work): Promise<Naming> => {
        const user = await work.users.take(sn, 'key');
        if (user?.isPartner !== true) return 'missing';
        if (!(await work.users.setAlias(user.id, alias, doing.nowMs))) throw new Taken();
        await note(work, doing, 'user_alias', sn, { before: user.alias, after: alias });
        return 'done';
      });
    } catch (error) {
      if (error instanceof Taken) return 'taken';
      throw error;
    }
  };
}

/** Ends the stop of somebody's withdrawals, once a person has looked. False when they are not stopped. */
export function allowWithdrawals(store: Users) {
  return (sn: string, doing: Doing): Promise<boolean> =>
    store.transaction(async (work) => {
      const user = await work.users.take(sn, 'key');
      if (user === null || user.withdrawStop === '') return false;
      await work.users.allowWithdrawals(user.id, doing.nowMs);
      await note(work, doing, 'user_unstop', sn, { before: user.withdrawStop, after: '' });
      return true;
    });
}
