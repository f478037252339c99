// Registration over HTTP: each rule with its code in both languages, who refers whom, and what a new user owns.

import { loginRegister } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, startApi, startTestVenue } from './api-server.ts';

const good = { terminal: 1, account: 'first_user', password: 'quiet7Harbour', confirm: 'quiet7Harbour' };

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const register = (body: Record<string, unknown>, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', loginRegister.path, body, { lang });

describe('rules of registration', () => {
  const cases: [string, Record<string, unknown>, number][] = [
    ['no terminal', { terminal: undefined }, 1102],
    ['terminal 0', { terminal: 0 }, 1102],
    ['terminal 4, which is for wallets', { terminal: 4 }, 1102],
    ['terminal "web"', { terminal: 'web' }, 1102],
    ['no account', { account: undefined }, 1103],
    ['blank account', { account: '   ' }, 1103],
    ['account of three letters', { account: 'abc' }, 1104],
    ['account of 33 letters', { account: 'a'.repeat(33) }, 1104],
    ['account that begins with a digit', { account: '1abcd' }, 1104],
    ['account with a space inside', { account: 'ab cd' }, 1104],
    ['account with a quote', { account: "o'brien" }, 1104],
    ['half an e-mail address', { account: 'me@home' }, 1104],
    ['no password', { password: undefined }, 1105],
    ['password of seven characters', { password: 'abc1234', confirm: 'abc1234' }, 1106],
    ['password of 65 characters', { password: `${'a'.repeat(64)}1`, confirm: `${'a'.repeat(64)}1` }, 1106],
    ['password without a digit', { password: 'abcdefgh', confirm: 'abcdefgh' }, 1106],
    ['password without a letter', { password: '12345678', confirm: '12345678' }, 1106],
    ['password of the common list', { password: 'Password123', confirm: 'Password123' }, 1106],
    ['other confirmation', { confirm: 'quiet7harbour' }, 1107],
    ['no confirmation', { confirm: undefined }, 1107],
    ['referrer with a malformed code', { referrer: '12' }, 1108],
    ['unknown referrer', { referrer: '12345678' }, 1108],
    ['unknown alias', { referrer: 'nobody_here' }, 1108],
    ['the reserved name demo', { account: 'Demo' }, 1101],
  ];
  it.each(cases)('%s', async (_name, change, code) => {
    for (const lang of ['zh', 'en'] as const) {
      const answer = await register({ ...good, ...change }, lang);
      expect(answer).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('names the first problem in the order of the form', async () => {
    expect((await register({})).code).toBe(1102);
    expect((await register({ terminal: 1, password: 'x' })).code).toBe(1103);
    expect((await register({ terminal: 1, account: 'abc', password: 'x' })).code).toBe(1104);
    expect((await register({ ...good, password: 'x', confirm: 'y' })).code).toBe(1106);
  });

  it('takes an account once, whatever its case, also when two ask at the same moment', async () => {
    const body = { ...good, account: 'Twice_Wanted' };
    const answers = await Promise.all([register(body), register({ ...body, account: 'twice_wanted' })]);
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 1101]);
    expect((await register({ ...body, account: 'TWICE_WANTED' }, 'en')).msg).toBe(textOf(1101, 'en'));
  });

  it('accepts an e-mail address as account', async () => {
    expect((await register({ ...good, account: 'Fisher.Man+1@example.org' })).code).toBe(1);
  });

  it('is closed by the operator and by maintenance', async () => {
    const closed = await startApi();
    let tries = 0;
    const attempt = async () => {
      tries += 1;
      return (await closed.send('POST', loginRegister.path, { ...good, account: `try_${tries}_x` })).code;
    };
    try {
      await closed.pool.query("insert into settings (key, value) values ('register_open', '0')");
      await expect.poll(attempt, { timeout: 5_000 }).toBe(1111);
      await closed.pool.query("insert into settings (key, value) values ('maintenance', '1')");
      await expect.poll(attempt, { timeout: 5_000 }).toBe(1008);
    } finally {
      await closed.close();
    }
  });
});

describe('a new user', () => {
  it('is signed in at once, with a profile that shows no secret', async () => {
    const answer = await register({ ...good, account: 'signed_in' }, 'en');
    expect(answer).toMatchObject({ code: 1, msg: 'Registered' });
    const data = answer.data as { token: string; expires_at: number; user: Record<string, unknown> };
    expect(data.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(data.expires_at - api.clock.nowMs()).toBeGreaterThan(29.9 * 86_400_000);
    const profile = await api.ask(authProfile, {}, { token: data.token });
    expect(profile.data).toEqual(data.user);
    const sn = String(data.user['sn']);
    expect(sn).toMatch(/^[1-9]\d{7}$/);
    expect(data.user).toMatchObject({
      account: 'signed_in',
      nickname: `User ${sn.slice(-4)}`,
      uid: sn,
      invite_code: sn,
      invite_link: `${api.url}/register/${sn}`,
      password: 1,
      payment: 0,
      kind: 'account',
      referral: '',
    });
    expect(JSON.stringify(answer)).not.toContain('argon2');
  });

  it('keeps of the token and the password nothing but hashes', async () => {
    const person = await newPerson(api);
    const rows = await api.pool.query(
      'select u.password_hash, s.token_hash from users u join sessions s on s.user_id = u.id where u.sn = $1',
      [person.sn],
    );
    expect(rows.rows[0].password_hash).toMatch(/^\$argon2id\$/);
    expect(rows.rows[0].token_hash).toHaveLength(32);
    const everything = await api.pool.query(
      'select row_to_json(u)::text || row_to_json(s)::text as t from users u, sessions s',
    );
    for (const { t } of everything.rows) {
      expect(t).not.toContain(person.token);
      expect(t).not.toContain(person.password);
    }
  });

  it('belongs to the referrer whose code it gave, at the end of the referrer’s line', async () => {
    const root = await newPerson(api);
    const child = await newPerson(api, { referrer: root.sn });
    await api.pool.query("update users set alias = 'captain_x' where id = $1", [child.userId]);
    const grandchild = await newPerson(api, { referrer: 'Captain_X' });
    const profile = await api.ask(authProfile, {}, { token: grandchild.token });
    expect(profile.data).toMatchObject({ referral: child.sn, referral_locked: 0 });
    const path = await api.pool.query('select path from users where id = $1', [grandchild.userId]);
    expect(path.rows[0].path.map(Number)).toEqual([root.userId, child.userId]);
  });

  it('cannot be referred by somebody who is disabled', async () => {
    const gone = await newPerson(api);
    await api.pool.query("update users set status = 'disabled' where id = $1", [gone.userId]);
    expect((await register({ ...good, account: 'referred_by_gone', referrer: gone.sn })).code).toBe(1108);
  });

  it('registers while the exchange is down and gets the funded account when it is back', async () => {
    const venue = await startTestVenue();
    const down = await newPerson(api);
    const account = (pool: ApiServer['pool'], userId: number) =>
      pool.query('select account, ref from exchange_accounts where user_id = $1', [userId]);
    expect((await account(api.pool, down.userId)).rows).toEqual([{ account: null, ref: `user-${down.sn}` }]);
    const up = await startApi({ VENUE_URL: venue.url, VENUE_TOKEN: venue.token });
    try {
      const person = await newPerson(up);
      expect((await account(up.pool, person.userId)).rows[0].account).toEqual(expect.any(String));
      await up.pool.query('update exchange_accounts set account = null, books = null');
      await expect
        .poll(async () => (await account(up.pool, person.userId)).rows[0].account, { timeout: 8_000 })
        .toEqual(expect.any(String));
      const assets = await up.send('GET', '/api/user/asset?exchange=local', undefined, { token: person.token });
      expect(assets.data).toMatchObject({ total_value: '20000', stale: 0 });
    } finally {
      await up.close();
      await venue.stop();
    }
  });

  it('has an account in whatever market the exchange plays: another set of books opens it again', async () => {
    const first = await startTestVenue();
    const server = await startApi({ VENUE_URL: first.url, VENUE_TOKEN: first.token });
    const assets = (token: string) => server.send('GET', '/api/user/asset?exchange=local', undefined, { token });
    try {
      const person = await newPerson(server);
      expect((await assets(person.token)).data).toMatchObject({ total_value: '20000', stale: 0 });
      await first.stop();
      const second = await startTestVenue(first.port);
      try {
        await expect
          .poll(async () => (await assets(person.token)).data, { timeout: 15_000 })
          .toMatchObject({ total_value: '20000', stale: 0 });
      } finally {
        await second.stop();
      }
    } finally {
      await server.close();
    }
  });
});
