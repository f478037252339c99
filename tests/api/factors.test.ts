// A stolen session token cannot become a withdrawal: every way from a bare token to a factor of the thief's own, each
// with the code that ends it. And how factors age, what each change holds, ends and tells, and that none is half made.
import { loginAccount, loginReset } from '@cormorant/contract/calls/identity.ts';
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userBind, userChangePassword, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiServer, newPerson, startApi } from './api-server.ts';
import { askReset, mailsTo } from './local-mails.ts';
import { newWallet, newWalletPerson, signFor, type Wallet } from './wallets.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const PAYMENT = '482913';
const PASSWORD = 'quiet7Harbour';

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
interface Owner extends Signed {
  readonly userId: number;
  readonly sn: string;
  /** Another device of the same person. */
  readonly other: string;
  readonly account: string;
  readonly email: string;
  readonly wallet: Wallet;
}

const post = (path: string) => (person: Signed, body: Body, lang?: Lang) =>
  api.send('POST', path, body, { token: person.token, ...(lang !== undefined && { lang }) });
const setInfo = post(userSetInfo.path);
const bind = post(userBind.path);
const changePassword = (person: Signed, body: Body, password = 'brave4Lantern') =>
  post(userChangePassword.path)(person, { password, confirm: password, ...body });
const changePayment = (person: Signed, body: Body, payment = '739164') =>
  post(userChangePayment.path)(person, { payment, confirm: payment, ...body });
const holdOf = async ({ token }: Signed) =>
  ((await api.ask(authProfile, {}, { token })).data as { security_hold_until?: number }).security_hold_until;
const codeWith = async (token: string) => (await api.ask(authProfile, {}, { token })).code;

async function bindOwn(person: Signed, wallet: Wallet, proof?: Body): Promise<Answer> {
  const signature = await signFor(api, person, wallet, 'bind');
  return bind(person, { address: wallet.address, signature, ...(proof !== undefined && { proof }) });
}

/** Has a code sent to the address, a minute after the last one, and reads it there. */
async function codeTo(person: Signed, email: string): Promise<string> {
  api.clock.advance(61 * SECOND);
  const answer = await setInfo(person, { field: 'email_code', value: email });
  if (answer.code !== 1) throw new Error(`email_code answered ${answer.code} ${answer.msg}`);
  return /\b\d{6}\b/.exec((await mailsTo(api, email))[0]?.body ?? '')?.[0] ?? 'none';
}

/** What a thief is after, as it is stored. */
async function credentialsOf(userId: number): Promise<unknown> {
  const found = await api.pool.query(
    `select account, password_hash, payment_hash, email, address, security_hold_until from users where id = $1`,
    [userId],
  );
  return found.rows[0];
}

let owners = 0;

/** Everything they have is older than the hold. Accounts come without a wallet, wallets without an account. */
async function newOwner(kind: 'bare' | 'full' | 'wallet'): Promise<Owner> {
  owners += 1;
  const email = `owner.${process.pid}.${owners}@example.org`;
  const inviter = await newPerson(api);
  if (kind === 'wallet') {
    const { wallet, token, sn } = await newWalletPerson(api, inviter.sn);
    const found = await api.pool.query<{ id: string }>('select id from users where sn = $1', [sn]);
    return { userId: Number(found.rows[0]?.id), sn, token, other: '', account: '', email, wallet };
  }
  const { userId, sn, token, account } = await newPerson(api);
  const again = await api.send('POST', loginAccount.path, { terminal: 1, account, password: PASSWORD });
  const owner = {
    userId,
    sn,
    token,
    account,
    email,
    other: (again.data as { token: string }).token,
    wallet: newWallet(),
  };
  if (kind === 'full') {
    const proof = { password: PASSWORD };
    expect((await changePayment(owner, { mode: 'set', ...proof }, PAYMENT)).code).toBe(1);
    const code = await codeTo(owner, email);
    expect((await setInfo(owner, { field: 'email', value: { email, code }, proof })).code).toBe(1);
    expect((await bindOwn(owner, owner.wallet, proof)).code).toBe(1);
    await api.pool.query('update users set security_hold_until = null where id = $1', [userId]);
    await api.pool.query('update sessions set revoked_at = null where user_id = $1', [userId]);
    api.clock.advance(DAY + MINUTE);
  }
  return owner;
}

describe('a stolen session token', () => {
  const thief = { email: 'thief@example.net', wallet: newWallet() };
  const account = { account: 'thiefs_own', password: 'brave4Lantern', confirm: 'brave4Lantern' };

  type Attack = (owner: Owner) => Promise<Answer>;
  /** A code in the thief's own inbox is had; it is the only thing a bare token gets. */
  const ownInbox = async (owner: Owner) => ({ email: thief.email, code: await codeTo(owner, thief.email) });
  const ownSignature = () => thief.wallet.sign('I am the owner of this account, really');
  const attacks: Record<string, Attack> = {
    'email: a code of the own inbox, no proof': async (owner) =>
      setInfo(owner, { field: 'email', value: await ownInbox(owner) }),
    'email: the own code as the old one': async (owner) => {
      const value = await ownInbox(owner);
      return setInfo(owner, { field: 'email', value: { ...value, old_code: value.code } });
    },
    'email: the own code as proof': async (owner) => {
      const value = await ownInbox(owner);
      return setInfo(owner, { field: 'email', value, proof: { code: value.code } });
    },
    'email: a guessed payment password': async (owner) =>
      setInfo(owner, { field: 'email', value: { ...(await ownInbox(owner)), payment: '000001' } }),
    'account: no proof': (owner) => setInfo(owner, { field: 'account', value: account }),
    'account: a guessed password': (owner) =>
      setInfo(owner, { field: 'account', value: account, proof: { password: 'guess4Word' } }),
    'bind: the own wallet, no proof': (owner) => bindOwn(owner, thief.wallet),
    'bind: the own wallet as its own proof': async (owner) =>
      bindOwn(owner, thief.wallet, { signature: await ownSignature() }),
    'bind: a guessed password': (owner) => bindOwn(owner, thief.wallet, { password: 'guess4Word' }),
    'password: nothing': (owner) => changePassword(owner, {}),
    'password: a guess': (owner) => changePassword(owner, { old_password: 'guess4Word' }),
    'password: the own inbox': async (owner) => changePassword(owner, { code: (await ownInbox(owner)).code }),
    'password: the own wallet': async (owner) => changePassword(owner, { signature: await ownSignature() }),
    'payment: set, no proof': (owner) => changePayment(owner, { mode: 'set' }),
    'payment: set, a guessed password': (owner) => changePayment(owner, { mode: 'set', password: 'guess4Word' }),
    'payment: set, the own inbox': async (owner) =>
      changePayment(owner, { mode: 'set', code: (await ownInbox(owner)).code }),
    'payment: set, the own wallet': async (owner) =>
      changePayment(owner, { mode: 'set', signature: await ownSignature() }),
    'payment: change, a guess': (owner) => changePayment(owner, { mode: 'change', old_payment: '000001' }),
    'payment: reset, no proof': (owner) => changePayment(owner, { mode: 'reset' }),
    'payment: reset, a guessed password': (owner) => changePayment(owner, { mode: 'reset', password: 'guess4Word' }),
    'payment: reset, the own inbox': async (owner) =>
      changePayment(owner, { mode: 'reset', code: (await ownInbox(owner)).code }),
    'payment: reset, the own wallet': async (owner) =>
      changePayment(owner, { mode: 'reset', signature: await ownSignature() }),
    'nonce: a proof by the own wallet': (owner) =>
      api.send('GET', `/api/login/nonce?purpose=prove&address=${thief.wallet.address}`, undefined, owner),
    'reset by mail: a guessed code': async (owner) => {
      const account = owner.account || owner.email;
      const ticket = await askReset(api, account);
      return api.send('POST', loginReset.path, {
        account,
        ticket,
        code: '000001',
        password: 'brave4Lantern',
        confirm: 'brave4Lantern',
      });
    },
  };

  // Of an owner with a login password alone, with all four factors, with a wallet alone.
  const ends: Record<string, readonly [number, number, number]> = {
    'email: a code of the own inbox, no proof': [1317, 1317, 1317],
    'email: the own code as the old one': [1317, 1304, 1317],
    'email: the own code as proof': [1317, 1317, 1317],
    'email: a guessed payment password': [1317, 1313, 1317],
    'account: no proof': [1301, 1301, 1317],
    'account: a guessed password': [1301, 1301, 1317],
    'bind: the own wallet, no proof': [1317, 1210, 1210],
    'bind: the own wallet as its own proof': [1317, 1210, 1210],
    'bind: a guessed password': [1306, 1210, 1210],
    'password: nothing': [1306, 1306, 1317],
    'password: a guess': [1306, 1306, 1317],
    'password: the own inbox': [1306, 1306, 1317],
    'password: the own wallet': [1306, 1306, 1206],
    'payment: set, no proof': [1317, 1301, 1317],
    'payment: set, a guessed password': [1306, 1301, 1317],
    'payment: set, the own inbox': [1317, 1301, 1317],
    'payment: set, the own wallet': [1317, 1301, 1206],
    'payment: change, a guess': [1312, 1313, 1312],
    'payment: reset, no proof': [1317, 1317, 1317],
    'payment: reset, a guessed password': [1306, 1306, 1317],
    'payment: reset, the own inbox': [1317, 1304, 1317],
    'payment: reset, the own wallet': [1317, 1206, 1206],
    'nonce: a proof by the own wallet': [1203, 1203, 1203],
    'reset by mail: a guessed code': [1304, 1304, 1304],
  };

  it.each(['bare', 'full', 'wallet'] as const)('gets nowhere with an owner who is %s', async (kind) => {
    const at = ['bare', 'full', 'wallet'].indexOf(kind);
    const owner = await newOwner(kind);
    const before = await credentialsOf(owner.userId);
    const met: Record<string, number> = {};
    for (const [name, attack] of Object.entries(attacks)) {
      // Each path by itself: what the others used up in guesses is forgotten.
      await api.pool.query('delete from login_attempts');
      await api.pool.query('delete from email_code_limits');
      await api.pool.query('update users set payment_failures = 0 where id = $1', [owner.userId]);
      met[name] = (await attack(owner)).code;
    }
    expect(met).toEqual(Object.fromEntries(Object.entries(ends).map(([name, codes]) => [name, codes[at]])));
    expect(await credentialsOf(owner.userId)).toEqual(before);
    expect(await codeWith(owner.token)).toBe(1);
  });

  it('is told why in both languages', async () => {
    const owner = await newOwner('bare');
    for (const lang of ['zh', 'en'] as const) {
      const body = { mode: 'set', payment: PAYMENT, confirm: PAYMENT };
      expect(await post(userChangePayment.path)(owner, body, lang)).toMatchObject({
        code: 1317,
        msg: textOf(1317, lang),
        data: { young: [] },
      });
    }
  });

  it('does not become more by a field that proves nothing', async () => {
    const owner = await newOwner('bare');
    const friend = await newPerson(api);
    expect((await setInfo(owner, { field: 'referral', value: friend.sn })).code).toBe(1);
    expect((await setInfo(owner, { field: 'nickname', value: 'Somebody else' })).code).toBe(1);
    expect((await changePayment(owner, { mode: 'set' })).code).toBe(1317);
  });

  it('with a wallet it talked the owner into: nothing more for a day, and all that time the hold', async () => {
    const owner = await newOwner('bare');
    await changePayment(owner, { mode: 'set', password: PASSWORD }, PAYMENT);
    api.clock.advance(DAY + MINUTE);
    expect((await bindOwn(owner, thief.wallet, { password: PASSWORD })).code).toBe(1);
    const bySignature = async () => ({ signature: await signFor(api, owner, thief.wallet, 'prove') });
    const hold = (await holdOf(owner)) ?? 0;
    expect(hold).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    const inbox = 'thief.two@example.net';
    const code = await codeTo(owner, inbox);
    const tries = async () => [
      (await changePayment(owner, { mode: 'reset', ...(await bySignature()) })).code,
      (await changePassword(owner, await bySignature())).code,
      (await setInfo(owner, { field: 'email', value: { email: inbox, code }, proof: await bySignature() })).code,
    ];
    const refused = [1317, 1306, 1317];
    expect(await tries()).toEqual(refused);
    api.clock.advance(hold - api.clock.nowMs() - 10 * SECOND);
    expect((await changePayment(owner, { mode: 'reset', ...(await bySignature()) })).code).toBe(1317);
    expect(await holdOf(owner)).toBe(hold);
  });

  it('with an address it talked the owner into: no code that resets anything goes there for a day', async () => {
    const owner = await newOwner('bare');
    const inbox = `thief.${owner.sn}@example.net`;
    const value = { email: inbox, code: await codeTo(owner, inbox) };
    expect((await setInfo(owner, { field: 'email', value, proof: { password: PASSWORD } })).code).toBe(1);
    const codesSent = async () =>
      (await mailsTo(api, inbox)).map(({ body }) => body ?? '').filter((body) => /\b\d{6}\b/.test(body));
    const before = await codesSent();
    expect((await api.send('POST', loginReset.path, { account: owner.account })).code).toBe(1);
    expect((await changePayment(owner, { mode: 'set', code: await codeTo(owner, inbox) })).code).toBe(1317);
    expect((await changePassword(owner, { code: '000001' })).code).toBe(1306);
    const asked = await codesSent();
    expect(asked).toHaveLength(before.length + 1); // the one that was asked for as a proof, which is none yet
    api.clock.advance(DAY);
    expect((await api.send('POST', loginReset.path, { account: owner.account })).code).toBe(1);
    // Mails of the day before may have been cleared away by now.
    const isAnotherThere = async () => (await codesSent()).some((body) => !asked.includes(body));
    await expect.poll(isAnotherThere, { timeout: 5_000 }).toBe(true);
  });
});

describe('a code as proof', () => {
  it('is used up by being right, refused when wrong, and good for its own address alone', async () => {
    const owner = await newOwner('full');
    const reset = (code: string, payment: string, lang?: Lang) =>
      post(userChangePayment.path)(owner, { mode: 'reset', payment, confirm: payment, code }, lang);
    const code = await codeTo(owner, owner.email);
    for (const lang of ['zh', 'en'] as const) {
      expect(await reset('000001', '739164', lang)).toMatchObject({ code: 1304, msg: textOf(1304, lang) });
    }
    expect((await reset(code, '739164')).code).toBe(1);
    expect((await reset(code, '551907')).code).toBe(1304);
  });
});

describe('a factor that was added', () => {
  const later = () => api.clock.advance(DAY + MINUTE);
  const reset = (owner: Owner, proof: Body) => changePayment(owner, { mode: 'reset', ...proof });

  it('a wallet: is no proof for a day and then is one', async () => {
    const owner = await newOwner('bare');
    expect((await bindOwn(owner, owner.wallet, { password: PASSWORD })).code).toBe(1);
    const prove = async () => reset(owner, { signature: await signFor(api, owner, owner.wallet, 'prove') });
    expect(await prove()).toMatchObject({ code: 1317, data: { young: ['signature'] } });
    later();
    expect((await prove()).code).toBe(1);
  });

  it('an e-mail address: the same', async () => {
    const owner = await newOwner('bare');
    const value = { email: owner.email, code: await codeTo(owner, owner.email) };
    expect((await setInfo(owner, { field: 'email', value, proof: { password: PASSWORD } })).code).toBe(1);
    const prove = async () => reset(owner, { code: await codeTo(owner, owner.email) });
    expect(await prove()).toMatchObject({ code: 1317, data: { young: ['code'] } });
    later();
    expect((await prove()).code).toBe(1);
  });

  it('a payment password: the same', async () => {
    const owner = await newOwner('bare');
    await changePayment(owner, { mode: 'set', password: PASSWORD }, PAYMENT);
    expect(await bindOwn(owner, owner.wallet, { payment: PAYMENT })).toMatchObject({
      code: 1317,
      data: { young: ['payment'] },
    });
    later();
    expect((await bindOwn(owner, owner.wallet, { payment: PAYMENT })).code).toBe(1);
  });

  it('a login password of a wallet user: the same', async () => {
    const owner = await newOwner('wallet');
    const signature = await signFor(api, owner, owner.wallet, 'prove');
    expect((await changePassword(owner, { signature }, PASSWORD)).code).toBe(1);
    expect(await reset(owner, { password: PASSWORD })).toMatchObject({ code: 1317, data: { young: ['password'] } });
    // The wallet the account was opened with goes on counting.
    expect((await reset(owner, { signature: await signFor(api, owner, owner.wallet, 'prove') })).code).toBe(1);
    later();
    expect((await reset(owner, { password: PASSWORD })).code).toBe(1);
  });

  it('a login password of today: an older factor stands in for it', async () => {
    const owner = await newOwner('full');
    expect((await changePassword(owner, { old_password: PASSWORD })).code).toBe(1);
    expect((await changePassword(owner, { old_password: 'brave4Lantern' }, 'third5Harbour')).code).toBe(1317);
    const code = await codeTo(owner, owner.email);
    expect((await changePassword(owner, { code }, 'third5Harbour')).code).toBe(1);
  });

  it('several at once: all that are too young are named, and the first of a proof is judged alone', async () => {
    const owner = await newOwner('bare');
    await changePayment(owner, { mode: 'set', password: PASSWORD }, PAYMENT);
    await bindOwn(owner, owner.wallet, { password: PASSWORD });
    expect(await reset(owner, {})).toMatchObject({ code: 1317, data: { young: ['payment', 'signature'] } });
    const signature = await signFor(api, owner, owner.wallet, 'prove');
    expect((await reset(owner, { password: 'guess4Word', signature })).code).toBe(1306);
    expect((await reset(owner, { password: PASSWORD, signature })).code).toBe(1);
  });

  it('counts at once where the operator sets no hold', async () => {
    const owner = await newOwner('bare');
    await changePayment(owner, { mode: 'set', password: PASSWORD }, PAYMENT);
    await api.pool.query("insert into settings (key, value) values ('security_hold_hours', '0')");
    try {
      const bound = async () => (await bindOwn(owner, owner.wallet, { payment: PAYMENT })).code;
      await expect.poll(bound, { timeout: 5_000 }).toBe(1);
    } finally {
      await api.pool.query('delete from settings');
      const young = async () => ((await reset(owner, {})).data as { young: string[] }).young;
      await expect.poll(young, { timeout: 5_000 }).toEqual(['payment', 'signature']);
    }
  });
});

describe('which names are taken', () => {
  it('is told to whom has proven who they are, and costs no proof', async () => {
    const [owner, other] = [await newOwner('wallet'), await newOwner('bare')];
    await api.pool.query('update users set email = $2, email_verified_at = created_at where id = $1', [
      other.userId,
      other.email,
    ]);
    const taken = [other.account, other.email, 'demo'];
    const free = [`free_${other.userId}`, `free.${other.email}`];
    const ask = async (account: string, proof?: object) =>
      (await setInfo(owner, { field: 'account', value: { account, password: PASSWORD, confirm: PASSWORD }, proof }))
        .code;
    const codesOf = (names: readonly string[], proof?: () => Promise<object>) =>
      Promise.all(names.map(async (name) => ask(name, await proof?.())));
    const nobody: (() => Promise<object>)[] = [
      async () => ({}),
      async () => ({ password: PASSWORD }),
      async () => ({ payment: PAYMENT }),
      async () => ({ code: '123456' }),
      async () => ({ signature: `0x${'11'.repeat(65)}` }),
    ];
    for (const proof of nobody) {
      await signFor(api, owner, owner.wallet, 'prove');
      const [code] = await codesOf(free.slice(0, 1), proof);
      expect(code).not.toBe(1101);
      for (const name of taken) {
        await signFor(api, owner, owner.wallet, 'prove');
        expect(await ask(name, await proof()), name).toBe(code);
      }
    }
    expect(await codesOf([...taken, ...free])).toEqual([1317, 1317, 1317, 1317, 1317]);

    const signature = await signFor(api, owner, owner.wallet, 'prove');
    for (const name of taken) expect(await ask(name, { signature })).toBe(1101);
    expect(await ask(free[0] as string, { signature })).toBe(1);
    expect(await ask(free[1] as string, { signature })).toBe(1301);
  });
});

describe('each change', () => {
  const proof = { password: PASSWORD };
  const changes: Record<string, { make: (owner: Owner) => Promise<Answer>; ends: boolean; subject: string }> = {
    'of the login password': {
      make: (owner) => changePassword(owner, { old_password: PASSWORD }),
      ends: true,
      subject: '您的登录密码已变更',
    },
    'of the payment password': {
      make: (owner) => changePayment(owner, { mode: 'change', old_payment: PAYMENT }),
      ends: false,
      subject: '您的支付密码已变更',
    },
    'that resets the payment password': {
      make: (owner) => changePayment(owner, { mode: 'reset', ...proof }),
      ends: false,
      subject: '您的支付密码已变更',
    },
    'of the e-mail address': {
      make: async (owner) => {
        const email = `next.${owner.email}`;
        const code = await codeTo(owner, email);
        const old_code = await codeTo(owner, owner.email);
        return setInfo(owner, { field: 'email', value: { email, code, old_code } });
      },
      ends: true,
      subject: '您的邮箱已变更',
    },
    'that binds a wallet': {
      make: async (owner) => {
        await api.pool.query('update users set address = null, address_bound_at = null where id = $1', [owner.userId]);
        return bindOwn(owner, owner.wallet, proof);
      },
      ends: true,
      subject: '您的钱包已变更',
    },
  };

  it.each(Object.entries(changes))('%s holds, ends, and tells the address of before', async (_name, change) => {
    const owner = await newOwner('full');
    expect((await change.make(owner)).code).toBe(1);
    const hold = (await holdOf(owner)) ?? 0;
    expect(hold).toBeGreaterThan(api.clock.nowMs() + DAY - MINUTE);
    expect(hold).toBeLessThanOrEqual(api.clock.nowMs() + DAY);
    expect(await codeWith(owner.other)).toBe(change.ends ? 2003 : 1);
    expect(await codeWith(owner.token)).toBe(1);
    const notices = (await mailsTo(api, owner.email)).filter((mail) => mail.subject === change.subject);
    // The full owner bound the wallet once before; the mail of that is the last.
    expect(notices).toHaveLength(change.subject === '您的钱包已变更' ? 2 : 1);
    expect(notices[0]?.body).toContain('UTC');
    expect(notices[0]?.body).not.toMatch(/https?:/);
    expect(await mailsTo(api, `next.${owner.email}`)).not.toContainEqual(expect.objectContaining(change));
  });

  it('is told in the language of the one it concerns', async () => {
    const owner = await newOwner('full');
    await api.pool.query("update users set lang = 'en' where id = $1", [owner.userId]);
    await changePassword(owner, { old_password: PASSWORD });
    expect((await mailsTo(api, owner.email))[0]?.subject).toBe('Your login password was changed');
  });

  it('never shortens a hold that is there', async () => {
    const owner = await newOwner('full');
    const far = api.clock.nowMs() + 3 * DAY;
    await api.pool.query('update users set security_hold_until = $2 where id = $1', [owner.userId, new Date(far)]);
    expect((await changePassword(owner, { old_password: PASSWORD })).code).toBe(1);
    expect(await holdOf(owner)).toBe(far);
  });

  it('of two who bind one wallet at once is one: the other keeps all as it was', async () => {
    const two = [await newOwner('full'), await newOwner('full')];
    await api.pool.query('update users set address = null where id = any($1::bigint[])', [two.map((o) => o.userId)]);
    const wallet = newWallet();
    const answers = await Promise.all(two.map((owner) => bindOwn(owner, wallet, proof)));
    expect(answers.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1209]);
    const loser = two[answers.findIndex((answer) => answer.code === 1209)] as Owner;
    expect(await credentialsOf(loser.userId)).toMatchObject({ address: null, security_hold_until: null });
    expect(await codeWith(loser.other)).toBe(1);
    expect((await mailsTo(api, loser.email)).filter((mail) => mail.subject === '您的钱包已变更')).toHaveLength(1);
  });

  it('that cannot be told is not made: credential, hold, sessions and mail stand or fall together', async () => {
    const owner = await newOwner('full');
    const before = await credentialsOf(owner.userId);
    const mails = (await mailsTo(api, owner.email)).length;
    await api.pool.query(`create function refuse_mail() returns trigger language plpgsql as
      $$ begin if new.subject like '您的%' then raise exception 'no mail today'; end if; return new; end $$`);
    await api.pool.query(
      'create trigger no_mail before insert on mail_outbox for each row execute function refuse_mail()',
    );
    try {
      for (const name of ['of the login password', 'that resets the payment password', 'of the e-mail address']) {
        expect((await changes[name]?.make(owner))?.status, name).toBe(500);
      }
    } finally {
      await api.pool.query('drop function refuse_mail() cascade');
    }
    expect(await credentialsOf(owner.userId)).toEqual(before);
    expect(await codeWith(owner.other)).toBe(1);
    const all = await mailsTo(api, owner.email);
    const sent = all.slice(0, all.length - mails);
    expect(sent.filter((mail) => mail.subject.startsWith('您的'))).toEqual([]);
  });
});
