// Guessing on a large scale: many guesses from all the sessions somebody can have, over every call that takes the secret,
// through several locks. However they are spread, at most five are judged while a lock lasts.
import { loginAccount } from '@cormorant/contract/calls/identity.ts';
import { userBind, userChangePassword, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { newWallet, nonceFor } from './wallets.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function sessionsOf({ account, password, token }: Person): Promise<string[]> {
  const tokens = [token];
  while (tokens.length < 5) {
    const answer = await api.ask(loginAccount, { body: { terminal: 1, account, password } });
    tokens.push((answer.data as { token: string }).token);
  }
  return tokens;
}

/** Sends `count` at once, so that they meet each other, and answers how many came to each code. */
async function volley(count: number, ask: (at: number) => Promise<{ code: number }>): Promise<Record<number, number>> {
  const tally: Record<number, number> = {};
  for (let from = 0; from < count; from += 50) {
    const answers = await Promise.all(Array.from({ length: Math.min(50, count - from) }, (_, at) => ask(from + at)));
    for (const { code } of answers) tally[code] = (tally[code] ?? 0) + 1;
  }
  return tally;
}

it('payment passwords: 1,000 guesses a lock from five sessions over two calls', { timeout: 120_000 }, async () => {
  const person = await newPerson(api);
  const right = '482913';
  const set = { mode: 'set' as const, payment: right, confirm: right, password: person.password };
  expect((await api.ask(userChangePayment, { body: set }, { token: person.token })).code).toBe(1);
  api.clock.advance(25 * HOUR);
  const tokens = await sessionsOf(person);
  const wallet = newWallet();
  let signature = '';
  const guessOf = (at: number) => String(100_000 + at * 3);
  const ways = [
    (payment: string, token: string) =>
      api.ask(
        userChangePayment,
        { body: { mode: 'change', old_payment: payment, payment: '739164', confirm: '739164' } },
        { token },
      ),
    (payment: string, token: string) =>
      api.ask(userBind, { body: { address: wallet.address, signature, proof: { payment } } }, { token }),
  ];
  let guess = 0;
  for (const lock of [1, 2, 3]) {
    signature = await wallet.sign((await nonceFor(api, wallet.address, 'bind', { token: person.token })).message);
    const tally = await volley(lock === 1 ? 1_000 : 200, async () => {
      guess += 1;
      const ask = ways[guess % ways.length];
      if (ask === undefined) throw new Error('no way');
      return ask(guessOf(guess), tokens[guess % tokens.length] ?? '');
    });
    // Four are told to be wrong and the fifth locks: nothing else was judged.
    expect(tally[1313], `lock ${lock}`).toBe(4);
    expect(Object.keys(tally).sort()).toEqual(['1313', '1314']);
    const locked = await api.pool.query('select payment_locked_until from users where id = $1', [person.userId]);
    expect(locked.rows[0].payment_locked_until).not.toBeNull();
    expect((await ways[0]?.(right, person.token))?.code).toBe(1314);
    api.clock.advance(2 * HOUR + MINUTE);
  }
  expect((await ways[0]?.(right, person.token))?.code).toBe(1);
});

it('login passwords: 500 guesses at the door and behind it are five', { timeout: 120_000 }, async () => {
  const person = await newPerson(api);
  const tokens = await sessionsOf(person);
  const tally = await volley(500, async (at) => {
    const password = `guess${at}Word`;
    if (at % 2 === 0) return api.ask(loginAccount, { body: { terminal: 1, account: person.account, password } });
    const body = { old_password: password, password: 'brave4Lantern', confirm: 'brave4Lantern' };
    return api.ask(userChangePassword, { body }, { token: tokens[at % tokens.length] ?? '' });
  });
  expect((tally[1002] ?? 0) + (tally[1306] ?? 0)).toBe(5);
  expect(tally[1003]).toBe(495);
});
