// What every answer tells the browser, whatever it answers: pages, calls, refusals, faults, unknown paths.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callList } from '@cormorant/contract/calls.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, startApi } from './api-server.ts';

let api: ApiServer;
let secure: ApiServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(folder, 'assets', 'entry-a1b2c3.js'), 'export {};');
  api = await startApi({ WEB_DIST: folder });
  secure = await startApi({
    PUBLIC_URL: 'https://fish.example',
    PASSWORD_COST: 'full',
    SHELL_ORIGINS: 'capacitor://localhost',
  });
});
afterAll(async () => {
  await api.close();
  await secure.close();
  rmSync(folder, { recursive: true });
});

/** One of each kind of answer. */
const places: [string, string, RequestInit][] = [
  ['the app', '/', {}],
  ['a path of the app', '/login', {}],
  ['a file of the app', '/assets/entry-a1b2c3.js', {}],
  ['a file that is gone', '/assets/gone.js', {}],
  ['a call', '/api/index/status', {}],
  ['a refusal', '/api/index/privacy?type=x', {}],
  ['a call without a session', '/api/auth/profile', {}],
  ['a malformed header', '/api/auth/profile', { headers: { authorization: 'Basic x' } }],
  [
    'an unreadable body',
    '/api/login/account',
    { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
  ],
  [
    'a long body',
    '/api/login/account',
    { method: 'POST', body: 'x'.repeat(70_000), headers: { 'content-type': 'application/json' } },
  ],
  ['an unknown path', '/api/user/nothing', {}],
  ['the documents', '/api/docs', {}],
  ['health', '/healthz', {}],
  ['a preflight', '/api/user/index', { method: 'OPTIONS', headers: { origin: 'capacitor://localhost' } }],
];

describe.each(places)('%s', (_name, path, init) => {
  it('is framed, sniffed, referred to and opened by nobody', async () => {
    const { headers } = await fetch(api.url + path, init);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((rule) => {
        const [name = '', ...sources] = rule.trim().split(' ');
        return [name, sources.join(' ')];
      }),
    );
    expect(Object.fromEntries(policy)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      ...(path !== '/api/docs' && { 'require-trusted-types-for': "'script'", 'trusted-types': 'default' }),
    });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const crossOrigin = init.method === 'OPTIONS' ? 'cross-origin' : 'same-origin';
    expect(headers.get('cross-origin-resource-policy')).toBe(crossOrigin);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(headers.get('permissions-policy')).toContain(`${feature}=()`);
    }
    for (const name of ['set-cookie', 'server', 'x-powered-by', 'strict-transport-security']) {
      expect(headers.get(name), name).toBeNull();
    }
  });

  it('is kept by a cache only when its name says what is in it', async () => {
    const { headers } = await fetch(api.url + path, init);
    const rule = headers.get('cache-control');
    if (path === '/assets/entry-a1b2c3.js') expect(rule).toContain('immutable');
    else if (path.startsWith('/api') || path === '/healthz') expect(rule).toBe('no-store');
    else expect([null, 'no-cache']).toContain(rule);
  });
});

it('an address that is none is answered with the few that do not depend on it', async () => {
  const { status, headers } = await fetch(`${api.url}/api/%E0%A4%A`);
  expect(status).toBe(404);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

describe('an answer to a person', () => {
  it('is kept by nobody, whatever call it answers', async () => {
    for (const call of callList) {
      const { token } = await newPerson(api);
      const answer = await api.ask(call, {}, { token });
      expect(answer.headers.get('cache-control'), call.name).toBe('no-store');
      expect(answer.headers.get('content-type'), call.name).toBe('application/json; charset=utf-8');
    }
  });
});

describe('behind https', () => {
  it('tells browsers to stay there, for a year and below', async () => {
    for (const path of ['/healthz', '/api/index/status', '/nothing']) {
      const { headers } = await fetch(secure.url + path);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    }
  });
});

describe('other origins', () => {
  const ask = (path: string, origin: string, method = 'GET') =>
    fetch(secure.url + path, { method, headers: { origin, 'access-control-request-method': 'POST' } });

  it.each([
    'https://evil.example',
    'https://fish.example.evil.example',
    'https://evil-fish.example',
    'capacitor://localhost.evil.example',
    'capacitor://localhost:8080',
    'http://localhost',
    'null',
    '*',
  ])('such as %s read nothing', async (origin) => {
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await ask('/api/index/status', origin, method);
      for (const name of ['allow-origin', 'allow-headers', 'allow-methods', 'allow-credentials']) {
        expect(headers.get(`access-control-${name}`), name).toBeNull();
      }
    }
  });

  it('of the shell may call, with no credentials of the browser, and caches keep the answers apart', async () => {
    for (const path of ['/api/index/status', '/api/auth/profile', '/api/nothing']) {
      const { headers } = await ask(path, 'capacitor://localhost');
      expect(headers.get('access-control-allow-origin')).toBe('capacitor://localhost');
      expect(headers.get('vary')).toContain('Origin');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect((await ask('/healthz', 'capacitor://localhost')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

it('a long answer of a call travels compressed', async () => {
  const { headers } = await fetch(`${api.url}/api/market/botTypes`, { headers: { 'accept-encoding': 'br' } });
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'Accept-Encoding']);
});
