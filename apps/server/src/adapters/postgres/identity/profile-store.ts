// The plain fields of a user in PostgreSQL: one statement each.
import type { Pool } from 'pg';
import type { PlainFields, ProfileStore } from '../../../ports/profile-store.ts';

const columns: Readonly<Record<keyof PlainFields, string>> = {
  nickname: 'nickname',
  avatar: 'avatar',
  mobile: 'mobile',
  fuelNotice: 'fuel_notice',
  rankPublic: 'rank_public',
  lang: 'lang',
};

export function createProfileStore(pool: Pool): ProfileStore {
  return {
    set: async (userId, field, value, nowMs) => {
      await pool.query(`update users set ${columns[field]} = $2, updated_at = $3 where id = $1`, [
        userId,
        value,
        new Date(nowMs),
      ]);
    },
  };
}
