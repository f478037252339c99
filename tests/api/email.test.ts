// E-mail codes and the binding of an address over real HTTP: who may ask how often, what a code is good for, which proof
// it takes, and what the change brings with it.
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { codeSentTo, mailsTo, withEmail } from './local-mails.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const set = (person: Person, field: string, value: unknown, proof?: unknown, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', userSetInfo.path, { field, value, proof }, { token: person.token, lang });
const askCode = (person: Person, email: string) => set(person, 'email_code', email);

async function expectBoth(ask: (lang: 'zh' | 'en') => Promise<{ code: number; msg: string }>, code: number) {
  for (const lang of ['zh', 'en'] as const) expect(await ask(lang)).toMatchObject({ code, msg: textOf(code, lang) });
}

let addresses = 0;
function newAddress(): string {
  addresses += 1;
  return `bird${addresses}@example.org`;
}

async function askedCode(person: Person, email: string): Promise<string> {
  api.clock.advance(MINUTE);
  expect(await askCode(person, email)).toMatchObject({ code: 1 });
  return codeSentTo(api, email);
}

const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('a code', () => {
  it('is six digits in the person’s language, kept as a hash', async () => {
    const person = await newPerson(api);
    const email = newAddress();
    await set(person, 'lang', 'en');
    const code = await askedCode(person, email.toUpperCase());
    const [mail] = await mailsTo(api, email);
    expect(mail).toMatchObject({ subject: 'Cormorant: code to bind this e-mail address' });
    expect(mail?.body).toMatch(/^To bind .*\n\d{6}\nIt is valid for 10 minutes/);
    const kept = await api.pool.query<{ code_hash: Buffer }>('select code_hash from email_codes');
    expect(kept.rows.every((row) => !row.code_hash.includes(code))).toBe(true);
    await set(person, 'lang', 'zh');
    await askedCode(person, email);
    expect((await mailsTo(api, email))[0]?.subject).toBe('鱼鹰:绑定邮箱的验证码');
  });

  it.each([
    '',
    'bird',
    'bird@example',
    'a b@example.org',
    'a@b@example.org',
    `${'x'.repeat(70)}@example.org`,
    'a\u0001@b.org',
  ])('is not sent to %j', async (email) => {
    const person = await newPerson(api);
    await expectBoth((lang) => set(person, 'email_code', email, undefined, lang), 1302);
  });

  it('is sent once a minute and ten times a day, per person', async () => {
    const person = await newPerson(api);
    expect((await askCode(person, newAddress())).code).toBe(1);
    await expectBoth((lang) => set(person, 'email_code', newAddress(), undefined, lang), 1305);
    api.clock.advance(MINUTE - 1_000);
    expect((await askCode(person, newAddress())).code).toBe(1305);
    for (let i = 1; i < 10; i += 1) {
      api.clock.advance(MINUTE);
      expect((await askCode(person, newAddress())).code).toBe(1);
    }
    api.clock.advance(MINUTE);
    expect((await askCode(person, newAddress())).code).toBe(1305);
    api.clock.advance(DAY);
    expect((await askCode(person, newAddress())).code).toBe(1);
  });

  it('and per address: other people cannot fill a mailbox', async () => {
    const email = newAddress();
    const answers: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      api.clock.advance(MINUTE);
      answers.push((await askCode(await newPerson(api), email)).code);
    }
    expect(answers).toEqual([...Array(10).fill(1), 1305]);
    expect(await mailsTo(api, email)).toHaveLength(10);
  });

  it('of many asked for at once one is sent', async () => {
    const person = await newPerson(api);
    const email = newAddress();
    const answers = await Promise.all(Array.from({ length: 12 }, () => askCode(person, email)));
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it('is not sent to an address that is somebody’s', async () => {
    const owner = await newPerson(api);
    const email = newAddress();
    await withEmail(api, owner, email);
    const person = await newPerson(api);
    expect(await askCode(person, email)).toMatchObject({ code: 1303, msg: textOf(1303, 'zh') });
    expect(await mailsTo(api, email)).toHaveLength(0);
  });
});

describe('binding', () => {
  it('takes the code and a proof: the address is verified, others are signed out, money is held', async () => {
    const person = await newPerson(api);
    const email = newAddress();
    const body = { terminal: 1, account: person.account, password: person.password };
    const elsewhere = (await api.send('POST', '/api/login/account', body)).data as { token: string };
    const code = await askedCode(person, email);
    await expectBoth((lang) => set(person, 'email', { email, code }, undefined, lang), 1317);
    expect((await set(person, 'email', { email, code }, { password: 'wrong4Word' })).code).toBe(1306);
    const bound = await set(person, 'email', { email, code }, { password: person.password });
    expect(bound).toMatchObject({ code: 1, data: { email } });
    expect((await api.ask(authProfile, {}, { token: elsewhere.token })).code).toBe(2003);
    const row = await api.pool.query('select security_hold_until as until from users where id = $1', [person.userId]);
    expect(Number(row.rows[0].until) - api.clock.nowMs()).toBeGreaterThan(DAY - MINUTE);
    // The same once more changes nothing and needs nothing.
    expect((await set(person, 'email', { email, code })).code).toBe(1);
  });

  it('with a wrong code is 1304; after five wrong ones the right one is too, however many come at once', async () => {
    const person = await newPerson(api);
    const email = newAddress();
    const code = await askedCode(person, email);
    const proof = { password: person.password };
    const wrong = (lang: 'zh' | 'en' = 'zh') => set(person, 'email', { email, code: other(code) }, proof, lang);
    await expectBoth(wrong, 1304);
    await Promise.all(Array.from({ length: 60 }, () => wrong()));
    const tries = await api.pool.query('select max(tries) as most from email_codes');
    expect(tries.rows[0].most).toBe(5);
    expect((await set(person, 'email', { email, code }, proof)).code).toBe(1304);
  });

  it('takes no code that is too old, of another person, for another address, or replaced by a newer one', async () => {
    const [person, stranger] = [await newPerson(api), await newPerson(api)];
    const [email, second] = [newAddress(), newAddress()];
    const code = await askedCode(person, email);
    const bind = (who: Person, value: unknown) => set(who, 'email', value, { password: who.password });
    expect((await bind(stranger, { email, code })).code).toBe(1304);
    expect((await bind(person, { email: second, code })).code).toBe(1304);
    const newer = await askedCode(person, email);
    if (newer !== code) expect((await bind(person, { email, code })).code).toBe(1304);
    api.clock.advance(10 * MINUTE);
    expect((await bind(person, { email, code: newer })).code).toBe(1304);
  });

  it('of two people with a code for one address the first has it; the second is told 1303', async () => {
    const [first, second] = [await newPerson(api), await newPerson(api)];
    const email = newAddress();
    const codes = [await askedCode(first, email), await askedCode(second, email)];
    const answers = await Promise.all(
      [first, second].map((who, at) => set(who, 'email', { email, code: codes[at] }, { password: who.password })),
    );
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1303]);
  });

  it('one code at twenty requests at once binds once and is used up', async () => {
    const person = await newPerson(api);
    const email = newAddress();
    const code = await askedCode(person, email);
    const proof = { password: person.password };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => set(person, 'email', { email, code }, proof).then((answer) => answer.code)),
    );
    expect(answers).toContain(1);
    const used = await api.pool.query(
      'select count(*)::int as n from email_codes where used_at is not null and tries = 0',
    );
    expect(used.rows[0].n).toBeGreaterThan(0);
  });
});

describe('replacing', () => {
  it('takes the code sent to the old address; the old address is told', async () => {
    const person = await newPerson(api);
    const [old, email] = [newAddress(), newAddress()];
    await withEmail(api, person, old);
    const old_code = await askedCode(person, old);
    expect((await mailsTo(api, old))[0]?.subject).toBe('鱼鹰:身份验证码');
    const code = await askedCode(person, email);
    // A password is a proof elsewhere, not here; a code to the new address is none for the old one.
    expect((await set(person, 'email', { email, code }, { password: person.password })).code).toBe(1317);
    expect((await set(person, 'email', { email, code, old_code: other(old_code) })).code).toBe(1304);
    expect((await set(person, 'email', { email, code, old_code })).code).toBe(1);
    expect((await mailsTo(api, old))[0]?.subject).toBe('您的邮箱已变更');
    expect(await mailsTo(api, email)).toHaveLength(1);
  });

  it('or the payment password', async () => {
    const person = await newPerson(api);
    const [old, email] = [newAddress(), newAddress()];
    await withEmail(api, person, old);
    const code = await askedCode(person, email);
    expect((await set(person, 'email', { email, code, payment: '271828' })).code).toBe(1312);
    const payment = { mode: 'set', payment: '271828', confirm: '271828', password: person.password };
    expect((await api.send('POST', '/api/user/changePayment', payment, { token: person.token })).code).toBe(1);
    const young = await set(person, 'email', { email, code, payment: '271828' });
    expect(young).toMatchObject({ code: 1317, data: { young: ['payment'] } });
    api.clock.advance(DAY);
    const later = await askedCode(person, email);
    expect((await set(person, 'email', { email, code: later, payment: '271829' })).code).toBe(1313);
    expect((await set(person, 'email', { email, code: later, payment: '271828' })).code).toBe(1);
  });

  it('an address younger than a day proves nothing: it cannot be replaced by its own code', async () => {
    const person = await newPerson(api);
    const [old, email] = [newAddress(), newAddress()];
    await withEmail(api, person, old, 0);
    const old_code = await askedCode(person, old);
    const code = await askedCode(person, email);
    const answer = await set(person, 'email', { email, code, old_code });
    expect(answer).toMatchObject({ code: 1317, data: { young: ['code'] } });
  });
});

it('a server that sends no mail says so', async () => {
  const silent = await startApi({ TRUSTED_PROXIES: '1' });
  try {
    const person = await newPerson(silent);
    const body = { field: 'email_code', value: newAddress() };
    const answer = await silent.send('POST', userSetInfo.path, body, { token: person.token });
    expect(answer).toMatchObject({ code: 9010, msg: textOf(9010, 'zh') });
    expect((await silent.send('POST', '/api/login/reset', { account: person.account })).code).toBe(9010);
    expect((await silent.send('GET', '/dev/mail')).status).toBe(404);
  } finally {
    await silent.close();
  }
});
