// Setting fields of the own profile over HTTP: each field with its rules, each refusal in both languages, and nothing of
// anybody else's.
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';

let api: ApiServer;
let person: Person;
beforeAll(async () => {
  api = await startApi();
  person = await newPerson(api);
});
afterAll(() => api.close());

const set = (body: unknown, lang: 'zh' | 'en' = 'zh', token = person.token) =>
  api.send('POST', userSetInfo.path, body, { token, lang });
const profileOf = async (token: string) => (await api.ask(authProfile, {}, { token })).data as Profile;

describe('a field that is free to set', () => {
  it.each([
    ['nickname', ' 渔夫 Tide ', { nickname: '渔夫 Tide' }],
    ['nickname', '一'.repeat(20), { nickname: '一'.repeat(20) }],
    ['avatar', 'a24', { avatar: 'a24' }],
    ['mobile', '+8613800138000', { mobile: '+8613800138000' }],
    ['fuel_notice', '1', { fuel_notice: '1' }],
    ['fuel_notice', '10000', { fuel_notice: '10000' }],
    ['fuel_notice', '12.5', { fuel_notice: '12.5' }],
    ['rank_public', 1, { rank_public: 1 }],
    ['rank_public', 0, { rank_public: 0 }],
    ['lang', 'en', { lang: 'en' }],
  ] as const)('%s takes %j, also a second time', async (field, value, shown) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await set({ field, value });
      expect(answer).toMatchObject({ status: 200, code: 1, show: 1, msg: '设置已保存', data: shown });
      expect(await profileOf(person.token)).toMatchObject(shown);
    }
  });

  it('changes nothing of anybody else, whatever else the body says', async () => {
    const other = await newPerson(api);
    const before = await profileOf(other.token);
    await set({ field: 'nickname', value: 'mine', user_id: other.userId, id: other.userId, sn: other.sn });
    expect(await profileOf(other.token)).toEqual(before);
    expect((await profileOf(person.token)).nickname).toBe('mine');
  });
});

describe('refusals', () => {
  it.each([
    ['no field', {}, 7003],
    ['a field that is nobody’s to set', { field: 'rate', value: 100 }, 1301],
    ['the sn', { field: 'sn', value: '12345678' }, 1301],
    ['the own path', { field: 'path', value: [] }, 1301],
    ['nickname missing', { field: 'nickname' }, 7003],
    ['nickname of 21', { field: 'nickname', value: 'x'.repeat(21) }, 7005],
    ['nickname with markup', { field: 'nickname', value: '<i>' }, 7004],
    ['nickname with a line', { field: 'nickname', value: 'a\nb' }, 7004],
    ['avatar unknown', { field: 'avatar', value: 'a99' }, 7002],
    ['avatar from elsewhere', { field: 'avatar', value: 'https://evil.example/x.png' }, 7002],
    ['e-mail malformed, for a code', { field: 'email_code', value: 'me@home' }, 1302],
    ['e-mail malformed, to bind', { field: 'email', value: { email: 'me@home', code: '123456' } }, 1302],
    ['e-mail with a malformed code', { field: 'email', value: { email: 'me@home.org', code: 'abc' } }, 1304],
    ['e-mail with a code never sent', { field: 'email', value: { email: 'me@home.org', code: '123456' } }, 1304],
    ['mobile without country', { field: 'mobile', value: '13800138000' }, 7004],
    ['mobile too long', { field: 'mobile', value: '+1234567890123456' }, 7004],
    ['account of somebody who has one', { field: 'account', value: { account: 'another_one' } }, 1301],
    ['account malformed', { field: 'account', value: { account: '1x' } }, 1104],
    ['account missing', { field: 'account', value: {} }, 1103],
    ['fuel notice below', { field: 'fuel_notice', value: '0.5' }, 7006],
    ['fuel notice above', { field: 'fuel_notice', value: '10001' }, 7006],
    ['fuel notice in words', { field: 'fuel_notice', value: 'much' }, 7004],
    ['ranking neither 0 nor 1', { field: 'rank_public', value: 2 }, 7002],
    ['an unknown language', { field: 'lang', value: 'fr' }, 7002],
  ] as const)('%s', async (_name, body, code) => {
    const before = await profileOf(person.token);
    for (const lang of ['zh', 'en'] as const) {
      const answer = await set(body, lang);
      expect(answer).toMatchObject({ status: 200, code, show: 1 });
      const text = textOf(code, lang, { field: '#' });
      expect(answer.msg.startsWith(text.split('#')[0] as string), answer.msg).toBe(true);
    }
    expect(await profileOf(person.token)).toEqual(before);
  });

  it('name the field and its range as a person would', async () => {
    expect(await set({ field: 'nickname', value: 'x'.repeat(21) })).toMatchObject({
      msg: '长度不正确:昵称(1–20)',
      data: { field: 'nickname', min: 1, max: 20 },
    });
    expect(await set({ field: 'fuel_notice', value: '0' }, 'en')).toMatchObject({
      msg: 'Out of range: Fuel reminder (1–10000)',
      data: { field: 'fuel_notice', min: '1', max: '10000' },
    });
  });

  it('need a session', async () => {
    expect((await api.send('POST', userSetInfo.path, { field: 'nickname', value: 'x' })).code).toBe(101);
  });
});

it('the API page documents each choice of the body', async () => {
  const answer = await fetch(`${api.url}/api/docs/json`);
  const docs = (await answer.json()) as { paths: Record<string, Record<string, unknown>> };
  const text = JSON.stringify(docs.paths['/api/user/setInfo']);
  for (const field of ['nickname', 'email_code', 'referral', 'rank_public'])
    expect(text).toMatch(new RegExp(`"(const|enum)":\\[?"${field}"`));
});
