// What the HTTP door does before and around the calls: unknown paths, broken and oversized bodies, headers, documents,
// the web app's files, health.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { settableFields, userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { callList } from '@cormorant/contract/calls.ts';
import { type Validator, validate } from '@hyperjump/json-schema/openapi-3-1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, startApi, startTestVenue } from './api-server.ts';

let api: ApiServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cormorant-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(folder, 'assets', 'entry-a1b2c3.js'), 'export {};');
  writeFileSync(join(folder, 'logo.svg'), '<svg/>');
  api = await startApi({ WEB_DIST: folder });
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

describe('paths', () => {
  it.each([
    ['GET', '/api/user/nothing'],
    ['GET', '/api'],
    ['GET', '/api/login/account'],
    ['DELETE', '/api/login/account'],
    ['POST', '/strategy'],
    ['GET', '/assets/gone-123.js'],
    ['GET', '/api/%E0%A4%A'],
    ['GET', '//x'],
    ['GET', '/%5cx'],
    ['GET', '/%00'],
  ])('%s %s does not exist', async (method, path) => {
    expect(await api.send(method, path)).toMatchObject({ status: 404, code: 8005, msg: '接口不存在' });
    const english = await api.send(method, path, undefined, { lang: 'en' });
    expect(english).toMatchObject({ status: 404, code: 8005, msg: 'Interface does not exist', data: null });
  });

  it.each(['/', '/login', '/strategy/martin/local/grid-spot', '/strategy/detail/12'])('%s is the app', async (path) => {
    const response = await fetch(api.url + path, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(await response.text()).toContain('<title>app</title>');
  });

  it('keeps hashed files for ever and others not', async () => {
    const hashed = await fetch(`${api.url}/assets/entry-a1b2c3.js`);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toContain('javascript');
    expect((await fetch(`${api.url}/logo.svg`)).headers.get('cache-control')).toBe('no-cache');
  });

  it('answers a way out of its folder as no path', async () => {
    // As it stands: fetch would tidy the address up before it is sent.
    const { hostname, port } = new URL(api.url);
    const asked = get({ hostname, port, path: '/assets/%2e%2e/x' });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(404);
    expect(JSON.parse(await text(answer))).toMatchObject({ code: 8005, msg: '接口不存在' });
  });

  it('does not leave its folder', async () => {
    for (const path of ['/..%2f..%2fetc/passwd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/.env']) {
      const response = await fetch(api.url + path);
      expect(await response.text()).not.toContain('root:');
    }
  });
});

describe('bodies', () => {
  const path = '/api/login/account';
  it.each([
    ['half a document', '{"terminal":1,'],
    ['a word', 'hello'],
    ['a zero character', '{"terminal":1,"account":"a\\u0000b","password":"x"}'],
    ['a poisoned prototype', '{"__proto__":{"terminal":1}}'],
  ])('%s cannot be parsed', async (_name, body) => {
    expect(await api.send('POST', path, body)).toMatchObject({ status: 200, code: 7008, show: 1 });
  });

  it('are not read where nobody answers', async () => {
    expect(await api.send('POST', '/api/login/nothing', '{"terminal":1,')).toMatchObject({ status: 404, code: 8005 });
  });

  it('nor does a zero character pass in a query', async () => {
    const answer = await api.send('GET', '/api/market/symbols?exchange=local&keyword=%00');
    expect(answer).toMatchObject({ status: 200, code: 7008 });
  });

  it.each(['null', '[]', '"text"', '5'])('the document %s lacks everything', async (body) => {
    const answer = await api.send('POST', path, body, { lang: 'en' });
    expect(answer.status).toBe(200);
    expect([103, 7001]).toContain(answer.code);
  });

  it('of another type cannot be parsed', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(await api.send('POST', path, 'terminal=1', { headers })).toMatchObject({ status: 200, code: 7008 });
  });

  it('above 64 KiB are refused', async () => {
    const answer = await api.send('POST', path, { terminal: 1, account: 'x'.repeat(70_000) }, { lang: 'en' });
    expect(answer).toMatchObject({ status: 413, code: 7006, data: { field: 'body', max: 65_536 } });
  });

  it('may hold fields nobody knows', async () => {
    const body = { terminal: 1, account: 'nobody_x', password: 'wrong4Word', nonsense: { deep: [1] }, constructor: 1 };
    expect((await api.send('POST', path, body)).code).toBe(1002);
  });
});

describe('headers', () => {
  it('allow no inline script, no frame, no sniffing', async () => {
    for (const path of ['/', '/api/index/status', '/api/docs', '/nothing.here']) {
      const { headers } = await fetch(api.url + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it('open the API to the native shell and to no other origin', async () => {
    const ask = (origin: string, method = 'OPTIONS') =>
      fetch(`${api.url}/api/user/index`, { method, headers: { origin, 'access-control-request-method': 'GET' } });
    const shell = await ask('capacitor://localhost');
    expect(shell.status).toBe(204);
    expect(shell.headers.get('access-control-allow-origin')).toBe('capacitor://localhost');
    expect(shell.headers.get('access-control-allow-headers')).toContain('authorization');
    const evil = await ask('https://evil.example');
    expect(evil.headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask('https://evil.example', 'GET')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('documents', () => {
  it('describe every call once', async () => {
    const response = await fetch(`${api.url}/api/docs/json`);
    const spec = (await response.json()) as {
      openapi: string;
      paths: Record<string, Record<string, { operationId: string; description: string }>>;
    };
    expect(spec.openapi).toBe('3.1.0');
    const described = Object.values(spec.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(described.sort()).toEqual(callList.map((call) => call.name).sort());
    expect(spec.paths['/api/user/botInfo']?.['get']?.description).toContain('4001 bot_not_found');
  });

  it('are valid OpenAPI 3.1 by its published schema, schemas within included', async () => {
    const document = (await (await fetch(`${api.url}/api/docs/json`)).json()) as Parameters<Validator>[0];
    expect(await faultsOf(document)).toEqual([]);
    // The same judge refuses a tuple as earlier versions of JSON Schema wrote it.
    const schema = { type: 'array', items: [{ type: 'string' }] };
    const get = { responses: { 200: { description: '', content: { 'application/json': { schema } } } } };
    const old = { openapi: '3.1.0', info: { title: '', version: '1' }, paths: { '/': { get } } };
    expect((await faultsOf(old)).some((fault) => fault.includes('/schema/items'))).toBe(true);
  });

  it('state of every array what its items are, as a schema of fields', async () => {
    const document = (await (await fetch(`${api.url}/api/docs/json`)).json()) as object;
    const arrays = arraysIn(document);
    expect(arrays.filter(({ prefixItems }) => prefixItems !== undefined).length).toBeGreaterThan(1);
    for (const array of arrays) expect(array).toMatchObject({ items: expect.any(Object) });
    // What stands behind the last place of a tuple is forbidden by its length.
    for (const { prefixItems, maxItems } of arrays) if (prefixItems) expect(maxItems).toBe(prefixItems.length);
  });

  it('describe each choice of a request that is one of several', async () => {
    const spec = (await (await fetch(`${api.url}/api/docs/json`)).json()) as {
      paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { oneOf: Choice[] } }> } } }>;
    };
    type Choice = { properties: { field: { enum: string[] } }; required: string[] };
    const body = spec.paths[userSetInfo.path]?.post.requestBody.content['application/json']?.schema;
    const fields = body?.oneOf.map((choice) => choice.properties.field.enum);
    expect(fields).toEqual(settableFields.options.map((choice) => choice.shape.field.def.values));
    for (const choice of body?.oneOf ?? []) expect(choice.required).toEqual(['field', 'value']);
  });

  it('are a page without inline script', async () => {
    const page = await (await fetch(`${api.url}/api/docs`)).text();
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)</g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, inline] of scripts) {
      expect(attributes).toContain('src=');
      expect(inline?.trim()).toBe('');
    }
  });
});

/** Where a document breaks the schema that the OpenAPI Initiative publishes for its version. */
async function faultsOf(document: Parameters<Validator>[0]): Promise<string[]> {
  const published = 'https://spec.openapis.org/oas/3.1/schema-base';
  const answer = await validate(published, document, 'BASIC');
  if (answer.valid) return [];
  const faults = (answer.errors ?? []).map(({ instanceLocation, keyword }) => `${instanceLocation} ${keyword}`);
  return faults.length > 0 ? faults : ['without a reason'];
}

interface ArraySchema {
  readonly type: 'array';
  readonly items?: unknown;
  readonly prefixItems?: readonly unknown[];
  readonly maxItems?: number;
}

function arraysIn(part: object): ArraySchema[] {
  const within = Object.values(part).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null ? arraysIn(one) : [],
  );
  return 'type' in part && part.type === 'array' ? [part as ArraySchema, ...within] : within;
}

describe('faults', () => {
  it('of our own tell a trace and nothing else, and the log tells the cause', async () => {
    const person = await newPerson(api);
    await api.pool.query('alter table sessions rename to sessions_away');
    try {
      const answer = await api.send('GET', '/api/auth/profile', undefined, { token: person.token, lang: 'en' });
      expect(answer).toMatchObject({ status: 500, code: 9008, msg: 'Server error' });
      expect(Object.keys(answer.data as object)).toEqual(['trace']);
      expect(JSON.stringify(answer)).not.toContain('sessions');
    } finally {
      await api.pool.query('alter table sessions_away rename to sessions');
    }
  });
});

describe('health', () => {
  it('is good only while the database and the exchange answer', async () => {
    const without = await fetch(`${api.url}/healthz`);
    expect(without.status).toBe(503);
    expect(await without.json()).toEqual({ status: 'unavailable', database: true, venue: false });
    const venue = await startTestVenue();
    const whole = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
    try {
      const health = async () => (await fetch(`${whole.url}/healthz`)).json();
      await expect.poll(health, { timeout: 5_000 }).toEqual({ status: 'ok' });
      await venue.stop();
      whole.clock.advance(11_000);
      await expect.poll(health, { timeout: 5_000 }).toMatchObject({ venue: false });
    } finally {
      await whole.close();
    }
  });
});
