// Repeats: one request id does its work once, another payload is refused, a double tap is one tap.
import { createHash } from 'node:crypto';
import { botCreate, botOperation } from '@cormorant/contract/calls/bots.ts';
import { marketPrice } from '@cormorant/contract/calls/market.ts';
import { describe, expect, it } from 'vitest';
import type { Claim, IdempotencyStore } from '../ports/idempotency-store.ts';
import { Refusal } from '../ports/refusal.ts';
import { createOnce } from './once.ts';

/** The store's promises, in memory. */
function memoryStore(): IdempotencyStore {
  const rows = new Map<string, { hash: string; answer?: { kept: unknown } }>();
  const keyOf = (...key: unknown[]) => key.join('|');
  return {
    claim: async (userId, call, id, payloadHash): Promise<Claim> => {
      const key = keyOf(userId, call, id);
      const hash = Buffer.from(payloadHash).toString('hex');
      const row = rows.get(key);
      if (row === undefined) {
        rows.set(key, { hash });
        return { state: 'mine', takenOver: false };
      }
      if (row.hash !== hash) return { state: 'conflict' };
      return row.answer === undefined ? { state: 'running' } : { state: 'answered', answer: row.answer.kept };
    },
    answer: async (userId, call, id, answer) => {
      const row = rows.get(keyOf(userId, call, id));
      if (row !== undefined) row.answer = { kept: structuredClone(answer) };
    },
    release: async (userId, call, id) => {
      rows.delete(keyOf(userId, call, id));
    },
    removeOlderThan: async () => {},
  };
}

const pepper = Buffer.alloc(32, 7);
const id = '0f3c1b2a-1111-4222-8333-444455556666';
const request = (investment: string, requestId?: string) => ({
  query: undefined,
  body: { investment, ...(requestId !== undefined && { request_id: requestId }) },
});

function counting() {
  let count = 0;
  const work = async () => {
    count += 1;
    return { data: { id: count }, said: null };
  };
  return { work, count: () => count };
}

describe('once', () => {
  it('does the work of one request id once and repeats its answer, text included', async () => {
    const once = createOnce(memoryStore(), pepper);
    const { work, count } = counting();
    const run = () => once.run(botCreate, 7, request('100', id), 0, work);
    const answers = await Promise.all([run(), run(), run()]);
    answers.push(await run());
    expect(count()).toBe(1);
    expect(answers).toEqual(Array(4).fill({ data: { id: 1 }, said: null }));
  });

  it('refuses the same id with another payload', async () => {
    const once = createOnce(memoryStore(), pepper);
    await once.run(botCreate, 7, request('100', id), 0, counting().work);
    await expect(once.run(botCreate, 7, request('101', id), 0, counting().work)).rejects.toMatchObject({ code: 7010 });
  });

  it('reads the id of an acting GET from its query', async () => {
    const once = createOnce(memoryStore(), pepper);
    const { work, count } = counting();
    const get = { query: { id: 1, action: 'add', request_id: id }, body: undefined };
    await once.run(botOperation, 7, get, 0, work);
    await once.run(botOperation, 7, get, 0, work);
    expect(count()).toBe(1);
  });

  const refusing = (code: number, detail = {}) => {
    let count = 0;
    const work = async () => {
      count += 1;
      throw new Refusal(code, detail);
    };
    return { work, count: () => count };
  };

  it('keeps a refusal under its id, with what it said: the same request hears it again, another one is a conflict', async () => {
    const once = createOnce(memoryStore(), pepper);
    const refused = refusing(3007, { params: { min: '5' }, data: { field: 'investment' }, redirect: '/my' });
    for (let time = 0; time < 2; time += 1) {
      await expect(once.run(botCreate, 7, request('100', id), 0, refused.work)).rejects.toMatchObject({
        code: 3007,
        detail: { params: { min: '5' }, data: { field: 'investment' }, redirect: '/my' },
      });
    }
    expect(refused.count()).toBe(1);
    const { work, count } = counting();
    await expect(once.run(botCreate, 7, request('101', id), 0, work)).rejects.toMatchObject({ code: 7010 });
    expect(count()).toBe(0);
  });

  it.each([
    [104, { waitMs: 1_000 }],
    [1314, {}],
    [2004, { waitMs: 1_000 }],
    [2015, {}],
    [4024, {}],
    [7009, {}],
    [9001, {}],
  ])('lets a request that %i kept from being judged be sent again under its id', async (code, detail) => {
    const once = createOnce(memoryStore(), pepper);
    const refused = once.run(botCreate, 7, request('100', id), 0, refusing(code, detail).work);
    await expect(refused).rejects.toMatchObject({ code });
    const { work, count } = counting();
    await once.run(botCreate, 7, request('100', id), 0, work);
    expect(count()).toBe(1);
  });

  it('keeps an id that was taken over, whatever the second answer is: the first one may be done', async () => {
    const released: unknown[] = [];
    const once = createOnce(
      {
        ...memoryStore(),
        claim: async () => ({ state: 'mine', takenOver: true }),
        release: async (...key) => void released.push(key),
      },
      pepper,
    );
    const refused = once.run(botCreate, 7, request('100', id), 0, async () => {
      throw new Refusal(5205);
    });
    await expect(refused).rejects.toMatchObject({ code: 5205 });
    expect(released).toEqual([]);
  });

  it('gives the store no hash that can be made without the pepper', async () => {
    const given: string[] = [];
    const store = memoryStore();
    const spy: IdempotencyStore = {
      ...store,
      claim: (...asked) => {
        given.push(Buffer.from(asked[3]).toString('hex'));
        return store.claim(...asked);
      },
    };
    const body = { amount: '50', payment: '246810' };
    const text = JSON.stringify({ query: undefined, body });
    for (const key of [pepper, Buffer.alloc(32, 8)]) {
      const once = createOnce(spy, key);
      await once.run(
        botCreate,
        given.length,
        { query: undefined, body: { ...body, request_id: id } },
        0,
        counting().work,
      );
      await once
        .run(botCreate, 9, { query: undefined, body: { ...body, request_id: id } }, 0, counting().work)
        .catch(() => {});
    }
    expect(given).not.toContain(createHash('sha256').update(text).digest('hex'));
    expect(new Set(given).size).toBe(2);
  });

  it('without an id refuses an identical payload for three seconds', async () => {
    const once = createOnce(memoryStore(), pepper);
    const { work, count } = counting();
    const run = (investment: string, nowMs: number, userId = 7) =>
      once.run(botCreate, userId, request(investment), nowMs, work);
    await run('100', 0);
    await expect(run('100', 2_999)).rejects.toMatchObject({ code: 7009 });
    await run('101', 10);
    await run('100', 10, 8);
    await run('100', 3_000);
    expect(count()).toBe(4);
  });

  it('leaves reads alone', async () => {
    const once = createOnce(memoryStore(), pepper);
    const { work, count } = counting();
    const read = { query: { symbols: ['x'] }, body: undefined };
    await once.run(marketPrice, 7, read, 0, work);
    await once.run(marketPrice, 7, read, 0, work);
    expect(count()).toBe(2);
  });
});
