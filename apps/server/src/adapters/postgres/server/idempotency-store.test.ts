// Kept answers against a real PostgreSQL: one winner among many, conflicts, crashes, and an answer of null.
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OneUserDatabase, openOneUserDatabase } from '../../../../test/one-user-database.ts';
import { createIdempotencyStore } from './idempotency-store.ts';

let database: OneUserDatabase;
let pool: Pool;
let userId: number;
beforeAll(async () => {
  database = await openOneUserDatabase(10);
  ({ pool, userId } = database);
});
afterAll(() => database.close());

const hash = (text: string) => Buffer.from(text.padEnd(32));

describe('kept answers', () => {
  it('let one of many at once do the work', async () => {
    const store = createIdempotencyStore(pool);
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => store.claim(userId, 'c', 'r1', hash('p'), 1_000)),
    );
    expect(claims.filter((claim) => claim.state === 'mine')).toHaveLength(1);
    expect(claims.filter((claim) => claim.state === 'running')).toHaveLength(19);
    await store.answer(userId, 'c', 'r1', { id: 5 });
    expect(await store.claim(userId, 'c', 'r1', hash('p'), 2_000)).toEqual({ state: 'answered', answer: { id: 5 } });
    expect(await store.claim(userId, 'c', 'r1', hash('other'), 2_000)).toEqual({ state: 'conflict' });
    expect(await store.claim(userId, 'other call', 'r1', hash('p'), 2_000)).toEqual({
      state: 'mine',
      takenOver: false,
    });
  });

  it('keep an answer that is null apart from no answer', async () => {
    const store = createIdempotencyStore(pool);
    await store.claim(userId, 'c', 'r2', hash('p'), 0);
    await store.answer(userId, 'c', 'r2', null);
    expect(await store.claim(userId, 'c', 'r2', hash('p'), 60_000)).toEqual({ state: 'answered', answer: null });
  });

  it('give a claim that a crash left behind to the next, after a while', async () => {
    const store = createIdempotencyStore(pool);
    await store.claim(userId, 'c', 'r3', hash('p'), 0);
    expect(await store.claim(userId, 'c', 'r3', hash('p'), 15_000)).toEqual({ state: 'running' });
    const late = await Promise.all([1, 2, 3].map(() => store.claim(userId, 'c', 'r3', hash('p'), 15_001)));
    expect(late.filter((claim) => claim.state === 'mine')).toEqual([{ state: 'mine', takenOver: true }]);
    // Who was slow gives back nothing of the one who has it now.
    await store.release(userId, 'c', 'r3', 0);
    expect(await store.claim(userId, 'c', 'r3', hash('p'), 15_002)).toEqual({ state: 'running' });
  });

  it('free the id of a refused request, and are forgotten after their time', async () => {
    const store = createIdempotencyStore(pool);
    await store.claim(userId, 'c', 'r4', hash('p'), 0);
    await store.release(userId, 'c', 'r4', 0);
    expect(await store.claim(userId, 'c', 'r4', hash('corrected'), 5_000)).toEqual({ state: 'mine', takenOver: false });
    await store.answer(userId, 'c', 'r4', 1);
    await store.removeOlderThan(5_001);
    expect(await store.claim(userId, 'c', 'r4', hash('p'), 6_000)).toEqual({ state: 'mine', takenOver: false });
  });
});
