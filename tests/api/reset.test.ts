// A forgotten password over real HTTP: what is answered is the same for everybody, the code is good once and for its
// owner, and a new password ends what went before.

import { setTimeout as sleep } from 'node:timers/promises';
import { loginAccount, loginReset } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { codeSentTo, mailsTo, withEmail } from './local-mails.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NEXT = 'other7Harbour';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const reset = (body: Record<string, unknown>, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', loginReset.path, body, { lang });
const finish = (account: string, code: string, password = NEXT) =>
  reset({ account, code, password, confirm: password });
const signIn = (account: string, password: string) =>
  api.send('POST', loginAccount.path, { terminal: 1, account, password });
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function withMail(days = 2): Promise<Person & { email: string }> {
  const person = await newPerson(api);
  const email = `reset.${person.sn}@example.org`;
  await withEmail(api, person, email, days);
  return { ...person, email };
}

async function askedCode(account: string, email: string): Promise<string> {
  api.clock.advance(MINUTE);
  expect(await reset({ account })).toMatchObject({ code: 1, data: { step: 'sent' } });
  return codeSentTo(api, email);
}

/** Until the work behind the answers is done: a code is kept for everybody who was typed. */
async function untilKept(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const kept = await api.pool.query('select count(*)::int as n from email_codes');
    expect(kept.rows[0].n).toBe(count);
  }, 5_000);
}

describe('the answer', () => {
  const cases: [string, Record<string, unknown>, number][] = [
    ['no account', { account: ' ' }, 1103],
    ['an endless account', { account: 'a'.repeat(300) }, 1104],
    ['a code that is none', { account: 'somebody', code: '12345', password: NEXT, confirm: NEXT }, 1304],
    ['a code without a password', { account: 'somebody', code: '123456' }, 1105],
    ['a weak password', { account: 'somebody', code: '123456', password: 'abc', confirm: 'abc' }, 1106],
    ['a common one', { account: 'somebody', code: '123456', password: 'password1', confirm: 'password1' }, 1106],
    ['another repetition', { account: 'somebody', code: '123456', password: NEXT, confirm: `${NEXT}x` }, 1107],
    ['a code nobody was sent', { account: 'somebody', code: '123456', password: NEXT, confirm: NEXT }, 1304],
  ];
  it.each(cases)('to %s', async (_name, body, code) => {
    for (const lang of ['zh', 'en'] as const) {
      expect(await reset(body, lang)).toMatchObject({ status: 200, code, msg: textOf(code, lang) });
    }
  });

  it('is one and the same, with the same limits, for everybody: known, unknown, without or with a young address', async () => {
    const [known, bare, young] = [await withMail(), await newPerson(api), await withMail(0)];
    const disabled = await withMail();
    await api.pool.query("update users set status = 'disabled' where id = $1", [disabled.userId]);
    const accounts = [
      known.account,
      bare.account,
      young.account,
      disabled.account,
      'no_such_person',
      'no@such.example',
    ];
    const seen: string[][] = [];
    for (const account of accounts) {
      const answers = [];
      answers.push(await reset({ account }), await reset({ account: account.toUpperCase() }));
      answers.push(await finish(account, '000000'));
      for (let i = 1; i < 11; i += 1) {
        api.clock.advance(MINUTE);
        answers.push(await reset({ account }));
      }
      seen.push(answers.map(({ status, code, msg, data }) => JSON.stringify({ status, code, msg, data })));
    }
    expect(new Set(seen.map(String)).size).toBe(1);
    expect(seen[0]?.map((text) => JSON.parse(text).code)).toEqual([1, 1305, 1304, ...Array(9).fill(1), 1305]);
    await untilKept(accounts.length);
    expect((await mailsTo(api, known.email)).length).toBeGreaterThan(0);
    for (const { email } of [young, disabled]) expect(await mailsTo(api, email)).toHaveLength(0);
  });

  it('takes no longer for those there are', async () => {
    const known = await Promise.all(Array.from({ length: 60 }, () => withMail()));
    for (const ask of [(account: string) => reset({ account }), (account: string) => finish(account, '000000')]) {
      const [there, not]: [number[], number[]] = [[], []];
      const measure = async (account: string, times: number[]): Promise<void> => {
        const began = performance.now();
        await ask(account);
        times.push(performance.now() - began);
        await sleep(20); // what goes on behind the answer is not the next one's
      };
      for (const [at, { account }] of known.entries()) {
        const asks = [() => measure(account, there), () => measure(`no_such_${process.pid}_${at}`, not)];
        for (const one of at % 2 === 0 ? asks : asks.toReversed()) await one();
      }
      // How often a known one takes longer than an unknown one: half the time, give or take five standard deviations.
      const longer = there.flatMap((time) => not.map((other) => Number(time > other)));
      const share = longer.reduce((sum, one) => sum + one, 0) / longer.length;
      expect(share).toBeGreaterThan(0.24);
      expect(share).toBeLessThan(0.76);
    }
  });

  it('under maintenance is 1008', async () => {
    await api.pool.query("insert into settings (key, value) values ('maintenance', '1')");
    try {
      await vi.waitFor(async () => expect((await reset({ account: 'somebody' })).code).toBe(1008), 5_000);
    } finally {
      await api.pool.query("delete from settings where key = 'maintenance'");
      await vi.waitFor(async () => expect((await reset({ account: `x${Date.now()}` })).code).toBe(1), 5_000);
    }
  });
});

describe('the code', () => {
  it('sets the password: all sessions end, money is held, the lock at the door is lifted, the owner is told', async () => {
    const person = await withMail();
    for (let i = 0; i < 6; i += 1) await signIn(person.account, `wrong${i}Word`);
    expect((await signIn(person.account, person.password)).code).toBe(1003);
    const code = await askedCode(person.email.toUpperCase(), person.email);
    expect(await finish(person.email.toUpperCase(), code)).toMatchObject({ code: 1, data: { step: 'done' } });
    expect((await api.ask(authProfile, {}, { token: person.token })).code).toBe(2003);
    expect((await signIn(person.account, person.password)).code).toBe(1002);
    expect((await signIn(person.account, NEXT)).code).toBe(1);
    const row = await api.pool.query('select security_hold_until as until from users where id = $1', [person.userId]);
    expect(Number(row.rows[0].until) - api.clock.nowMs()).toBeGreaterThan(DAY - MINUTE);
    expect((await mailsTo(api, person.email))[0]?.subject).toBe('您的登录密码已变更');
    expect((await finish(person.email, code, 'third7Harbour')).code).toBe(1304);
  });

  it('is good for ten minutes, for its owner, and for five guesses however many come at once', async () => {
    const [person, stranger] = [await withMail(), await withMail()];
    const first = await askedCode(person.account, person.email);
    await askedCode(stranger.account, stranger.email);
    expect((await finish(stranger.account, first)).code).toBe(1304);
    api.clock.advance(10 * MINUTE);
    expect((await finish(person.account, first)).code).toBe(1304);
    await api.pool.query('delete from mail_outbox');
    const second = await askedCode(person.account, person.email);
    const guesses = await Promise.all(Array.from({ length: 200 }, () => finish(person.account, other(second))));
    expect(guesses.every((guess) => guess.code === 1304)).toBe(true);
    expect((await api.pool.query('select max(tries) as most from email_codes')).rows[0].most).toBe(5);
    expect((await finish(person.account, second)).code).toBe(1304);
    expect((await signIn(person.account, person.password)).code).toBe(1);
  });

  it('used by many at once sets one password', async () => {
    const person = await withMail();
    const code = await askedCode(person.account, person.email);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => finish(person.account, code, `many${at}Harbour`)),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  it('is void when the address was changed meanwhile', async () => {
    const person = await withMail();
    const code = await askedCode(person.account, person.email);
    await withEmail(api, person, `new.${person.sn}@example.org`);
    expect((await finish(person.account, code)).code).toBe(1304);
  });

  it('asked for by two names of one person is sent once a minute', async () => {
    const person = await withMail();
    api.clock.advance(MINUTE);
    expect((await reset({ account: person.account })).code).toBe(1);
    await codeSentTo(api, person.email);
    expect((await reset({ account: person.email })).code).toBe(1);
    const code = await codeSentTo(api, person.email);
    expect((await finish(person.account, code)).code).toBe(1);
    const sent = (await mailsTo(api, person.email)).filter((mail) => /^\d{6}$/m.test(mail.body));
    expect(sent).toHaveLength(1);
  });

  it('is not sent to a wallet user without a password, who signs in by wallet', async () => {
    const person = await withMail();
    await api.pool.query('update users set address = $2, account = null, password_hash = null where id = $1', [
      person.userId,
      `0x${person.sn.padStart(40, '0')}`,
    ]);
    const before = await api.pool.query('select count(*)::int as n from email_codes');
    api.clock.advance(MINUTE);
    expect((await reset({ account: person.email })).code).toBe(1);
    await untilKept(before.rows[0].n + 1);
    expect(await mailsTo(api, person.email)).toHaveLength(0);
  });
});
