// Signing in over HTTP: wrong passwords, locks, sessions and how each of them ends, the demo login.

import { loginAccount, loginLogout } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { startServer } from '../../apps/server/src/main.ts';
import { type ApiServer, NO_VENUE, newPerson, type Person, startApi, TEST_PEPPER } from './api-server.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const signIn = (account: string, password: string, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', loginAccount.path, { terminal: 1, account, password }, { lang });
const tokenOf = async (person: Person) =>
  ((await signIn(person.account, person.password)).data as { token: string }).token;
const codeWith = async (token: string) => (await api.ask(authProfile, {}, { token })).code;

describe('account and password', () => {
  const cases: [string, Record<string, unknown>, number][] = [
    ['terminal 5', { terminal: 5 }, 103],
    ['no account', { account: '' }, 1103],
    ['no password', { password: '' }, 1105],
    ['unknown account', { account: 'no_such_user' }, 1002],
    ['an account that is not a name', { account: "' or 1=1 --" }, 1002],
    ['an endless password', { password: 'x'.repeat(300) }, 1002],
  ];
  it.each(cases)('%s', async (_name, change, code) => {
    for (const lang of ['zh', 'en'] as const) {
      const body = { terminal: 1, account: 'somebody', password: 'wrong4Word', ...change };
      const answer = await api.send('POST', loginAccount.path, body, { lang });
      expect(answer).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
    }
  });

  it('lets in whatever the case and blanks of the account, and answers a profile and a token', async () => {
    const person = await newPerson(api);
    const answer = await signIn(` ${person.account.toUpperCase()} `, person.password, 'en');
    expect(answer).toMatchObject({ code: 1, show: 1, msg: 'Logged in', data: { user: { sn: person.sn } } });
    expect(await codeWith((answer.data as { token: string }).token)).toBe(1);
  });

  it('lets a verified e-mail address stand for the account, an unverified one not', async () => {
    const person = await newPerson(api);
    const email = `Mail.${person.sn}@example.org`;
    await api.pool.query('update users set email = $2 where id = $1', [person.userId, email]);
    expect((await signIn(email, person.password)).code).toBe(1002);
    await api.pool.query('update users set email_verified_at = now() where id = $1', [person.userId]);
    expect((await signIn(email.toLowerCase(), person.password)).code).toBe(1);
  });

  it('tells a disabled user only after the right password', async () => {
    const person = await newPerson(api);
    await api.pool.query("update users set status = 'disabled' where id = $1", [person.userId]);
    expect((await signIn(person.account, 'wrong4Word')).code).toBe(1002);
    expect((await signIn(person.account, person.password)).code).toBe(1005);
    expect(await codeWith(person.token)).toBe(2003);
  });
});

describe('wrong passwords', () => {
  async function wrong(account: string, times: number): Promise<number[]> {
    const answered: number[] = [];
    for (let i = 0; i < times; i += 1) answered.push((await signIn(account, `wrong${i}Word`)).code);
    return answered;
  }

  it('lock after five, for 15 minutes, then for twice as long each time up to a day', async () => {
    const person = await newPerson(api);
    for (const minutes of [15, 30, 60, 120, 240, 480, 960, 1440, 1440]) {
      expect(await wrong(person.account, 6)).toEqual([1002, 1002, 1002, 1002, 1002, 1003]);
      const right = await signIn(person.account, person.password, 'en');
      expect(right).toMatchObject({ code: 1003, msg: `Account locked, try again after ${minutes} minutes` });
      api.clock.advance(minutes * MINUTE - 5_000);
      expect((await signIn(person.account, person.password)).code).toBe(1003);
      api.clock.advance(10_000);
    }
    expect((await signIn(person.account, person.password)).code).toBe(1);
    expect(await wrong(person.account, 6)).toEqual([1002, 1002, 1002, 1002, 1002, 1003]);
    expect((await signIn(person.account, person.password)).msg).toBe('账号已锁定,请于15分钟后重试');
  });

  it('count only within 15 minutes, and a success forgets them', async () => {
    const person = await newPerson(api);
    expect(await wrong(person.account, 4)).toEqual([1002, 1002, 1002, 1002]);
    api.clock.advance(15 * MINUTE + 1_000);
    expect(await wrong(person.account, 4)).toEqual([1002, 1002, 1002, 1002]);
    expect((await signIn(person.account, person.password)).code).toBe(1);
    expect(await wrong(person.account, 4)).toEqual([1002, 1002, 1002, 1002]);
    expect((await signIn(person.account, person.password)).code).toBe(1);
  });

  it('are answered in the same way for accounts that do not exist', async () => {
    expect(await wrong('never_registered', 7)).toEqual([1002, 1002, 1002, 1002, 1002, 1003, 1003]);
  });

  it('are never more than five when guessed at once', async () => {
    const person = await newPerson(api);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => signIn(person.account, `guess${i}Word`)));
    expect(answers.filter((answer) => answer.code === 1002)).toHaveLength(5);
    expect(answers.filter((answer) => answer.code === 1003)).toHaveLength(35);
  });

  it('tell which part was wrong only when the operator wants it', async () => {
    const person = await newPerson(api);
    let strangers = 0;
    const stranger = async () => {
      strangers += 1; // a new one each time: they lock too
      return (await signIn(`stranger_${strangers}`, 'wrong4Word')).code;
    };
    await api.pool.query("insert into settings (key, value) values ('login_detail', '1')");
    try {
      await expect.poll(stranger, { timeout: 5_000 }).toBe(1004);
      const answer = await signIn(person.account, 'wrong4Word', 'en');
      expect(answer).toMatchObject({ code: 1007, msg: 'Incorrect password, 4 attempts left' });
    } finally {
      await api.pool.query('delete from settings');
      await expect.poll(stranger, { timeout: 5_000 }).toBe(1002);
    }
  });
});

describe('sessions', () => {
  it('end by signing out, and only that one', async () => {
    const person = await newPerson(api);
    const second = await tokenOf(person);
    expect(await api.ask(loginLogout, {}, { token: second, lang: 'en' })).toMatchObject({
      code: 1,
      msg: 'Logged out',
      data: null,
    });
    expect(await codeWith(second)).toBe(2003);
    expect(await codeWith(person.token)).toBe(1);
  });

  it('are at most five: the sixth ends the oldest', async () => {
    const person = await newPerson(api);
    const tokens = [person.token];
    for (let i = 0; i < 5; i += 1) {
      api.clock.advance(1_000);
      tokens.push(await tokenOf(person));
    }
    expect(await Promise.all(tokens.map(codeWith))).toEqual([2003, 1, 1, 1, 1, 1]);
  });

  it('are at most five also when opened at once', async () => {
    const person = await newPerson(api);
    const tokens = await Promise.all(Array.from({ length: 12 }, () => tokenOf(person)));
    const alive = (await Promise.all(tokens.map(codeWith))).filter((code) => code === 1);
    expect(alive).toHaveLength(5);
  });

  it('expire after 30 days unused and slide while used', async () => {
    const used = await newPerson(api);
    const unused = await newPerson(api);
    for (let i = 0; i < 4; i += 1) {
      api.clock.advance(16 * DAY);
      expect(await codeWith(used.token)).toBe(1);
    }
    expect(await codeWith(unused.token)).toBe(1006);
    api.clock.advance(31 * DAY);
    expect(await codeWith(used.token)).toBe(1006);
  });

  it('ask for agreement when the terms grew and the operator enforces it', async () => {
    const person = await newPerson(api);
    await api.pool.query('update users set terms_version = 0 where id = $1', [person.userId]);
    await api.pool.query("insert into settings (key, value) values ('enforce_terms', '1')");
    try {
      await expect
        .poll(async () => (await signIn(person.account, person.password)).code, { timeout: 5_000 })
        .toBe(1009);
      const body = { terminal: 1, account: person.account, password: person.password, agree: 1 };
      expect((await api.send('POST', loginAccount.path, body)).code).toBe(1);
      expect((await signIn(person.account, person.password)).code).toBe(1);
    } finally {
      await api.pool.query('delete from settings');
    }
  });
});

describe('the demo login', () => {
  const demo = { terminal: 1, account: 'demo', password: 'only-For-show-1' };

  it('exists on loopback when asked for, and is shut when it is not', async () => {
    const server = await startApi({ DEMO: 'on', DEMO_PASSWORD: demo.password });
    try {
      const first = await server.send('POST', loginAccount.path, demo);
      expect(first.code).toBe(1);
      const { token } = first.data as { token: string };
      const databaseUrl = String(server.pool.options.connectionString);
      const config = readConfig({
        DATABASE_URL: databaseUrl,
        VENUE_URL: NO_VENUE,
        PEPPER: TEST_PEPPER,
        PORT: '0',
        LOG_LEVEL: 'silent',
        NODE_ENV: 'test',
      });
      const without = await startServer(config);
      try {
        const answer = await fetch(`${without.url}${loginAccount.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(demo),
        });
        expect(await answer.json()).toMatchObject({ code: 1005 });
        expect((await server.ask(authProfile, {}, { token })).code).toBe(2003);
      } finally {
        await without.stop();
      }
    } finally {
      await server.close();
    }
  });
});
