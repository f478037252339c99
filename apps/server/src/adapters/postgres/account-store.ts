// Exchange accounts in PostgreSQL.
import type { Pool } from 'pg';
import type { AccountStore, ExchangeAccount } from '../../ports/account-store.ts';

const columns = 'id, user_id as "userId", exchange, ref, account';

export function createAccountStore(pool: Pool): AccountStore {
  const list = async (tail: string, values: unknown[]): Promise<ExchangeAccount[]> =>
    (await pool.query<ExchangeAccount>(`select ${columns} from exchange_accounts ${tail}`, values)).rows;

  return {
    of: async (userId, exchange) => (await list('where user_id = $1 and exchange = $2', [userId, exchange]))[0] ?? null,
    unopened: (exchange, books, limit) =>
      list('where exchange = $1 and books is distinct from $2 order by id limit $3', [exchange, books, limit]),
    setOpened: async (id, account, books) => {
      await pool.query('update exchange_accounts set account = $2, books = $3, opened_at = now() where id = $1', [
        id,
        account,
        books,
      ]);
    },
  };
}
