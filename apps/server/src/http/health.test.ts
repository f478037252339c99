// What the health page says: each alarm in words of its own, and no answer that serves without a database or an exchange.
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerHealth, type Health } from './health.ts';

const well: Health = { database: true, venue: true, ledger: true, custody: 'agrees' };

async function answer(health: Health) {
  const app = Fastify();
  answerHealth(app, async () => health);
  const { headers, statusCode, ...rest } = await app.inject('/healthz');
  return { statusCode, kept: headers['cache-control'], ...rest.json() };
}

it.each([
  [{}, 'ok'],
  [{ ledger: false }, 'alarm: the ledger does not hold'],
  [{ custody: 'differs' }, 'alarm: the chain and the books do not agree'],
  [{ custody: 'uncompared' }, 'alarm: the chain could not be compared with the books lately'],
  [{ ledger: false, custody: 'differs' }, 'alarm: the ledger does not hold; the chain and the books do not agree'],
] as const)('of %j says "%s"', async (more, status) => {
  expect(await answer({ ...well, ...more })).toEqual({ statusCode: 200, kept: 'no-store', status });
});

it('is unavailable without its database or its exchange', async () => {
  for (const more of [{ database: false }, { venue: false }]) {
    expect(await answer({ ...well, ...more })).toEqual({
      ...{ statusCode: 503, kept: 'no-store', status: 'unavailable' },
      ...{ database: true, venue: true, ...more },
    });
  }
});
