// People in PostgreSQL. Uniqueness is the database's word: an insert reports what was taken instead of looking first.
import type { Pool } from 'pg';
import type { NewUser, UserRow, UserStore } from '../../../ports/user-store.ts';
import { violatedUnique } from '../pool.ts';

const columns = `u.id, u.sn, u.nickname, u.account, u.address, u.email, u.mobile, u.avatar, u.password_hash as "passwordHash",
  u.payment_hash as "paymentHash", u.referrer_id as "referrerId",
  (select r.sn from users r where r.id = u.referrer_id) as "referrerSn", u.referral_changed_at as "referralChangedAtMs",
  u.is_partner as "isPartner", u.rate_bp as "rateBp", u.status, trim_scale(u.fuel_notice) as "fuelNotice",
  u.rank_public as "rankPublic", u.lang, u.terms_version as "termsVersion",
  u.security_hold_until as "securityHoldUntilMs", u.password_set_at as "passwordSetAtMs",
  u.payment_set_at as "paymentSetAtMs", u.address_bound_at as "addressBoundAtMs", u.email_verified_at as "emailVerifiedAtMs",
  u.created_at as "createdAtMs"`;

export function createUserStore(pool: Pool): UserStore {
  const one = async (where: string, values: unknown[]): Promise<UserRow | null> => {
    const found = await pool.query<UserRow>(`select ${columns} from users u where ${where}`, values);
    return found.rows[0] ?? null;
  };

  async function insert(user: NewUser): Promise<{ created: UserRow } | { taken: 'account' | 'address' | 'sn' }> {
    try {
      const inserted = await pool.query<{ id: number }>(
        `with made as (insert into users (sn, nickname, account, password_hash, address, avatar, referrer_id, lang, terms_version,
           terms_agreed_at, last_login_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $10, $10)
           returning id),
         accounts as (insert into exchange_accounts (user_id, exchange, ref)
           select made.id, a.exchange, a.ref from made, unnest($11::text[], $12::text[]) a (exchange, ref))
         select id from made`,
        [
          user.sn,
          user.nickname,
          user.account,
          user.passwordHash,
          user.address,
          user.avatar,
          user.referrerId,
          user.lang,
          user.termsVersion,
          new Date(user.nowMs),
          user.accounts.map((account) => account.exchange),
          user.accounts.map((account) => account.ref),
        ],
      );
      const created = await one('u.id = $1', [inserted.rows[0]?.id]);
      if (created === null) throw new Error('the user just created cannot be read');
      return { created };
    } catch (error) {
      const constraint = violatedUnique(error);
      if (constraint === 'users_account_key' || constraint === 'users_login_name') return { taken: 'account' };
      if (constraint === 'users_address_key') return { taken: 'address' };
      if (constraint === 'users_sn_key') return { taken: 'sn' };
      throw error;
    }
  }

  return {
    byId: (id) => one('u.id = $1', [id]),
    byLogin: (account) =>
      one(
        `u.id = (select id from users where lower(account) = lower($1)
           union all select id from users where lower(email) = lower($1) and email_verified_at is not null limit 1)`,
        [account],
      ),
    byAddress: (address) => one('u.address = $1', [address]),
    byReferralCode: (code) => one('u.sn = $1 or u.alias = lower($1)', [code]),
    insert,
    recordLogin: async (id, termsVersion, nowMs) => {
      await pool.query(
        `update users set last_login_at = $3, updated_at = $3, terms_version = greatest(terms_version, $2),
           terms_agreed_at = case when $2 > terms_version then $3 else terms_agreed_at end
         where id = $1`,
        [id, termsVersion, new Date(nowMs)],
      );
    },
    setPassword: async (id, passwordHash) => {
      await pool.query('update users set password_hash = $2, updated_at = now() where id = $1', [id, passwordHash]);
    },
    setStatus: async (id, status) => {
      await pool.query('update users set status = $2, updated_at = now() where id = $1', [id, status]);
    },
  };
}
