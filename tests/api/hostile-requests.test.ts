// Requests that no client of ours makes: other methods, doubled keys, poisoned and bottomless documents, other types,
// charsets and encodings, long heads, bodies that never come. Each is answered inside the envelope, and none is a fault.
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { codesOf } from '@cormorant/contract/call.ts';
import { callList } from '@cormorant/contract/calls.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type ApiServer, newPerson, queryText, startApi } from './api-server.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const loginPath = '/api/login/account';
const stranger = { terminal: 1, account: 'nobody_here', password: 'wrong4Word' };

/** Sends bytes and answers what came back until the connection ended. */
async function raw(text: string | Buffer, withinMs = 15_000): Promise<string> {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname);
  let said = '';
  socket.on('data', (chunk) => {
    said += String(chunk);
  });
  await once(socket, 'connect');
  socket.write(text);
  const timer = setTimeout(() => socket.destroy(new Error(`no end within ${withinMs} ms`)), withinMs);
  await once(socket, 'close');
  clearTimeout(timer);
  return said;
}

function envelopeOf(answer: string): Record<string, unknown> {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Record<string, unknown>;
}

describe('another method', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'])('%s is no sign-in', async (method) => {
    const response = await fetch(api.url + loginPath, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(!['GET', 'HEAD'].includes(method) && { body: JSON.stringify(stranger) }),
    });
    expect(response.status).toBe(404);
    const text = await response.text();
    if (method !== 'HEAD') expect(JSON.parse(text)).toMatchObject({ code: 8005, data: null });
  });

  it('is not reached by naming it', async () => {
    const { token } = await newPerson(api);
    const names = { 'x-http-method-override': 'POST', 'x-method-override': 'POST', 'x-http-method': 'DELETE' };
    for (const path of ['/api/login/logout?_method=POST', '/api/login/logout']) {
      const answer = await api.send('GET', path, undefined, { token, headers: names });
      expect(answer).toMatchObject({ status: 404, code: 8005 });
    }
    const asked = await api.send('GET', '/api/user/sessions?others=1', undefined, { token, headers: names });
    expect(asked.code).toBe(1);
    expect((await api.send('GET', '/api/auth/profile', undefined, { token })).code).toBe(1);
  });
});

describe('keys', () => {
  const withQuery = callList.filter((call) => call.query !== undefined && !(call.query instanceof z.ZodUndefined));

  it.each(withQuery.map((call) => [call.name, call] as const))(
    'given twice to %s are a refusal',
    async (_name, call) => {
      const { token } = await newPerson(api);
      const json = z.toJSONSchema(call.query as z.ZodType, { io: 'input', unrepresentable: 'any' });
      for (const key of Object.keys(json.properties ?? {})) {
        const text = queryText({ [key]: ['1', '2'] });
        const answer = await api.send(call.method, call.path + text, call.body ? {} : undefined, { token });
        expect(answer.status, key).toBe(200);
        expect(answer.code, key).not.toBe(1);
        expect(codesOf(call), key).toContain(answer.code);
      }
    },
  );

  it.each([
    '{"__proto__":{"terminal":1}}',
    '{"terminal":1,"account":"a","password":"b","__proto__":{"agree":1}}',
    '{"constructor":{"prototype":{"terminal":1}}}',
    '{"terminal":1,"proof":{"__proto__":{"password":"x"}}}',
  ])('that reach for the prototype are unreadable: %s', async (body) => {
    expect(await api.send('POST', loginPath, body)).toMatchObject({ status: 200, code: 7008 });
  });

  it('that reach for the prototype in an address change nothing', async () => {
    const paths = ['__proto__[type]=terms', '__proto__=1', 'constructor[prototype][type]=x', 'type[__proto__]=terms'];
    for (const query of paths) {
      const answer = await api.send('GET', `/api/index/privacy?${query}`);
      expect(answer).toMatchObject({ status: 200, code: 1, data: { type: 'privacy' } });
    }
    expect(({} as { type?: unknown }).type).toBeUndefined();
  });

  it('of Object are no fields', async () => {
    const body = { ...stranger, toString: 1, hasOwnProperty: 'x', valueOf: null };
    expect((await api.send('POST', loginPath, body)).code).toBe(1002);
    const { token } = await newPerson(api);
    for (const field of ['constructor', 'toString', '__proto__', 'password_hash', 'is_partner', 'status', 'sn']) {
      const answer = await api.send('POST', '/api/user/setInfo', { field, value: 1 }, { token });
      expect(answer, field).toMatchObject({ status: 200, code: 1301 });
    }
  });
});

describe('a bottomless document', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const deepObject = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  it.each(callList.filter((call) => call.body !== undefined).map((call) => [call.name, call] as const))(
    'is no fault of %s',
    async (_name, call) => {
      const json = z.toJSONSchema(call.body as z.ZodType, { io: 'input', unrepresentable: 'any' });
      const keys = Object.keys(json.properties ?? { field: 1, value: 1, proof: 1 });
      const bodies = [
        deep(30_000),
        deepObject(9_000),
        ...keys.flatMap((key) => [`{"${key}":${deep(20_000)}}`, `{"${key}":${deepObject(8_000)}}`]),
      ];
      for (const body of bodies) {
        const { token } = await newPerson(api);
        const answer = await api.send(call.method, call.path, body, { token });
        // A door with a narrower limit says so before it reads.
        expect([200, 413], body.slice(0, 40)).toContain(answer.status);
        expect(answer.status === 413 ? [7006] : codesOf(call)).toContain(answer.code);
        expect(answer.code).not.toBe(1);
      }
    },
  );
});

it('a bot whose parameters have no bottom is refused, not stored and no fault', async () => {
  const { token } = await newPerson(api);
  const bot = { type_id: 3, exchange: 'local', market: 'spot', symbol: 'BTC/USDT', investment: '1000', risk_ack: 1 };
  for (const levels of [2_000, 8_000, 30_000]) {
    const body = JSON.stringify({ ...bot, params: 'HERE' }).replace(
      '"HERE"',
      `{"lower":"1","upper":"2","grid_levels":5,"deep":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    );
    const answer = await api.send('POST', '/api/user/botCreate', body, { token });
    expect(answer.status, `${levels} levels`).toBe(200);
    expect(answer.code).not.toBe(1);
  }
});

describe('another kind of body', () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    'x',
    '*/*',
  ];
  it.each(types)('%s cannot be parsed', async (type) => {
    const answer = await api.send('POST', loginPath, JSON.stringify(stranger), { headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 200, code: 7008 });
  });

  it.each(['utf-16', 'utf-7', 'latin1', 'x-unknown'])('called %s is read as UTF-8 all the same', async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` };
    expect((await api.send('POST', loginPath, JSON.stringify(stranger), { headers })).code).toBe(1002);
    const utf16 = await fetch(api.url + loginPath, {
      method: 'POST',
      headers,
      body: Buffer.from(JSON.stringify(stranger), 'utf16le'),
    });
    expect(await utf16.json()).toMatchObject({ code: 7008 });
  });

  it.each(['gzip', 'deflate', 'br'])('packed by %s is not unpacked', async (encoding) => {
    const bomb = gzipSync(JSON.stringify({ ...stranger, pad: ' '.repeat(20_000_000) }));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const response = await fetch(api.url + loginPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: bomb,
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ code: 7008 });
  });

  it('of broken or lonely characters finds nobody and breaks nothing', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"terminal":1,"account":"'),
      Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0, 0x80]),
      Buffer.from('","password":"wrong4Word"}'),
    ]);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(api.url + loginPath, { method: 'POST', headers, body: broken });
    expect(await answer.json()).toMatchObject({ code: 1002 });
    const lonely = '{"terminal":1,"account":"a\\ud800b","password":"wrong\\udc004Word"}';
    expect((await api.send('POST', loginPath, lonely)).code).toBe(1002);
    const { token } = await newPerson(api);
    const body = '{"field":"nickname","value":"bird\\ud83d"}';
    expect([1, 7004]).toContain((await api.send('POST', '/api/user/setInfo', body, { token })).code);
  });
});

describe('bytes that are no request', () => {
  const head = `POST ${loginPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const cases: [string, string, string, number][] = [
    ['noise', '\u0001\u0002noise\r\n\r\n', '400 Bad Request', 7008],
    ['a head above 16 KiB', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`, '431', 7006],
    [
      'an address above 16 KiB',
      `GET /api/index/privacy?type=${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      '431',
      7006,
    ],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`, '400 Bad Request', 7008],
    ['a length and chunks', `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, '400', 7008],
    ['a negative length', `${head}Content-Length: -5\r\n\r\n`, '400 Bad Request', 7008],
    ['a bare line feed in a header', `GET / HTTP/1.1\r\nHost: x\r\nX-A: b\rc\r\n\r\n`, '400 Bad Request', 7008],
  ];
  it.each(cases)('%s end the connection inside the envelope', async (_name, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(answer).toMatch(/\r\nConnection: close\r\n/i);
    expect(envelopeOf(answer)).toMatchObject({ code, show: 1, msg: expect.any(String) });
  });

  it('that never end are not waited for', async () => {
    const [endlessHead, noBody] = await Promise.all([
      raw('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ', 40_000),
      raw(`${head}Content-Length: 50\r\n\r\n{"terminal":`, 40_000),
    ]);
    for (const answer of [endlessHead, noBody]) {
      expect(answer).toContain('HTTP/1.1 408 Request Timeout');
      expect(envelopeOf(answer)).toMatchObject({ code: 9006, show: 1 });
    }
  });
});

describe('sizes', () => {
  it('of pages above 100 are taken as 100, below 1 refused', async () => {
    const { token } = await newPerson(api);
    const list = async (query: string) => api.send('GET', `/api/user/botActions?${query}`, undefined, { token });
    expect(await list('page_size=100000')).toMatchObject({ code: 1, data: { page_size: 100 } });
    for (const query of ['page_size=0', 'page_size=-1', 'page=0']) expect((await list(query)).code).toBe(7006);
    for (const query of ['page_size=1e9', 'page_size=NaN', 'page=0x1']) expect((await list(query)).code).toBe(7004);
    expect(await list('page=9007199254740991')).toMatchObject({ code: 1, data: { list: [] } });
  });

  it('of bodies are at most 64 KiB, announced or not', async () => {
    const body = JSON.stringify({ ...stranger, pad: 'x'.repeat(65_536) });
    const limit = { status: 413, code: 7006, data: { field: 'body', max: 65_536 } };
    expect(await api.send('POST', loginPath, body)).toMatchObject(limit);
    const chunked = await fetch(api.url + loginPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect({ status: chunked.status, ...((await chunked.json()) as object) }).toMatchObject(limit);
  });
});
