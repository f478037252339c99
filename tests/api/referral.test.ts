// Changing one's referrer over HTTP: once in a lifetime, to somebody who exists and is not below oneself, with the whole
// team, and all three concerned told by mail without the others' names in full.
import { userSetInfo } from '@cormorant/contract/calls/profile.ts';
import { authProfile } from '@cormorant/contract/calls/user.ts';
import { textOf } from '@cormorant/contract/catalogue.ts';
import type { Profile } from '@cormorant/contract/entities/profile.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiServer, newPerson, type Person, startApi } from './api-server.ts';
import { mailsTo } from './local-mails.ts';

let api: ApiServer;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const change = (person: Person, value: unknown, lang: 'zh' | 'en' = 'zh') =>
  api.send('POST', userSetInfo.path, { field: 'referral', value }, { token: person.token, lang });
const profileOf = async (person: Person) => (await api.ask(authProfile, {}, { token: person.token })).data as Profile;
const under = (referrer: Person) => newPerson(api, { referrer: referrer.sn });

async function pathOf(person: Person): Promise<number[]> {
  const found = await api.pool.query<{ path: string[] }>('select path from users where id = $1', [person.userId]);
  return found.rows[0]?.path.map(Number) ?? [];
}

async function expectRefused(person: Person, value: unknown, code: number): Promise<void> {
  const before = [await profileOf(person), await pathOf(person)];
  for (const lang of ['zh', 'en'] as const) {
    expect(await change(person, value, lang)).toMatchObject({ code, show: 1, msg: textOf(code, lang) });
  }
  expect([await profileOf(person), await pathOf(person)]).toEqual(before);
}

describe('a referrer', () => {
  it('may be set once where there is none, and is locked then', async () => {
    const [person, referrer, third] = [await newPerson(api), await newPerson(api), await newPerson(api)];
    expect(await profileOf(person)).toMatchObject({ referral: '', referrer_id: '', referral_locked: 0 });
    expect(await change(person, ` ${referrer.sn} `)).toMatchObject({
      code: 1,
      data: { referral: referrer.sn, referrer_id: referrer.sn, referral_locked: 1 },
    });
    expect(await pathOf(person)).toEqual([referrer.userId]);
    await expectRefused(person, third.sn, 6002);
    await expectRefused(person, referrer.sn, 6002);
  });

  it('may be changed once with the whole team behind', async () => {
    const [top, other] = [await newPerson(api), await newPerson(api)];
    const person = await under(top);
    const child = await under(person);
    const grandchild = await under(child);
    expect(await profileOf(person)).toMatchObject({ referral: top.sn, referral_locked: 0 });
    expect((await change(person, other.sn)).code).toBe(1);
    expect(await pathOf(person)).toEqual([other.userId]);
    expect(await pathOf(grandchild)).toEqual([other.userId, person.userId, child.userId]);
    expect(await profileOf(child)).toMatchObject({ referral: person.sn, referral_locked: 0 });
    expect(await pathOf(await under(grandchild))).toEqual([
      other.userId,
      person.userId,
      child.userId,
      grandchild.userId,
    ]);
  });

  it('who is the referrer already does not use up the one change', async () => {
    const [top, other] = [await newPerson(api), await newPerson(api)];
    const person = await under(top);
    await expectRefused(person, top.sn, 6002);
    expect((await change(person, other.sn)).code).toBe(1);
  });

  it('goes by a partner’s alias in any case, also at registration', async () => {
    const partner = await newPerson(api);
    await api.pool.query("update users set is_partner = true, alias = 'blue_bird' where id = $1", [partner.userId]);
    const person = await newPerson(api);
    expect(await change(person, 'Blue_BIRD')).toMatchObject({ code: 1, data: { referral: partner.sn } });
    expect(await profileOf(await newPerson(api, { referrer: 'BLUE_bird' }))).toMatchObject({ referral: partner.sn });
  });
});

describe('refused are', () => {
  it('codes that are too short, too long, or nobody’s', async () => {
    const person = await newPerson(api);
    await expectRefused(person, '12', 6005);
    await expectRefused(person, ' 1 ', 6005);
    await expectRefused(person, '12345678', 6001);
    await expectRefused(person, 'nobody_here', 6001);
    await expectRefused(person, 'x'.repeat(33), 6001);
    await expectRefused(person, "' or 1=1 --", 6001);
  });

  it('oneself, and everybody below', async () => {
    const person = await newPerson(api);
    const child = await under(person);
    const grandchild = await under(child);
    await expectRefused(person, person.sn, 6003);
    await expectRefused(person, child.sn, 6004);
    await expectRefused(person, grandchild.sn, 6004);
    await expectRefused(child, grandchild.sn, 6004);
    expect((await change(grandchild, person.sn)).code, 'upwards is allowed').toBe(1);
  });

  it('people who are not active', async () => {
    const [person, gone] = [await newPerson(api), await newPerson(api)];
    for (const status of ['disabled', 'closed', 'locked']) {
      await api.pool.query('update users set status = $2 where id = $1', [gone.userId, status]);
      await expectRefused(person, gone.sn, 6001);
    }
  });
});

it('twenty changes at once are one', async () => {
  const [person, ...targets] = await Promise.all(Array.from({ length: 5 }, () => newPerson(api)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => change(person as Person, targets[at % targets.length]?.sn)),
  );
  expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 6002)).toHaveLength(19);
});

it('both referrers are told in their language, by a masked name, at verified addresses only', async () => {
  const [left, joined] = [await newPerson(api), await newPerson(api)];
  const verify = 'update users set email = $2, email_verified_at = created_at, lang = $3 where id = $1';
  await api.pool.query(verify, [left.userId, 'left@fish.example', 'en']);
  await api.pool.query(verify, [joined.userId, 'joined@fish.example', 'zh']);
  const person = await under(left);
  await api.send('POST', userSetInfo.path, { field: 'nickname', value: 'Captain Nemo' }, { token: person.token });
  const mails = async () =>
    (await api.pool.query('select recipient, subject, body from mail_outbox order by id')).rows as Record<
      string,
      string
    >[];
  expect((await change(person, person.sn)).code).toBe(6003);
  expect(await mails()).toEqual([]);
  expect((await change(person, joined.sn)).code).toBe(1);
  const told = await mails();
  expect(told.map((mail) => [mail['recipient'], mail['subject']])).toEqual([
    ['left@fish.example', 'A member left your team'],
    ['joined@fish.example', '一位成员加入了您的团队'],
  ]);
  for (const { body } of told) {
    expect(body).toContain('Ca**mo');
    expect(body).not.toMatch(/Captain|Nemo/);
    expect(body).not.toContain(person.sn);
  }

  const unverified = await newPerson(api);
  await api.pool.query("update users set email = 'open@fish.example' where id = $1", [unverified.userId]);
  expect((await change(await newPerson(api), unverified.sn)).code).toBe(1);
  expect(await mails()).toHaveLength(2);
});

it.each([
  [
    'zh',
    '您的推荐人已变更',
    /^您的推荐人于 \d{4}-\d\d-\d\d \d\d:\d\d UTC 变更为 Ca\*\*mo。推荐人只能变更一次。\n如果不是您本人操作/,
  ],
  ['en', 'Your referrer was changed', /^Your referrer was changed to Ca\*\*mo at .+ UTC\. .+\nIf this was not you, /],
] as const)(
  'the owner is told who the new one is (%s), as a token alone changes it for life',
  async (lang, subject, text) => {
    const [person, referrer] = [await newPerson(api), await newPerson(api)];
    const email = `mover.${lang}@fish.example`;
    await api.pool.query('update users set email = $2, lang = $3 where id = $1', [person.userId, email, lang]);
    await api.pool.query("update users set nickname = 'Captain Nemo' where id = $1", [referrer.userId]);
    expect((await change(person, person.sn)).code).toBe(6003);
    await api.pool.query('update users set email_verified_at = created_at where id = $1', [person.userId]);
    expect((await change(person, '12345678')).code).toBe(6001);
    expect(await mailsTo(api, email)).toEqual([]);
    expect((await change(person, referrer.sn)).code).toBe(1);
    const mails = await mailsTo(api, email);
    expect(mails.map((mail) => mail.subject)).toEqual([subject]);
    expect(mails[0]?.body).toMatch(text);
    expect(mails[0]?.body).not.toMatch(/Captain|Nemo|https?:/);
  },
);
