// Long answers of the API as they travel: compressed for whoever takes it, the same text for everybody.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compressAnswers, encodingFor, smallestBytes } from './compress-answers.ts';

const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: '鱼鹰', status: 'running' }));
let app: FastifyInstance;

beforeEach(() => {
  app = Fastify();
  void app.register(async (scope) => {
    compressAnswers(scope);
    scope.get('/api/long', async (_request, reply) => {
      reply.header('vary', 'Origin');
      return { rows };
    });
    scope.get('/api/short', async () => ({ name: 'x'.repeat(smallestBytes / 2) }));
  });
});
afterEach(() => app.close());

const ask = (url: string, accepted?: string) =>
  app.inject({ url, ...(accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } }) });

describe('a long answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('for a client that takes %s travels as %s, much shorter', async (accepted, encoding, unpack) => {
    const answer = await ask('/api/long', accepted);
    const text = unpack(answer.rawPayload);
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.rawPayload.length),
      vary: 'Origin, Accept-Encoding',
    });
    expect(JSON.parse(text.toString())).toEqual({ rows });
    expect(answer.rawPayload.length * 5).toBeLessThan(text.length);
  });

  it.each([[undefined], ['identity'], ['deflate'], ['gzip;q=0, br;q=0.000']])(
    'stays as it is for %s',
    async (accepted) => {
      const answer = await ask('/api/long', accepted);
      expect(answer.headers['content-encoding']).toBeUndefined();
      expect(answer.headers['vary']).toBe('Origin, Accept-Encoding');
      expect(answer.json()).toEqual({ rows });
    },
  );
});

it('leaves a short answer alone', async () => {
  const answer = await ask('/api/short', 'br');
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['vary']).toBeUndefined();
});

it('knows names in any case and takes no part of another name', () => {
  expect(encodingFor('GZIP')).toBe('gzip');
  expect(encodingFor('x-br, pgzip')).toBeNull();
  expect(encodingFor('br;q=1.0')).toBe('br');
});
