// What operators do to a user: locked out and let in again, a referral code in letters. Bots of who is locked out go on, so that
// no position is left without its exit; money leaves for nobody who is not active.
import type { Pool } from 'pg';
import { appendAudit } from '../audit/audit-log.ts';
import type { Doing } from '../audit/audited-settings.ts';
import { transaction, violatedUnique } from '../pool.ts';

/** False when nobody has that UID in the state it is changed from. */
export async function lockUser(pool: Pool, sn: string, locked: boolean, doing: Doing): Promise<boolean> {
  const { by, nowMs, reason } = doing;
  const [before, after] = locked ? ['active', 'locked'] : ['locked', 'active'];
  return transaction(pool, async (client) => {
    const changed = await client.query<{ id: number }>(
      'update users set status = $3, updated_at = $4 where sn = $1 and status = $2 returning id',
      [sn, before, after, new Date(nowMs)],
    );
    const [user] = changed.rows;
    if (user === undefined) return false;
    if (locked)
      await client.query(
        "update sessions set revoked_at = $2, revoke_reason = 'operator' where user_id = $1 and revoked_at is null",
        [user.id, new Date(nowMs)],
      );
    const action = locked ? 'user_lock' : 'user_unlock';
    await appendAudit(client, { operator: by, action, subject: sn, reason, before, after }, nowMs);
    return true;
  });
}

export type Naming = 'done' | 'missing' | 'taken';

/** Of partners alone; null takes the alias away. */
export async function giveAlias(pool: Pool, sn: string, alias: string | null, doing: Doing): Promise<Naming> {
  const { by, nowMs, reason } = doing;
  try {
    return await transaction(pool, async (client): Promise<Naming> => {
      const found = await client.query<{ alias: string | null }>(
        'select alias from users where sn = $1 and is_partner for update',
        [sn],
      );
      const [before] = found.rows;
      if (before === undefined) return 'missing';
      await client.query('update users set alias = $2, updated_at = $3 where sn = $1', [sn, alias, new Date(nowMs)]);
      const deed = { operator: by, action: 'user_alias', subject: sn, reason, before: before.alias, after: alias };
      await appendAudit(client, deed, nowMs);
      return 'done';
    });
  } catch (error) {
    if (violatedUnique(error) === 'users_alias_key') return 'taken';
    throw error;
  }
}
