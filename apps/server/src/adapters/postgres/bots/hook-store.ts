// Webhooks in PostgreSQL. Signals to one bot queue up at its row, so that counting and the look for a used id are exact
// however many come at once.
import * as codes from '@cormorant/contract/codes.ts';
import type { Pool, PoolClient } from 'pg';
import type { Hook, HookStore, IncomingSignal, Taken } from '../../../ports/hook-store.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const columns = `h.bot_id::int as "botId", b.user_id::int as "userId", h.tail,
  (extract(epoch from h.last_at) * 1000)::float8 as "lastAtMs"`;

export function createHookStore(pool: Pool): HookStore {
  async function one(where: string, value: number | Uint8Array): Promise<Hook | null> {
    const { rows } = await pool.query<Hook>(
      `select ${columns} from bot_hooks h join bots b on b.id = h.bot_id where ${where} and b.deleted_at is null`,
      [value instanceof Uint8Array ? Buffer.from(value) : value],
    );
    return rows[0] ?? null;
  }

  async function take(client: PoolClient, botId: number, signal: IncomingSignal, perMinute: number): Promise<Taken> {
    const { signalId, body, address, nowMs, refusedWith } = signal;
    await client.query('select 1 from bot_hooks where bot_id = $1 for update', [botId]);
    const recent = await client.query<{ count: number; oldest: number | null }>(
      `select count(*)::int as count, (extract(epoch from min(received_at)) * 1000)::float8 as oldest
       from hook_signals where bot_id = $1 and received_at > $2`,
      [botId, new Date(nowMs - MINUTE_MS)],
    );
    const [{ count, oldest } = { count: 0, oldest: null }] = recent.rows;
    if (count >= perMinute) return { outcome: 'crowded', waitMs: (oldest ?? nowMs) + MINUTE_MS - nowMs };
    const used = await client.query(
      'select 1 from hook_signals where bot_id = $1 and signal_id = $2 and counts and received_at > $3 limit 1',
      [botId, signalId, new Date(nowMs - DAY_MS)],
    );
    const again = used.rowCount !== 0;
    const kept = await client.query<{ id: number }>(
      `insert into hook_signals (bot_id, signal_id, body, address, received_at, counts, code)
       values ($1, $2, $3, $4, $5, $6, $7) returning id::float8 as id`,
      [
        botId,
        signalId,
        body,
        address,
        new Date(nowMs),
        !again && refusedWith === null,
        again ? codes.duplicate_submit : refusedWith,
      ],
    );
    if (again) return { outcome: 'again' };
    await client.query('update bot_hooks set last_at = $2 where bot_id = $1', [botId, new Date(nowMs)]);
    const id = kept.rows[0]?.id;
    if (id === undefined) throw new Error('a signal was not kept');
    return { outcome: 'taken', id };
  }

  return {
    set: async (botId, tokenHash, tail, nowMs) => {
      await pool.query(
        `insert into bot_hooks (bot_id, token_hash, tail, created_at) values ($1, $2, $3, $4)
         on conflict (bot_id) do update set token_hash = $2, tail = $3, created_at = $4`,
        [botId, Buffer.from(tokenHash), tail, new Date(nowMs)],
      );
    },
    ofBot: (botId) => one('h.bot_id = $1', botId),
    byToken: (tokenHash) => one('h.token_hash = $1', tokenHash),
    take: async (botId, signal, perMinute) => {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const taken = await take(client, botId, signal, perMinute);
        await client.query('commit');
        return taken;
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },
    answer: async (id, code) => {
      await pool.query('update hook_signals set code = $2 where id = $1', [id, code]);
    },
    removeOlderThan: async (timeMs) => {
      await pool.query('delete from hook_signals where received_at < $1', [new Date(timeMs)]);
    },
  };
}
