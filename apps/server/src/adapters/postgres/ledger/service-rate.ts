// The rate of service fees (product.md 4.1.8): a lower one counts at once; a higher one is announced, to whoever has bots that
// cost fuel by mail and to everybody on the page of fees, and counts for starts from seven days later on.
import type { Pool, PoolClient } from 'pg';
import type { RateNotice } from '../../../ports/fuel-store.ts';
import type { Doing } from '../../../ports/operator-store.ts';
import { settingTable } from '../../../ports/settings.ts';
import { writeSetting } from '../audit/audited-settings.ts';
import { transaction } from '../pool.ts';
import { queueNotice } from '../server/mail-outbox.ts';

const ANNOUNCED_MS = 7 * 86_400_000;

async function rowOf(client: PoolClient, key: 'fuel_rate' | 'fuel_rate_next' | 'fuel_rate_at'): Promise<number> {
  const found = await client.query<{ value: string }>('select value from settings where key = $1 for update', [key]);
  return Number(found.rows[0]?.value ?? settingTable[key].default);
}

/** Who has a bot that costs fuel. */
const payersSql = `select distinct user_id as "userId" from bots
  where deleted_at is null and parent_id is null and not simulate and exchange <> all ($1::text[])`;

/** Part of the caller's transaction. Whatever was announced before gives way to this. */
export async function changeServiceRate(
  client: PoolClient,
  wanted: { readonly value: string; readonly free: readonly string[]; readonly notice: RateNotice },
  doing: Doing,
): Promise<void> {
  const { free, notice, value } = wanted;
  const before = await rowOf(client, 'fuel_rate');
  const rises = Number(value) > before;
  const atMs = doing.nowMs + ANNOUNCED_MS;
  if (!rises) await writeSetting(client, 'fuel_rate', value, doing);
  await writeSetting(client, 'fuel_rate_next', rises ? value : '0', doing);
  await writeSetting(client, 'fuel_rate_at', rises ? `${atMs}` : '0', doing);
  if (!rises) return;
  const payers = await client.query<{ userId: number }>(payersSql, [free]);
  for (const { userId } of payers.rows)
    await queueNotice(client, userId, notice(`${before}`, value, atMs), doing.nowMs);
}

/** Answers whether a rate that was announced counts now. */
export async function applyServiceRate(pool: Pool, nowMs: number): Promise<boolean> {
  return transaction(pool, async (client) => {
    const atMs = await rowOf(client, 'fuel_rate_at');
    if (atMs === 0 || atMs > nowMs) return false;
    const doing = { by: 'schedule', reason: 'announced seven days before', nowMs };
    await writeSetting(client, 'fuel_rate', `${await rowOf(client, 'fuel_rate_next')}`, doing);
    await writeSetting(client, 'fuel_rate_next', '0', doing);
    await writeSetting(client, 'fuel_rate_at', '0', doing);
    return true;
  });
}
