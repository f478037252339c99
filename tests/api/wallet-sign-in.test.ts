// Signing in by wallet over HTTP with real keys: the text that is signed, known and new wallets, every refusal in both
// languages with what it does to the nonce, and what happens when two do it at once.
import { loginExists, loginNonce, loginVerify } from '@cormorant/contract/calls/identity.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import { type Hex, parseSignature, serializeCompactSignature, signatureToCompactSignature } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSignInText } from '../../apps/server/src/adapters/chain/sign-in-text.ts';
import { type ApiServer, type Asked, newPerson, type Person, startApi } from './api-server.ts';
import { withSetting } from './settings.ts';
import { newWallet, newWalletPerson, nonceFor, verify } from './wallets.ts';

const MINUTE = 60_000;
const langs = ['zh', 'en'] as const;

let api: ApiServer;
let inviter: Person;
beforeAll(async () => {
  api = await startApi();
  inviter = await newPerson(api);
});
afterAll(() => api.close());

const exists = (address: string, asked?: Asked) => api.ask(loginExists, { query: { address } }, asked);
const askNonce = (query: Record<string, string>, asked?: Asked) =>
  api.send('GET', `${loginNonce.path}?${new URLSearchParams(query)}`, undefined, asked);

/** A wallet, its live nonce and the signature over it. */
async function signed(wallet = newWallet()) {
  const nonce = await nonceFor(api, wallet.address);
  return { ...nonce, wallet, address: wallet.address, signature: await wallet.sign(nonce.message) };
}

async function countLive(address: string): Promise<number> {
  const rows = await api.pool.query('select 1 from login_nonces where address = $1 and used_at is null', [
    address.toLowerCase(),
  ]);
  return rows.rowCount ?? 0;
}

describe('the text that is signed', () => {
  it('is strictly of EIP-4361, with our domain, address, URI, version, chain, nonce and times', async () => {
    const wallet = newWallet();
    const before = api.clock.nowMs();
    const answer = await askNonce({ address: wallet.address.toLowerCase() });
    expect(answer).toMatchObject({ code: 1, show: 0 });
    const { nonce, message, expires_at } = answer.data as { nonce: string; message: string; expires_at: number };
    expect(nonce).toMatch(/^[A-Za-z0-9]{22}$/);
    const fields = readSignInText(message);
    expect(fields).toEqual({
      domain: new URL(api.url).host,
      address: wallet.address,
      statement: 'Sign in to Cormorant. This costs nothing and moves no funds.',
      uri: api.url,
      version: '1',
      chainId: 56,
      nonce,
      issuedAt: expect.stringMatching(/Z$/),
      expirationTime: new Date(expires_at).toISOString(),
    });
    const issuedAtMs = Date.parse(String(fields?.issuedAt));
    expect(issuedAtMs).toBeGreaterThanOrEqual(before);
    expect(expires_at - issuedAtMs).toBe(5 * MINUTE);
  });

  it('is a new one each time', async () => {
    const { address } = newWallet();
    const nonces = await Promise.all(Array.from({ length: 5 }, async () => (await nonceFor(api, address)).nonce));
    expect(new Set(nonces).size).toBe(5);
  });

  it('carries the public URL where there is one', async () => {
    const server = await startApi({ PUBLIC_URL: 'https://bots.example/', PASSWORD_COST: 'full' });
    try {
      const { message } = await nonceFor(server, newWallet().address);
      expect(readSignInText(message)).toMatchObject({ domain: 'bots.example', uri: 'https://bots.example' });
    } finally {
      await server.close();
    }
  });

  it('names the account where it is not for signing in, and needs a session then', async () => {
    const { wallet, token, sn } = await newWalletPerson(api, inviter.sn);
    for (const purpose of ['bind', 'prove'] as const) {
      const { message } = await nonceFor(api, wallet.address, purpose, { token });
      expect(readSignInText(message)?.statement).toContain(`account ${sn}`);
      for (const lang of langs) {
        const answer = await askNonce({ address: wallet.address, purpose }, { lang });
        expect(answer).toMatchObject({ code: 101, msg: textOf(101, lang) });
      }
    }
    for (const lang of langs) {
      const answer = await askNonce({ address: newWallet().address, purpose: 'prove' }, { token, lang });
      expect(answer).toMatchObject({ code: 1203, msg: textOf(1203, lang) });
    }
  });

  it.each(['0x12', `0x${'g'.repeat(40)}`, `0x${'1'.repeat(41)}`, '1'.repeat(42)])(
    'is not made for %s',
    async (address) => {
      for (const lang of langs) {
        const refused = { code: 5003, show: 1, msg: textOf(5003, lang) };
        expect(await askNonce({ address }, { lang })).toMatchObject(refused);
        expect(await exists(address, { lang })).toMatchObject(refused);
        expect(await verify(api, address, `0x${'1'.repeat(130)}`, {}, { lang })).toMatchObject(refused);
      }
    },
  );
});

describe('whether a wallet is known', () => {
  it('is answered in one form, whatever the case of the address', async () => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    const known = [wallet.address, wallet.address.toLowerCase(), wallet.address.toUpperCase().replace('0X', '0x')];
    for (const address of known) expect((await exists(address)).data).toEqual({ exists: 1 });
    expect((await exists(newWallet().address)).data).toEqual({ exists: 0 });
  });
});

describe('a new wallet', () => {
  it('becomes a wallet user under its inviter, with an account at the exchange, signed in', async () => {
    const { address, signature, message } = await signed();
    const answer = await verify(api, address, signature, { referrer: inviter.sn, message }, { lang: 'en' });
    expect(answer).toMatchObject({ code: 1, show: 1, msg: 'Logged in', data: { is_new: 1 } });
    const { token, user } = answer.data as { token: string; user: { sn: string } };
    expect(user).toMatchObject({
      kind: 'wallet',
      account: '',
      address,
      password: 0,
      referral: inviter.sn,
      nickname: `User ${user.sn.slice(-4)}`,
    });
    expect((await api.ask(authProfile, {}, { token })).data).toEqual(user);
    const rows = await api.pool.query(
      'select u.address, u.path, u.terms_version, e.ref from users u join exchange_accounts e on e.user_id = u.id where u.sn = $1',
      [user.sn],
    );
    expect(rows.rows).toEqual([
      {
        address: address.toLowerCase(),
        path: [String(inviter.userId)],
        terms_version: expect.any(Number),
        ref: `user-${user.sn}`,
      },
    ]);
    const session = await api.pool.query('select terminal from sessions order by id desc limit 1');
    expect(session.rows[0].terminal).toBe(4);
  });

  // Each of these is asked for a code again and signs nothing a second time.
  const codeRules: [string, unknown, number][] = [
    ['no code', undefined, 1109],
    ['an empty code', '', 1109],
    ['a blank code', '   ', 1109],
    ['null', null, 1109],
    ['seven digits', '1234567', 1110],
    ['nine digits', '123456789', 1110],
    ['letters', 'abcdefgh', 1110],
    ['a number', 12345678, 1110],
    ['an unknown code', '12345678', 1108],
  ];
  it.each(codeRules)('with %s keeps its nonce and comes in with the right code', async (_name, referrer, code) => {
    const { address, signature } = await signed();
    for (const lang of langs) {
      const answer = await verify(api, address, signature, { referrer }, { lang });
      expect(answer).toMatchObject({ status: 200, code, show: 1, msg: textOf(code, lang) });
      if (code === 1109) expect(answer.data).toEqual({ need_referrer: 1 });
    }
    expect((await exists(address)).data).toEqual({ exists: 0 });
    expect(await verify(api, address, signature, { referrer: inviter.sn })).toMatchObject({
      code: 1,
      data: { is_new: 1 },
    });
    expect((await verify(api, address, signature, { referrer: inviter.sn })).code).toBe(1206);
  });

  it('invited by somebody who is disabled, or by an alias, keeps its nonce', async () => {
    const gone = await newPerson(api);
    await api.pool.query("update users set status = 'disabled' where id = $1", [gone.userId]);
    const { address, signature } = await signed();
    expect((await verify(api, address, signature, { referrer: gone.sn })).code).toBe(1108);
    expect((await verify(api, address, signature, { referrer: 'captain_y' })).code).toBe(1110);
    expect((await verify(api, address, signature, { referrer: inviter.sn })).code).toBe(1);
  });

  it('keeps its nonce while registration is closed', async () => {
    const { address, signature } = await signed();
    await withSetting(api, 'register_open', '0', async () => {
      for (const lang of langs) {
        const answer = await verify(api, address, signature, { referrer: inviter.sn }, { lang });
        expect(answer).toMatchObject({ code: 1111, msg: textOf(1111, lang) });
      }
    });
    expect((await verify(api, address, signature, { referrer: inviter.sn })).code).toBe(1);
  });

  it('becomes one user however many ask at once', async () => {
    const wallet = newWallet();
    const tries = await Promise.all(Array.from({ length: 5 }, () => signed(wallet)));
    const answers = await Promise.all(
      tries.map(({ address, signature }) => verify(api, address, signature, { referrer: inviter.sn })),
    );
    expect(answers.map((answer) => answer.code)).toEqual([1, 1, 1, 1, 1]);
    expect(answers.filter((answer) => (answer.data as { is_new: number }).is_new === 1)).toHaveLength(1);
    const users = await api.pool.query('select 1 from users where address = $1', [wallet.address.toLowerCase()]);
    expect(users.rowCount).toBe(1);
  });

  it('passes with one nonce once, however many send it at once', async () => {
    const { address, signature } = await signed();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => verify(api, address, signature, { referrer: inviter.sn })),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, ...Array(7).fill(1206)]);
  });
});

describe('a known wallet', () => {
  it('signs in whatever the case of its address and whatever code it brings', async () => {
    const { wallet, sn } = await newWalletPerson(api, inviter.sn);
    const { signature } = await signed(wallet);
    const answer = await verify(api, wallet.address.toLowerCase(), signature, { referrer: 'nonsense' });
    expect(answer).toMatchObject({ code: 1, data: { is_new: 0, user: { sn, address: wallet.address } } });
  });

  it('passes with one nonce once, however many send it at once', async () => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    const { address, signature } = await signed(wallet);
    const answers = await Promise.all(Array.from({ length: 8 }, () => verify(api, address, signature)));
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, ...Array(7).fill(1206)]);
  });

  it('is told that it is disabled only by its own signature, and keeps the nonce', async () => {
    const { wallet, sn } = await newWalletPerson(api, inviter.sn);
    const { address, signature } = await signed(wallet);
    await api.pool.query("update users set status = 'disabled' where sn = $1", [sn]);
    for (const lang of langs) {
      expect(await verify(api, address, signature, {}, { lang })).toMatchObject({
        code: 1005,
        msg: textOf(1005, lang),
      });
    }
    await api.pool.query("update users set status = 'active' where sn = $1", [sn]);
    expect((await verify(api, address, signature)).code).toBe(1);
    await api.pool.query("update users set status = 'disabled' where sn = $1", [sn]);
    const other = await signed(wallet);
    expect((await verify(api, address, await newWallet().sign(other.message))).code).toBe(1203);
  });

  it('agrees to terms that grew without signing again', async () => {
    const { wallet, sn } = await newWalletPerson(api, inviter.sn);
    await api.pool.query('update users set terms_version = 0 where sn = $1', [sn]);
    const { address, signature } = await signed(wallet);
    await withSetting(api, 'enforce_terms', '1', async () => {
      for (const lang of langs) {
        const answer = await verify(api, address, signature, {}, { lang });
        expect(answer).toMatchObject({ code: 1009, msg: textOf(1009, lang) });
      }
      expect((await verify(api, address, signature, { agree: 1 })).code).toBe(1);
    });
    const rows = await api.pool.query('select terms_version from users where sn = $1', [sn]);
    expect(rows.rows[0].terms_version).toBeGreaterThan(0);
  });

  it('waits while there is maintenance, and keeps the nonce', async () => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    const { address, signature } = await signed(wallet);
    await withSetting(api, 'maintenance', '1', async () => {
      for (const lang of langs) {
        const refused = { code: 1008, msg: textOf(1008, lang) };
        expect(await verify(api, address, signature, {}, { lang })).toMatchObject(refused);
        expect(await askNonce({ address }, { lang })).toMatchObject(refused);
      }
    });
    expect((await verify(api, address, signature)).code).toBe(1);
  });
});

describe('a nonce', () => {
  const wrongSignatures: [string, (message: string) => Promise<string>][] = [
    ['by another key', (message) => newWallet().sign(message)],
    ['that is no point of the curve', async () => `0x${'ff'.repeat(65)}`],
    ['of a contract, where there is none', async () => `0x${'ab'.repeat(200)}`],
  ];
  it.each(wrongSignatures)('is used up by a signature %s', async (_name, forge) => {
    const { address, message, signature } = await signed();
    expect(await verify(api, address, await forge(message), { referrer: inviter.sn })).toMatchObject({
      code: 1203,
      msg: textOf(1203, 'zh'),
    });
    expect(await verify(api, address, signature, { referrer: inviter.sn }, { lang: 'en' })).toMatchObject({
      code: 1206,
      msg: textOf(1206, 'en'),
    });
  });

  it('is not used up by what is no signature at all', async () => {
    const { address, signature } = await signed();
    for (const form of ['', '0x', '0x1234', 'hello', `0x${'zz'.repeat(65)}`, 7]) {
      for (const lang of langs) {
        const answer = await verify(api, address, form as string, { referrer: inviter.sn }, { lang });
        expect(answer).toMatchObject({ code: 1203, msg: textOf(1203, lang) });
      }
    }
    expect((await verify(api, address, signature, { referrer: inviter.sn })).code).toBe(1);
  });

  it('ends after five minutes', async () => {
    const late = await signed();
    api.clock.advance(5 * MINUTE);
    for (const lang of langs) {
      const answer = await verify(api, late.address, late.signature, { referrer: inviter.sn }, { lang });
      expect(answer).toMatchObject({ code: 1206, msg: textOf(1206, lang) });
    }
    const inTime = await signed();
    api.clock.advance(5 * MINUTE - 5_000);
    expect((await verify(api, inTime.address, inTime.signature, { referrer: inviter.sn })).code).toBe(1);
  });

  it('is one of at most five: the sixth drops the oldest, and each of the others still holds', async () => {
    const { wallet } = await newWalletPerson(api, inviter.sn);
    const all = [];
    for (let i = 0; i < 6; i += 1) all.push(await signed(wallet));
    const [oldest, ...others] = all;
    for (const one of others) expect((await verify(api, wallet.address, one.signature)).code).toBe(1);
    expect((await verify(api, wallet.address, String(oldest?.signature))).code).toBe(1206);
    await Promise.all(Array.from({ length: 9 }, () => nonceFor(api, wallet.address)));
    expect(await countLive(wallet.address)).toBe(5);
  });

  it('is used up with all its siblings by a wrong signature', async () => {
    const wallet = newWallet();
    const first = await signed(wallet);
    await signed(wallet);
    expect((await verify(api, wallet.address, await newWallet().sign(first.message))).code).toBe(1203);
    expect(await countLive(wallet.address)).toBe(0);
  });

  it('of another address signs nobody in', async () => {
    const mine = await signed();
    const other = await signed();
    const swapped = await mine.wallet.sign(other.message);
    expect((await verify(api, mine.address, swapped, { referrer: inviter.sn })).code).toBe(1203);
    expect((await verify(api, other.address, swapped, { referrer: inviter.sn })).code).toBe(1203);
  });

  it('for binding or proving signs nobody in', async () => {
    const { wallet, token } = await newWalletPerson(api, inviter.sn);
    for (const purpose of ['bind', 'prove'] as const) {
      const { message } = await nonceFor(api, wallet.address, purpose, { token });
      const signature = await wallet.sign(message);
      expect((await verify(api, wallet.address, signature)).code).toBe(1206);
      await nonceFor(api, wallet.address);
      expect((await verify(api, wallet.address, signature)).code).toBe(1203);
    }
  });

  it('is not dropped by strangers where it belongs to somebody signed in', async () => {
    const { wallet, token } = await newWalletPerson(api, inviter.sn);
    await nonceFor(api, wallet.address, 'prove', { token });
    for (let i = 0; i < 6; i += 1) await nonceFor(api, wallet.address);
    const rows = await api.pool.query(
      "select 1 from login_nonces where address = $1 and purpose = 'prove' and used_at is null",
      [wallet.address.toLowerCase()],
    );
    expect(rows.rowCount).toBe(1);
  });
});

describe('a text that the client sends along', () => {
  it('is of another chain: the wallet changes its network and keeps the nonce', async () => {
    const { wallet, address, message, signature } = await signed();
    const elsewhere = message.replace('Chain ID: 56', 'Chain ID: 1');
    for (const lang of langs) {
      const more = { message: elsewhere, referrer: inviter.sn };
      const answer = await verify(api, address, await wallet.sign(elsewhere), more, { lang });
      expect(answer).toMatchObject({ code: 1207, msg: textOf(1207, lang) });
    }
    expect((await verify(api, address, signature, { message, referrer: inviter.sn })).code).toBe(1);
  });

  const lies: [string, (message: string) => string][] = [
    ['another domain', (m) => m.replace(/^\S+/, 'evil.example')],
    ['another address', (m) => m.replace(/0x[0-9a-fA-F]{40}/, newWallet().address)],
    ['the address in lower case', (m) => m.replace(/0x[0-9a-fA-F]{40}/, (a) => a.toLowerCase())],
    ['another statement', (m) => m.replace('moves no funds', 'moves all funds')],
    ['another URI', (m) => m.replace(/URI: .*/, 'URI: https://evil.example')],
    ['another version', (m) => m.replace('Version: 1', 'Version: 2')],
    ['another nonce', (m) => m.replace(/Nonce: .*/, `Nonce: ${'a1'.repeat(11)}`)],
    ['a nonce that only holds ours', (m) => m.replace(/Nonce: (.*)/, 'Nonce: $1x')],
    ['another time', (m) => m.replace(/Issued At: \d{4}/, 'Issued At: 2020')],
    ['a later end', (m) => m.replace(/Expiration Time: \d{4}/, 'Expiration Time: 2099')],
    ['no end', (m) => m.replace(/\nExpiration Time: .*/, '')],
    ['a resource more', (m) => `${m}\nResources:\n- https://evil.example`],
    ['a line feed more', (m) => `${m}\n`],
    ['other line ends', (m) => m.replaceAll('\n', '\r\n')],
    ['nothing', () => ''],
    ['no text of the standard', () => 'let me in'],
  ];
  it.each(lies)('with %s is refused and uses the nonce up, though it is rightly signed', async (_name, lie) => {
    const { wallet, address, message, signature } = await signed();
    const lied = lie(message);
    expect(lied).not.toBe(message);
    const more = { message: lied, referrer: inviter.sn };
    expect(await verify(api, address, await wallet.sign(lied), more)).toMatchObject({
      code: 1203,
      msg: textOf(1203, 'zh'),
    });
    expect((await verify(api, address, signature, { referrer: inviter.sn })).code).toBe(1206);
    // The same beside the signature of the true text.
    const again = await signed(wallet);
    const beside = { message: lie(again.message), referrer: inviter.sn };
    expect((await verify(api, address, again.signature, beside)).code).toBe(1203);
    expect((await verify(api, address, again.signature, { referrer: inviter.sn })).code).toBe(1206);
  });

  it('is too long to be one', async () => {
    const { address, signature } = await signed();
    expect((await verify(api, address, signature, { message: 'x'.repeat(2_001) })).code).toBe(1203);
  });
});

it('refuses a terminal that does not exist before anything else', async () => {
  const { address, signature } = await signed();
  for (const lang of langs) {
    for (const terminal of [0, 5, 'web', null]) {
      const answer = await verify(api, address, signature, { terminal, referrer: inviter.sn }, { lang });
      expect(answer).toMatchObject({ code: 103, msg: textOf(103, lang) });
    }
  }
  const without = { address, signature, referrer: inviter.sn };
  expect((await api.send('POST', loginVerify.path, without)).code).toBe(1);
});

describe('a key’s signature', () => {
  it('may be compact', async () => {
    const { address, signature } = await signed();
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature as Hex)));
    expect(compact).toHaveLength(2 + 128);
    expect((await verify(api, address, compact, { referrer: inviter.sn })).code).toBe(1);
  });

  it('may count its recovery byte from 0', async () => {
    const { address, signature } = await signed();
    const zeroBased = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}`;
    expect((await verify(api, address, zeroBased, { referrer: inviter.sn })).code).toBe(1);
  });
});
