// Every way a session can be ended by somebody closes its socket within a second and says why; the session that did it,
// where there is one, goes on.
import { loginAccount, loginLogout, loginReset } from '@cormorant/contract/calls/identity.ts';
import { userSessionRevoke, userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userBind, userChangePassword } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { stretchedMs } from '../../tools/test-yardstick.ts';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { askReset, codeSentTo, withEmail } from './local-mails.ts';
import { newWallet, newWalletPerson, nonceFor } from './wallets.ts';

let api: ApiServer;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});
afterAll(() => api.close());

interface Listening {
  readonly closed: Promise<{ code: number; said: number[]; atMs: number }>;
  isOpen(): boolean;
}

async function listen(token: string): Promise<Listening> {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/ws`);
  sockets.push(socket);
  const said: number[] = [];
  const closed = new Promise<{ code: number; said: number[]; atMs: number }>((resolve) => {
    socket.on('close', (code) => resolve({ code, said, atMs: performance.now() }));
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ op: 'auth', token })));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { op?: string; code?: number };
      if (frame.op === 'auth') resolve();
      if (frame.code !== undefined) said.push(frame.code);
    });
  });
  return { closed, isOpen: () => socket.readyState === socket.OPEN };
}

async function signIn({ account, password }: Pick<Person, 'account' | 'password'>): Promise<string> {
  const answer = await api.ask(loginAccount, { body: { terminal: 1, account, password } });
  return (answer.data as { token: string }).token;
}

const next = { password: 'brave4Lantern', confirm: 'brave4Lantern' };

async function ended(answer: Promise<{ code: number; msg: string }>): Promise<void> {
  const { code, msg } = await answer;
  expect(code, msg).toBe(1);
}

/** What the person does `here`, and whether the session here outlives it. */
const ways: [string, (person: Person, there: string) => Promise<void>, boolean][] = [
  ['signing out there', (_person, there) => ended(api.ask(loginLogout, {}, { token: there })), true],
  [
    'signing out all other devices',
    ({ token }) => ended(api.ask(userSessionRevoke, { query: { others: 1 } }, { token })),
    true,
  ],
  [
    'another login password',
    ({ token, password }) =>
      ended(api.ask(userChangePassword, { body: { old_password: password, ...next } }, { token })),
    true,
  ],
  [
    'a wallet',
    async ({ token, password }) => {
      const wallet = newWallet();
      const { message } = await nonceFor(api, wallet.address, 'bind', { token });
      const body = { address: wallet.address, signature: await wallet.sign(message), proof: { password } };
      await ended(api.ask(userBind, { body }, { token }));
    },
    true,
  ],
  [
    'an e-mail address',
    async ({ token, password, sn }) => {
      const email = `end${sn}@example.org`;
      await ended(api.ask(userSetInfo, { body: { field: 'email_code', value: email } }, { token }));
      const value = { email, code: await codeSentTo(api, email) };
      await ended(api.ask(userSetInfo, { body: { field: 'email', value, proof: { password } } }, { token }));
    },
    true,
  ],
  [
    'a forgotten password that is reset',
    async (person) => {
      const email = `reset${person.sn}@example.org`;
      await withEmail(api, person, email);
      const ticket = await askReset(api, person.account);
      const code = await codeSentTo(api, email);
      await ended(api.ask(loginReset, { body: { account: person.account, code, ticket, ...next } }));
    },
    false,
  ],
  [
    'the operator who disables the user',
    async ({ userId }) => {
      await api.pool.query("update users set status = 'disabled' where id = $1", [userId]);
    },
    false,
  ],
];

it.each(ways)('%s', async (_way, end, stays) => {
  const person = await newPerson(api);
  const there = await signIn(person);
  const [here, elsewhere, stranger] = [
    await listen(person.token),
    await listen(there),
    await listen((await newPerson(api)).token),
  ];
  await end(person, there);
  const startMs = performance.now();
  const second = stretchedMs(1_000);
  const { code, said, atMs } = await elsewhere.closed;
  expect({ code, said }).toEqual({ code: 4401, said: [2003] });
  expect(atMs - startMs).toBeLessThan(1.5 * (await second));
  expect((await api.ask(authProfile, {}, { token: there })).code).toBe(2003);
  expect((await api.ask(authProfile, {}, { token: person.token })).code).toBe(stays ? 1 : 2003);
  if (stays) expect(here.isOpen()).toBe(true);
  else expect((await here.closed).code).toBe(4401);
  expect(stranger.isOpen()).toBe(true);
});

it('a sixth sign-in ends the oldest', async () => {
  const person = await newPerson(api);
  const oldest = await listen(person.token);
  for (let more = 0; more < 5; more += 1) {
    api.clock.advance(1_000);
    await signIn(person);
  }
  expect(await oldest.closed).toMatchObject({ code: 4401, said: [2003] });
});

it('an account for a wallet user ends the other devices', async () => {
  const { wallet, token } = await newWalletPerson(api, (await newPerson(api)).sn);
  const again = async () => {
    const { message } = await nonceFor(api, wallet.address);
    const body = { address: wallet.address, signature: await wallet.sign(message), terminal: 4 };
    const answer = await api.send('POST', '/api/login/verify', body);
    return (answer.data as { token: string }).token;
  };
  const elsewhere = await listen(await again());
  const { message } = await nonceFor(api, wallet.address, 'prove', { token });
  const value = { account: 'late_account', ...next };
  const body = { field: 'account' as const, value, proof: { signature: await wallet.sign(message) } };
  await ended(api.ask(userSetInfo, { body }, { token }));
  expect(await elsewhere.closed).toMatchObject({ code: 4401, said: [2003] });
});
