// The limits of product.md 0.5 as a caller meets them.
import { rateLimits } from '@cormorant/contract/call.ts';
import {
  loginAccount,
  loginExists,
  loginNonce,
  loginRegister,
  loginReset,
  loginVerify,
} from '@cormorant/contract/calls/identity.ts';
import { indexStatus } from '@cormorant/contract/calls/index-pages.ts';
import { marketExchanges } from '@cormorant/contract/calls/market.ts';
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { userChangePassword, userChangePayment } from '@cormorant/contract/calls/security.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { callList } from '@cormorant/contract/calls.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import { type Answer, type ApiServer, newPerson, startApi, TEST_PEPPER } from './api-server.ts';
import { newWallet, nonceFor, verify, type Wallet } from './wallets.ts';

const MINUTE = 60_000;
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

let api: ApiServer;
beforeEach(async () => {
  api = await startApi({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterEach(() => api.close());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

/** How many of `times` asked at once were let through; the others were told to wait. */
async function passed(times: number, ask: () => Promise<Answer>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: times }, ask));
  for (const answer of answers.filter((one) => one.status !== 200)) {
    expect(answer).toMatchObject({ status: 429, code: 104, msg: '操作过于频繁,请稍后再试' });
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(86_400);
  }
  return answers.filter((answer) => answer.status === 200).length;
}

describe('limits', () => {
  it('of strangers are 60 a minute and address, over all public reads together', async () => {
    expect(await passed(50, () => api.ask(indexStatus, {}, from('10.0.0.1')))).toBe(50);
    expect(await passed(30, () => api.ask(marketExchanges, {}, from('10.0.0.1')))).toBe(10);
    expect(await passed(5, () => api.ask(authProfile, {}, from('10.0.0.1')))).toBe(0);
    expect(await passed(5, () => api.ask(indexStatus, {}, from('10.0.0.2')))).toBe(5);
    api.clock.advance(MINUTE);
    expect(await passed(5, () => api.ask(indexStatus, {}, from('10.0.0.1')))).toBe(5);
  });

  it('of strangers are one for the addresses of one IPv6 network', async () => {
    expect(await passed(60, () => api.ask(indexStatus, {}, from('2001:db8:1:2::1')))).toBe(60);
    expect(await passed(3, () => api.ask(indexStatus, {}, from('2001:db8:1:2:aaaa::9')))).toBe(0);
    expect(await passed(3, () => api.ask(indexStatus, {}, from('2001:db8:1:3::1')))).toBe(3);
  });

  it('of signing in are 10 a minute and 60 an hour', async () => {
    let account = 0;
    const attempt = () => {
      account += 1;
      const body = { terminal: 1, account: `stranger_${account}`, password: 'wrong4Word' };
      return api.ask(loginAccount, { body }, from('10.0.0.3'));
    };
    for (let minute = 0; minute < 6; minute += 1) {
      expect(await passed(12, attempt)).toBe(10);
      api.clock.advance(MINUTE);
    }
    expect(await passed(3, attempt)).toBe(0);
    api.clock.advance(60 * MINUTE);
    expect(await passed(3, attempt)).toBe(3);
  });

  it('of registering are five accounts a day; mistakes do not count as accounts', async () => {
    let account = 0;
    const attempt = (confirm: string) => () => {
      account += 1;
      const body = { terminal: 1, account: `newcomer_${account}`, password: 'quiet7Harbour', confirm };
      return api.ask(loginRegister, { body }, from('10.0.0.4'));
    };
    expect(await passed(8, attempt('other'))).toBe(8);
    api.clock.advance(MINUTE);
    for (let made = 0; made < 5; made += 1) expect((await attempt('quiet7Harbour')()).code).toBe(1);
    api.clock.advance(61 * MINUTE);
    expect(await passed(2, attempt('quiet7Harbour'))).toBe(0);
    api.clock.advance(24 * 60 * MINUTE);
    expect((await attempt('quiet7Harbour')()).code).toBe(1);
  });

  it('of registering hold for many at once, and whoever was refused leaves the place free', async () => {
    let account = 0;
    const attempt = (name?: string) => () => {
      account += 1;
      const own = { account: name ?? `at_once_${account}`, password: 'quiet7Harbour', confirm: 'quiet7Harbour' };
      return api.ask(loginRegister, { body: { terminal: 1, ...own } }, from('10.0.4.9'));
    };
    const taken = await newPerson(api);
    for (let time = 0; time < 6; time += 1) expect((await attempt(taken.account)()).code).toBe(1101);
    const same = await Promise.all(Array.from({ length: 4 }, attempt('wanted_by_all')));
    expect(same.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 1101, 1101, 1101]);
    api.clock.advance(MINUTE);
    expect(await passed(10, attempt())).toBe(4);
    api.clock.advance(MINUTE);
    expect(await attempt(taken.account)(), 'which names are taken is not told either').toMatchObject({ status: 429 });
    expect((await api.pool.query("select from users where account like 'at_once%'")).rowCount).toBe(4);
  });

  it('of registering count new wallets too, which keep their nonce; known ones sign in', async () => {
    const ip = from('10.0.4.10');
    const { sn: referrer } = await newPerson(api);
    const enter = async (wallet: Wallet) => {
      const { message } = await nonceFor(api, wallet.address, 'login', ip);
      return verify(api, wallet.address, await wallet.sign(message), { referrer }, ip);
    };
    const known = newWallet();
    for (let made = 0; made < 4; made += 1) expect((await enter(made === 0 ? known : newWallet())).code).toBe(1);
    const body = { terminal: 1, account: 'fifth_of_all', password: 'quiet7Harbour', confirm: 'quiet7Harbour' };
    expect((await api.ask(loginRegister, { body }, ip)).code).toBe(1);
    api.clock.advance(MINUTE);
    const late = newWallet();
    const { message } = await nonceFor(api, late.address, 'login', ip);
    const signature = await late.sign(message);
    expect(await passed(2, () => verify(api, late.address, signature, { referrer }, ip))).toBe(0);
    expect((await enter(known)).data).toMatchObject({ is_new: 0 });
    const elsewhere = await verify(api, late.address, signature, { referrer }, from('10.0.4.11'));
    expect(elsewhere.data).toMatchObject({ is_new: 1 });
  });

  it('of a user are 300 reads a minute, wherever they come from', async () => {
    const person = await newPerson(api);
    const read = (ip: string) => () => api.ask(authProfile, {}, { token: person.token, ...from(ip) });
    expect(await passed(150, read('10.0.1.1'))).toBe(150);
    expect(await passed(160, read('10.0.1.2'))).toBe(150);
    const other = await newPerson(api);
    expect((await api.ask(authProfile, {}, { token: other.token, ...from('10.0.1.1') })).code).toBe(1);
  });

  it('of a user are 120 market questions a minute', async () => {
    const person = await newPerson(api);
    const ask = () => api.ask(marketExchanges, {}, { token: person.token, ...from('10.0.2.1') });
    expect(await passed(125, ask)).toBe(120);
  });

  it('of asking whether wallets exist are 20 a minute and address, apart from signing in', async () => {
    const ask = (ip: string) => () => api.ask(loginExists, { query: { address: ADDRESS } }, from(ip));
    expect(await passed(25, ask('10.0.3.1'))).toBe(20);
    expect(await passed(3, ask('10.0.3.2'))).toBe(3);
    expect(await passed(12, () => api.ask(loginNonce, { query: { address: ADDRESS } }, from('10.0.3.1')))).toBe(10);
    api.clock.advance(MINUTE);
    expect(await passed(25, ask('10.0.3.1'))).toBe(20);
  });

  it('of signing in are one for all ways in together', async () => {
    const signature = `0x${'11'.repeat(65)}`;
    const ip = from('10.0.3.3');
    const doors = [
      () => api.ask(loginNonce, { query: { address: ADDRESS } }, ip),
      () => api.ask(loginVerify, { body: { address: ADDRESS, signature } }, ip),
      () => api.ask(loginAccount, { body: { terminal: 1, account: 'nobody_here', password: 'wrong4Word' } }, ip),
      () => api.ask(loginReset, { body: { account: 'nobody_here' } }, ip),
      () => api.ask(loginRegister, { body: { terminal: 1, account: 'x', password: 'x', confirm: 'x' } }, ip),
    ];
    let at = 0;
    const knock = () => {
      at += 1;
      return (doors[at % doors.length] as () => Promise<Answer>)();
    };
    expect(await passed(15, knock)).toBe(10);
  });

  it('are not got around by a token, or by naming another address than the proxy did', async () => {
    const person = await newPerson(api);
    const body = { terminal: 1, account: 'nobody_here', password: 'wrong4Word' };
    const knock = (token: string | undefined, forwarded: string) => () =>
      api.ask(
        loginAccount,
        { body },
        { ...(token !== undefined && { token }), headers: { 'x-forwarded-for': forwarded } },
      );
    expect(await passed(6, knock(person.token, '10.0.3.4'))).toBe(6);
    // The first of two was written by the client; the proxy in front added the last.
    expect(await passed(6, knock(undefined, '1.2.3.4, 10.0.3.4'))).toBe(4);
  });

  it('of a user are 10 security changes and 60 changes a minute, from wherever they come', async () => {
    const person = await newPerson(api);
    const { token } = person;
    const change = { old_password: 'x', password: 'brave4Lantern', confirm: 'other' };
    expect(await passed(7, () => api.ask(userChangePassword, { body: change }, { token, ...from('10.0.4.1') }))).toBe(
      7,
    );
    const pin = { mode: 'set' as const, payment: '482913', confirm: '111111' };
    expect(await passed(7, () => api.ask(userChangePayment, { body: pin }, { token, ...from('10.0.4.2') }))).toBe(3);
    const lang = { field: 'lang' as const, value: 'en' as const };
    expect(await passed(65, () => api.ask(userSetInfo, { body: lang }, { token, ...from('10.0.4.3') }))).toBe(60);
    const other = await newPerson(api);
    expect((await api.ask(userSetInfo, { body: lang }, { token: other.token, ...from('10.0.4.3') })).code).toBe(1);
  });

  it('hold for every call: none is in a class without one', () => {
    for (const call of callList) expect(rateLimits[call.rateClass].perMinute, call.name).toBeLessThanOrEqual(300);
    const classOf = (name: string) => callList.find((call) => call.name === name)?.rateClass;
    for (const name of ['loginAccount', 'loginNonce', 'loginVerify', 'loginReset']) expect(classOf(name)).toBe('login');
    for (const name of ['userBind', 'userChangePassword', 'userChangePayment']) expect(classOf(name)).toBe('money');
    expect(classOf('loginExists')).toBe('probe');
    for (const call of callList.filter((one) => one.acts && one.access === 'user')) {
      expect(['write', 'safety', 'money'], call.name).toContain(call.rateClass);
    }
  });
});

it('limits are lifted on loopback only', () => {
  const env = {
    DATABASE_URL: 'postgres://db/x',
    VENUE_URL: 'http://venue',
    PEPPER: TEST_PEPPER,
    RATE_LIMITS: 'off',
    NODE_ENV: 'test',
  };
  for (const HOST of ['127.0.0.1', 'localhost', '::1']) expect(readConfig({ ...env, HOST }).rateLimits).toBe(false);
  for (const HOST of ['0.0.0.0', '::', '10.0.0.1', 'fish.example']) {
    expect(() => readConfig({ ...env, HOST })).toThrow(
      'RATE_LIMITS=off is allowed only when HOST is a loopback address',
    );
  }
});
