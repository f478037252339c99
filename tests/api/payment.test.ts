// The payment password over HTTP: setting, changing and resetting it, what is refused, and how guesses are counted, one
// count for every call that takes one.
import { userBind, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { mailsTo, withEmail } from './local-mails.ts';
import { newWallet, newWalletPerson, signFor, type Wallet } from './wallets.ts';

// The real hash, counted: what is not evaluated cannot be guessed.
const evaluated = vi.hoisted(() => ({ times: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const argon = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof argon.verify = (...given) => {
    evaluated.times += 1;
    return argon.verify(...given);
  };
  return { ...argon, verify };
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Body = Record<string, unknown>;
interface Signed {
  readonly token: string;
}

function change(person: Signed, body: Body, lang: 'zh' | 'en' = 'zh'): Promise<Answer> {
  const confirm = body['payment'];
  return api.send('POST', userChangePayment.path, { confirm, ...body }, { token: person.token, lang });
}
const set = (person: Person, payment: string) => change(person, { mode: 'set', payment, password: person.password });
const swap = (person: Signed, old_payment: string, payment = '739164', lang?: 'zh' | 'en') =>
  change(person, { mode: 'change', old_payment, payment }, lang);
const signed = (wallet: Wallet, purpose: 'bind' | 'prove', person: Signed) => signFor(api, person, wallet, purpose);
const profileOf = async ({ token }: Signed) =>
  (await api.ask(authProfile, {}, { token })).data as { payment: number; security_hold_until?: number };

/** Somebody whose payment password is old enough to prove something. */
async function personWith(payment: string): Promise<Person> {
  const person = await newPerson(api);
  expect((await set(person, payment)).code).toBe(1);
  api.clock.advance(DAY + MINUTE);
  return person;
}

async function counted(userId: number): Promise<{ failures: number; locked: boolean }> {
  const found = await api.pool.query(
    'select payment_failures as failures, payment_locked_until is not null as locked from users where id = $1',
    [userId],
  );
  return found.rows[0];
}

describe('its form', () => {
  const cases: [string, Body, number][] = [
    ['five digits', { payment: '12345' }, 1310],
    ['letters', { payment: '12a456' }, 1310],
    ['nothing', { payment: '' }, 1310],
    ['another repetition', { payment: '482913', confirm: '482914' }, 1311],
    ['all alike', { payment: '000000' }, 1315],
    ['a run up', { payment: '123456' }, 1315],
    ['a run down', { payment: '987654' }, 1315],
    ['a change without the old one', { mode: 'change', payment: '482913' }, 1310],
    ['no proof', { payment: '482913' }, 1317],
    ['a wrong login password', { payment: '482913', password: 'wrong4Word' }, 1306],
    ['a change with none set', { mode: 'change', old_payment: '482913', payment: '482914' }, 1312],
    ['a code where no address is verified', { payment: '482913', code: '123456' }, 1317],
    ['a signature where no wallet is bound', { payment: '482913', signature: `0x${'11'.repeat(65)}` }, 1317],
  ];
  it.each(cases)('refuses %s', async (_name, body, code) => {
    const person = await newPerson(api);
    for (const lang of ['zh', 'en'] as const) {
      const answer = await change(person, { mode: 'set', ...body }, lang);
      expect(answer).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
    }
    expect((await profileOf(person)).payment).toBe(0);
  });

  it('names the page where it is set to whoever has none', async () => {
    const answer = await swap(await newPerson(api), '482913');
    expect(answer).toMatchObject({ code: 1312, redirect: '/my/password/payment' });
  });
});

describe('setting it', () => {
  it('by the login password starts no hold and answers what the profile then says', async () => {
    const person = await newPerson(api);
    expect(await set(person, '482913')).toMatchObject({ code: 1, show: 1, data: { payment: 1 } });
    const profile = await profileOf(person);
    expect(profile.payment).toBe(1);
    expect(profile.security_hold_until).toBeUndefined();
  });

  it('happens once: with one in place it is 1301', async () => {
    const person = await newPerson(api);
    await set(person, '482913');
    for (const lang of ['zh', 'en'] as const) {
      const answer = await change(person, { mode: 'set', payment: '739164', password: person.password }, lang);
      expect(answer).toMatchObject({ code: 1301, msg: textOf(1301, lang) });
    }
  });

  it('happens once also when asked for at once', async () => {
    const person = await newPerson(api);
    const answers = await Promise.all(['482913', '482914', '482915', '482916'].map((one) => set(person, one)));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1301, 1301, 1301]);
  });

  it('by a wallet starts the hold', async () => {
    const person = await newWalletPerson(api, (await newPerson(api)).sn);
    const signature = await signed(person.wallet, 'prove', person);
    expect((await change(person, { mode: 'set', payment: '482913', signature })).code).toBe(1);
    const profile = await profileOf(person);
    expect(profile.security_hold_until).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
  });

  it('keeps no digits: what is stored needs the key outside the database', async () => {
    const [one, other] = [await newPerson(api), await newPerson(api)];
    await Promise.all([set(one, '482913'), set(other, '482913')]);
    const stored = await api.pool.query<{ payment_hash: string }>(
      'select payment_hash from users where id = any($1::bigint[])',
      [[one.userId, other.userId]],
    );
    const { verify } = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2');
    for (const { payment_hash } of stored.rows) {
      expect(payment_hash).toMatch(/^\$argon2id\$/);
      expect(await verify(payment_hash, '482913')).toBe(false);
    }
    // Another user's hash in one's own row fits nothing.
    api.clock.advance(DAY + MINUTE);
    await api.pool.query(
      'update users set payment_hash = (select payment_hash from users where id = $2) where id = $1',
      [other.userId, one.userId],
    );
    expect((await swap(other, '482913')).code).toBe(1313);
  });
});

describe('changing it', () => {
  it('needs the old one and another new one, starts the hold, and counts from now', async () => {
    const person = await personWith('482913');
    for (const lang of ['zh', 'en'] as const) {
      expect(await swap(person, '482913', '482913', lang)).toMatchObject({ code: 1307, msg: textOf(1307, lang) });
    }
    expect((await swap(person, '482913', '739164')).code).toBe(1);
    expect((await profileOf(person)).security_hold_until).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    // One that is new proves nothing, not even a further change.
    expect(await swap(person, '739164', '551907')).toMatchObject({ code: 1317, data: { young: ['payment'] } });
    api.clock.advance(DAY + MINUTE);
    expect((await swap(person, '482913', '551907')).code).toBe(1313);
    expect((await swap(person, '739164', '551907')).code).toBe(1);
  });

  it('is won by one of two at once', async () => {
    const person = await personWith('482913');
    const answers = await Promise.all(['739164', '551907'].map((payment) => swap(person, '482913', payment)));
    // The other one was judged by the old one, or came when it was no longer the right one.
    const [won, lost] = answers.map((answer) => answer.code).sort((a, b) => a - b);
    expect(won).toBe(1);
    expect([1313, 1317]).toContain(lost);
  });
});

describe('resetting it', () => {
  it('needs who the user is, clears the lock and starts the hold', async () => {
    const person = await personWith('482913');
    for (let guess = 0; guess < 5; guess += 1) await swap(person, '000001');
    expect((await swap(person, '482913')).code).toBe(1314);
    expect((await change(person, { mode: 'reset', payment: '739164' })).code).toBe(1317);
    const body = { mode: 'reset', payment: '739164', password: person.password };
    expect(await change(person, body, 'en')).toMatchObject({ code: 1, msg: 'Settings saved', data: { payment: 1 } });
    expect(await counted(person.userId)).toEqual({ failures: 0, locked: false });
    expect((await profileOf(person)).security_hold_until).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    api.clock.advance(DAY + MINUTE);
    expect((await swap(person, '739164', '551907')).code).toBe(1);
  });
});

describe('wrong guesses', () => {
  it('are told how many are left, then lock for two hours, in both languages', async () => {
    const person = await personWith('482913');
    const texts: [string, string][] = [];
    for (const lang of ['zh', 'en', 'zh', 'en', 'zh', 'en'] as const) {
      const answer = await swap(person, '000001', '739164', lang);
      texts.push([lang, `${answer.code} ${answer.msg}`]);
    }
    const until = (await swap(person, '000001')).data as { until: number };
    const clockText = `${new Date(until.until + 59_999).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    expect(texts).toEqual([
      ['zh', '1313 支付密码错误,还可尝试4次'],
      ['en', '1313 Payment password incorrect, 3 attempts left'],
      ['zh', '1313 支付密码错误,还可尝试2次'],
      ['en', '1313 Payment password incorrect, 1 attempts left'],
      ['zh', '1314 支付密码已锁定,请于120分钟后重试'],
      ['en', `1314 Payment password locked until ${clockText}`],
    ]);
    expect((await swap(person, '482913')).code).toBe(1314);
    api.clock.advance(2 * HOUR - MINUTE);
    expect(await swap(person, '482913')).toMatchObject({ code: 1314, msg: '支付密码已锁定,请于1分钟后重试' });
    api.clock.advance(MINUTE + 5_000);
    expect(await swap(person, '000001')).toMatchObject({ code: 1313, data: { left: 4 } });
    expect((await swap(person, '482913')).code).toBe(1);
  });

  it('are forgotten by a right one: only five in a row lock', async () => {
    const person = await personWith('482913');
    for (let round = 0; round < 3; round += 1) {
      for (let guess = 0; guess < 4; guess += 1) expect((await swap(person, '000001')).code).toBe(1313);
      expect((await swap(person, '482913', '482913')).code).toBe(1307);
    }
  });

  it('count together wherever they are given', async () => {
    const person = await personWith('482913');
    const wallet = newWallet();
    const byProof = async () => {
      const signature = await signed(wallet, 'bind', person);
      const body = { address: wallet.address, signature, proof: { payment: '000001' } };
      return (await api.ask(userBind, { body }, { token: person.token })).code;
    };
    const codes = [
      (await swap(person, '000001')).code,
      await byProof(),
      (await swap(person, '000001')).code,
      await byProof(),
      await byProof(),
      (await swap(person, '482913')).code,
      await byProof(),
    ];
    expect(codes).toEqual([1313, 1313, 1313, 1313, 1314, 1314, 1314]);
  });
});

describe('the owner is told of a lock', () => {
  const subjects = { zh: '您的支付密码已锁定', en: 'Your payment password is locked' };

  it.each(['zh', 'en'] as const)('once each, at the verified address (%s)', async (lang) => {
    const person = await personWith('482913');
    const email = `locked.${lang}@fish.example`;
    await withEmail(api, person, email);
    await api.pool.query('update users set lang = $2 where id = $1', [person.userId, lang]);
    const told = async () => (await mailsTo(api, email)).map((mail) => mail.subject);
    for (let guess = 0; guess < 4; guess += 1) await swap(person, '000001');
    expect(await told()).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => swap(person, '000001')));
    expect(await told()).toEqual([subjects[lang]]);
    const [mail] = await mailsTo(api, email);
    expect(mail?.body).toMatch(
      lang === 'zh' ? /连续输错5次.*\n如果不是您/ : /five times in a row.*\nIf this was not you/,
    );
    expect(mail?.body).not.toMatch(/000001|482913|https?:/);
    api.clock.advance(2 * HOUR + MINUTE);
    for (let guess = 0; guess < 6; guess += 1) await swap(person, '000001');
    expect(await told()).toEqual([subjects[lang], subjects[lang]]);
  });

  it('and not where the fifth guess was right, nor at an address that is not verified', async () => {
    const person = await personWith('482913');
    await withEmail(api, person, 'right@fish.example');
    for (let guess = 0; guess < 4; guess += 1) await swap(person, '000001');
    expect((await swap(person, '482913', '482913')).code).toBe(1307);
    expect(await mailsTo(api, 'right@fish.example')).toEqual([]);
    await api.pool.query('update users set email_verified_at = null where id = $1', [person.userId]);
    for (let guess = 0; guess < 5; guess += 1) await swap(person, '000001');
    expect((await swap(person, '482913')).code).toBe(1314);
    expect(await mailsTo(api, 'right@fish.example')).toEqual([]);
  });
});

describe('guesses at once', () => {
  afterEach(() => {
    evaluated.times = 0;
  });
  const guessOf = (number: number) => String(100_000 + number * 7);

  it('200 wrong ones: five are evaluated', async () => {
    const person = await personWith('482913');
    evaluated.times = 0;
    const answers = await Promise.all(Array.from({ length: 200 }, (_, at) => swap(person, guessOf(at))));
    expect(evaluated.times).toBe(5);
    const codes = answers.map((answer) => answer.code);
    expect(codes.filter((code) => code === 1313)).toHaveLength(4);
    expect(codes.filter((code) => code === 1314)).toHaveLength(196);
    expect(await counted(person.userId)).toEqual({ failures: 5, locked: true });
  });

  it('the right one behind five wrong ones is not found', async () => {
    const person = await personWith('482913');
    evaluated.times = 0;
    // Five are taken before the rest is sent, and none of them is finished: the rest all meet the lock.
    const first = Array.from({ length: 5 }, (_, at) => swap(person, guessOf(at)));
    await vi.waitFor(async () => expect((await counted(person.userId)).locked).toBe(true), { interval: 1 });
    const rest = Array.from({ length: 195 }, (_, at) => swap(person, at % 20 === 0 ? '482913' : guessOf(at)));
    const answers = await Promise.all([...first, ...rest]);
    expect(answers.map((answer) => answer.code).filter((code) => code === 1)).toEqual([]);
    expect(evaluated.times).toBe(5);
  });

  it('mixed over two calls: five are evaluated', async () => {
    const person = await personWith('482913');
    const wallet = newWallet();
    const signature = await signed(wallet, 'bind', person);
    evaluated.times = 0;
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) => {
        if (at % 2 === 0) return swap(person, guessOf(at));
        const body = { address: wallet.address, signature, proof: { payment: guessOf(at) } };
        return api.ask(userBind, { body }, { token: person.token });
      }),
    );
    expect(evaluated.times).toBe(5);
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set([1313, 1314]));
  });
});
