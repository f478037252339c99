// The built web app as it is served: how long each file may be kept, and which origins the page may ask.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setSecurityHeaders } from './security-headers.ts';
import { serveWeb } from './web-files.ts';

let folder: string;
let app: FastifyInstance;

async function serve(ossOrigin: string | null): Promise<void> {
  app = Fastify();
  await setSecurityHeaders(app, { https: false, shellOrigins: [], ossOrigin });
  await serveWeb(app, folder);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-web-'));
  for (const [path, text] of Object.entries({
    'index.html': '<!doctype html>',
    'assets/entry-abc.js': '1',
    'updates/update.json': '{"version":"1.0.9"}',
  })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

describe('the built web app', () => {
  it.each([
    ['/assets/entry-abc.js', 200, 'public, max-age=31536000, immutable'],
    ['/updates/update.json', 200, 'no-store'],
    ['/index.html', 200, 'no-cache'],
    ['/setting', 200, 'no-cache'],
    ['/updates/other.json', 404, undefined],
    ['/updates/anything', 404, undefined],
  ])('answers %s with %d and %s', async (url, status, rule) => {
    await serve(null);
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([status, rule]);
  });

  it('may ask our own origin, and the object storage where there is one', async () => {
    await serve(null);
    expect((await app.inject('/')).headers['content-security-policy']).toMatch(/connect-src 'self'(;|$)/);
    await app.close();
    await serve('https://oss.example');
    expect((await app.inject('/')).headers['content-security-policy']).toMatch(
      /connect-src 'self' https:\/\/oss\.example(;|$)/,
    );
  });
});
