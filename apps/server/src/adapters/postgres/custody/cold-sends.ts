// Moves to cold storage, in PostgreSQL. Invariant: what is approved is one row of the request that two persons agreed on; it
// can be called off until it has a nonce, and after that only by a transaction that pays nobody.
import { format18, parse18 } from '@cormorant/core/money/amount-e18.ts';
import type { Pool, PoolClient } from 'pg';
import { CHAIN_ID } from '../../../ports/chain.ts';
import type { ColdSend, ColdStore } from '../../../ports/cold-store.ts';

const COLUMNS = `id, target, amount, status, created_at as "createdAtMs"`;
type Found = Omit<ColdSend, 'amountE18'> & { readonly amount: string };
const coldOf = ({ amount, ...send }: Found): ColdSend => ({ ...send, amountE18: parse18(amount) });

/** Part of the caller's transaction. */
export async function addColdSend(
  client: PoolClient,
  send: { readonly requestId: number; readonly target: string; readonly amountE18: bigint },
  nowMs: number,
): Promise<void> {
  await client.query(
    `insert into cold_sends (request_id, target, amount, status, created_at) values ($1, $2, $3, 'approved', $4)`,
    [send.requestId, send.target, format18(send.amountE18), new Date(nowMs)],
  );
}

/** Part of the caller's transaction: true when it had no nonce yet. */
export async function cancelCold(client: PoolClient, id: number, nowMs: number): Promise<boolean> {
  const cancelled = await client.query(
    `update cold_sends set status = 'cancelled', ended_at = $2 where id = $1 and status = 'approved'`,
    [id, new Date(nowMs)],
  );
  return cancelled.rowCount === 1;
}

/** Part of the caller's transaction: true when its send has not ended and is to be replaced from here on. */
export async function withdrawCold(client: PoolClient, id: number): Promise<boolean> {
  const replacing = await client.query(
    `update chain_sends set withdrawn = true
     where purpose = 'cold' and ref_id = $1 and ending is null and not withdrawn`,
    [id],
  );
  return replacing.rowCount === 1;
}

export function createColdStore(pool: Pool): ColdStore {
  const rows = async (sql: string, values: unknown[] = []): Promise<ColdSend[]> =>
    (await pool.query<Found>(sql, values)).rows.map(coldOf);
  return {
    address: async () => {
      const found = await pool.query<{ wallet: string | null }>(
        `select cold_wallet as wallet from chain_pins where chain_id = ${CHAIN_ID}`,
      );
      return found.rows[0]?.wallet ?? null;
    },
    waiting: () => rows(`select ${COLUMNS} from cold_sends where status = 'approved' order by id`),
    newest: (most) => rows(`select ${COLUMNS} from cold_sends order by id desc limit $1`, [most]),
  };
}
