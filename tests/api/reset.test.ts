// A forgotten password over real HTTP: what is answered is the same for everybody, the code is good once and for its
// owner, and a new password ends what went before.

import { setTimeout as sleep } from 'node:timers/promises';
import { loginAccount, loginReset } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { askReset, codeSentTo, mailsTo, withEmail } from './local-mails.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const NEXT = 'other7Harbour';
const TICKET = 'T'.repeat(43);
const wrong = { ticket: TICKET, code: '000000' };

interface Given {
  readonly ticket: string;
  readonly code: string;
}

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const reset = (body: Record<string, unknown>, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', loginReset.path, body, { lang });
const finish = (account: string, { ticket, code }: Given, password = NEXT) =>
  reset({ account, ticket, code, password, confirm: password });
const signIn = (account: string, password: string) =>
  api.send('POST', loginAccount.path, { terminal: 1, account, password });
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function withMail(days = 2): Promise<Person & { email: string }> {
  const person = await newPerson(api);
  const email = `reset.${person.sn}@example.org`;
  await withEmail(api, person, email, days);
  return { ...person, email };
}

async function askedCode(account: string, email: string): Promise<Given> {
  api.clock.advance(MINUTE);
  const ticket = await askReset(api, account);
  return { ticket, code: await codeSentTo(api, email) };
}

/** A ticket is chance, and of one form whoever asks. */
const masked = (answer: unknown) => JSON.stringify(answer).replace(/"ticket":"[A-Za-z0-9_-]{43}"/, '"ticket":"…"');

/** Until the work behind the answers is done: a code is kept for everybody who was typed. */
async function untilKept(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const kept = await api.pool.query('select count(*)::int as n from email_codes');
    expect(kept.rows[0].n).toBe(count);
  }, 5_000);
}

describe('the answer', () => {
  const given = { account: 'somebody', ticket: TICKET, code: '123456' };
  const cases: [string, Record<string, unknown>, number][] = [
    ['no account', { account: ' ' }, 1103],
    ['an endless account', { account: 'a'.repeat(300) }, 1104],
    ['a code that is none', { ...given, code: '12345', password: NEXT, confirm: NEXT }, 1304],
    ['a code without a password', given, 1105],
    ['a code without a ticket', { ...given, ticket: undefined, password: NEXT, confirm: NEXT }, 1304],
    ['a short ticket', { ...given, ticket: 'T'.repeat(42), password: NEXT, confirm: NEXT }, 1304],
    ['a ticket that is none', { ...given, ticket: 7, password: NEXT, confirm: NEXT }, 1304],
    ['a weak password', { ...given, password: 'abc', confirm: 'abc' }, 1106],
    ['a common one', { ...given, password: 'password1', confirm: 'password1' }, 1106],
    ['another repetition', { ...given, password: NEXT, confirm: `${NEXT}x` }, 1107],
    ['a code nobody was sent', { ...given, password: NEXT, confirm: NEXT }, 1304],
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
      answers.push(await finish(account, wrong));
      for (let i = 1; i < 11; i += 1) {
        api.clock.advance(MINUTE);
        answers.push(await reset({ account }));
      }
      seen.push(answers.map(({ status, code, msg, data }) => masked({ status, code, msg, data })));
    }
    expect(new Set(seen.map(String)).size).toBe(1);
    expect(seen[0]?.map((text) => JSON.parse(text).code)).toEqual([1, 1305, 1304, ...Array(9).fill(1), 1305]);
    await untilKept(10 * accounts.length);
    expect((await mailsTo(api, known.email)).length).toBeGreaterThan(0);
    for (const { email } of [young, disabled]) expect(await mailsTo(api, email)).toHaveLength(0);
  });

  it('takes no longer for those there are', async () => {
    const known = await Promise.all(Array.from({ length: 60 }, () => withMail()));
    for (const ask of [(account: string) => reset({ account }), (account: string) => finish(account, wrong)]) {
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
    const given = await askedCode(person.email.toUpperCase(), person.email);
    expect(await finish(person.email.toUpperCase(), given)).toMatchObject({ code: 1, data: { step: 'done' } });
    expect((await api.ask(authProfile, {}, { token: person.token })).code).toBe(2003);
    expect((await signIn(person.account, person.password)).code).toBe(1002);
    expect((await signIn(person.account, NEXT)).code).toBe(1);
    const row = await api.pool.query('select security_hold_until as until from users where id = $1', [person.userId]);
    expect(Number(row.rows[0].until) - api.clock.nowMs()).toBeGreaterThan(DAY - MINUTE);
    expect((await mailsTo(api, person.email))[0]?.subject).toBe('您的登录密码已变更');
    expect((await finish(person.email, given, 'third7Harbour')).code).toBe(1304);
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
    const guesses = await Promise.all(
      Array.from({ length: 200 }, () => finish(person.account, { ...second, code: other(second.code) })),
    );
    expect(guesses.every((guess) => guess.code === 1304)).toBe(true);
    expect((await api.pool.query('select max(tries) as most from email_codes')).rows[0].most).toBe(5);
    expect((await finish(person.account, second)).code).toBe(1304);
    expect((await signIn(person.account, person.password)).code).toBe(1);
  });

  it('used by many at once sets one password', async () => {
    const person = await withMail();
    const given = await askedCode(person.account, person.email);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => finish(person.account, given, `many${at}Harbour`)),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  it('is void when the address was changed meanwhile', async () => {
    const person = await withMail();
    const given = await askedCode(person.account, person.email);
    await withEmail(api, person, `new.${person.sn}@example.org`);
    expect((await finish(person.account, given)).code).toBe(1304);
  });

  it('is sent ten times a day however many names of one person it is asked by', async () => {
    const person = await withMail();
    // By its subject: the text of one that ended unsent, since its code had run out, is gone.
    const codesOf = async () =>
      (await mailsTo(api, person.email)).filter(({ subject }) => subject.includes('验证码')).length;
    for (let sent = 1; sent <= 10; sent += 1) {
      await askedCode(sent % 2 === 0 ? person.account : person.email, person.email);
      await vi.waitFor(async () => expect(await codesOf()).toBe(sent), 5_000);
    }
    const before = await api.pool.query('select count(*)::int as n from email_codes');
    api.clock.advance(MINUTE);
    for (const account of [person.account, person.email]) await askReset(api, account);
    await untilKept(before.rows[0].n + 2);
    expect(await codesOf()).toBe(10);
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
