// Secrets that stand out, sent through every call in every way a request can succeed, be refused or fail: none of them is
// found in the log, in an answer, in a push frame or in the database, and none ever has a place in an address.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callList } from '@cormorant/contract/calls.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as z from 'zod';
import { exchangeUrls, type FakeExchange, fakeKey, startFakeExchange } from './fake-exchange.ts';
import { vaultFile } from './key-rig.ts';
import { type LoggedServer, type Said, startLoggedServer } from './logged-server.ts';
import { newWallet } from './wallets.ts';

const MARK = 'canary7';
/** What a client sends. Those of digits are looked for as whole numbers. */
const sent = {
  password: `${MARK}Password`,
  confirm: `${MARK}Confirm`,
  old_password: `${MARK}Before`,
  payment: '736491',
  old_payment: '964217',
  code: '582047',
  old_code: '270584',
  signature: `0x${'c4'.repeat(65)}`,
  message: `${MARK}Message`,
  apiKey: `${MARK}ApiKeyOfAnExchange`,
  api_key: `${MARK}Api_Key`,
  secretKey: `${MARK}SecretKey`,
  secret_key: `${MARK}Secret_Key`,
  passphrase: `${MARK}Phrase`,
};
const strayToken = `${MARK}Token${'x'.repeat(31)}`; // 43 characters, none of ours
const wallet = newWallet();

/** What the server made and told its owner alone. */
const issued = new Set<string>();

let server: LoggedServer;
let exchange: FakeExchange;
let frames = '';
let socket: WebSocket;
let token = '';
const headersOf = (value: string) => ({ authorization: `Bearer ${value}`, 'x-lang': 'en' });

interface Entered {
  readonly token: string;
  readonly account: string;
}

async function enter(name: string): Promise<Entered> {
  const body = { terminal: 1, account: name, password: sent.password, confirm: sent.password };
  const answer = await server.send('POST', '/api/login/register', body, { 'x-lang': 'en' });
  const made = String(answer.data['token']);
  expect(made).toHaveLength(43);
  issued.add(made);
  return { token: made, account: name };
}

/** Bodies of many shapes; what a call does not know of them it must forget. */
function bodiesOf(path: string): unknown[] {
  const all = { ...sent, proof: { ...sent }, value: { ...sent, email: 'bird@example.org', account: 'canary_b' } };
  const account = { terminal: 1, account: 'canary_bird', address: wallet.address, referrer: '', agree: 1 };
  const bodies: unknown[] = [
    { ...account, ...all },
    { ...account, ...all, confirm: sent.password },
    { ...account, password: sent.old_password },
    { ...sent, params: { ...sent } },
    { proof: { payment: sent.payment }, ...account, signature: sent.signature },
    { password: { deep: { ...sent } }, payment: [sent.payment] },
    { [sent.password]: 1, [sent.payment]: 1 },
  ];
  if (path.endsWith('/setInfo')) {
    for (const field of ['nickname', 'email', 'email_code', 'account', 'mobile', 'referral', sent.password]) {
      bodies.push({ field, value: all.value, proof: all.proof }, { field, value: sent.signature });
    }
  }
  if (path.endsWith('/changePayment')) {
    for (const mode of ['set', 'change', 'reset']) {
      bodies.push({ ...sent, mode, confirm: sent.payment }, { mode, payment: sent.payment, confirm: sent.old_payment });
    }
  }
  return bodies;
}

/** A client that misbehaves puts its secrets into the address. */
const leakyQuery = `?${new URLSearchParams({ ...sent, token: strayToken, authorization: `Bearer ${strayToken}` })}`;

async function driveCall(method: string, path: string, bearer: string): Promise<void> {
  const reads = method === 'GET';
  for (const headers of [headersOf(bearer), headersOf(strayToken), {}]) {
    await server.send(method, path + leakyQuery, undefined, headers);
    if (reads) continue;
    for (const body of bodiesOf(path)) await server.send(method, path, body, headers);
  }
  if (reads) return;
  const whole = JSON.stringify(sent);
  await server.send(method, path, whole.slice(0, -3), headersOf(bearer)); // half a document
  await server.send(method, path, `${whole.slice(0, -1)},"pad":"${'x'.repeat(70_000)}"}`, headersOf(bearer)); // too long
  await server.send(method, path, whole, { ...headersOf(bearer), 'content-type': 'text/plain' });
  await server.send(method, path, `{"__proto__":${whole}}`, headersOf(bearer));
  await server.send(method, path, whole, { authorization: `Bearer ${strayToken} ${sent.password}` });
}

/** Calls that end the session get one of their own. */
const endsSession = new Set(['loginLogout', 'userSessionRevoke', 'userChangePassword']);
let drives = 0;

async function driveAll(): Promise<void> {
  for (const call of callList) {
    drives += 1;
    const bearer = endsSession.has(call.name) ? (await enter(`canary_${drives}`)).token : token;
    await driveCall(call.method, call.path, bearer);
  }
}

/** Shorter, while nobody new can enter. */
async function driveBroken(): Promise<void> {
  for (const { name, method, path } of callList) {
    if (endsSession.has(name)) continue;
    const bodies = method === 'GET' ? [undefined] : bodiesOf(path);
    for (const body of bodies) await server.send(method, path + leakyQuery, body, headersOf(token));
  }
}

/** Keys that are kept, refused, and tried at an exchange that repeats what it was sent, or does not answer. */
async function bindKeys(headers: Record<string, string>): Promise<void> {
  const { apiKey, passphrase, secretKey } = sent;
  const bind = (exchangeId: string, more: Record<string, unknown> = {}) =>
    server.send('POST', '/api/exchanges/bind', { exchangeId, apiKey, secretKey, passphrase, ...more }, headers);
  exchange.keys = (['okx', 'bybit'] as const).map((code) =>
    fakeKey(code, { key: apiKey, secret: secretKey, passphrase }),
  );
  for (const code of ['okx', 'bybit']) expect((await bind(code)).code).toBe(1);
  await bind('bybit', { secretKey: sent.secret_key });
  await bind('gate', { apiKey: sent.api_key });
  exchange.instead = [400, { code: -1100, msg: `Illegal characters in ${apiKey} ${secretKey}`, retMsg: apiKey }];
  for (const code of ['binance', 'okx', 'bybit', 'bitget', 'gate']) await bind(code);
  for (const said of [apiKey, secretKey, passphrase]) {
    exchange.instead = [400, { code: said, retCode: said, label: said }];
    for (const code of ['binance', 'okx', 'bybit', 'bitget', 'gate']) await bind(code);
  }
  exchange.instead = [500, `<html>${apiKey} ${secretKey} ${passphrase}</html>`];
  await bind('bybit');
  exchange.instead = null;
  const shown = await server.send('GET', '/api/user/api', undefined, headers);
  expect(shown.text).toContain('cana****');
}

/** Everything the server can be made to keep for somebody. */
async function liveThrough(): Promise<void> {
  const person = await enter('canary_keeper');
  const mine = headersOf(person.token);
  const send = (path: string, body: unknown) => server.send('POST', `/api${path}`, body, mine);
  await send('/user/changePayment', {
    mode: 'set',
    payment: sent.payment,
    confirm: sent.payment,
    password: sent.password,
  });
  await send('/user/setInfo', { field: 'email_code', value: 'keeper@example.org' });
  await vi.waitFor(() => expect(codesOfMails()).not.toEqual([]), { timeout: 30_000 });
  const [code] = codesOfMails();
  const bound = await send('/user/setInfo', {
    field: 'email',
    value: { email: 'keeper@example.org', code },
    proof: { password: sent.password },
  });
  expect(bound.code).toBe(1);
  const reset = await send('/login/reset', { account: 'canary_keeper' });
  expect(reset.data['ticket']).toHaveLength(43);
  issued.add(String(reset.data['ticket']));
  const nonce = await server.send('GET', `/api/login/nonce?address=${wallet.address}&purpose=bind`, undefined, mine);
  const signature = await wallet.sign(String(nonce.data['message']));
  issued.add(signature);
  await send('/user/bind', { address: wallet.address, signature, proof: { password: sent.password } });
  await bindKeys(mine);
  const login = await server.send('POST', '/api/login/account', {
    terminal: 1,
    account: person.account,
    password: sent.password,
  });
  issued.add(String(login.data['token']));
}

/** Faults whose words hold the row or the value that was in the way. */
async function breakTheDatabase(): Promise<void> {
  const broken = async (breaking: string, mending: string, work: () => Promise<unknown>): Promise<void> => {
    await server.pool.query(breaking);
    try {
      await work();
    } finally {
      await server.pool.query(mending);
    }
  };
  const fresh = { terminal: 1, account: 'canary_row', password: sent.password, confirm: sent.password };
  await broken(
    "alter table users add constraint no_canary check (account <> 'canary_row') not valid",
    'alter table users drop constraint no_canary',
    () => server.send('POST', '/api/login/register', fresh),
  );
  await broken(
    'alter table sessions add constraint no_more check (false) not valid',
    'alter table sessions drop constraint no_more',
    () => server.send('POST', '/api/login/register', { ...fresh, account: 'canary_row2' }),
  );
  for (const table of ['users', 'sessions', 'login_attempts', 'login_nonces']) {
    await broken(
      `alter table ${table} rename to ${table}_away`,
      `alter table ${table}_away rename to ${table}`,
      driveBroken,
    );
  }
}

beforeAll(async () => {
  exchange = await startFakeExchange();
  server = await startLoggedServer({ VAULT_KEY_FILE: vaultFile(), EXCHANGE_URLS: exchangeUrls(exchange) });
  socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  socket.on('message', (data) => {
    frames += `${String(data)}\n`;
  });
  await new Promise((resolve) => socket.once('open', resolve));
  token = (await enter('canary_bird')).token;
  socket.send(JSON.stringify({ op: 'auth', token }));
  const other = new WebSocket(`${server.url.replace('http', 'ws')}/ws`);
  other.on('message', (data) => {
    frames += `${String(data)}\n`;
  });
  await new Promise((resolve) => other.once('open', resolve));
  for (const frame of [
    { op: 'auth', token: strayToken },
    { op: sent.password, ...sent },
    { op: 'sub', ch: [sent.code] },
  ]) {
    other.send(JSON.stringify(frame));
  }
  await driveAll();
  await liveThrough();
  await breakTheDatabase();
}, 300_000);
afterAll(async () => {
  socket.terminate();
  await server.close();
  await exchange.close();
});

/** Which of the secrets a text holds, by name; also as hex, as bytes are dumped. */
function found(text: string, secrets: Iterable<readonly [string, string]>): string[] {
  const names: string[] = [];
  for (const [name, value] of secrets) {
    const asHex = Buffer.from(value).toString('hex');
    const whole = /^\d+$/.test(value) ? new RegExp(`(?<![\\d.])${value}(?![\\d.])`).test(text) : text.includes(value);
    if (whole || text.includes(asHex)) names.push(name);
  }
  return names;
}

const everySecret = (): [string, string][] => [
  ...Object.entries(sent),
  ['stray token', strayToken],
  ['pepper', 'c0c0c0c0c0c0'],
  ...[...issued].map((value): [string, string] => ['issued', value]),
  ...codesOfMails().map((value): [string, string] => ['mailed code', value]),
];

function codesOfMails(): string[] {
  return server.mails.flatMap((mail) => [...mail.matchAll(/^(\d{6})\r?$/gm)].map(([, code]) => String(code)));
}

const faults = (): Said[] => server.answers.filter((answer) => answer.status >= 500);

describe('the ways that were taken', () => {
  it('end in successes, refusals, unreadable bodies, long bodies, bad headers and faults of ours', () => {
    const codes = new Set(server.answers.map((answer) => answer.code));
    for (const code of [1, 101, 102, 1002, 1107, 7003, 7008, 9008]) expect(codes, `code ${code}`).toContain(code);
    const statuses = new Set(server.answers.map((answer) => answer.status));
    for (const status of [200, 401, 413, 500]) expect(statuses).toContain(status);
    const paths = new Set(server.answers.map((answer) => answer.path.split('?')[0]));
    for (const call of callList) expect(paths).toContain(call.path);
    expect(server.answers.length).toBeGreaterThan(800);
    expect(faults().length).toBeGreaterThan(50);
  });

  it('leave traces that could have held a secret: this search does find what is there', async () => {
    expect(server.log().match(/request failed/g)?.length).toBe(faults().length);
    expect(found(await server.dump(), [['account', 'canary_keeper']])).toEqual(['account']);
    expect(found(frames, [['answer', '"ok":1']])).toEqual(['answer']);
    expect(codesOfMails().length).toBeGreaterThan(0);
    expect(found(`{"at":736491}`, Object.entries(sent))).toEqual(['payment']);
    expect(found(Buffer.from(sent.password).toString('hex'), Object.entries(sent))).toEqual(['password']);
  });
});

describe('no secret is found', () => {
  it('in the log', () => {
    expect(found(server.log(), everySecret())).toEqual([]);
    expect(server.log()).not.toMatch(/argon2|Failing row/);
  });

  it('in an answer, but the token, the ticket and the text to sign that their owner asked for', () => {
    for (const { method, path, text, data } of server.answers) {
      const own = new Set([data['token'], data['ticket'], data['message'], data['nonce']]);
      const others = everySecret().filter(([, value]) => !own.has(value));
      expect(found(text, others), `${method} ${path.split('?')[0]}: ${text.slice(0, 300)}`).toEqual([]);
    }
  });

  it('in an answer to a fault, which tells a trace and no cause', () => {
    for (const { text, data } of faults()) {
      expect(Object.keys(data)).toEqual(['trace']);
      expect(text).not.toMatch(/users|sessions|relation|select|constraint|\bat /i);
    }
  });

  it('in a push frame', () => {
    expect(found(frames, everySecret())).toEqual([]);
  });

  it('in the database, but in mails that still wait to be sent', async () => {
    const dump = await server.dump();
    const kept = dump.split('\n').filter((line) => !line.startsWith('mail_outbox.body='));
    const secrets = everySecret().filter(([, value]) => value !== 'c0c0c0c0c0c0');
    expect(found(kept.join('\n'), secrets)).toEqual([]);
    expect(dump).toContain('$argon2id$');
  });
});

describe('an address', () => {
  const secretField = /pass|confirm|payment|code|signature|token|secret|authorization|nonce|key$|api_?key/i;

  it('of a call has no field for a secret', () => {
    for (const call of callList) {
      if (call.query === undefined || call.query instanceof z.ZodUndefined) continue;
      const json = z.toJSONSchema(call.query, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
      const fields = Object.keys(json.properties ?? {}).filter((field) => secretField.test(field));
      expect(fields, call.name).toEqual([]);
      // The token of a webhook is the address: it is kept as a hash, and no log has the addresses of requests.
      // A number is no secret either.
      const { inPath } = call;
      if (call.byToken === undefined && inPath !== 'id') expect(call.path).not.toMatch(/[:{*]/);
    }
  });

  it('is made by the web in four places only: calls, files, the socket and the release file', () => {
    const folder = join(import.meta.dirname, '../../apps/web/src');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.tsx?$/.test(file) && !file.includes('.test.'),
    );
    expect(files.length).toBeGreaterThan(100);
    const makes = /\bfetch\(|URLSearchParams|new (WebSocket|EventSource|XMLHttpRequest)|sendBeacon/;
    const making = files.filter((file) =>
      makes.test(readFileSync(join(folder, file), 'utf8').replace(/\.\w*fetch\(/gi, '')),
    );
    expect(making.sort()).toEqual([
      'lib/api/client.ts',
      'lib/api/file.ts',
      'lib/socket/shake-hands.ts',
      'lib/socket/socket.ts',
      'lib/update/fetch-update.ts',
    ]);
    for (const file of making) {
      const text = readFileSync(join(folder, file), 'utf8');
      for (const [address] of text.matchAll(/[`'"]\/(ws|api|updates)[^`'"]*[`'"]/g)) {
        expect(address, file).not.toMatch(/token|bearer|password/i);
      }
    }
  });
});
