// Credentials in PostgreSQL. Every change takes the user's row first, so that changes of one user follow each other, and
// writes only where the row still is what the change was judged by.
import type { PointsTask } from '@cormorant/core/ledger/points.ts';
import type { Pool, PoolClient } from 'pg';
import type { ChangeResult, CredentialChange, CredentialStore, Factors } from '../../../ports/credential-store.ts';
import { moneyTransaction } from '../ledger/ledger-post.ts';
import { bookTask } from '../ledger/task-points.ts';
import { violatedUnique } from '../pool.ts';
import { queueMail } from '../server/mail-outbox.ts';

const verifiedEmail = 'case when email_verified_at is not null then email end';
const factorColumns = `account, password_hash as "passwordHash", payment_hash as "paymentHash", address,
  ${verifiedEmail} as email, password_set_at as "passwordSetAtMs", payment_set_at as "paymentSetAtMs",
  address_bound_at as "addressBoundAtMs", email_verified_at as "emailVerifiedAtMs", created_at as "createdAtMs"`;

interface UserBefore {
  readonly email: string | null;
  readonly lang: 'zh' | 'en';
}

/** Values of the change itself come as $4, $5 …; $2 is its time. */
interface Write {
  readonly set: string;
  /** What must still be so. */
  readonly where: string;
  readonly values: readonly unknown[];
  readonly endsSessions: boolean;
  /** What it earns points for. */
  readonly task?: PointsTask;
}

async function isLive(client: PoolClient, sessionId: number): Promise<boolean> {
  const found = await client.query('select 1 from sessions where id = $1 and revoked_at is null', [sessionId]);
  return found.rowCount === 1;
}

async function apply(client: PoolClient, change: CredentialChange, write: Write): Promise<ChangeResult> {
  const { userId, sessionId, holdUntilMs, notice, nowMs } = change;
  const now = new Date(nowMs);
  const locked = await client.query<UserBefore>(
    `select ${verifiedEmail} as email, lang from users where id = $1 for update`,
    [userId],
  );
  const before = locked.rows[0];
  if (before === undefined) return 'stale';
  if (sessionId !== null && !(await isLive(client, sessionId))) return 'ended';
  const written = await client.query(
    `update users set ${write.set}, security_hold_until = greatest(security_hold_until, $3), updated_at = $2
     where id = $1 and ${write.where}`,
    [userId, now, holdUntilMs === null ? null : new Date(holdUntilMs), ...write.values],
  );
  if (written.rowCount !== 1) return 'stale';
  if (write.endsSessions) {
    await client.query(
      `update sessions set revoked_at = $3, revoke_reason = 'credential_change'
       where user_id = $1 and revoked_at is null and id is distinct from $2`,
      [userId, sessionId, now],
    );
  }
  if (before.email !== null) await queueMail(client, { to: before.email, ...notice[before.lang], nowMs });
  if (write.task !== undefined) await bookTask(client, write.task, userId, nowMs);
  return 'done';
}

export function createCredentialStore(pool: Pool): CredentialStore {
  async function make(change: CredentialChange, write: Write): Promise<ChangeResult> {
    try {
      return await moneyTransaction(pool, (client) => apply(client, change, write));
    } catch (error) {
      if (violatedUnique(error) !== null) return 'taken';
      throw error;
    }
  }

  return {
    factorsOf: async (userId) => {
      const found = await pool.query<Factors>(`select ${factorColumns} from users where id = $1`, [userId]);
      return found.rows[0] ?? null;
    },
    setPassword: (change, from, passwordHash) =>
      make(change, {
        set: 'password_hash = $5, password_set_at = $2',
        where: 'password_hash is not distinct from $4',
        values: [from, passwordHash],
        endsSessions: true,
      }),
    setPayment: (change, from, paymentHash) =>
      make(change, {
        set: 'payment_hash = $5, payment_set_at = $2, payment_failures = 0, payment_locked_until = null',
        where: 'payment_hash is not distinct from $4',
        values: [from, paymentHash],
        endsSessions: false,
        task: 'set_payment',
      }),
    bindEmail: (change, from, email) =>
      make(change, {
        set: 'email = $5, email_verified_at = $2',
        where: `${verifiedEmail} is not distinct from $4`,
        values: [from, email],
        endsSessions: true,
        task: 'bind_email',
      }),
    bindAddress: (change, address) =>
      make(change, {
        set: 'address = $4, address_bound_at = $2',
        where: 'address is null',
        values: [address.toLowerCase()],
        endsSessions: true,
      }),
    setAccount: (change, account, passwordHash) =>
      make(change, {
        set: `account = $4, password_hash = coalesce($5, password_hash),
          password_set_at = case when $5 is null then password_set_at else $2 end`,
        where: 'account is null and ($5::text is null) = (password_hash is not null)',
        values: [account, passwordHash],
        endsSessions: true,
      }),
  };
}
