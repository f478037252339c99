// Every code of the ranges of identity (1xx, 10xx to 13xx) is provoked over HTTP and read in both languages; a code that
// is neither provoked here nor said to be somebody else's stops the test. Then the rules of the specification's part 5.
import { randomUUID } from 'node:crypto';
import { type Call, codesOf } from '@cormorant/contract/call.ts';
import { userChange } from '@cormorant/contract/calls/account.ts';
import {
  loginAccount,
  loginNonce,
  loginRegister,
  loginReset,
  loginVerify,
} from '@cormorant/contract/calls/identity.ts';
import { indexStatus } from '@cormorant/contract/calls/index-pages.ts';
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userBind, userChangePassword, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { callList } from '@cormorant/contract/calls.ts';
import { catalogue } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiServer, type Asked, newPerson, type Person, startApi } from './api-server.ts';
import { withEmail } from './local-mails.ts';
import { withSetting } from './settings.ts';
import { newWallet, newWalletPerson, nonceFor, verify } from './wallets.ts';

const langs = ['zh', 'en'] as const;
type Lang = (typeof langs)[number];
type Body = Record<string, unknown>;

let api: ApiServer;
let limited: ApiServer;
let inviter: Person;
beforeAll(async () => {
  api = await startApi();
  limited = await startApi({ RATE_LIMITS: 'on' });
  inviter = await newPerson(api);
});
afterAll(async () => {
  await api.close();
  await limited.close();
});

const password = 'quiet7Harbour';
const next = { password: 'brave4Lantern', confirm: 'brave4Lantern' };
const pin = { payment: '482913', confirm: '482913' };
let names = 0;

function freshName(): string {
  names += 1;
  return `codes_${names}`;
}

function post(call: Call, body: Body, asked: Asked): Promise<Answer> {
  return api.send(call.method, call.path, body, asked);
}
const signIn = (body: Body, lang: Lang) => post(loginAccount, { terminal: 1, ...body }, { lang });
const register = (body: Body, lang: Lang) =>
  post(loginRegister, { terminal: 1, account: freshName(), password, confirm: password, ...body }, { lang });
/** As somebody new, who can do it once. */
async function asNew(call: Call, body: Body, lang: Lang): Promise<Answer> {
  return post(call, body, { token: (await newPerson(api)).token, lang });
}
const setInfo = (field: string, value: unknown, lang: Lang, more: Body = {}) =>
  asNew(userSetInfo, { field, value, ...more }, lang);

async function enter(more: Body, lang: Lang, sign = (message: string) => message): Promise<Answer> {
  const wallet = newWallet();
  const { message } = await nonceFor(api, wallet.address);
  return verify(api, wallet.address, await wallet.sign(sign(message)), more, { lang });
}

async function bind(lang: Lang, token: string, wallet = newWallet()): Promise<Answer> {
  const { message } = await nonceFor(api, wallet.address, 'bind', { token });
  const body = { address: wallet.address, signature: await wallet.sign(message), proof: { password } };
  return post(userBind, body, { token, lang });
}

async function wrongPayments(times: number, lang: Lang): Promise<Answer> {
  const { token } = await newPerson(api);
  await post(userChangePayment, { mode: 'set', ...pin, password }, { token });
  await api.pool.query('update users set payment_set_at = null where sn = (select max(sn) from users)');
  api.clock.advance(25 * 3_600_000);
  let answer: Answer | undefined;
  for (let guess = 0; guess < times; guess += 1) {
    const body = { mode: 'change', old_payment: '000001', payment: '739164', confirm: '739164' };
    answer = await post(userChangePayment, body, { token, lang });
  }
  if (answer === undefined) throw new Error('nothing was asked');
  return answer;
}

const provocations: Record<number, (lang: Lang) => Promise<Answer>> = {
  101: (lang) => api.ask(authProfile, {}, { lang }),
  102: (lang) => api.ask(authProfile, {}, { lang, headers: { authorization: 'Basic x' } }),
  103: (lang) => signIn({ terminal: 9, account: 'somebody', password }, lang),
  104: async (lang) => {
    let answer = await limited.ask(indexStatus, {}, { lang });
    for (let more = 0; more < 70 && answer.code === 1; more += 1) answer = await limited.ask(indexStatus, {}, { lang });
    return answer;
  },
  1002: (lang) => signIn({ account: freshName(), password: 'wrong4Word' }, lang),
  1003: async (lang) => {
    const account = freshName();
    for (let guess = 0; guess < 5; guess += 1) await signIn({ account, password: 'wrong4Word' }, lang);
    return signIn({ account, password: 'wrong4Word' }, lang);
  },
  1004: (lang) => withSetting(api, 'login_detail', '1', () => signIn({ account: freshName(), password }, lang)),
  1005: async (lang) => {
    const person = await newPerson(api);
    await api.pool.query("update users set status = 'disabled' where id = $1", [person.userId]);
    return signIn(person as unknown as Body, lang);
  },
  1006: async (lang) => {
    const { token, userId } = await newPerson(api);
    await api.pool.query("update sessions set expires_at = now() - interval '1 s' where user_id = $1", [userId]);
    return api.ask(authProfile, {}, { token, lang });
  },
  1007: async (lang) => {
    const wrong = async () => signIn({ account: (await newPerson(api)).account, password: 'wrong4Word' }, lang);
    return withSetting(api, 'login_detail', '1', wrong);
  },
  1008: (lang) => withSetting(api, 'maintenance', '1', () => signIn({ account: freshName(), password }, lang)),
  1009: async (lang) => {
    const person = await newPerson(api);
    await api.pool.query('update users set terms_version = 0 where id = $1', [person.userId]);
    return withSetting(api, 'enforce_terms', '1', () => signIn({ account: person.account, password }, lang));
  },
  1101: (lang) => register({ account: inviter.account }, lang),
  1102: (lang) => register({ terminal: 4 }, lang),
  1103: (lang) => signIn({ account: ' ', password }, lang),
  1104: (lang) => register({ account: 'a b' }, lang),
  1105: (lang) => signIn({ account: 'somebody', password: '' }, lang),
  1106: (lang) => register({ password: 'short1', confirm: 'short1' }, lang),
  1107: (lang) => register({ confirm: 'other7Harbour' }, lang),
  1108: (lang) => register({ referrer: '12345678' }, lang),
  1109: (lang) => enter({ referrer: '' }, lang),
  1110: (lang) => enter({ referrer: '1234567' }, lang),
  1111: (lang) => withSetting(api, 'register_open', '0', () => register({}, lang)),
  1203: (lang) => enter({ referrer: inviter.sn }, lang, (message) => `${message} `),
  1206: (lang) => verify(api, newWallet().address, `0x${'11'.repeat(65)}`, {}, { lang }),
  1207: async (lang) => {
    const wallet = newWallet();
    const message = (await nonceFor(api, wallet.address)).message.replace('Chain ID: 56', 'Chain ID: 97');
    return verify(api, wallet.address, await wallet.sign(message), { message }, { lang });
  },
  1209: async (lang) => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    return bind(lang, (await newPerson(api)).token, wallet);
  },
  1210: async (lang) => {
    const { token } = await newPerson(api);
    expect((await bind(lang, token)).code).toBe(1);
    return bind(lang, token);
  },
  1301: (lang) => setInfo('is_partner', 1, lang),
  1302: (lang) => setInfo('email_code', 'nobody@nowhere', lang),
  1303: async (lang) => {
    const email = `${freshName()}@example.org`;
    await withEmail(api, await newPerson(api), email);
    return setInfo('email_code', email, lang);
  },
  1304: (lang) => setInfo('email', { email: 'free@example.org', code: '482913' }, lang, { proof: { password } }),
  1305: async (lang) => {
    const { token } = await newPerson(api);
    const ask = () => post(userSetInfo, { field: 'email_code', value: `${freshName()}@example.org` }, { token, lang });
    await ask();
    return ask();
  },
  1306: (lang) => asNew(userChangePassword, { ...next, old_password: 'wrong4Word' }, lang),
  1307: (lang) => asNew(userChangePassword, { old_password: password, password, confirm: password }, lang),
  1310: (lang) => asNew(userChangePayment, { mode: 'set', payment: '48291', confirm: '48291', password }, lang),
  1311: (lang) => asNew(userChangePayment, { mode: 'set', ...pin, confirm: '482914', password }, lang),
  1312: (lang) => asNew(userChangePayment, { mode: 'change', ...pin, old_payment: '739164' }, lang),
  1313: (lang) => wrongPayments(1, lang),
  1314: (lang) => wrongPayments(5, lang),
  1315: (lang) => asNew(userChangePayment, { mode: 'set', payment: '123456', confirm: '123456', password }, lang),
  1316: async (lang) => {
    const person = await newPerson(api);
    await api.pool.query(`update users set security_hold_until = now() + interval '40 days' where id = $1`, [
      person.userId,
    ]);
    const transfer = { kind: 'transfer', from: 'balance', to_uid: inviter.sn, amount: '1', payment: pin.payment };
    return post(userChange, { ...transfer, request_id: randomUUID() }, { token: person.token, lang });
  },
  1317: (lang) => asNew(userChangePayment, { mode: 'set', ...pin }, lang),
};

/** Codes of the ranges that no call of the server answers, each with its reason. */
const notOurs: Record<number, string> = {
  1001: 'the word for a sign-in that failed for no reason with a code of its own; there is none',
  1201: 'the browser: no wallet is connected',
  1202: 'the browser: the wallet did not connect',
  1204: 'the browser: the wallet cannot do it',
  1205: 'the browser: no wallet is installed',
  1208: 'the browser: the person said no in the wallet',
};

const range = [...catalogue.keys()].filter((code) => (code >= 101 && code <= 199) || (code >= 1001 && code <= 1399));

describe('the ranges of identity', () => {
  it('have each code provoked here, or a reason why no call answers it', () => {
    expect(range.length).toBeGreaterThan(45);
    const known = [...Object.keys(provocations), ...Object.keys(notOurs)].map(Number);
    expect(known.toSorted((a, b) => a - b)).toEqual(range.toSorted((a, b) => a - b));
  });

  it('have no call that declares what is said to be answered by none', () => {
    const declared = new Set(callList.flatMap((call) => codesOf(call)));
    expect(Object.keys(notOurs).filter((code) => declared.has(Number(code)))).toEqual([]);
    for (const [code, reason] of Object.entries(notOurs)) {
      expect(catalogue.get(Number(code))?.client === true, code).toBe(reason.startsWith('the browser'));
    }
  });
});

describe.each(Object.entries(provocations))('%s', (code, provoke) => {
  it.each(langs)('is answered and said in %s', async (lang) => {
    const answer = await provoke(lang);
    const row = catalogue.get(Number(code));
    expect(answer.code).toBe(Number(code));
    expect(answer.status).toBe(Number(code) === 102 ? 401 : Number(code) === 104 ? 429 : 200);
    if (Number(code) !== 104) expect(answer.show).toBe(1); // the call that meets 104 here is a poll
    // The text is the catalogue's, with figures in the places of its placeholders and no placeholder left.
    const words = (row?.[lang] ?? '').split(/\{\w+\}/);
    let from = 0;
    for (const part of words) {
      const at = answer.msg.indexOf(part, from);
      expect(at, `${answer.msg} lacks ${part}`).toBeGreaterThanOrEqual(from);
      from = at + part.length;
    }
    expect(answer.msg).not.toMatch(/[{}]|undefined|NaN/);
    expect(/\p{Script=Han}/u.test(answer.msg)).toBe(lang === 'zh');
  });
});

// Part 5 of the specification, as far as it is about who a user is: [rule, broken by, code].
const rules: [string, (lang: Lang) => Promise<Answer>, number][] = [
  ['an invite code is required of a new wallet', (lang) => enter({}, lang), 1109],
  ['an invite code is eight digits: seven', (lang) => enter({ referrer: '1234567' }, lang), 1110],
  ['an invite code is eight digits: nine', (lang) => enter({ referrer: '123456789' }, lang), 1110],
  ['an invite code is eight digits: letters', (lang) => enter({ referrer: 'captain1' }, lang), 1110],
  ['an invite code is somebody’s', (lang) => enter({ referrer: '12345678' }, lang), 1108],
  ['a login needs an account', (lang) => signIn({ password }, lang), 1103],
  ['a login needs a password', (lang) => signIn({ account: 'somebody' }, lang), 1105],
  ['passwords match at registration', (lang) => register({ confirm: `${password}x` }, lang), 1107],
  [
    'passwords match when changed',
    (lang) => asNew(userChangePassword, { ...next, confirm: 'x', old_password: password }, lang),
    1107,
  ],
  [
    'passwords match when reset',
    (lang) =>
      post(loginReset, { account: 'x_y_z', code: '482913', ticket: 'T'.repeat(43), ...next, confirm: 'x' }, { lang }),
    1107,
  ],
  [
    'a payment password is six digits: five',
    (lang) => asNew(userChangePayment, { mode: 'set', payment: '48291', confirm: '48291', password }, lang),
    1310,
  ],
  [
    'a payment password is six digits: seven',
    (lang) => asNew(userChangePayment, { mode: 'set', payment: '4829130', confirm: '4829130', password }, lang),
    1310,
  ],
  [
    'a payment password is six digits: full width',
    (lang) =>
      asNew(
        userChangePayment,
        { mode: 'set', payment: '\uff14\uff18\uff12\uff19\uff11\uff13', confirm: '482913', password },
        lang,
      ),
    1310,
  ],
  [
    'a payment password is confirmed',
    (lang) => asNew(userChangePayment, { mode: 'set', ...pin, confirm: '482931', password }, lang),
    1311,
  ],
  ['an e-mail address is valid when a code is asked for', (lang) => setInfo('email_code', 'bird@', lang), 1302],
  ['an e-mail address is valid when bound', (lang) => setInfo('email', { email: 'bird', code: '482913' }, lang), 1302],
  ['a referrer has three characters', (lang) => setInfo('referral', 'ab', lang), 6005],
  ['a referrer exists', (lang) => setInfo('referral', '12345678', lang), 6001],
];

describe('part 5 of the specification', () => {
  it.each(rules)('%s', async (_rule, breakIt, code) => {
    for (const lang of langs) {
      const answer = await breakIt(lang);
      expect(answer).toMatchObject({ status: 200, code, show: 1, msg: catalogue.get(code)?.[lang] });
    }
  });

  it('a referral code is optional at registration with an account', async () => {
    for (const referrer of [undefined, null, '', '  ']) expect((await register({ referrer }, 'zh')).code).toBe(1);
  });

  it('a referrer of three characters is enough, when it is somebody’s', async () => {
    await api.pool.query("update users set alias = 'abc' where id = $1", [inviter.userId]);
    expect(await setInfo('referral', 'ABC', 'zh')).toMatchObject({ code: 1, data: { referral: inviter.sn } });
  });

  it('an invite code that is missing or wrong does not cost the signature', async () => {
    const wallet = newWallet();
    const { message } = await nonceFor(api, wallet.address);
    const signature = await wallet.sign(message);
    for (const [referrer, code] of [
      ['', 1109],
      ['12', 1110],
      ['12345678', 1108],
      [inviter.sn, 1],
    ] as const) {
      expect((await verify(api, wallet.address, signature, { referrer })).code).toBe(code);
    }
  });

  it('the terms are agreed to before a login that they outgrew, by either way in', async () => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    await api.pool.query('update users set terms_version = 0 where address = $1', [wallet.address.toLowerCase()]);
    const ask = async (agree: 0 | 1, lang: Lang) => {
      const { message } = await nonceFor(api, wallet.address);
      return verify(api, wallet.address, await wallet.sign(message), { agree }, { lang });
    };
    for (const lang of langs) {
      const answer = await withSetting(api, 'enforce_terms', '1', () => ask(0, lang));
      expect(answer.msg).toBe(catalogue.get(1009)?.[lang]);
    }
    expect((await ask(1, 'zh')).code).toBe(1);
  });

  it('what is signed names this place and no other', async () => {
    const { message } = await nonceFor(api, newWallet().address);
    expect(message).toContain(new URL(api.url).host);
    expect((await api.ask(loginNonce, { query: { address: '0x12' } }, { lang: 'en' })).code).toBe(5003);
    expect(loginVerify.errors).toContain(1203);
  });
});
