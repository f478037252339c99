// The login password over HTTP: changing it, setting it where none is, what is refused, and what ends with the old one;
// and the account that a wallet user gets once.
import { loginAccount, loginRegister } from '@cormorant/contract/calls/identity.ts';
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userChangePassword } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { newWallet, newWalletPerson, nonceFor, signFor, type WalletPerson } from './wallets.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NEXT = 'brave4Lantern';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Body = Record<string, unknown>;
type Lang = 'zh' | 'en';
interface Signed {
  readonly token: string;
}

const change = (person: Signed, body: Body, lang: Lang = 'zh'): Promise<Answer> =>
  api.send(
    'POST',
    userChangePassword.path,
    { password: NEXT, confirm: body['password'] ?? NEXT, ...body },
    { token: person.token, lang },
  );
const signIn = (account: string, password: string) =>
  api.send('POST', loginAccount.path, { terminal: 1, account, password });
const tokenOf = async ({ account, password }: Person) =>
  ((await signIn(account, password)).data as { token: string }).token;
const profileOf = (token: string) => api.ask(authProfile, {}, { token });
const holdOf = async (token: string) =>
  ((await profileOf(token)).data as { security_hold_until?: number }).security_hold_until;
const signed = (person: WalletPerson) => signFor(api, person, person.wallet, 'prove');
const walletPerson = async () => newWalletPerson(api, (await newPerson(api)).sn);

describe('changing the login password', () => {
  const old = 'quiet7Harbour';
  const cases: [string, Body, number][] = [
    ['nothing new', { old_password: old, password: '' }, 1105],
    ['no digit', { old_password: old, password: 'onlyLetters' }, 1106],
    ['a short one', { old_password: old, password: 'a1b2c3' }, 1106],
    ['a common one', { old_password: old, password: 'password123' }, 1106],
    ['another repetition', { old_password: old, confirm: 'brave4Lanterm' }, 1107],
    ['no old one', {}, 1306],
    ['a wrong old one', { old_password: 'wrong4Word' }, 1306],
    ['a code in place of the old one', { code: '123456' }, 1306],
    ['the same one', { old_password: old, password: old }, 1307],
  ];
  it.each(cases)('refuses %s', async (_name, body, code) => {
    const person = await newPerson(api);
    for (const lang of ['zh', 'en'] as const) {
      expect(await change(person, body, lang)).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
    }
    expect((await signIn(person.account, person.password)).code).toBe(1);
    expect(await holdOf(person.token)).toBeUndefined();
  });

  it('tells a common one from a malformed one, wherever a password is chosen', async () => {
    const person = await newPerson(api);
    const chosen = { account: 'common_chooser', password: 'Password123', confirm: 'Password123' };
    const register = (body: Body) => api.send('POST', loginRegister.path, { terminal: 1, referrer: '', ...body });
    expect(await register(chosen)).toMatchObject({ code: 1106, data: { field: 'password', common: 1 } });
    expect(await change(person, { old_password: person.password, password: 'Password123' })).toMatchObject({
      code: 1106,
      data: { common: 1 },
    });
    const short = await register({ ...chosen, password: 'short1', confirm: 'short1' });
    expect(short.code).toBe(1106);
    expect(short.data).not.toMatchObject({ common: 1 });
  });

  it('is told in the profile with the time from which it proves again, until then', async () => {
    const person = await newPerson(api);
    const youngOf = async () => ((await profileOf(person.token)).data as { young?: { password: number } }).young;
    expect(await youngOf()).toBeUndefined();
    const atMs = api.clock.nowMs();
    expect((await change(person, { old_password: person.password })).code).toBe(1);
    const young = await youngOf();
    expect(Object.keys(young ?? {})).toEqual(['password']);
    expect(young?.password).toBeGreaterThanOrEqual(atMs + DAY);
    expect(young?.password).toBeLessThanOrEqual(api.clock.nowMs() + DAY);
    api.clock.advance(DAY - MINUTE);
    expect(await youngOf()).toEqual(young);
    api.clock.advance(MINUTE);
    expect(await youngOf()).toBeUndefined();
  });

  it('leaves no session that the old one opened, however close they came', async () => {
    for (let round = 0; round < 15; round += 1) {
      const person = await newPerson(api);
      const early = await Promise.all(
        Array.from({ length: 2 }, () => signIn(person.account, person.password)).concat(
          change(person, { old_password: person.password }),
          Array.from({ length: 2 }, () => signIn(person.account, person.password)),
        ),
      );
      const tokens = early.flatMap(({ data }) => (data === null ? [] : [(data as Signed).token]));
      for (const token of tokens) expect((await profileOf(token)).code).toBe(2003);
      expect((await profileOf(person.token)).code).toBe(1);
    }
  });

  it('ends all other sessions and no more, starts the hold, and only the new one signs in', async () => {
    const person = await newPerson(api);
    const others = [await tokenOf(person), await tokenOf(person)];
    const answer = await change(person, { old_password: person.password }, 'en');
    expect(answer).toMatchObject({ code: 1, show: 1, msg: 'Settings saved', data: null });
    for (const token of others) expect((await profileOf(token)).code).toBe(2003);
    expect((await profileOf(person.token)).code).toBe(1);
    expect(await holdOf(person.token)).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    expect((await signIn(person.account, person.password)).code).toBe(1002);
    expect((await signIn(person.account, NEXT)).code).toBe(1);
  });

  it('is proven by no password of today', async () => {
    const person = await newPerson(api);
    await change(person, { old_password: person.password });
    const again = () => change(person, { old_password: NEXT, password: 'third5Harbour' }, 'en');
    expect(await again()).toMatchObject({ code: 1317, msg: textOf(1317, 'en'), data: { young: ['password'] } });
    api.clock.advance(DAY + MINUTE);
    expect((await again()).code).toBe(1);
  });

  it('counts wrong ones together with those at the door, and a right one forgets them', async () => {
    const person = await newPerson(api);
    const wrongHere = async () => (await change(person, { old_password: 'wrong4Word' })).code;
    const wrongThere = async () => (await signIn(person.account, 'wrong4Word')).code;
    expect([await wrongHere(), await wrongThere(), await wrongHere(), await wrongThere()]).toEqual([
      1306, 1002, 1306, 1002,
    ]);
    expect((await change(person, { old_password: person.password, password: person.password })).code).toBe(1307);
    for (let guess = 0; guess < 5; guess += 1) expect(await wrongHere()).toBe(1306);
    for (const [lang, time] of [
      ['zh', '15分钟'],
      ['en', '15 minutes'],
    ] as const) {
      const answer = await change(person, { old_password: person.password }, lang);
      expect(answer).toMatchObject({ code: 1003, msg: textOf(1003, lang, { time }) });
    }
    expect((await signIn(person.account, person.password)).code).toBe(1003);
  });

  it('judges at most five of 40 guesses at once', async () => {
    const person = await newPerson(api);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => change(person, { old_password: `guess${at}Word` })),
    );
    const codes = answers.map((answer) => answer.code);
    expect(codes.filter((code) => code === 1306)).toHaveLength(5);
    expect(codes.filter((code) => code === 1003)).toHaveLength(35);
  });

  it('is won by one of several at once', async () => {
    const person = await newPerson(api);
    const words = ['brave4Lantern', 'third5Harbour', 'calm6Orchard'];
    const answers = await Promise.all(
      words.map((password) => change(person, { old_password: person.password, password })),
    );
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
    const entered = await Promise.all(words.map((password) => signIn(person.account, password)));
    expect(entered.filter((answer) => answer.code === 1)).toHaveLength(1);
  });

  it('is not made for a session that was ended while it was judged', async () => {
    const person = await newPerson(api);
    const client = await api.pool.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from users where id = $1 for update', [person.userId]);
      const answering = change(person, { old_password: person.password }, 'en');
      const waiting = async () => {
        const found = await client.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        return found.rowCount;
      };
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
      await client.query('update sessions set revoked_at = now() where user_id = $1', [person.userId]);
      await client.query('commit');
      expect(await answering).toMatchObject({ code: 2003, msg: textOf(2003, 'en') });
    } finally {
      client.release();
    }
    expect((await signIn(person.account, person.password)).code).toBe(1);
  });
});

describe('setting one where none is', () => {
  it('takes the signature of the own wallet and starts the hold', async () => {
    const person = await walletPerson();
    for (const lang of ['zh', 'en'] as const) {
      expect(await change(person, {}, lang)).toMatchObject({
        code: 1317,
        msg: textOf(1317, lang),
        data: { young: [] },
      });
    }
    expect((await change(person, { old_password: 'quiet7Harbour' })).code).toBe(1317);
    expect((await change(person, { signature: await signed(person) })).code).toBe(1);
    expect(await profileOf(person.token)).toMatchObject({ code: 1, data: { password: 1 } });
    expect(await holdOf(person.token)).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
  });

  it('takes a signature once, and nobody else’s', async () => {
    const person = await walletPerson();
    const stranger = newWallet();
    const { message } = await nonceFor(api, person.wallet.address, 'prove', { token: person.token });
    for (const lang of ['zh', 'en'] as const) {
      await nonceFor(api, person.wallet.address, 'prove', { token: person.token });
      const answer = await change(person, { signature: await stranger.sign(message) }, lang);
      expect(answer).toMatchObject({ code: 1203, msg: textOf(1203, lang) });
    }
    const spent = await person.wallet.sign(message);
    expect(await change(person, { signature: spent }, 'en')).toMatchObject({ code: 1206, msg: textOf(1206, 'en') });
  });
});

describe('the account of a wallet user', () => {
  let names = 0;
  const newName = () => {
    names += 1;
    return `late_${process.pid}_${names}`;
  };
  const setAccount = (person: Signed, value: Body, proof?: Body, lang: Lang = 'zh') =>
    api.send('POST', userSetInfo.path, { field: 'account', value, proof }, { token: person.token, lang });
  const good = { password: NEXT, confirm: NEXT };

  const cases: [string, Body, number][] = [
    ['no name', { account: '', ...good }, 1103],
    ['a malformed name', { account: 'no', ...good }, 1104],
    ['a reserved name', { account: 'Demo', ...good }, 1101],
    ['no password', { account: 'somebody_new' }, 1105],
    ['a malformed password', { account: 'somebody_new', password: 'short', confirm: 'short' }, 1106],
    ['a common password', { account: 'somebody_new', password: 'password123', confirm: 'password123' }, 1106],
    ['another repetition', { account: 'somebody_new', password: NEXT, confirm: 'brave4Lanterm' }, 1107],
    ['no repetition', { account: 'somebody_new', password: NEXT }, 1107],
  ];
  it.each(cases)('refuses %s', async (_name, value, code) => {
    const person = await walletPerson();
    for (const lang of ['zh', 'en'] as const) {
      const answer = await setAccount(person, value, { signature: await signed(person) }, lang);
      expect(answer).toMatchObject({ status: 200, code, msg: textOf(code, lang) });
    }
    expect(await profileOf(person.token)).toMatchObject({ data: { account: '', password: 0 } });
  });

  it('needs a proof, comes with a password, signs in, ends other sessions and is set once', async () => {
    const person = await walletPerson();
    const account = newName();
    expect((await setAccount(person, { account, ...good })).code).toBe(1317);
    const answer = await setAccount(person, { account, ...good }, { signature: await signed(person) }, 'en');
    expect(answer).toMatchObject({ code: 1, data: { account, password: 1 } });
    expect(await holdOf(person.token)).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    expect((await signIn(account, NEXT)).code).toBe(1);
    for (const lang of ['zh', 'en'] as const) {
      const again = await setAccount(person, { account: newName() }, { signature: await signed(person) }, lang);
      expect(again).toMatchObject({ code: 1301, msg: textOf(1301, lang) });
    }
  });

  it('keeps a password that is set already', async () => {
    const person = await walletPerson();
    expect((await change(person, { signature: await signed(person) })).code).toBe(1);
    const account = newName();
    const proof = { signature: await signed(person) };
    expect(
      (await setAccount(person, { account, password: 'third5Harbour', confirm: 'third5Harbour' }, proof)).code,
    ).toBe(1301);
    expect((await setAccount(person, { account }, proof)).code).toBe(1);
    expect((await signIn(account, NEXT)).code).toBe(1);
  });

  it('is nobody else’s name, whatever its case, and nobody else’s verified address', async () => {
    const other = await newPerson(api);
    const email = `taken.${other.sn}@example.org`;
    await api.pool.query('update users set email = $2, email_verified_at = now() where id = $1', [other.userId, email]);
    const person = await walletPerson();
    for (const account of [other.account.toUpperCase(), email.toUpperCase()]) {
      for (const lang of ['zh', 'en'] as const) {
        const answer = await setAccount(person, { account, ...good }, { signature: await signed(person) }, lang);
        expect(answer).toMatchObject({ code: 1101, msg: textOf(1101, lang) });
      }
    }
    expect(await holdOf(person.token)).toBeUndefined();
  });

  it('goes to one of two who want it at once', async () => {
    const people = [await walletPerson(), await walletPerson(), await walletPerson()];
    const account = newName();
    const proofs = await Promise.all(people.map(async (person) => ({ signature: await signed(person) })));
    const answers = await Promise.all(people.map((person, at) => setAccount(person, { account, ...good }, proofs[at])));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1101, 1101]);
  });
});
