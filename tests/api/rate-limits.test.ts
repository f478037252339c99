// The limits of product.md 0.5 as a caller meets them.
import { loginAccount, loginRegister } from '@cormorant/contract/calls/identity.ts';
import { indexStatus } from '@cormorant/contract/calls/index-pages.ts';
import { marketExchanges } from '@cormorant/contract/calls/market.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type ApiServer, newPerson, startApi } from './api-server.ts';

const MINUTE = 60_000;

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
});
