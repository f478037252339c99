// Sessions against a real PostgreSQL: never more live ones than allowed, however many are opened at once.
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OneUserDatabase, openOneUserDatabase } from '../../../../test/one-user-database.ts';
import type { NewSession } from '../../../ports/session-store.ts';
import { createSessionStore } from './session-store.ts';

let database: OneUserDatabase;
let pool: Pool;
let userId: number;
beforeAll(async () => {
  database = await openOneUserDatabase(12);
  ({ pool, userId } = database);
});
afterAll(() => database.close());

const opened = (nowMs: number) => ({
  userId,
  judgedBy: null,
  tokenHash: randomBytes(32),
  terminal: 1,
  ip: '127.0.0.1',
  userAgent: 'test',
  expiresAtMs: nowMs + 1_000_000,
  nowMs,
});

/** Opens one that must be opened. */
async function open(session: NewSession, most: number): Promise<number> {
  const id = await createSessionStore(pool).open(session, most);
  if (id === null) throw new Error('no session was opened');
  return id;
}

describe('sessions', () => {
  it('opened at once are five when all are done', async () => {
    const store = createSessionStore(pool);
    for (let round = 1; round <= 5; round += 1) {
      const ids = await Promise.all(Array.from({ length: 12 }, () => open(opened(round * 1_000), 5)));
      const ended = await store.endedAmong(ids, round * 1_000);
      expect(ids.length - ended.length, `round ${round}`).toBe(5);
      expect(ended.every(({ code }) => code === 2003)).toBe(true);
    }
  });

  it('are told apart when they expired and when they were revoked', async () => {
    const store = createSessionStore(pool);
    const [expired, revoked, live] = [
      await open({ ...opened(0), expiresAtMs: 50_000 }, 50),
      await open(opened(0), 50),
      await open(opened(0), 50),
    ];
    await store.revoke(revoked, 'logout', 10_000);
    const ended = await store.endedAmong([expired, revoked, live], 50_000);
    expect(new Map(ended.map(({ id, code }) => [id, code]))).toEqual(
      new Map([
        [expired, 1006],
        [revoked, 2003],
      ]),
    );
  });

  it('are not opened by a password that was changed since it was judged, nor for a disabled user', async () => {
    const store = createSessionStore(pool);
    await pool.query("update users set password_hash = 'judged' where id = $1", [userId]);
    const judged = { ...opened(0), judgedBy: 'judged' };
    expect(await store.open(judged, 50)).not.toBeNull();
    const [changed, late] = await Promise.all([
      pool.query("update users set password_hash = 'new' where id = $1", [userId]),
      pool.query('select pg_sleep(0.05)').then(() => store.open({ ...judged, tokenHash: randomBytes(32) }, 50)),
    ]);
    expect([changed.rowCount, late]).toEqual([1, null]);
    await pool.query("update users set status = 'disabled' where id = $1", [userId]);
    expect(await store.open(opened(0), 50)).toBeNull();
    await pool.query("update users set status = 'active' where id = $1", [userId]);
  });

  it('are forgotten long after they ended, and not before', async () => {
    const store = createSessionStore(pool);
    const session = { ...opened(100_000), expiresAtMs: 200_000 };
    await open(session, 50);
    await store.removeEndedBefore(200_000);
    expect(await store.byTokenHash(session.tokenHash)).not.toBeNull();
    await store.removeEndedBefore(200_001);
    expect(await store.byTokenHash(session.tokenHash)).toBeNull();
  });
});
