// Binding a wallet to the signed-in user over HTTP with real keys: what it takes, every refusal in both languages, and
// which nonce serves whom and what for.
import { userBind } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type ApiServer, type Asked, newPerson, type Person, startApi } from './api-server.ts';
import { newWallet, newWalletPerson, nonceFor, verify, type Wallet } from './wallets.ts';

const MINUTE = 60_000;
const langs = ['zh', 'en'] as const;

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Signed {
  readonly wallet: Wallet;
  readonly address: string;
  readonly signature: string;
}

/** A wallet's signature over a nonce that this session asked for. */
async function signed(token: string, wallet = newWallet(), purpose: 'bind' | 'prove' = 'bind'): Promise<Signed> {
  const { message } = await nonceFor(api, wallet.address, purpose, { token });
  return { wallet, address: wallet.address, signature: await wallet.sign(message) };
}

function bind(
  person: Pick<Person, 'token' | 'password'>,
  { address, signature }: Pick<Signed, 'address' | 'signature'>,
  more: Record<string, unknown> = { proof: { password: person.password } },
  asked: Asked = {},
): Promise<Answer> {
  return api.send('POST', userBind.path, { address, signature, ...more }, { token: person.token, ...asked });
}

async function refuses(code: number, send: (asked: Asked) => Promise<Answer>): Promise<void> {
  for (const lang of langs) {
    expect(await send({ lang })).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
  }
}

const addressOf = async (person: Person) =>
  ((await api.ask(authProfile, {}, { token: person.token })).data as { address: string }).address;

describe('binding a wallet', () => {
  it('shows it in EIP-55, starts the hold, ends other sessions, and lets it sign in at once', async () => {
    const person = await newPerson(api);
    const again = { terminal: 1, account: person.account, password: person.password };
    const other = (await api.send('POST', '/api/login/account', again)).data as { token: string };
    const own = await signed(person.token);
    const before = api.clock.nowMs();
    const answer = await bind(person, { ...own, address: own.address.toLowerCase() }, undefined, { lang: 'en' });
    expect(answer).toMatchObject({ code: 1, show: 1, msg: 'Settings saved' });
    const profile = answer.data as { address: string; kind: string; security_hold_until: number };
    expect(profile).toMatchObject({ address: own.address, kind: 'account' });
    expect(profile.security_hold_until - before).toBeGreaterThanOrEqual(24 * 60 * MINUTE);
    expect((await api.ask(authProfile, {}, { token: person.token })).code).toBe(1);
    expect((await api.ask(authProfile, {}, { token: other.token })).code).toBe(2003);
    const { message } = await nonceFor(api, own.address);
    const entered = await verify(api, own.address, await own.wallet.sign(message));
    expect(entered).toMatchObject({ code: 1, data: { is_new: 0, user: { sn: person.sn } } });
  });

  it('needs a session', async () => {
    const person = await newPerson(api);
    const own = await signed(person.token);
    await refuses(101, ({ lang = 'zh' }) => api.send('POST', userBind.path, own, { lang }));
  });

  it('needs a proof by a factor from before, and a refused proof does not cost the signature', async () => {
    const person = await newPerson(api);
    const own = await signed(person.token);
    await refuses(1317, (asked) => bind(person, own, {}, asked));
    await refuses(1317, (asked) => bind(person, own, { proof: {} }, asked));
    await refuses(1306, (asked) => bind(person, own, { proof: { password: 'wrong4Word' } }, asked));
    // The wallet that is being bound is no factor yet.
    await refuses(1317, (asked) => bind(person, own, { proof: { signature: own.signature } }, asked));
    expect(await addressOf(person)).toBe('');
    expect((await bind(person, own)).code).toBe(1);
  });

  it('happens once', async () => {
    const person = await newPerson(api);
    const own = await signed(person.token);
    expect((await bind(person, own)).code).toBe(1);
    await refuses(1210, (asked) => bind(person, own, undefined, asked));
    const second = await signed(person.token);
    await refuses(1210, (asked) => bind(person, second, undefined, asked));
    expect(await addressOf(person)).toBe(own.address);
  });

  it('is refused to whoever came by wallet', async () => {
    const inviter = await newPerson(api);
    const { token } = await newWalletPerson(api, inviter.sn);
    const other = await signed(token);
    await refuses(1210, (asked) => bind({ token, password: '' }, other, {}, asked));
  });

  it('is refused when the wallet is somebody else’s, and tells so only to its holder', async () => {
    const inviter = await newPerson(api);
    const { wallet } = await newWalletPerson(api, inviter.sn);
    const person = await newPerson(api);
    const own = await signed(person.token, wallet);
    await refuses(1209, (asked) => bind(person, own, undefined, asked));
    const forged = { address: wallet.address, signature: await newWallet().sign('something') };
    expect((await bind(person, forged)).code).toBe(1203);
  });

  it('gives a wallet to one of two who ask at once', async () => {
    const wallet = newWallet();
    const people = [await newPerson(api), await newPerson(api)];
    const ready = await Promise.all(
      people.map(async (person) => ({ person, own: await signed(person.token, wallet) })),
    );
    const answers = await Promise.all(ready.map(({ person, own }) => bind(person, own)));
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 1209]);
  });

  it('gives a user one of two wallets sent at once', async () => {
    const person = await newPerson(api);
    const ready = [await signed(person.token), await signed(person.token)];
    const answers = await Promise.all(ready.map((own) => bind(person, own)));
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 1210]);
  });

  it('refuses what is no address and what is no signature', async () => {
    const person = await newPerson(api);
    const own = await signed(person.token);
    await refuses(5003, (asked) => bind(person, { ...own, address: '0x12' }, undefined, asked));
    await refuses(1203, (asked) => bind(person, { ...own, signature: 'yes' }, undefined, asked));
    expect((await bind(person, own)).code).toBe(1);
  });
});

describe('a nonce for binding', () => {
  it('is used up by a wrong signature', async () => {
    const person = await newPerson(api);
    for (const lang of langs) {
      const own = await signed(person.token);
      const { message } = await nonceFor(api, own.address, 'bind', { token: person.token });
      const forged = { ...own, signature: await newWallet().sign(message) };
      expect(await bind(person, forged, undefined, { lang })).toMatchObject({ code: 1203, msg: textOf(1203, lang) });
      expect(await bind(person, own, undefined, { lang })).toMatchObject({ code: 1206, msg: textOf(1206, lang) });
    }
  });

  it('ends after five minutes', async () => {
    const person = await newPerson(api);
    const own = await signed(person.token);
    api.clock.advance(5 * MINUTE);
    await refuses(1206, (asked) => bind(person, own, undefined, asked));
  });

  it('serves the user it was made for and nobody else, also with the same wallet', async () => {
    const person = await newPerson(api);
    const thief = await newPerson(api);
    const own = await signed(person.token);
    await refuses(1206, (asked) => bind(thief, own, undefined, asked));
    await nonceFor(api, own.address, 'bind', { token: thief.token });
    expect((await bind(thief, own)).code).toBe(1203);
    expect((await bind(person, own)).code).toBe(1); // the thief's attempt cost only the thief's nonce
  });

  it('is another than the one for signing in, either way', async () => {
    const person = await newPerson(api);
    const wallet = newWallet();
    const login = await nonceFor(api, wallet.address);
    const forLogin = { address: wallet.address, signature: await wallet.sign(login.message) };
    await refuses(1206, (asked) => bind(person, forLogin, undefined, asked));
    const own = await signed(person.token, wallet);
    expect((await bind(person, forLogin)).code).toBe(1203);
    expect((await verify(api, wallet.address, own.signature, { referrer: person.sn })).code).toBe(1203);
  });

  it('is another than the one for proving, either way', async () => {
    const inviter = await newPerson(api);
    const { wallet, token } = await newWalletPerson(api, inviter.sn);
    const change = (signature: string) => {
      const body = { password: 'brave4Lantern', confirm: 'brave4Lantern', signature };
      return api.send('POST', '/api/user/changePassword', body, { token });
    };
    const forBind = await signed(token, wallet, 'bind');
    expect((await change(forBind.signature)).code).toBe(1206);
    await nonceFor(api, wallet.address, 'prove', { token });
    expect((await change(forBind.signature)).code).toBe(1203);
    const forProof = await signed(token, wallet, 'prove');
    const answers = await Promise.all([change(forProof.signature), change(forProof.signature)]);
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  });
});
