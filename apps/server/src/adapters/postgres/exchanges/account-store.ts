// Exchange accounts in PostgreSQL.
import type { Pool } from 'pg';
import { type AccountStore, type ExchangeAccount, keyAccountName } from '../../../ports/account-store.ts';

const columns = 'a.id, a.user_id as "userId", a.exchange, a.wire, a.ref, a.account';

function named(row: ExchangeAccount): ExchangeAccount {
  const { account, userId, wire } = row;
  return wire === 'key' && account !== null ? { ...row, account: keyAccountName(userId, account) } : row;
}

export function createAccountStore(pool: Pool): AccountStore {
  const list = async (tail: string, values: unknown[]): Promise<ExchangeAccount[]> =>
    (await pool.query<ExchangeAccount>(`select ${columns} from exchange_accounts a ${tail}`, values)).rows.map(named);

  return {
    of: async (userId, exchange) => {
      const rows = await list("where a.user_id = $1 and a.exchange = $2 and a.wire = 'house'", [userId, exchange]);
      return rows[0] ?? null;
    },
    forNew: async (userId, exchange) => {
      const rows = await list(
        `left join exchange_keys k on k.user_id = a.user_id and k.exchange = a.exchange and k.removed_at is null
         where a.user_id = $1 and a.exchange = $2
           and case a.wire when 'house' then k.id is null
               else k.account_uid = a.account and k.status in ('valid', 'checking') end`,
        [userId, exchange],
      );
      return rows[0] ?? null;
    },
    allOf: (userId) => list('where a.user_id = $1 order by a.id', [userId]),
    unopened: (exchange, books, limit) =>
      list("where a.exchange = $1 and a.wire = 'house' and a.books is distinct from $2 order by a.id limit $3", [
        exchange,
        books,
        limit,
      ]),
    setOpened: async (id, account, books) => {
      await pool.query('update exchange_accounts set account = $2, books = $3, opened_at = now() where id = $1', [
        id,
        account,
        books,
      ]);
    },
  };
}
